#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws docs/pictures/page/github-report.png: annotations of passc check in the diff of a change.

    scripts/browser/annotations.py PASSC PICTURE

Changes a colour and a date in a new gym.pass, runs `passc check --format github`, and draws what it
prints below the lines that it names, in the way GitHub does. Exits with 1 if passc finds nothing.
"""

import difflib
import html
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import browser

# File, text before the change, text after it.
CHANGES = [
    ("gym.pass/pass.json", '"rgb(17, 99, 85)"', '"green"'),
    ("members.csv", "2028-06-30", "30.06.2028"),
]
ANNOTATION = re.compile(r"^::(error|warning|notice) file=(.*?),line=(\d+),.*?title=(.*?)::(.*)$", re.M)
NAMES = {"error": "failure", "warning": "warning", "notice": "notice"}
STYLE = """
body { margin: 0; padding: 16px; width: 928px; background: #fff; color: #1f2328;
       font: 14px/20px Inter, sans-serif; }
section { border: 1px solid #d1d9e0; border-radius: 6px; margin-bottom: 16px; overflow: hidden; }
section:last-child { margin-bottom: 0; }
h2 { margin: 0; padding: 8px 12px; background: #f6f8fa; font: 600 12px/20px monospace;
     border-bottom: 1px solid #d1d9e0; }
pre { margin: 0; font: 12px/20px monospace; white-space: pre-wrap; display: flex; }
pre span { width: 40px; padding-right: 10px; text-align: right; color: #59636e; flex: none; }
pre b { width: 20px; text-align: center; font-weight: normal; flex: none; }
pre.old { background: #ffebe9; } pre.new { background: #dafbe1; }
aside { margin: 8px 12px; padding: 8px 12px; border: 1px solid #d1d9e0; border-left-width: 4px;
        border-radius: 6px; }
aside.error { border-left-color: #cf222e; } aside.warning { border-left-color: #9a6700; }
aside.notice { border-left-color: #0969da; }
aside small { color: #59636e; font-size: 12px; } aside strong { display: block; }
"""


def annotations(passc, folder):
    """What passc prints about the changed files, by file and line."""
    environment = {name: value for name, value in os.environ.items() if name != "CI"}
    done = subprocess.run(
        [passc, "check", "gym.pass", "--data", "members.csv", "--format", "github"],
        cwd=folder, env=environment, capture_output=True, text=True)
    found = {}
    for kind, file, line, title, message in ANNOTATION.findall(done.stdout):
        for code, sign in (("%2C", ","), ("%3A", ":"), ("%0A", "\n"), ("%0D", "\r"), ("%25", "%")):
            file, title, message = (text.replace(code, sign) for text in (file, title, message))
        found.setdefault((file, int(line)), []).append((kind, title, message))
    for file, _, _ in CHANGES:
        if not any(name == file for name, _ in found):
            sys.exit(f"passc found nothing in {file}:\n{done.stdout}{done.stderr}")
    return found


def section(name, old, new, found):
    """The diff of a file, with annotations below the lines of the new file."""
    rows, before, after = [], 0, 0
    for line in list(difflib.unified_diff(old.splitlines(), new.splitlines(), n=2, lineterm=""))[2:]:
        if line.startswith("@@"):
            before, after = (int(start) - 1 for start in re.findall(r"[-+](\d+)", line)[:2])
            continue
        before += line[0] != "+"
        after += line[0] != "-"
        numbers = ("" if line[0] == "+" else before, "" if line[0] == "-" else after)
        kind = {"-": "old", "+": "new"}.get(line[0], "same")
        spans = "".join(f"<span>{number}</span>" for number in numbers)
        rows.append(f'<pre class="{kind}">{spans}<b>{line[0]}</b>{html.escape(line[1:])}</pre>')
        for severity, title, message in found.get((name, after), []) if line[0] != "-" else []:
            rows.append(
                f'<aside class="{severity}"><small>Check {NAMES[severity]} on line {after} in '
                f"{html.escape(name)}</small><strong>{html.escape(title)}</strong>"
                f"{html.escape(message)}</aside>")
    return f"<section><h2>{html.escape(name)}</h2>{''.join(rows)}</section>"


def main(passc, picture):
    passc = pathlib.Path(passc).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        subprocess.run([passc, "init", "gym.pass"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        (folder / "members.csv").write_bytes((folder / "gym.pass/sample.csv").read_bytes())
        texts = {}
        for file, old, new in CHANGES:
            text = (folder / file).read_text(encoding="utf-8")
            assert old in text, f"{old} is not in {file}"
            texts[file] = (text, text.replace(old, new))
            (folder / file).write_text(texts[file][1], encoding="utf-8")
        found = annotations(passc, folder)
        page = folder / "page.html"
        sections = "".join(section(file, *texts[file], found) for file in texts)
        page.write_text(
            f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Annotations</title>'
            f"<style>{STYLE}</style><body>{sections}</body></html>", encoding="utf-8")
        with browser.page(width=960, height=200) as tab:
            tab.goto(browser.file_address(page))
            tab.screenshot(path=picture, full_page=True)


if len(sys.argv) != 3:
    sys.exit(__doc__)
main(*sys.argv[1:])
