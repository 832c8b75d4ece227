#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that what people read is plain English: docs, help, messages, log lines, comments.

    scripts/voice.py                checks every file that git knows
    scripts/voice.py FILE...        checks only these files
    scripts/voice.py --lower        lowers the counts in scripts/voice-counts.tsv to what is there
    scripts/voice.py --figures PATH...
                                    prints shares for Markdown pages: sentences with "you", chains
                                    of semicolons and colons, habits in 1,000 words

Prints FILE:LINE: rule: the line, and exits with 1 if it printed any. docs/project/development.md explains
the rules ("How we write").

scripts/voice-allow.tsv lists uses that are right: file, rule, a piece of the line, the reason.
scripts/voice-counts.tsv lists files that are not rewritten yet, with the number of places each may
have. A count may only go down, and a new file gets none.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
ALLOW = ROOT / "scripts/voice-allow.tsv"
COUNTS = ROOT / "scripts/voice-counts.tsv"

# Habits: wrong in nearly every sentence.
HABITS = {
    "beside": r"\bbeside\b",
    "anew": r"\banew\b",
    "stands": r"\b(stands|stand|stood)\b(?! (for|in for|by|out)\b|-)",
    "lies": r"\b(lies|lay)\b",
    "of its own": r"\bof (one's|its|your|their|a|ours?) ?own\b|\bof ours\b",
    "is told": r"\b(is|are|was|were) told\b",
    "is said": r"\b(is|are|was|were) said\b",
    "judge": r"\bjudg\w+",
    "whoever": r"\b[Ww]hoever\b|\bWho has\b",
    "told apart": r"\btold apart\b|\btells? [^.]{0,20} apart\b",
    "What ... is": r"(?<=[.;:] )(What|That) (?!is\b|means\b|said\b|way\b|does\b|do you\b|about\b)"
    r"[a-z' -]{2,40}? (is|are|was|has|have|may|can|does|comes|goes|stands|lies|changes)\b",
    "is no": r"\b(?<!here )(is|are|was) no (?!longer|need|way|reason|limit|point|different)\w+",
    "any more": r"\bany more\b",
    "nobody": r"\bnobody\b",
    "at hand": r"\bat hand\b",
    "as ever": r"\bas ever\b",
    ", where it": r"[,;] where (it|that|there|they|one|this|a|the)\b",
    "of which": r"\b(of|for|from|by|to|with|into) (which|whom)\b",
}
# Words of our own where the field has one. Checked in what users read, not in comments.
WORDS = {
    "refuse": r"\brefus\w+",
    "press, desk, belt": r"\b(press|presses|desks?|belts?)\b(?! (the |a )?(key|button|return|enter))",
    "stranger": r"\bstrangers?\b",
    "operators' listener": r"\boperators' listener\b",
    "pass certificate": r"\bpass certificates?\b",
    "broken off": r"\b(break|breaks|broken) off\b",
    "unite": r"\bunit(e|es|ed|ing)\b",
    "seal": r"\bseal(s|ed|ing)?\b",
}
SKIPPED = re.compile(
    r"^(docs/rules(/|\.md$)|docs/log/|docs/interface\.txt$|scripts/voice|fuzz/corpus/"
    r"|Tests/.*(Fixtures|Goldens?|Resources)/)"
)
SUFFIXES = {".md", ".swift", ".py", ".sh", ".yml", ".yaml"}
ROWS = re.compile(r"^\s*\|")


def texts(path, content):
    """The text that people read: (line number, kind, text), kind "page", "string" or "comment"."""
    fenced = False
    inside = None  # the end of a multi-line string of Swift
    for number, line in enumerate(content.splitlines(), 1):
        bare = line.strip()
        if path.suffix == ".md":
            if bare.startswith(("```", "~~~")):
                fenced = not fenced
            elif not fenced:
                yield number, "page", re.sub(r"`[^`]*`", "X", line)
        elif path.suffix == ".swift":
            if inside:
                if inside in line:
                    inside = None
                else:
                    yield number, "string", re.sub(r"\\\([^()]*(\([^()]*\))*[^()]*\)", "X", bare)
                continue
            opening = re.search(r'(#*)"""\s*$', line)
            if opening and not bare.startswith("//"):
                inside = '"""' + opening[1]
            code, _, comment = line.partition("//")
            if bare.startswith("//") or (comment and code.count('"') % 2 == 0):
                yield number, "comment", comment.lstrip("/ ")
                line = code
            for literal in re.findall(r'"((?:[^"\\]|\\.)*)"', line):
                if " " in literal:
                    yield number, "string", re.sub(r"\\\([^()]*(\([^()]*\))*[^()]*\)", "X", literal)
        else:
            comment = re.search(r"(?:^|\s)#(?!!) ?(.*)$", line)
            if comment:
                yield number, "comment", comment[1]


