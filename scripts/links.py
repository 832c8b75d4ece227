#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every link inside the pages leads to a file and a heading or anchor that exist.

    scripts/links.py PAGE...    names those that do not; exit code 1 if there are any

Headings are turned into anchors as GitHub does it. Addresses of other hosts are not asked.
"""

import os
import re
import sys

LINK = re.compile(r"\[(?:[^\[\]`]|`[^`]*`)*\]\(([^()\s]+)\)")
ANCHOR = re.compile(r'<a id="([^"]+)">')
CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)", re.S)


def without_blocks(text):
    """The page with empty lines in place of fenced code."""
    lines, fence = [], None
    for line in text.split("\n"):
        opening = re.match(r"\s*(```+|~~~+)", line)
        if fence is None and opening:
            fence = opening.group(1)
        elif fence is not None and line.strip() == fence:
            fence, line = None, ""
        lines.append("" if fence else line)
    return "\n".join(lines)


def anchors(text):
    found, seen = set(ANCHOR.findall(text)), {}
    for heading in re.findall(r"^#{1,6} +(.+?) *#*$", text, re.M):
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        name = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        count = seen[name] = seen.get(name, -1) + 1
        found.add(f"{name}-{count}" if count else name)
    return found


def main(pages):
    if not pages:
        sys.exit(__doc__)
    known, count, faults = {}, 0, []

    def anchors_of(path):
        if path not in known:
            with open(path, encoding="utf-8") as file:
                known[path] = anchors(without_blocks(file.read()))
        return known[path]

    for page in pages:
        with open(page, encoding="utf-8") as file:
            text = without_blocks(file.read())
        # Replaces code with text of the same length, so that positions stay correct. The text of a
        # link may contain code.
        bare = CODE.sub(lambda code: "x" * len(code.group()) if "\n" not in code.group() else code.group(), text)
        for link in LINK.finditer(bare):
            target = link.group(1)
            if re.match(r"[a-z]+:", target):
                continue
            count += 1
            path, _, anchor = target.partition("#")
            path = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
            line = text.count("\n", 0, link.start()) + 1
            if not os.path.exists(path):
                faults.append(f"{page}:{line}: there is no {path}")
            elif anchor and anchor not in anchors_of(path):
                faults.append(f"{page}:{line}: {path} has no #{anchor}")
    print("\n".join(faults + [f"{count} links in {len(pages)} pages"]), file=sys.stderr)
    sys.exit(1 if faults else 0)


main(sys.argv[1:])
