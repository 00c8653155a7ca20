#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Is a folder of HTML whole by itself?

    links.py FOLDER

Prints every link that leads to no file of the folder, or to no id of its page, every page that
fetches something from elsewhere, and every id that a page has twice; the exit status is 1 when
there is one.
"""
import os
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote


class Page(HTMLParser):
    """The ids and links of a page, and what it fetches."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list) -> None:
        for name, value in attrs:
            if name == "id":
                self.ids.append(value)
            elif name == "href" and tag == "a":
                self.links.append(value)
            elif name in ("src", "href"):
                self.fetched.append(value)


def faults(folder: Path) -> list[str]:
    pages = {str(path.relative_to(folder)): Page(path) for path in sorted(folder.rglob("*.html"))}
    found = [] if pages else ["there are no pages"]
    for name, page in pages.items():
        found += [f"{name}: fetches {address}" for address in page.fetched]
        found += [f"{name}: id {mark} twice" for mark in sorted(set(page.ids))
                  if page.ids.count(mark) > 1]
        for link in page.links:
            if link.startswith(("https:", "http:", "mailto:")):
                continue
            address, _, mark = unquote(link).partition("#")
            target = os.path.normpath(os.path.join(os.path.dirname(name), address)) \
                if address else name
            if not (folder / target).is_file():
                found.append(f"{name}: {link} is no file")
            elif mark and mark not in pages[target].ids:
                found.append(f"{name}: {link} has no such id")
    return found


if __name__ == "__main__":
    wrong = faults(Path(sys.argv[1]))
    print("\n".join(wrong))
    sys.exit(1 if wrong else 0)