def hits(name):
    """Places in a file: (line number, rule, the line)."""
    path = ROOT / name
    content = path.read_text(encoding="utf-8", errors="replace")
    lines = content.splitlines()
    found = []
    for number, kind, text in texts(path, content):
        rules = HABITS if kind == "comment" else HABITS | WORDS
        for rule, pattern in rules.items():
            if re.search(pattern, text):
                found.append((number, rule, lines[number - 1].strip()))
    return found


def table(path):
    if not path.exists():
        return []
    rows = path.read_text(encoding="utf-8").splitlines()
    return [row.split("\t") for row in rows if row and not row.startswith("#")]


def tracked():
    listing = subprocess.run(
        ["git", "-C", ROOT, "ls-files", "-co", "--exclude-standard"],
        capture_output=True, text=True, check=True,
    ).stdout.splitlines()
    return [n for n in listing if pathlib.Path(n).suffix in SUFFIXES and (ROOT / n).is_file()]


def check(names, is_whole, lowers):
    allowed = table(ALLOW)
    for row in allowed:
        if len(row) != 4 or not row[3].strip():
            sys.exit(f"{ALLOW.name}: needs file, rule, piece and reason: {row}")
    counts = {name: int(count) for name, count in table(COUNTS)}
    used, left, failures = set(), {}, 0
    for name in names:
        if SKIPPED.search(name):
            continue
        places = []
        for number, rule, line in hits(name):
            match = next(
                (i for i, (file, r, piece, _) in enumerate(allowed)
                 if file == name and r == rule and piece in line), None)
            if match is None:
                places.append((number, rule, line))
            else:
                used.add(match)
        if places:
            left[name] = len(places)
        if len(places) > counts.get(name, 0) and not lowers:
            for number, rule, line in places:
                print(f"{name}:{number}: {rule}: {line[:110]}")
            if name in counts:
                print(f"{name}: {len(places)} places, {counts[name]} were there before")
            failures += 1
    if is_whole:
        for i, row in enumerate(allowed):
            if i not in used:
                print(f"scripts/voice-allow.tsv: nothing to allow: {row[0]}: {row[2]}")
                failures += 1
        for name, count in counts.items():
            if left.get(name, 0) < count and not lowers:
                print(f"{name}: {left.get(name, 0)} places instead of {count}, "
                      "run scripts/voice.py --lower")
                failures += 1
    if lowers:
        lower(counts, left)
    return failures


def lower(counts, left):
    head = [l for l in COUNTS.read_text(encoding="utf-8").splitlines() if l.startswith("#")]
    rows = [f"{name}\t{min(count, left[name])}" for name, count in sorted(counts.items())
            if name in left]
    COUNTS.write_text("\n".join(head + rows) + "\n", encoding="utf-8")


# What contributors read; "you" is not asked for there.
INNER = re.compile(
    r"(^|/)(architecture|contribut\w*|develop\w*|quality|performance|decisions?|SECURITY)(/|\.md$|-)",
    re.I)
NEITHER = re.compile(r"(^|/)(rules|log|llms)(/|\.md$)|(^|/)rules\.md$", re.I)


def figures(names):
    pages = []
    for name in names:
        path = pathlib.Path(name)
        pages += [path] if path.is_file() else sorted(path.rglob("*.md"))
    kinds = {"users'": [], "contributors'": []}
    for page in pages:
        if not NEITHER.search(str(page)):
            kinds["contributors'" if INNER.search(str(page)) else "users'"].append(page)
    for kind, files in kinds.items():
        text = "".join("\n" + prose(page) for page in files)
        flat = re.sub(r"\s+", " ", re.sub(r"^\s*[|#].*$", "", text, flags=re.M))
        sentences = [s for s in re.split(r"(?<=[.!?]) ", flat) if len(s.split()) >= 5]
        words = max(1, len(text.split()))
        count = max(1, len(sentences))
        you = sum(bool(re.search(r"\byou(r|rs)?\b", s, re.I)) for s in sentences)
        chains = sum(";" in s or ": " in s for s in sentences)
        habits = sum(len(re.findall(p, text, re.M)) for p in HABITS.values())
        print(f"{kind} pages: {len(files)} files, {words} words, {len(sentences)} sentences: "
              f"you {100 * you / count:.1f} %, chains {100 * chains / count:.1f} %, "
              f"habits {1000 * habits / words:.1f} in 1,000")


def prose(page):
    text = page.read_text(encoding="utf-8")
    text = re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.S)
    text = re.sub(r"(```|~~~).*?\1", "", text, flags=re.S)
    text = re.sub(r"<!--.*?-->", "", text, flags=re.S)
    return re.sub(r"`[^`\n]*`", "X", text)


def main(arguments):
    if arguments[:1] in (["-h"], ["--help"]):
        print(__doc__)
    elif arguments[:1] == ["--figures"]:
        figures(arguments[1:] or ["README.md", "docs"])
    elif arguments == ["--lower"]:
        check(tracked(), True, True)
    else:
        paths = [pathlib.Path(a).resolve() for a in arguments]
        names = [str(p.relative_to(ROOT) if p.is_relative_to(ROOT) else p) for p in paths]
        sys.exit(1 if check(names or tracked(), not names, False) else 0)


main(sys.argv[1:])
