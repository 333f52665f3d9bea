// The input line at the bottom: plain messages, and slash commands with their options and live suggestions.

import { el } from "./dom.js";

const [SUB, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL] = [1, 2, 3, 4, 5, 6, 7];
const PAUSE_MS = 90;

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

// Lists commands and subcommands as { path, shown, about, options, group }. The `group` of a subcommand describes the
// command above it as { shown, about, size }. It's null for a command without subcommands.
function leaves(commands, locale) {
  const named = (thing) => thing.name_localizations?.[locale] || thing.name;
  const about = (thing) => thing.description_localizations?.[locale] || thing.description;
  const found = [];
  const descend = (thing, path, shown) => {
    const inner = (thing.options || []).filter((option) => option.type === SUB || option.type === GROUP);
    if (inner.length) for (const option of inner) descend(option, `${path} ${option.name}`, `${shown} ${named(option)}`);
    else found.push({ path, shown, about: about(thing), options: thing.options || [] });
  };
  for (const command of commands) {
    if (command.type !== 1) continue;
    const first = found.length;
    descend(command, "/" + command.name, "/" + named(command));
    const own = found.slice(first);
    const group = own[0].path === "/" + command.name ? null : { shown: "/" + named(command), about: about(command), size: own.length };
    for (const leaf of own) leaf.group = group;
  }
  return found.sort((a, b) => a.shown.localeCompare(b.shown));
}

// Returns the suggestions for all commands that match the text. If several first words match and none of them is typed
// completely, each group is one entry, which unfolds when it is picked. Groups come before plain commands.
function folded(fits, wanted) {
  const first = (leaf) => leaf.path.split(" ")[0];
  const isOne = new Set(fits.map(first)).size < 2;
  if (isOne || fits.some((leaf) => leaf.group && plain(leaf.group.shown) === wanted)) return fits;
  const groups = [...new Set(fits.map((leaf) => leaf.group).filter(Boolean))];
  return [...groups, ...fits.filter((leaf) => !leaf.group)];
}

export class Composer {
  // `page` offers me(), commands(), people(), channels(), say(text), run(command, values), complete(path, values, focused).
  constructor(page) {
    this.page = page;
    this.command = null;
    this.input = el("textarea", {
      rows: 1,
      maxLength: 2000,
      "aria-label": "Message",
      autocomplete: "off",
      oninput: () => this.typed(),
      onkeydown: (event) => this.key(event),
    });
    this.bar = el("form.bar", { onsubmit: (event) => (event.preventDefault(), this.run()) });
    this.list = el(".suggestions", { role: "listbox", hidden: true });
    this.hint = el("p.hint", { role: "status" });
    this.box = el("footer.composer", {}, this.list, el(".line", {}, this.input, this.bar), this.hint);
    this.leave();
  }

  focus() {
    (this.command ? this.bar.querySelector("input") : this.input)?.focus({ preventScroll: true });
  }

  place(name, closed) {
    this.input.placeholder = closed || `Message ${name} — or type / for commands`;
    this.input.disabled = Boolean(closed);
    this.leave();
  }

  say(hint, bad = false) {
    this.hint.textContent = hint || "";
    this.hint.classList.toggle("bad", bad);
  }

  leave() {
    this.command = null;
    this.bar.hidden = true;
    this.bar.replaceChildren();
    this.input.hidden = false;
    this.input.value = "";
    this.hide();
    this.say("");
  }

  // Suggestions

  hide() {
    this.list.hidden = true;
    this.list.replaceChildren();
    this.entries = [];
  }

  suggest(entries, heading) {
    this.entries = entries;
    this.at = 0;
    this.list.hidden = !entries.length;
    this.list.replaceChildren(
      el("p.heading", {}, heading),
      ...entries.map((entry, place) =>
        el(
          "div.suggestion",
          { role: "option", data: { place }, onpointerdown: (event) => (event.preventDefault(), entry.pick()), onpointermove: () => this.mark(place) },
          el("b", {}, entry.title),
          entry.extra ? el("span.extra", {}, entry.extra) : null,
          entry.about ? el("span.about", {}, entry.about) : null,
        ),
      ),
    );
    if (entries.length) this.mark(0);
  }

  mark(place) {
    this.at = place;
    this.list.querySelectorAll(".suggestion").forEach((line, number) => {
      line.setAttribute("aria-selected", number === place);
      if (number === place) line.scrollIntoView({ block: "nearest" });
    });
  }

