// A modal of the bot: its fields and their values.

import { words } from "./components.js";
import { el } from "./dom.js";

const [ROW, TEXT_INPUT, TEXT, LABEL] = [1, 4, 10, 18];

// Opens `modal`. `send(values)` submits the values. It resolves to an error message, or to nothing.
export function openModal(modal, context, send) {
  const readers = [];
  const fault = el("p.fault", { role: "alert" });
  const form = el("form", { method: "dialog" }, el("h2", {}, modal.title));
  for (const part of modal.components) {
    if (part.type === TEXT) form.append(words(part.content, context));
    else if (part.type === LABEL) form.append(field(part.component, part.label, part.description, readers));
    else if (part.type === ROW) form.append(field(part.components[0], part.components[0].label, null, readers));
  }
  const box = el("dialog.modal", { onclose: () => box.remove() }, form);
  form.append(fault, el("footer", {}, el("button.quiet", { type: "button", onclick: () => box.close() }, "Cancel"), el("button.primary", {}, "Submit")));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    fault.textContent = (await send(Object.fromEntries(readers.map((read) => read())))) || "";
    if (!fault.textContent) box.close();
  });
  document.body.append(box);
  box.showModal();
}

function field(part, label, about, readers) {
  const caption = [el("span", {}, label || "", part.required === false ? el("small", {}, " (optional)") : null), about ? el("small", {}, about) : null];
  const id = part.custom_id;
  if (part.type !== TEXT_INPUT) return el("p.field", {}, caption, "Nobody can fill this in here.");
  const input = el(part.style === 2 ? "textarea" : "input", {
    name: id,
    value: part.value || "",
    placeholder: part.placeholder || "",
    required: part.required !== false,
    minLength: part.min_length ?? undefined,
    maxLength: part.max_length ?? 4000,
    rows: part.style === 2 ? 5 : undefined,
  });
  readers.push(() => [id, input.value]);
  return el("label.field", {}, caption, input);
}
