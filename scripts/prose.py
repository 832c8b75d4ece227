#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lines of at most 100 columns for the prose of Markdown pages.

    scripts/prose.py PAGE...          fills every paragraph that has a longer line anew
    scripts/prose.py --check PAGE...  names those lines and changes nothing; exit code 1 if there are any

Tables, headings, fenced code and single words without a blank stay as they are. Code in backticks
is never broken.
"""

import re
import sys

WIDTH = 100
# The start of a paragraph: spaces, and the mark of a list item or a quotation.
START = re.compile(r"^(\s*(?:[-*+] |\d+\. |> )?)")
# At the start of a line these would begin a list, heading, quotation, table or tag.
BLOCK = re.compile(r"^([-*+]$|\d+[.)]$|#+$|[>|<=~:])")
# A word, including code. Code may contain spaces.
WORD = re.compile(r"(?:`+[^`]*`+|[^\s`])+|`")


def blocks(lines):
    """Pairs of a kind, "prose" or "other", and the numbers of its lines."""
    fence = None
    paragraph = []
    # Skips the front matter between two lines of hyphens.
    top = lines.index("---", 1) if lines[:1] == ["---"] and "---" in lines[1:] else -1
    for number, line in enumerate(lines):
        bare = line.strip()
        if number <= top:
            yield "other", [number]
            continue
        opening = re.match(r"(```+|~~~+)", bare)
        is_other = (
            fence is not None
            or opening
            or not bare
            or bare.startswith(("|", "#", "<a id=", "<!--"))
            or (line.startswith("    ") and not paragraph and not re.match(r"\s*([-*+]|\d+\.) ", line))
        )
        begins = bool(re.match(r"\s*([-*+] |\d+\. |> )", line))
        if paragraph and (is_other or begins):
            yield "prose", paragraph
            paragraph = []
        if is_other:
            yield "other", [number]
        else:
            paragraph.append(number)
        if fence is None and opening:
            fence = opening.group(1)
        elif fence is not None and bare == fence:
            fence = None
    if paragraph:
        yield "prose", paragraph


def filled(paragraph):
    start = START.match(paragraph[0]).group(1)
    # A quotation continues with its mark, and a list item with its indentation.
    rest = start if ">" in start else " " * len(start)
    text = " ".join(line.strip().removeprefix("> ") if ">" in start else line.strip()
                    for line in paragraph)
    text = text.removeprefix(start.strip()).strip() if start.strip() else text
    units = []
    for word in WORD.findall(text):
        if units and BLOCK.match(word):
            units[-1] += " " + word
        else:
            units.append(word)
    lines = [start + units[0]]
    for unit in units[1:]:
        if len(lines[-1]) + 1 + len(unit) <= WIDTH:
            lines[-1] += " " + unit
        else:
            lines.append(rest + unit)
    return lines


def main(arguments):
    is_check = arguments[:1] == ["--check"]
    pages = arguments[1:] if is_check else arguments
    if not pages:
        sys.exit(__doc__)
    found = 0
    for page in pages:
        with open(page, encoding="utf-8") as file:
            lines = file.read().splitlines()
        out = []
        for kind, numbers in blocks(lines):
            old = [lines[number] for number in numbers]
            is_long = kind == "prose" and any(len(line) > WIDTH for line in old)
            new = filled(old) if is_long else old
            if new != old:
                found += 1
                if is_check:
                    longest = max(numbers, key=lambda number: len(lines[number]))
                    print(f"{page}:{longest + 1}: {len(lines[longest])} columns of prose", file=sys.stderr)
            out += new
        if not is_check and out != lines:
            with open(page, "w", encoding="utf-8") as file:
                file.write("\n".join(out) + "\n")
    if is_check and found:
        sys.exit(1)


main(sys.argv[1:])
