#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Uses the live page of `passc preview --watch` as a person does, and tells what happened.

    scripts/browser/watch.py PASSC FOLDER PICTURES

FOLDER holds gym.pass, which extends base.pass, with its sample gym.pass/sample.csv and de.lproj.
PICTURES is a folder for what the page looks like. Prints one JSON object.
"""

import json
import pathlib
import signal
import subprocess
import sys
import time

import browser

passc, folder, pictures = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
said = {}
waiting = 5_000


def start():
    process = subprocess.Popen(
        [passc, "preview", "gym.pass", "--watch", "--as-of", "2026-06-01"],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return process, process.stdout.readline().strip()


def files():
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def shoot(tab, name):
    tab.screenshot(path=pictures / f"{name}.png", full_page=True)


def words(tab):
    return tab.locator("dl.words").text_content()


def save(tab, name, old, new, mark):
    """Saves a changed file; how many milliseconds until the page shows the mark."""
    path = folder / name
    text = path.read_text()
    assert old in text, f"{old} is not in {name}"
    begin = time.monotonic()
    path.write_text(text.replace(old, new))
    tab.wait_for_function(
        "mark => document.querySelector('dl.words')?.textContent.includes(mark)", arg=mark,
        timeout=waiting)
    return round((time.monotonic() - begin) * 1000)


def use(tab, address):
    tab.goto(address)
    said["tree"] = browser.tree(tab)
    said["light"] = browser.violations(tab)
    shoot(tab, "light")

    # Every kind of file that a picture uses.
    said["milliseconds"] = {
        "pass.json": save(tab, "gym.pass/pass.json", "Number", "Digits", "Digits"),
        "base": save(tab, "base.pass/pass.json", "Club", "Society", "Society"),
        "data": save(tab, "gym.pass/sample.csv", "Paula", "Petra", "Petra"),
        "again": save(tab, "gym.pass/pass.json", "Digits", "Number", "Number"),
    }
    picture = tab.locator("svg").first.evaluate("svg => svg.outerHTML")
    (folder / "gym.pass/logo.png").write_bytes((folder / "other.png").read_bytes())
    tab.wait_for_function(
        "old => document.querySelector('svg').outerHTML !== old", arg=picture, timeout=waiting)

    # With the keyboard alone, every control must be reachable in reading order.
    tab.evaluate("document.activeElement.blur()")
    reached = []
    for _ in range(9):
        tab.keyboard.press("Tab")
        reached.append(tab.evaluate(
            "document.activeElement.name || document.activeElement.href || ''"))
    said["reached"] = reached
    tab.focus("input[name=state]:checked")
    for _ in range(2):
        tab.keyboard.press("ArrowRight")
    tab.wait_for_function("() => document.querySelector('svg').innerHTML.includes('Expired')")
    tab.focus("#language")
    tab.keyboard.press("ArrowDown")
    tab.wait_for_function(
        "() => document.querySelector('dl.words').textContent.includes('Nummer')", timeout=waiting)
    said["language"] = tab.input_value("#language")
    tab.focus("#zone")
    tab.keyboard.type("Asia/T")
    tab.wait_for_function(
        "() => document.querySelector('dl.words').textContent.includes('08:30')", timeout=waiting)
    said["zone"] = tab.input_value("#zone")
    tab.focus("input[name=look]:checked")
    tab.keyboard.press("ArrowRight")
    tab.wait_for_function("() => document.documentElement.className === 'dark'", timeout=waiting)
    said["address"] = tab.url.partition("?")[2]
    said["dark"] = browser.violations(tab)
    shoot(tab, "dark")
    tab.reload()
    said["kept"] = tab.evaluate("document.documentElement.className") == "dark"

    # For an invalid file, the page must show the last valid picture and the place of the error.
    source = (folder / "gym.pass/pass.json").read_text()
    (folder / "gym.pass/pass.json").write_text(source[: len(source) // 2])
    tab.wait_for_selector(".notice", timeout=waiting)
    said["broken"] = {
        "pictures": tab.locator("svg").count(), "status": tab.inner_text("#status"),
        "findings": tab.inner_text(".said"), "violations": browser.violations(tab),
    }
    shoot(tab, "broken")
    (folder / "gym.pass/pass.json").write_text(source)
    tab.wait_for_selector(".notice", state="detached", timeout=waiting)
    said["mended"] = tab.inner_text("#status")

    tab.set_viewport_size({"width": 390, "height": 844})
    said["overflow"] = tab.evaluate("document.documentElement.scrollWidth > innerWidth")
    shoot(tab, "narrow")


before = files()
process, address = start()
try:
    with browser.page() as tab:
        use(tab, address)
        said["foreign"] = [asked for asked in tab.requests if not asked.startswith(address)]
        said["complaints"] = list(tab.complaints)
        process.send_signal(signal.SIGINT)
        said["interrupted"] = process.wait(10)
        tab.wait_for_function(
            "() => document.getElementById('status').textContent.includes('stopped')", timeout=waiting)
        said["afterEnd"] = tab.locator("svg").count()
finally:
    process.kill()
said["written"] = [name for name in files() if name not in before]
print(json.dumps(said))
