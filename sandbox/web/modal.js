// A modal of the bot: its fields, and what was filled in.

import { words } from "./components.js";
import { el } from "./dom.js";

const [ROW, TEXT_INPUT, TEXT, LABEL, RADIO, CHECKBOXES, CHECKBOX] = [1, 4, 10, 18, 21, 22, 23];

// Opens `modal`; `send(values)` gets what was filled in and answers with a refusal in words, or nothing.
export function openModal(modal, context, send) {
  const readers = [];
  const fault = el("p.fault", { role: "alert" });
  const form = el("form", { method: "dialog" }, el("h2", {}, modal.title));
  for (const part of modal.components) {
    if (part.type === TEXT) form.append(words(part.content, context));
    else if (part.type === LABEL) form.append(field(part.component, part.label, part.description, context, readers));
    else if (part.type === ROW) form.append(field(part.components[0], part.components[0].label, null, context, readers));
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

function field(part, label, about, context, readers) {
  const caption = [el("span", {}, label || "", part.required === false ? el("small", {}, " (optional)") : null), about ? el("small", {}, about) : null];
  const id = part.custom_id;
  if (part.type === TEXT_INPUT) {
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
  if (part.type === CHECKBOX) {
    const input = el("input", { type: "checkbox", name: id, checked: Boolean(part.default) });
    readers.push(() => [id, input.checked]);
    return el("label.field.inline", {}, input, caption);
  }
  const options = part.options || (part.type === 8 ? context.channels().map((c) => ({ label: "#" + c.name, value: c.id })) : context.people().map((p) => ({ label: p.name, value: p.id })));
  const many = part.type === CHECKBOXES || (part.max_values ?? 1) > 1;
  const inputs = options.map((option) => el("input", { type: many ? "checkbox" : "radio", name: id, value: option.value, checked: Boolean(option.default) }));
  readers.push(() => [id, inputs.filter((input) => input.checked).map((input) => input.value)]);
  return el(
    "fieldset.field" + (part.type === RADIO || part.type === CHECKBOXES ? "" : ".listed"),
    {},
    el("legend", {}, caption),
    options.map((option, place) => el("label.choice", {}, inputs[place], el("span", {}, option.label, option.description ? el("small", {}, option.description) : null))),
  );
}
