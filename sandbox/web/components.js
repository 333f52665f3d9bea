// Builds elements for V2 and classic components. Each use of one calls `context.act(control, customId, values)`.

import { el, enlarge } from "./dom.js";
import { markdown } from "./markdown.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "primary" };
const NUMBER_OF_SELECTS = [3, 5, 6, 7, 8];

export function emoji(given) {
  if (!given) return null;
  if (given.id) return el("img.emoji", { src: `/emojis/${given.id}`, alt: given.name || "" });
  return el("span.emoji", {}, given.name);
}

export function components(parts, context) {
  return parts.map((part) => one(part, context)).filter(Boolean);
}

function one(part, context) {
  switch (part.type) {
    case 1: return row(part, context);
    case 2: return button(part, context);
    case 9: return section(part, context);
    case 10: return words(part.content, context);
    case 11: return picture(part.media, part.description, "thumbnail");
    case 12: return gallery(part);
    case 13: return el("a.file", { href: part.file.url, target: "_blank" }, "📄 ", part.name || part.file.url.split("/").pop().split("?")[0]);
    case 14: return el("hr" + (part.divider === false ? ".bare" : "") + (part.spacing === 2 ? ".wide" : ""));
    case 17: return container(part, context);
    default: return NUMBER_OF_SELECTS.includes(part.type) ? select(part, context) : null;
  }
}

export function words(text, context) {
  const made = el(".words");
  made.innerHTML = markdown(text, context.names);
  return made;
}

function container(part, context) {
  const colour = part.accent_color;
  const edge = typeof colour === "number" ? "#" + colour.toString(16).padStart(6, "0") : null;
  return el(".container" + (edge ? ".edged" : ""), { style: edge ? { borderLeftColor: edge } : {} }, components(part.components, context));
}

function section(part, context) {
  return el(".section", {}, el("div.texts", {}, components(part.components, context)), one(part.accessory, context));
}

function row(part, context) {
  return el(".row", {}, components(part.components, context));
}

function button(part, context) {
  const inside = [emoji(part.emoji), part.label ? el("span", {}, part.label) : null];
  if (part.url) return el("a.button.link", { href: part.url, target: "_blank", rel: "noreferrer" }, inside, el("span.out", {}, "↗"));
  return el(
    `button.button.${STYLES[part.style]}`,
    {
      type: "button",
      disabled: Boolean(part.disabled),
      data: { customId: part.custom_id },
      onclick: (event) => context.act(event.currentTarget, part.custom_id, []),
      "aria-label": part.label ? null : (part.emoji || {}).name,
    },
    inside,
  );
}

function gallery(part) {
  return el(`.gallery.of${Math.min(part.items.length, 4)}`, {}, part.items.map((item) => picture(item.media, item.description, "")));
}

export function picture(media, alt, kind) {
  const image = el("img", { src: media.url, alt: alt || "", loading: "lazy", width: media.width, height: media.height });
  return el("button.picture" + (kind ? "." + kind : ""), { type: "button", title: "Enlarge", onclick: () => enlarge(media.url, alt) }, image);
}

function select(part, context) {
  const options = part.options || context.choices(part);
  const least = part.min_values ?? 1;
  const most = part.max_values ?? 1;
  const chosen = new Set([...options.filter((option) => option.default).map((option) => option.value), ...(part.default_values || []).map((each) => each.id)]);
  const shown = () => options.filter((option) => chosen.has(option.value)).map((option) => option.label).join(", ");
  const label = el("span.chosen", {}, shown() || part.placeholder || "Make a selection");
  if (!chosen.size) label.classList.add("empty");
  const list = el(".options", { role: "listbox", hidden: true, "aria-multiselectable": most > 1 });
  const opener = el(
    "button.opener",
    { type: "button", disabled: Boolean(part.disabled), data: { customId: part.custom_id }, "aria-haspopup": "listbox", onclick: () => toggle() },
    label,
    el("span.arrow", { "aria-hidden": "true" }, "▾"),
  );
  const done = el("button.button.primary.done", { type: "button", onclick: () => send() }, "Done");
  const send = () => {
    close();
    context.act(opener, part.custom_id, options.map((option) => option.value).filter((value) => chosen.has(value)));
  };
  const mark = () => {
    for (const entry of list.querySelectorAll(".option")) entry.setAttribute("aria-selected", chosen.has(entry.dataset.value));
    done.disabled = chosen.size < least || chosen.size > most;
  };
  const pick = (value) => {
    if (most === 1) {
      if (least === 0 && chosen.has(value)) chosen.clear();
      else (chosen.clear(), chosen.add(value));
      return send();
    }
    if (chosen.has(value)) chosen.delete(value);
    else if (chosen.size < most) chosen.add(value);
    mark();
  };
  for (const option of options) {
    list.append(
      el(
        "button.option",
        { type: "button", role: "option", data: { value: option.value }, onclick: () => pick(option.value) },
        emoji(option.emoji),
        el("span.what", {}, el("span", {}, option.label), option.description ? el("small", {}, option.description) : null),
        el("span.tick", { "aria-hidden": "true" }, "✓"),
      ),
    );
  }
  if (most > 1) list.append(done);
  const outside = (event) => !whole.contains(event.target) && close();
  const close = () => {
    list.hidden = true;
    document.removeEventListener("pointerdown", outside);
  };
  const toggle = () => {
    if (!list.hidden) return close();
    list.hidden = false;
    mark();
    document.addEventListener("pointerdown", outside);
    const below = innerHeight - opener.getBoundingClientRect().bottom;
    list.classList.toggle("above", below < Math.min(320, list.scrollHeight + 12));
    (list.querySelector('[aria-selected="true"]') || list.querySelector(".option"))?.focus();
  };
  list.addEventListener("keydown", (event) => {
    const entries = [...list.querySelectorAll("button:not([disabled])")];
    const at = entries.indexOf(document.activeElement);
    if (event.key === "ArrowDown") entries[(at + 1) % entries.length].focus();
    else if (event.key === "ArrowUp") entries[(at - 1 + entries.length) % entries.length].focus();
    else if (event.key === "Escape") (close(), opener.focus());
    else return;
    event.preventDefault();
  });
  const whole = el(".select", {}, opener, list);
  return whole;
}
