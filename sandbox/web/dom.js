// Builds elements: el("button.primary", {onclick}, "Text", child).

export function el(kind, properties = {}, ...children) {
  const [tag, ...classes] = kind.split(".");
  const made = document.createElement(tag || "div");
  if (classes.length) made.className = classes.join(" ");
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "data") Object.assign(made.dataset, value);
    else if (key === "style") Object.assign(made.style, value);
    else if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key in made && !key.includes("-")) made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

export const MAZE = "/web/maze.svg";

const SHADES = ["#3d7ea6", "#8a5fb0", "#4f8a57", "#b9893a", "#b5506a", "#3f8f8b", "#7a6a52", "#5566b8"];

// A round avatar: the first letter, in a colour that depends on the id, or the maze for the bot.
export function face(person, size = "") {
  if (person.bot) return el("span.face.bot" + size, { "aria-hidden": "true" }, el("img", { src: MAZE, alt: "" }));
  const shade = SHADES[Number(BigInt(person.id) % BigInt(SHADES.length))];
  return el("span.face" + size, { style: { background: shade }, "aria-hidden": "true" }, person.name[0]);
}

// A language's own name, capitalised as in a menu: "Français" for fr, "English" for en-US.
export function language(locale) {
  const [code] = locale.split("-");
  const name = new Intl.DisplayNames([code], { type: "language" }).of(code);
  return name[0].toLocaleUpperCase(code) + name.slice(1);
}

// A person's name and language. The bot answers in this language.
export function speaker(person) {
  return `${person.name} · ${language(person.locale)}`;
}

export function moment(id) {
  return new Date(Number((BigInt(id) >> 22n) + 1420070400000n));
}

// Asks for one line of text. Resolves to the text, or to null if cancelled.
export function ask(title, label, action) {
  return new Promise((resolve) => {
    const input = el("input", { required: true, maxLength: 100, "aria-label": label, placeholder: label });
    const box = el(
      "dialog.modal",
      {},
      el(
        "form",
        { method: "dialog" },
        el("h2", {}, title),
        el("label.field", {}, el("span", {}, label), input),
        el("footer", {}, el("button.quiet", { type: "button", onclick: () => box.close() }, "Cancel"), el("button.primary", {}, action)),
      ),
    );
    box.addEventListener("submit", () => resolve(input.value.trim() || null));
    box.addEventListener("close", () => (box.remove(), resolve(null)));
    document.body.append(box);
    box.showModal();
    input.focus();
  });
}

// Shows a picture as large as the window. A click enlarges the clicked part; another click shows the whole picture.
export function enlarge(source, alt) {
  const image = el("img", { src: source, alt: alt || "", onclick: (event) => zoom(event) });
  const pane = el(".pane", {}, image);
  const box = el(
    "dialog.lightbox",
    { onclick: (event) => event.target !== image && box.close(), onclose: () => box.remove() },
    pane,
    alt ? el("p", {}, alt) : null,
  );
  const zoom = (event) => {
    const whole = image.getBoundingClientRect();
    const [x, y] = [(event.clientX - whole.left) / whole.width, (event.clientY - whole.top) / whole.height];
    const isLarge = box.classList.toggle("zoomed");
    image.style.width = isLarge ? Math.max(image.naturalWidth, 2 * whole.width) + "px" : "";
    if (isLarge) pane.scrollTo(x * image.offsetWidth - pane.clientWidth / 2, y * image.offsetHeight - pane.clientHeight / 2);
  };
  document.body.append(box);
  box.showModal();
}
