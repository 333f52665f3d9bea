// The message list of the open channel.

import { components, picture, words } from "./components.js";
import { el, face, moment } from "./dom.js";

const LOADING = 1 << 7;
const EPHEMERAL = 1 << 6;
const V2 = 1 << 15;
const APART_MS = 7 * 60 * 1000;

export class Messages {
  // `page` offers names, me(), choices(part, channel), use(control, message, customId, values), dismiss(message),
  // older(before), apps(), app(control, message, name).
  constructor(page) {
    this.page = page;
    this.held = new Map();
    this.list = el("ol.messages", { "aria-live": "polite" });
    this.older = el("button.older.quiet", { type: "button", hidden: true, onclick: () => page.older(this.first()) }, "Show earlier messages");
    this.scroller = el("section.scroller", { tabIndex: 0, "aria-label": "Messages" }, this.older, this.list);
    new ResizeObserver(() => this.stick && this.toEnd()).observe(this.list);
    this.scroller.addEventListener("scroll", () => (this.stick = this.isAtEnd()), { passive: true });
    this.stick = true;
  }

  first() {
    return [...this.held.keys()].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))[0];
  }

  isAtEnd() {
    return this.scroller.scrollHeight - this.scroller.scrollTop - this.scroller.clientHeight < 90;
  }

  toEnd() {
    this.scroller.scrollTop = this.scroller.scrollHeight;
    this.stick = true;
  }

  show(messages, more) {
    this.held.clear();
    this.list.replaceChildren();
    this.older.hidden = !more;
    for (const message of messages) this.put(message);
    this.toEnd();
    requestAnimationFrame(() => this.toEnd());
  }

  prepend(messages, more) {
    const height = this.scroller.scrollHeight;
    this.older.hidden = !more;
    for (const message of messages) this.put(message);
    this.scroller.scrollTop += this.scroller.scrollHeight - height;
  }

  put(message) {
    const before = document.getElementById("m" + message.id);
    this.held.set(message.id, message);
    const made = this.draw(message);
    if (before) {
      const focused = before.contains(document.activeElement) && document.activeElement.dataset.customId;
      before.replaceWith(made);
      if (focused) made.querySelector(`[data-custom-id="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
    } else {
      const next = [...this.list.children].find((other) => BigInt(other.dataset.id) > BigInt(message.id));
      this.list.insertBefore(made, next || null);
    }
    this.group(made);
    if (made.nextElementSibling) this.group(made.nextElementSibling);
    if (this.stick) this.toEnd();
  }

  remove(id) {
    this.held.delete(id);
    const gone = document.getElementById("m" + id);
    const next = gone?.nextElementSibling;
    gone?.remove();
    if (next) this.group(next);
  }

  // A message soon after another one by the same author needs no heading.
  group(element) {
    const before = element.previousElementSibling;
    const message = this.held.get(element.dataset.id);
    const other = before && this.held.get(before.dataset.id);
    const close =
      other &&
      message &&
      other.author.id === message.author.id &&
      !message.command &&
      moment(message.id) - moment(other.id) < APART_MS &&
      !(message.flags & EPHEMERAL) === !(other.flags & EPHEMERAL);
    element.classList.toggle("grouped", Boolean(close));
    const day = moment(element.dataset.id).toDateString();
    element.classList.toggle("newday", !before || moment(before.dataset.id).toDateString() !== day);
  }

  fault(id, text) {
    const element = document.getElementById("m" + id);
    if (!element) return;
    element.querySelector(".fault")?.remove();
    const line = el("p.fault", { role: "alert" }, text);
    element.querySelector(".body").append(line);
    setTimeout(() => line.remove(), 8000);
    if (this.stick) this.toEnd();
  }

  draw(message) {
    const hidden = message.flags & EPHEMERAL;
    const author = { ...message.author, name: message.author.global_name || message.author.username };
    const at = moment(message.id);
    const context = {
      names: this.page.names,
      choices: (part) => this.page.choices(part, message.channel_id),
      act: (control, customId, values) => this.page.use(control, message, customId, values),
    };
    const used = message.interaction_metadata;
    const item = el("li.message" + (hidden ? ".hidden" : "") + (message.pings_me ? ".ping" : ""), { id: "m" + message.id, data: { id: message.id } });
    const day = el(".day", {}, el("span", {}, at.toLocaleDateString(undefined, { dateStyle: "long" })));
    const how = message.command
      ? el("p.used", {}, el("span.bend", { "aria-hidden": "true" }), face({ id: used.user.id, name: used.user.global_name }, ".tiny"), el("b", {}, used.user.global_name), " used ", el("span.mention", {}, "/" + message.command))
      : null;
    const head = el(
      "p.head",
      {},
      el("b.author", {}, author.name),
      message.author.bot ? el("span.tag", {}, "APP") : null,
      el("time", { title: at.toLocaleString() }, at.toLocaleTimeString(undefined, { timeStyle: "short" })),
    );
    const body = el(".body", {}, head, this.content(message, context), this.apps(message));
    if (hidden) {
      body.append(
        el("p.only", {}, "Only you can see this · ", el("button.plain", { type: "button", onclick: () => this.page.dismiss(message) }, "Dismiss message")),
      );
    }
    item.append(day, ...(how ? [how] : []), el(".line", {}, face({ ...author, bot: message.author.bot }), body));
    return item;
  }

  // The entries under Apps in a message's menu, as in Discord's client.
  apps(message) {
    const entries = this.page.apps();
    if (!entries.length) return null;
    const shown = (command) => command.name_localizations?.[this.page.me().locale] || command.name;
    const box = el("details.apps", {}, el("summary", { title: "Apps" }, "⋯"));
    for (const command of entries) {
      const act = (event) => (this.page.app(event.target, message, command.name), (box.open = false));
      box.append(el("button", { type: "button", onclick: act }, shown(command)));
    }
    return box;
  }

  // The phone notification for a message that pinged: the text as first posted.
  notification(message, context) {
    const said = message.push ? words(message.push, context) : el("i", {}, "a notification without words");
    return el(".push", { title: "What the notification said" }, el("span", { "aria-hidden": "true" }, "🔔"), said);
  }

  content(message, context) {
    if (message.flags & LOADING) {
      const dots = el("span.dots", { "aria-hidden": "true" }, el("i"), el("i"), el("i"));
      return el("p.thinking", {}, dots, `${message.author.username} is thinking…`);
    }
    const parts = [];
    if (message.content) parts.push(words(message.content, context));
    for (const embed of message.embeds) {
      parts.push(el(".container.edged", {}, embed.title ? el("h4", {}, embed.title) : null, embed.description ? words(embed.description, context) : null));
    }
    if (!(message.flags & V2)) {
      for (const file of message.attachments) {
        if ((file.content_type || "").startsWith("image/")) parts.push(el(".gallery.of1", {}, picture(file, file.description, "")));
        else parts.push(el("a.file", { href: file.url, target: "_blank" }, "📄 ", file.filename));
      }
    }
    parts.push(...components(message.components, context));
    if (message.pings_me) parts.push(this.notification(message, context));
    if (message.edited_timestamp && !(message.flags & V2)) parts.push(el("small.edited", { title: new Date(message.edited_timestamp).toLocaleString() }, "(edited)"));
    return el(".content", {}, parts);
  }
}