  move(event) {
    if (!this.entries.length) return false;
    if (event.key === "ArrowDown") this.mark((this.at + 1) % this.entries.length);
    else if (event.key === "ArrowUp") this.mark((this.at - 1 + this.entries.length) % this.entries.length);
    else return false;
    event.preventDefault();
    return true;
  }

  // Plain text and the choice of a command

  typed() {
    this.say("");
    const text = this.input.value;
    this.input.style.height = "auto";
    this.input.style.height = Math.min(this.input.scrollHeight, 160) + "px";
    if (!text.startsWith("/") || text.includes("\n")) return this.hide();
    const all = leaves(this.page.commands(), this.page.me().locale);
    const wanted = plain(text.trimEnd());
    const fits = all.filter((leaf) => plain(leaf.shown).startsWith(wanted) || plain(leaf.path).startsWith(wanted));
    const word = wanted.slice(1);
    const others = word ? all.filter((leaf) => !fits.includes(leaf) && plain(leaf.shown).includes(word)) : [];
    const entry = (leaf) => ({
      title: leaf.shown,
      extra: leaf.options.map((option) => this.named(option) + (option.required ? "" : "?")).join("  "),
      about: leaf.about,
      pick: () => this.choose(leaf),
    });
    const whole = (group) => ({ title: group.shown, extra: `${group.size} ${group.size === 1 ? "command" : "commands"} ›`, about: group.about, pick: () => this.unfold(group) });
    this.suggest(
      [...folded(fits, wanted), ...others].map((one) => (one.size ? whole(one) : entry(one))),
      all.length ? "Commands" : "The bot has no commands yet",
    );
    const exact = fits.find((leaf) => text === leaf.shown + " ");
    if (exact && fits.length === 1) this.choose(exact);
  }

  unfold(group) {
    this.input.value = group.shown + " ";
    this.input.focus();
    this.typed();
  }

  key(event) {
    if (this.move(event)) return;
    if (event.key === "Escape") return this.hide();
    if (event.key === "Tab" && this.entries.length) {
      event.preventDefault();
      return this.entries[this.at].pick();
    }
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    if (this.entries.length) return this.entries[this.at].pick();
    const text = this.input.value.trim();
    if (!text) return;
    if (text.startsWith("/")) return this.say("There is no such command here.", true);
    this.page.say(text);
    this.leave();
  }

  // A chosen command and its options

  named(option) {
    return option.name_localizations?.[this.page.me().locale] || option.name;
  }

  choose(leaf) {
    this.command = leaf;
    this.fields = new Map();
    this.hide();
    this.input.hidden = true;
    this.bar.hidden = false;
    const more = el("span.more");
    this.bar.replaceChildren(el("span.command", {}, leaf.shown), more);
    for (const option of leaf.options) {
      if (option.required) this.field(option, more);
      else more.append(el("button.chip", { type: "button", data: { option: option.name }, onclick: (event) => (event.currentTarget.remove(), this.field(option, more).focus()) }, "+ " + this.named(option)));
    }
    this.bar.append(el("button.send", { type: "submit", title: "Send (Enter)", "aria-label": "Send command" }, "➤"));
    this.say(leaf.about);
    const first = this.bar.querySelector("input");
    (first || this.bar.querySelector(".send")).focus();
  }

  field(option, before) {
    const input = el("input", {
      autocomplete: "off",
      spellcheck: false,
      data: { option: option.name },
      "aria-label": this.named(option),
      inputMode: option.type === INTEGER ? "numeric" : "text",
      onfocus: () => this.offer(option, input),
      oninput: () => (delete input.dataset.value, this.fit(input), this.named_in(option, input) || this.offer(option, input)),
      onkeydown: (event) => this.fieldKey(event, option, input),
      onblur: () => setTimeout(() => !this.bar.contains(document.activeElement) && this.hide(), 120),
    });
    this.fit(input);
    this.fields.set(option.name, { option, input });
    const pill = el("label.pill" + (option.required ? ".required" : ""), { onclick: () => input.focus() }, el("span", {}, this.named(option)), input);
    this.bar.insertBefore(pill, before);
    return input;
  }

