#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The documentation as a static site, from what says it already.

    site.py SOURCE GRAZE VERSION OUT

SOURCE is the top of the source tree, GRAZE the program, OUT the folder that is made anew. Pages are
the top README and every page in Markdown that it leads to, the --help text of each command and the
comments of each public header. Another file that a page links to comes along as it is, so that no
link leads nowhere. Markdown is set by cmark-gfm; nothing is fetched, and nothing depends on the
clock: the same sources make the same bytes.
"""
import html
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path, PurePosixPath

NAVIGATION = [
    ("Graze", "index.html"),
    ("Tutorial", "doc/tutorial.html"),
    ("For solver authors", "doc/solver-authors.html"),
    ("Robots", "doc/robots.html"),
    ("Commands", "commands/index.html"),
    ("Headers", "include/index.html"),
    ("C++", "include/graze.hpp.html"),
    ("Python", "python/index.html"),
    ("SQL", "src/storage/extension.html"),
    ("Formats", "doc/formats.html"),
    ("Database", "doc/schema.html"),
    ("Changes", "CHANGELOG.html"),
]
STYLE = Path(__file__).with_name("style.css").read_text("utf-8")


# ==== places of pages ================================================================


def page_of(path: str) -> str:
    """Where the page of a source file is: X/README.md at X/index.html."""
    if path.endswith("README.md"):
        return path[:-len("README.md")] + "index.html"
    if path.endswith(".md"):
        return path[:-len(".md")] + ".html"
    if path.startswith("include/") and path.endswith((".h", ".hpp")):
        return path + ".html"
    return path


def relative(target: str, page: str) -> str:
    """The address of a page as another one has to write it."""
    return os.path.relpath(target, os.path.dirname(page) or ".")


class Site:
    """The pages that are made so far."""

    def __init__(self, source: Path, version: str, out: Path) -> None:
        self.source, self.version, self.out = source, version, out
        self.menu = [(name, page) for name, page in NAVIGATION if self._has(page)]
        self.anchors: dict[str, str] = {}  # name of the library → page#name

    def _has(self, page: str) -> bool:
        if page.startswith(("commands/", "include/")):
            return True
        stem = page[:-len(".html")]
        return any((self.source / name).exists()
                   for name in (stem + ".md", stem[:-len("index")] + "README.md"))

    def write(self, page: str, title: str, body: str) -> None:
        links = "".join(
            f'<a href="{relative(target, page)}"'
            f'{" aria-current=page" if target == page else ""}>{html.escape(name)}</a>\n'
            for name, target in self.menu)
        where = self.out / page
        where.parent.mkdir(parents=True, exist_ok=True)
        where.write_text(
            f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{html.escape(title)}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n"
            f"<nav>\n{links}</nav>\n<main>\n{body}</main>\n"
            f"<footer>Graze {html.escape(self.version)}</footer>\n</body>\n</html>\n", "utf-8")

    def link_names(self, text: str, page: str) -> str:
        """Escaped text in which names of the library and of its headers are links."""
        def link(match: re.Match) -> str:
            name = match.group(0)
            target = self.anchors.get(name)
            if target is None or target == f"{page}#{name}":
                return name
            return f'<a href="{relative(target, page)}">{name}</a>'
        return re.sub(r"\b(graze/)?[a-z_]+\.h(pp)?\b|\b(graze|GRAZE)_[a-zA-Z0-9_]+\b", link, text)


# ==== pages in Markdown ==============================================================


def heading_ids(text: str) -> str:
    """Gives each heading the id that forges give it."""
    seen: dict[str, int] = {}

    def mark(match: re.Match) -> str:
        plain = html.unescape(re.sub(r"<[^>]*>", "", match.group(2))).lower()
        name = re.sub(r"[^\w\- ]", "", plain).strip().replace(" ", "-")
        seen[name] = seen.get(name, -1) + 1
        if seen[name]:
            name = f"{name}-{seen[name]}"
        return f'<h{match.group(1)} id="{name}">{match.group(2)}</h{match.group(1)}>'
    return re.sub(r"<h([1-6])>(.*?)</h\1>", mark, text, flags=re.S)


def set_markdown(site: Site, path: str) -> list[str]:
    """Writes the page of a file in Markdown; returns the files of the tree that it links to."""
    text = subprocess.run(
        ["cmark-gfm", "--full-info-string", "-e", "table", "-e", "autolink",
         str(site.source / path)], check=True, stdout=subprocess.PIPE).stdout.decode("utf-8")
    page, linked = page_of(path), []

    def follow(match: re.Match) -> str:
        address, _, fragment = html.unescape(match.group(1)).partition("#")
        if not address or re.match(r"[a-z]+:", address):
            return match.group(0)
        target = os.path.normpath(PurePosixPath(path).parent / address)
        if (site.source / target).is_dir():
            target += "/README.md"
        linked.append(target)
        place = relative(page_of(target), page) + (f"#{fragment}" if fragment else "")
        return f'href="{html.escape(place)}"'
    body = re.sub(r'href="([^"]*)"', follow, heading_ids(text))
    title = re.search(r"<h1[^>]*>(.*?)</h1>", body, re.S)
    site.write(page, re.sub(r"<[^>]*>", "", title.group(1)) if title else path, body)
    return linked


def set_documents(site: Site) -> None:
    """Writes the top README and all that it leads to."""
    names = [name for name in ("README.md", "CHANGELOG.md", "doc/solver-authors.md",
                               "doc/tutorial.md", "doc/robots.md", "doc/formats.md", "doc/schema.md",
                               "src/storage/extension.md") if (site.source / name).exists()]
    known = set(names)
    while names:
        path = names.pop()
        if path.endswith(".md"):
            for target in set_markdown(site, path):
                if target not in known:
                    known.add(target)
                    names.append(target)
        elif page_of(path) == path:
            copy = site.out / path
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(site.source / path, copy)


# ==== commands =======================================================================


TEXT = 30  # the column in which the text of an option begins


def set_options(lines: list[str]) -> str:
    """The list of options, as it stands in a --help text."""
    items: list[list[str]] = []
    for line in lines:
        if re.match(r" {2,6}-", line):
            name, text = (line[:TEXT - 1], line[TEXT:]) if line[TEXT - 1:TEXT] == " " \
                else (line, "")
            items.append([name.strip(), text])
        elif items:
            items[-1][1] += " " + line.strip()

    def one(name: str, text: str) -> str:
        long = re.search(r"--([a-z-]+)", name)
        mark = f' id="{long.group(1)}"' if long else ""
        return (f"<dt{mark}><code>{html.escape(name)}</code></dt>\n"
                f"<dd>{html.escape(text.strip())}</dd>\n")
    return "<dl>\n" + "".join(one(name, text) for name, text in items) + "</dl>\n"


def set_help(name: str, text: str) -> str:
    """The --help text of a command: options as a list, other parts as they are."""
    body = f"<h1>{html.escape(name)}</h1>\n"
    for part in re.split(r"\n\n+", text.strip("\n")):
        lines = part.split("\n")
        head = re.fullmatch(r"([a-z ]+):", lines[0])
        if head:
            body += f'<h2 id="part-{head.group(1).replace(" ", "-")}">{head.group(1)}</h2>\n'
            lines = lines[1:]
        if head and head.group(1) == "options":
            body += set_options(lines)
        elif any(line.startswith(" ") for line in lines):
            body += f"<pre>{html.escape(chr(10).join(lines))}</pre>\n"
        elif lines:
            body += f"<p>{html.escape(' '.join(lines))}</p>\n"
    return body


def set_commands(site: Site, graze: str) -> None:
    """Writes a page for each command, and one that lists them."""
    def ask(*words: str) -> str:
        return subprocess.run([graze, *words], check=True, stdout=subprocess.PIPE,
                              env={**os.environ, "LC_ALL": "C.UTF-8"}).stdout.decode("utf-8")
    top = ask("--help")
    commands = re.findall(r"^  ([a-z]+) +(.*)$",
                          top.split("commands:\n")[1].split("\n\n")[0], re.M)
    body = set_help("graze", top)
    for name, _ in commands:
        site.write(f"commands/{name}.html", f"graze {name}",
                   set_help(f"graze {name}", ask(name, "--help")))
        body = re.sub(rf"^(<pre>)?  {name}\b", rf'\1  <a href="{name}.html">{name}</a>', body,
                      flags=re.M)
    site.write("commands/index.html", "graze", body)


# ==== headers ========================================================================


def parts_of(text: str) -> list[tuple[str, str]]:
    """The parts of a header: (comment, code), separated by blank lines outside of comments and
    braces. A comment without code is a part as well."""
    parts, comment, code = [], "", ""
    inside, depth = False, 0
    for line in text.split("\n"):
        if inside or (not code and line.startswith("/*")):
            comment += line + "\n"
            inside = "*/" not in line
        elif line == "" and depth <= 0:
            if comment or code:
                parts.append((comment, code))
            comment, code = "", ""
        else:
            code += line + "\n"
            depth += line.count("{") - line.count("}")
    return parts + [(comment, code)]


def prose_of(site: Site, comment: str, page: str) -> str:
    """A comment as paragraphs; one that has indented lines keeps its lines, and a banner
    becomes a heading."""
    text = re.sub(r"^ \* ?", "", re.sub(r"^/\*+ ?|\s*\*+/", "", comment, flags=re.M), flags=re.M)
    body = ""
    for part in re.split(r"\n\s*\n", text.strip("\n")):
        banner = re.match(r"(?:----|====) (.*?) [-=]{4,}\s*", part)
        if banner:
            body += f"<h2>{html.escape(banner.group(1))}</h2>\n"
            part = part[banner.end():]
        if not part.strip():
            continue
        shown = site.link_names(html.escape(part, quote=False), page)
        if re.search(r"^ ", part, re.M):
            body += f"<pre>{shown}</pre>\n"
        else:
            shown = re.sub(r"`([^`]+)`", r"<code>\1</code>", shown)
            body += "<p>" + re.sub(r"\*(\w[\w ]*)\*", r"<em>\1</em>", shown) + "</p>\n"
    return body


def is_dressing(code: str) -> bool:
    """Whether lines only guard and include: nothing for a reader."""
    return not re.sub(r"^#(ifndef GRAZE_\w+_HP*|define GRAZE_\w+_HP*|endif|include .*)$|^}$", "",
                      code, flags=re.M).strip()


def declared(code: str) -> list[str]:
    """The names that a part of a header declares."""
    return list(dict.fromkeys(
        re.findall(r"\b(graze_\w+)(?=\()", "".join(re.findall(r"GRAZE_API[^;]*;", code)))
        + re.findall(r"^(?:typedef )?(?:struct|enum|union) (graze_\w+) \{", code, re.M)
        + re.findall(r"^typedef .*?\b(?:\(\*)?(graze_\w+)\)?(?:\(.*)?;$", code, re.M)
        + re.findall(r"^(?:enum \{|    | +)\b(GRAZE_[A-Z0-9_]+)\b", code, re.M)
        + re.findall(r"^#define (GRAZE_\w+)", code, re.M)))


def set_header(site: Site, path: str) -> str:
    """Writes the page of a header; returns the first sentence that it says of itself."""
    page = page_of(path)
    name = path[len("include/"):]
    body, first = f"<h1>&lt;{name}&gt;</h1>\n", ""
    text = (site.source / path).read_text("utf-8").split("\n", 1)[1]  # without its licence
    text = re.sub(r"#ifdef __cplusplus\n(extern \"C\" \{|\})\n#endif\n", "", text)
    for comment, code in parts_of(text):
        prose = prose_of(site, comment, page)
        first = first or re.sub(r"<[^>]*>", "", prose.split("</")[0]).strip().split(". ")[0]
        body += prose
        if is_dressing(code):
            continue
        marks = "".join(f'<a id="{mark}"></a>' for mark in declared(code)
                        if site.anchors.get(mark) == f"{page}#{mark}"
                        and f'id="{mark}"' not in body)
        shown = site.link_names(html.escape(code.strip("\n"), quote=False), page)
        body += f"{marks}<pre>{shown}</pre>\n"
    site.write(page, f"<{name}>", body)
    return first


def set_headers(site: Site) -> None:
    """Writes a page for each public header, and one that lists them."""
    headers = ["include/graze.h", "include/graze.hpp"] + sorted(
        f"include/graze/{path.name}" for path in (site.source / "include/graze").iterdir()
        if path.suffix in (".h", ".hpp") and path.name != "version.h")
    for path in headers:
        page = page_of(path)
        name = path[len("include/"):]
        site.anchors[name] = page
        site.anchors[name.rsplit("/", maxsplit=1)[-1]] = page
        for mark in declared((site.source / path).read_text("utf-8")):
            site.anchors.setdefault(mark, f"{page}#{mark}")
    rows = ""
    for path in headers:
        first = set_header(site, path)
        name = path[len("include/"):]
        rows += (f'<dt><a href="{relative(page_of(path), "include/index.html")}">'
                 f"<code>&lt;{name}&gt;</code></a></dt>\n<dd>{first}</dd>\n")
    site.write("include/index.html", "Headers", f"<h1>Headers</h1>\n<dl>\n{rows}</dl>\n")


def main(source: str, graze: str, version: str, out: str) -> int:
    if shutil.which("cmark-gfm") is None:
        print("make html: the package cmark-gfm is missing (apt-get install cmark-gfm)",
              file=sys.stderr)
        return 1
    place = Path(out)
    if place.exists():
        shutil.rmtree(place)
    site = Site(Path(source), version, place)
    set_documents(site)
    set_commands(site, graze)
    set_headers(site)
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit("usage: site.py SOURCE GRAZE VERSION OUT")
    sys.exit(main(*sys.argv[1:]))
