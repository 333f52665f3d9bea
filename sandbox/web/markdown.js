// Converts the Discord markdown that bots use to HTML. All text is escaped first, so nothing else becomes HTML.

const escapes = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
export const escapeHtml = (text) => text.replace(/[&<>"']/g, (sign) => escapes[sign]);

const units = [["year", 31536000], ["month", 2592000], ["week", 604800], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

function time(seconds, style, locale) {
  const date = new Date(seconds * 1000);
  const full = date.toLocaleString(locale, { dateStyle: "full", timeStyle: "short" });
  const shapes = {
    t: { timeStyle: "short" }, T: { timeStyle: "medium" }, d: { dateStyle: "short" }, D: { dateStyle: "long" },
    f: { dateStyle: "long", timeStyle: "short" }, F: { dateStyle: "full", timeStyle: "short" },
  };
  let shown;
  if (style === "R") {
    const away = seconds - Date.now() / 1000;
    const [unit, size] = units.find(([, length]) => Math.abs(away) >= length) || units[units.length - 1];
    shown = new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(Math.round(away / size), unit);
  } else shown = date.toLocaleString(locale, shapes[style || "f"]);
  return `<time class="stamp" title="${escapeHtml(full)}">${escapeHtml(shown)}</time>`;
}

// `names` resolves mentions with person(id), role(id) and channel(id), and has the fields me and locale.
function inline(text, names) {
  const kept = [];
  const keep = (html) => `\u0000${kept.push(html) - 1}\u0000`;
  let out = text.replace(/\\([\\*_~`|>#\-<[\]()])/g, (_, sign) => keep(escapeHtml(sign)));
  out = out.replace(/(`+)(.+?)\1/g, (_, __, code) => keep(`<code>${escapeHtml(code.trim() || code)}</code>`));
  out = out.replace(/<@!?(\d+)>/g, (_, id) => {
    const mine = id === names.me ? " mine" : "";
    return keep(`<span class="mention${mine}">@${escapeHtml(names.person(id))}</span>`);
  });
  out = out.replace(/<@&(\d+)>/g, (_, id) => keep(`<span class="mention">@${escapeHtml(names.role(id))}</span>`));
  out = out.replace(/<#(\d+)>/g, (_, id) => keep(`<a class="mention" data-channel="${id}" href="#${id}">#${escapeHtml(names.channel(id))}</a>`));
  out = out.replace(/<t:(-?\d+)(?::([tTdDfFR]))?>/g, (_, seconds, style) => keep(time(Number(seconds), style, names.locale)));
  out = out.replace(/<\/([^:>]+):(\d+)>/g, (_, name) => keep(`<span class="mention">/${escapeHtml(name)}</span>`));
  out = out.replace(/<(a?):(\w+):(\d+)>/g, (_, __, name, id) => keep(`<img class="emoji" src="/emojis/${id}" alt=":${name}:" title=":${name}:">`));
  out = out.replace(/\[([^\]]+)\]\((https?:\/\/[^\s)]+)\)/g, (_, words, url) => keep(`<a href="${escapeHtml(url)}" target="_blank" rel="noreferrer">${escapeHtml(words)}</a>`));
  out = out.replace(/https?:\/\/[^\s<>]+[^\s<>.,;:!?)]/g, (url) => keep(`<a href="${escapeHtml(url)}" target="_blank" rel="noreferrer">${escapeHtml(url)}</a>`));
  out = out.replace(/@(everyone|here)\b/g, (words) => keep(`<span class="mention mine">${words}</span>`));
  out = escapeHtml(out)
    .replace(/\*\*\*(.+?)\*\*\*/gs, "<strong><em>$1</em></strong>")
    .replace(/\*\*(.+?)\*\*/gs, "<strong>$1</strong>")
    .replace(/__(.+?)__/gs, "<u>$1</u>")
    .replace(/(?<![\w*])\*(?!\s)(.+?)(?<!\s)\*(?!\w)/gs, "<em>$1</em>")
    .replace(/(?<!\w)_(?!\s)(.+?)(?<!\s)_(?!\w)/gs, "<em>$1</em>")
    .replace(/~~(.+?)~~/gs, "<s>$1</s>")
    .replace(/\|\|(.+?)\|\|/gs, '<span class="spoiler" tabindex="0">$1</span>');
  for (let round = 0; round < 4 && out.includes("\u0000"); round++) out = out.replace(/\u0000(\d+)\u0000/g, (_, place) => kept[place]);
  return out;
}

export function markdown(text, names) {
  const blocks = [];
  const parts = text.split(/```(?:[\w+-]*\n)?([\s\S]*?)```/);
  parts.forEach((part, place) => {
    if (place % 2) blocks.push(`<pre><code>${escapeHtml(part.replace(/\n$/, ""))}</code></pre>`);
    else blocks.push(lines(part, names));
  });
  return blocks.join("");
}

function lines(text, names) {
  const out = [];
  let paragraph = [];
  let list = null;
  const flush = () => {
    if (paragraph.length) out.push(`<p>${paragraph.join("<br>")}</p>`);
    paragraph = [];
    if (list) out.push(`<${list.tag}${list.start > 1 ? ` start="${list.start}"` : ""}>${list.items.map((item) => `<li class="depth${item.depth}">${item.html}</li>`).join("")}</${list.tag}>`);
    list = null;
  };
  for (const line of text.replace(/^\n|\n$/g, "").split("\n")) {
    let found;
    if ((found = line.match(/^(#{1,3}) (.+)/))) {
      flush();
      out.push(`<h${found[1].length + 2}>${inline(found[2], names)}</h${found[1].length + 2}>`);
    } else if ((found = line.match(/^-# (.+)/))) {
      flush();
      out.push(`<p class="subtext">${inline(found[1], names)}</p>`);
    } else if ((found = line.match(/^(\s*)([-*]|\d+\.) (.+)/))) {
      const tag = /\d/.test(found[2]) ? "ol" : "ul";
      if (!list || list.tag !== tag) {
        flush();
        list = { tag, items: [], start: parseInt(found[2]) || 1 };
      }
      list.items.push({ depth: found[1].length >= 2 ? 1 : 0, html: inline(found[3], names) });
    } else if ((found = line.match(/^> ?(.*)/))) {
      flush();
      out.push(`<blockquote>${inline(found[1], names)}</blockquote>`);
    } else if (!line.trim()) {
      if (list) flush();
      else if (paragraph.length) paragraph.push("");
    } else {
      if (list) flush();
      paragraph.push(inline(line, names));
    }
  }
  flush();
  return out.join("");
}