  // If the text ends in an option's name and a colon, moves to that option, as in Discord. Returns whether focus moved.
  named_in(option, input) {
    const found = /^(.*?)(?:^|\s)([^\s:]+):$/.exec(input.value);
    const wanted = found && this.command.options.find((other) => [other.name, this.named(other)].includes(found[2]));
    if (!wanted) return false;
    input.value = found[1];
    this.fit(input);
    if (wanted === option) return false;
    this.bar.querySelector(`.chip[data-option="${wanted.name}"]`)?.remove();
    const there = this.fields.get(wanted.name)?.input || this.field(wanted, this.bar.querySelector(".more"));
    there.focus();
    return true;
  }

  fit(input) {
    input.style.width = Math.max(6, Math.min(40, input.value.length + 2)) + "ch";
  }

  fieldKey(event, option, input) {
    if (this.move(event)) return;
    const inputs = [...this.bar.querySelectorAll("input")];
    if (event.key === "Escape") {
      event.preventDefault();
      this.leave();
      this.input.focus();
    } else if (event.key === "Backspace" && !input.value) {
      event.preventDefault();
      const place = inputs.indexOf(input);
      if (place > 0) inputs[place - 1].focus();
      else {
        const shown = this.command.shown;
        this.leave();
        this.input.value = shown;
        this.input.focus();
        this.typed();
      }
    } else if ((event.key === "Tab" && !event.shiftKey) || event.key === "Enter") {
      const open = this.entries.length && input.dataset.value === undefined && (input.value || (event.key === "Enter" && option.required));
      if (open) {
        event.preventDefault();
        this.entries[this.at].pick();
      } else if (event.key === "Enter") {
        event.preventDefault();
        this.run();
      }
    }
  }

  value(name) {
    const { option, input } = this.fields.get(name);
    if (input.dataset.value !== undefined) return input.dataset.value;
    const text = input.value.trim();
    if (!text) return undefined;
    const known = (this.offers?.[name] || []).find((choice) => choice.name === text);
    return known && option.autocomplete ? String(known.value) : text;
  }

  values() {
    const out = {};
    for (const name of this.fields.keys()) if (this.value(name) !== undefined) out[name] = this.value(name);
    return out;
  }

  pick(option, input, choice) {
    input.value = choice.name;
    input.dataset.value = String(choice.value);
    this.fit(input);
    this.hide();
    const inputs = [...this.bar.querySelectorAll("input")];
    const next = inputs.slice(inputs.indexOf(input) + 1).find((other) => !other.value);
    (next || input).focus();
    if (!next) this.hide();
  }

  show(option, input, choices) {
    (this.offers ||= {})[option.name] = choices;
    const about = option.description_localizations?.[this.page.me().locale] || option.description;
    this.say(about);
    this.suggest(
      choices.slice(0, 25).map((choice) => ({ title: choice.name, pick: () => this.pick(option, input, choice) })),
      `${this.named(option)} — ${about}`,
    );
  }

  offer(option, input) {
    clearTimeout(this.pause);
    const typed = plain(input.value);
    const filter = (choices) => choices.filter((choice) => input.dataset.value !== undefined || plain(choice.name).includes(typed));
    const locale = this.page.me().locale;
    if (option.choices) {
      return this.show(option, input, filter(option.choices.map((choice) => ({ name: choice.name_localizations?.[locale] || choice.name, value: choice.value }))));
    }
    if (option.type === BOOLEAN) return this.show(option, input, filter([{ name: "True", value: "true" }, { name: "False", value: "false" }]));
    if (option.type === USER) return this.show(option, input, filter(this.page.people().map((person) => ({ name: person.name, value: person.id }))));
    if (option.type === CHANNEL) return this.show(option, input, filter(this.page.channels().map((channel) => ({ name: "#" + channel.name, value: channel.id }))));
    this.show(option, input, []);
    if (!option.autocomplete) return;
    const asked = (this.asked = Symbol());
    this.pause = setTimeout(async () => {
      const values = this.values();
      values[option.name] = input.value;
      const choices = await this.page.complete(this.command.path, values, option.name);
      if (this.asked !== asked || !this.bar.contains(input)) return;
      if (!choices) return this.say("Loading options failed.", true);
      this.show(option, input, choices);
      if (!choices.length) this.say("No options match your search.");
    }, PAUSE_MS);
  }

  run() {
    if (!this.command) return;
    const values = this.values();
    const missing = this.command.options.find((option) => option.required && !(option.name in values));
    if (missing) {
      const field = this.fields.get(missing.name).input;
      field.focus();
      return this.say(`${this.named(missing)} is needed.`, true);
    }
    this.asked = null;
    clearTimeout(this.pause);
    this.page.run(this.command, values);
    this.leave();
    this.input.focus();
  }
}
