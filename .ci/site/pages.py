"""Hooks of the documentation site: pages from elsewhere in the tree, anchors of rules, and a check of the result."""

import logging
import posixpath
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from mkdocs.structure.files import File
from pymdownx.slugs import slugify

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
LOG = logging.getLogger("mkdocs.hooks.site")
LINK = re.compile(r"\[([^][]*)\]\(([^)#:\s]+)(#[^)\s]*)?\)")
RULE = re.compile(r"^- (?:\*\*([A-Z][A-Z0-9-]*-[A-Z]?\d+[a-z]?)\*\*|([A-Z][A-Z0-9-]*-[A-Z]?\d+[a-z]?)\b)", re.MULTILINE)
ID = re.compile(r"(?<![\w/#-])[A-Z][A-Z0-9-]*-[A-Z]?\d+[a-z]?(?![\w-])")
LOADED = {"script": "src", "img": "src", "iframe": "src", "source": "src", "link": "href"}
"""Tags that load a file, and the attribute with its address."""


def on_config(config: Any) -> Any:
    """Replace patterns in the navigation with the files that match, and use GitHub's anchors."""
    config.nav = [expand(entry) for entry in config.nav]
    config.mdx_configs["toc"]["slugify"] = slugify(case="lower")
    return config


def expand(entry: Any) -> Any:
    ((title, value),) = entry.items()
    if isinstance(value, list):
        return {title: [expand(each) for each in value]}
    if "*" not in value:
        return entry
    found = sorted(DOCS.glob(value), key=lambda path: (path.name != "README.md", path.name))
    return {title: [path.relative_to(DOCS).as_posix() for path in found]}


def on_files(files: Any, config: Any) -> Any:
    """Add the copied pages, and the kernel's reference page."""
    copied = config.extra["copied"]
    for page, source in copied.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=relink(text, source, page, copied)))
    for page, package in config.extra["reference"].items():
        modules = sorted((ROOT / package).rglob("*.py"))
        names = [".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for path in modules]
        text = "# The kernel\n\n" + "\n\n".join(f"::: {name}" for name in sorted(names))
        files.append(File.generated(config, page, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """Point links at copied pages, and give each rule its anchor."""
    uri = page.file.src_uri
    if uri not in config.extra["copied"]:
        markdown = relink(markdown, f"docs/{uri}", uri, config.extra["copied"])
    return add_anchors(markdown) if uri.startswith("rules/") else markdown


def relink(markdown: str, source: str, page: str, copied: dict[str, str]) -> str:
    """Return the text with links that work on the site. A link to a file that isn't on the site becomes plain text."""
    pages = {file: name for name, file in copied.items()}

    def relink_one(link: re.Match[str]) -> str:
        file = posixpath.normpath(posixpath.join(posixpath.dirname(source), link[2]))
        target = pages.get(file) or (file.removeprefix("docs/") if file.startswith("docs/") else None)
        if target:
            return f"[{link[1]}]({posixpath.relpath(target, posixpath.dirname(page) or '.')}{link[3] or ''})"
        return link[1] if (ROOT / file).is_file() else link[0]

    return LINK.sub(relink_one, markdown)


def add_anchors(markdown: str) -> str:
    """Return the rules with an anchor per id, such as `#build-4`. Each mention of an id links to it."""
    ids = {bold or plain for bold, plain in RULE.findall(markdown)}
    given: set[str] = set()

    def link_id(name: re.Match[str]) -> str:
        return f"[{name[0]}](#{name[0].lower()})" if name[0] in ids else name[0]

    lines = []
    for line in markdown.splitlines():
        rule = RULE.match(line)
        head, rest = "", line
        if rule:
            name = rule[1] or rule[2]
            anchor = "" if name in given else f"#{name.lower()} "
            given.add(name)
            head, rest = f"- [{rule[0][2:]}](#{name.lower()}){{: {anchor}.rule }}", line[rule.end() :]
        lines.append(head + (rest if line.startswith("#") else ID.sub(link_id, rest)))
    return "\n".join(lines)


class Addresses(HTMLParser):
    """The anchors and addresses of one page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: set[str] = set()
        self.loaded: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value for name, value in attrs if value}
        self.anchors |= {given[name] for name in ("id", "name") if name in given}
        self.links |= {given["href"]} if tag == "a" and "href" in given else set()
        self.loaded |= {given[LOADED[tag]]} if LOADED.get(tag) in given else set()


def on_post_build(config: Any) -> None:
    """Warn of dead links, and of files loaded from other servers."""
    site = Path(config.site_dir)
    pages = {path.resolve(): Addresses(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}
    for path, page in pages.items():
        name = path.relative_to(site.resolve())
        if name.name == "404.html":
            continue
        for address in sorted(page.links | page.loaded):
            url = urlsplit(address)
            if url.scheme or url.netloc:
                if address in page.loaded and url.scheme != "data":
                    LOG.warning("%s loads %s", name, address)
                continue
            target = (path.parent / unquote(url.path)).resolve() if url.path else path
            if target.is_dir():
                target /= "index.html"
            anchor = unquote(url.fragment)
            if not target.is_file() or (anchor and target in pages and anchor not in pages[target].anchors):
                LOG.warning("%s links to %s, which doesn't exist", name, address)
