// One person's page: connects to the server, stores the records that it sends, and shows them.

import { Composer } from "./composer.js";
import { ask, el, face, language, MAZE, speaker } from "./dom.js";
import { Messages } from "./messages.js";
import { openModal } from "./modal.js";

const ROLE_SELECT = 6;
const [TEXT, DIRECT] = [0, 1];
const asked = new URLSearchParams(location.search).get("as");
const names = (asked || "").split(",").filter(Boolean);

// The latest 1,000 frames that this page has received, oldest first, so that anyone can inspect them.
window.received = [];

function theme(next) {
  const chosen = next || localStorage.getItem("theme");
  if (next) localStorage.setItem("theme", next);
  if (chosen) document.documentElement.dataset.theme = chosen;
}
theme();
addEventListener("storage", (event) => event.key === "theme" && theme());

class App {
  constructor(name) {
    this.name = name;
    this.channels = new Map();
    this.people = new Map();
    this.open = null;
    this.waiting = new Map();
    this.next = 0;
    const view = {
      names: {
        person: (id) => this.people.get(id)?.name || (id === this.bot?.id ? this.bot.name : "someone"),
        channel: (id) => this.channels.get(id)?.name || "elsewhere",
        role: (id) => this.guilds.flatMap((guild) => guild.roles).find((role) => role.id === id)?.name || "nobody",
        get me() { return this.owner.me?.id; },
        get locale() { return this.owner.me?.locale; },
        owner: this,
      },
      people: () => [...this.people.values()],
      channels: () => [...this.channels.values()].filter((channel) => channel.type !== DIRECT),
      choices: (part, channel) => this.placesOf(part, this.channels.get(channel)?.guild),
      use: (control, message, customId, values) => this.use(control, message, customId, values),
      apps: () => (this.commands[this.channel?.guild ?? "direct"] || []).filter((command) => command.type === 3),
      me: () => this.me,
      app: (control, message, name) => this.app(control, message, name),
      dismiss: (message) => this.send("dismiss", { message: message.id }),
      older: (before) => this.send("older", { before }),
    };
    this.view = view;
    this.messages = new Messages(view);
    this.composer = new Composer({
      me: () => this.me,
      commands: () => (this.commands[this.channel?.guild ?? "direct"] || []).filter((command) => command.type === 1),
      people: view.people,
      channels: view.channels,
      say: (text) => this.send("say", { text }),
      run: (command, values) => this.run(command, values),
      complete: (path, values, focused) => this.complete(path, values, focused),
    });
    this.side = el("nav.side", { "aria-label": "Channels" });
    this.top = el("header.top");
    this.offline = el("p.offline", { role: "status", hidden: true });
    this.root = el("div.app", {}, this.side, el("main", {}, this.top, this.offline, this.messages.scroller, this.composer.box));
    document.body.append(this.root);
    document.title = name + " · Knossos sandbox";
    this.root.addEventListener("click", (event) => {
      const link = event.target.closest("[data-channel]");
      if (!link) return;
      event.preventDefault();
      this.go(link.dataset.channel);
    });
    addEventListener("focus", () => this.read());
    addEventListener("keydown", (event) => {
      if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey && event.target === document.body) this.composer.focus();
    });
    this.connect();
  }

  get channel() {
    return this.channels.get(this.open);
  }

  // The connection to the server

  connect() {
    this.socket = new WebSocket(`ws://${location.host}/page?as=${encodeURIComponent(this.name)}`);
    this.socket.onmessage = (event) => {
      window.received.push(event.data);
      if (window.received.length > 1000) window.received.shift();
      const frame = JSON.parse(event.data);
      this["on_" + frame.kind]?.(frame);
    };
    this.socket.onclose = () => {
      this.status("The sandbox is not running. Waiting for it…");
      setTimeout(() => this.connect(), 1000);
    };
  }

  send(kind, fields = {}) {
    const ref = String(++this.next);
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ kind, ref, channel: this.open, ...fields }));
    return ref;
  }

  status(text) {
    this.offline.textContent = text || "";
    this.offline.hidden = !text;
  }

  on_hello(frame) {
    this.me = frame.me;
    this.bot = frame.bot;
    this.commands = frame.commands;
    this.guilds = frame.guilds;
    this.mayManage = frame.may_manage;
    this.people = new Map(frame.people.map((person) => [person.id, person]));
    this.channels = new Map(frame.channels.map((channel) => [channel.id, channel]));
    this.presence();
    const wanted = this.open || localStorage.getItem("channel:" + this.name);
    this.go(this.channels.has(wanted) ? wanted : frame.channels.find((channel) => channel.type === TEXT)?.id);
  }

  on_history(frame) {
    if (frame.channel !== this.open) return;
    if (frame.older) this.messages.prepend(frame.messages, frame.more);
    else this.messages.show(frame.messages, frame.more);
  }

  on_message({ message, fresh }) {
    const channel = this.channels.get(message.channel_id);
    if (channel && fresh) {
      if (!(message.flags & 64)) channel.last = message.id;
      if (message.pings_me) channel.pings.push(message.id);
    }
    if (message.channel_id === this.open) this.messages.put(message);
    if (this.open === message.channel_id) this.read();
    else if (fresh) this.drawSide();
  }

  on_message_gone({ channel, id }) {
    if (channel === this.open) this.messages.remove(id);
  }

  on_channel({ channel }) {
    const known = this.channels.get(channel.id);
    this.channels.set(channel.id, channel);
    if (!known && this.opening === channel.name) this.go(channel.id);
    this.drawSide();
    if (channel.id === this.open) this.drawTop();
  }

  on_channel_gone({ id }) {
    this.channels.delete(id);
    if (id === this.open) this.go([...this.channels.values()].find((channel) => channel.type === TEXT)?.id);
    this.drawSide();
  }

  on_person({ person }) {
    if (person.bot) {
      this.bot = person;
      this.presence();
    } else this.people.set(person.id, person);
    if (person.id === this.me.id) this.me = person;
    this.drawSide();
  }

  on_commands({ commands }) {
    this.commands = commands;
  }

  on_answered(frame) {
    this.waiting.get(frame.ref)?.done?.(frame);
    this.waiting.delete(frame.ref);
    if (frame.modal) {
      openModal(frame.modal, { names: this.view.names }, (values) => this.submit(frame, values));
    }
  }

  on_failed(frame) {
    this.waiting.get(frame.ref)?.failed?.("The application did not respond");
    this.waiting.delete(frame.ref);
  }

  on_not_offered(frame) {
    this.waiting.get(frame.ref)?.failed?.(frame.reason);
    this.waiting.delete(frame.ref);
  }

  presence() {
    this.status(this.bot.online ? "" : `${this.bot.name} is offline. What you do now does not reach it.`);
  }

  // The person's actions

  go(id) {
    if (!id || !this.channels.has(id)) return;
    this.open = id;
    localStorage.setItem("channel:" + this.name, id);
    const channel = this.channel;
    this.opening = null;
    this.send("open");
    this.root.classList.remove("browsing");
    this.composer.place(channel.type === DIRECT ? "@" + this.bot.name : "#" + channel.name, channel.locked ? "This thread is locked." : null);
    this.read();
    this.drawTop();
    this.composer.focus();
  }

  read() {
    const channel = this.channel;
    if (channel && document.hasFocus() && channel.last) localStorage.setItem(`read:${this.me.id}:${channel.id}`, channel.last);
    if (channel) this.drawSide();
  }

  news(channel) {
    const read = BigInt(localStorage.getItem(`read:${this.me.id}:${channel.id}`) || 0);
    const pings = channel.pings.filter((id) => BigInt(id) > read).length;
    return { unread: channel.last !== null && BigInt(channel.last) > read, pings };
  }

  run(command, values) {
    const ref = this.send("run", { path: command.path, values });
    const note = el("p.note.waiting", {}, `Sending ${command.shown}…`);
    this.waiting.set(ref, {
      done: () => note.remove(),
      failed: (reason) => {
        note.className = "note fault";
        note.setAttribute("role", "alert");
        note.replaceChildren(el("b", {}, command.shown), " — ", reason, " ", el("button.plain", { type: "button", onclick: () => note.remove() }, "Dismiss"));
      },
    });
    setTimeout(() => this.waiting.has(ref) && this.composer.box.prepend(note), 400);
    const failed = this.waiting.get(ref).failed;
    this.waiting.get(ref).failed = (reason) => (this.composer.box.prepend(note), failed(reason));
  }

  complete(path, values, focused) {
    return new Promise((resolve) => {
      const ref = this.send("complete", { path, values, focused });
      this.waiting.set(ref, { done: (frame) => resolve(frame.choices), failed: () => resolve(null) });
    });
  }

  use(control, message, customId, values) {
    this.act(control, message, this.send("use", { message: message.id, custom_id: customId, values }));
  }

  app(control, message, name) {
    this.act(control, message, this.send("app", { message: message.id, name }));
  }

  act(control, message, ref) {
    control.classList.add("busy");
    const free = () => control.classList.remove("busy");
    this.waiting.set(ref, { done: free, failed: (reason) => (free(), this.messages.fault(message.id, reason)) });
  }

  submit(frame, values) {
    return new Promise((resolve) => {
      const ref = this.send("submit", { interaction: frame.interaction, values });
      this.waiting.set(ref, { done: () => resolve(null), failed: resolve });
    });
  }

  async add(kind, fields, title) {
    const name = await ask(title, "Name", "Create");
    if (!name) return;
    this.opening = name;
    this.send(kind, { ...fields, name });
  }

  // The server's roles or channels, as options of a select.
  placesOf(part, guild) {
    if (part.type === ROLE_SELECT) return this.guilds.find((one) => one.id === guild).roles.map((role) => ({ label: role.name, value: role.id }));
    const channels = [...this.channels.values()].filter((channel) => channel.guild === guild && part.channel_types?.includes(channel.type));
    return channels.map((channel) => ({ label: "#" + channel.name, value: channel.id }));
  }

  // The column on the left and the line at the top

  drawSide() {
    const channels = [...this.channels.values()];
    const parts = [];
    let alerts = 0;
    const entry = (channel, kind, label, mark) => {
      const { unread, pings } = this.news(channel);
      alerts += pings;
      const shown = channel.id === this.open;
      const plus =
        channel.type === TEXT
          ? el("button.plus", { type: "button", title: "New thread in " + channel.name, "aria-label": "New thread in " + channel.name, onclick: (event) => (event.stopPropagation(), this.add("new_thread", { channel: channel.id }, "New thread in #" + channel.name)) }, "+")
          : null;
      return el(
        `li.${kind}` + (shown ? ".open" : "") + (unread && !shown ? ".unread" : "") + (channel.archived ? ".archived" : ""),
        {},
        el("button.channel", { type: "button", data: { channel: channel.id }, "aria-current": shown ? "page" : null }, mark, el("span.name", {}, label), pings && !shown ? el("span.badge", {}, String(pings)) : null),
        plus,
      );
    };
    for (const guild of this.guilds) {
      const heading = el("h2", {}, guild.name);
      if (this.mayManage) heading.append(el("button.plus", { type: "button", title: "New channel", "aria-label": "New channel", onclick: () => this.add("new_channel", { guild: guild.id }, "New channel") }, "+"));
      const list = el("ul");
      const order = (a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1);
      for (const channel of channels.filter((one) => one.guild === guild.id && !one.parent).sort(order)) {
        list.append(entry(channel, "place", channel.name, el("span.hash", { "aria-hidden": "true" }, "#")));
        const threads = channels.filter((one) => one.parent === channel.id && (!one.archived || one.id === this.open || this.news(one).pings)).sort(order);
        for (const thread of threads) list.append(entry(thread, "thread", thread.name, el("span.hash", { "aria-hidden": "true" }, thread.locked ? "🔒" : "⌙")));
      }
      parts.push(heading, list);
    }
    const direct = channels.filter((channel) => channel.type === DIRECT);
    if (direct.length) {
      parts.push(el("h2", {}, "Direct messages"), el("ul", {}, direct.map((channel) => entry(channel, "direct", this.bot.name, face({ ...this.bot, bot: true }, ".small")))));
    }
    const scroll = this.side.querySelector(".places")?.scrollTop || 0;
    this.side.replaceChildren(el("div.brand", {}, el("img", { src: MAZE, alt: "" }), el("b", {}, "Knossos"), el("span", {}, "sandbox")), el("div.places", {}, parts), this.self());
    this.side.querySelector(".places").scrollTop = scroll;
    document.title = (alerts ? `(${alerts}) ` : "") + this.name + " · Knossos sandbox";
  }

  self() {
    const people = el("select", { "aria-label": "Who you are", onchange: (event) => (location.search = "?as=" + event.target.value) });
    for (const person of this.people.values()) people.append(el("option", { value: person.name, selected: person.id === this.me.id }, speaker(person)));
    const locales = el("select.locale", { "aria-label": "Language of your Discord", onchange: (event) => this.send("locale", { locale: event.target.value }) });
    for (const locale of new Set(["en-US", "fr", "cs", this.me.locale])) locales.append(el("option", { value: locale, selected: locale === this.me.locale }, `Discord: ${language(locale)}`));
    const dark = () => (document.documentElement.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
    const sun = el("button.round", { type: "button", title: "Light or dark", "aria-label": "Light or dark", onclick: () => theme(dark() ? "light" : "dark") }, "◐");
    return el("div.self", {}, face(this.me), el("div.persona", {}, people, locales), sun);
  }

  drawTop() {
    const channel = this.channel;
    const name = channel.type === DIRECT ? this.bot.name : channel.name;
    const parent = channel.parent && this.channels.get(channel.parent);
    const others = [...this.people.values()].filter((person) => person.id !== this.me.id);
    const beside = el("select", { "aria-label": "Open another person beside", onchange: (event) => (location.href = `/?as=${this.name},${event.target.value}`) }, el("option", { value: "" }, "Open beside…"));
    for (const person of others) beside.append(el("option", { value: person.name }, speaker(person)));
    this.top.replaceChildren(
      el("button.round.menu", { type: "button", "aria-label": "Channels", onclick: () => this.root.classList.toggle("browsing") }, "☰"),
      el("span.hash", { "aria-hidden": "true" }, channel.type === DIRECT ? "@" : parent ? "⌙" : "#"),
      el("h1", {}, parent ? el("a", { href: "#", data: { channel: parent.id } }, parent.name + " ") : null, name),
      channel.archived ? el("span.state", {}, "archived") : "",
      channel.locked ? el("span.state", {}, "locked") : "",
      el("span.space"),
      window.top === window ? beside : el("span.who", {}, face(this.me, ".small"), speaker(this.me)),
    );
  }
}

async function chooser() {
  const people = await (await fetch("/people")).json();
  const cards = people.map((person) => el("a.card", { href: "?as=" + encodeURIComponent(person.name) }, face(person, ".large"), el("b", {}, person.name), el("span.tongue", { lang: person.locale }, language(person.locale))));
  document.body.append(
    el(
      "div.chooser",
      {},
      el("img.mark", { src: MAZE, alt: "" }),
      el("h1", {}, "Who are you?"),
      el("p", {}, "This is a Discord of your own: the bot is real, the people are you. Each has a language of their own, in which the bot answers them. Open several tabs, or sit two people side by side."),
      el("div.cards", {}, cards),
      el("a.button.primary.pair", { href: "?as=Ariadne,Theseus" }, "Ariadne and Theseus, side by side"),
    ),
  );
}

if (!names.length) chooser();
else if (names.length > 1) {
  document.body.append(el("div.split", {}, names.map((name) => el("iframe", { src: "?as=" + encodeURIComponent(name), title: name }))));
  document.title = names.join(" and ") + " · Knossos sandbox";
} else window.app = new App(names[0]);
