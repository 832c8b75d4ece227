#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Opens a link of `passc serve` as a person at a computer and as one in an app, and tells what they see.

    scripts/browser/add.py ADDRESS PICTURES

PICTURES is a folder for what the pages look like. Prints one JSON object.
"""

import json
import pathlib
import re
import sys

import browser

address, pictures = sys.argv[1], pathlib.Path(sys.argv[2])
APP = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Mobile/15E148 [FBAN/FBIOS;FBAV/480.0]")
VIEWS = {
    "light": {},
    "dark": {"color_scheme": "dark", "locale": "de-AT"},
    "app": {"width": 390, "height": 844, "scale": 2, "user_agent": APP, "locale": "fr-FR"},
    "narrow": {"width": 320, "height": 800},
    "forged": {"locale": "it"},
}


def look(name, options):
    with browser.page(**options) as tab:
        answer = tab.goto(address[:-4] + "AAAA" if name == "forged" else address)
        tab.keyboard.press("Tab")
        reached = []
        for _ in range(2):
            reached.append(tab.evaluate(
                "document.activeElement.href ? document.activeElement.textContent : ''"))
            tab.keyboard.press("Tab")
        picture = tab.locator("img")
        seen = {
            "status": answer.status,
            "language": tab.evaluate("document.documentElement.lang"),
            "violations": browser.violations(tab),
            # The links expire thirty days from now, so the date differs each day.
            "tree": re.sub(
                r"\d{4}-\d\d-\d\d", "DAY",
                browser.tree(tab).replace(address.rpartition("/")[2], "LINK")),
            "foreign": [
                asked for asked in tab.requests
                if asked != tab.url and not asked.startswith("data:")
            ],
            "complaints": list(tab.complaints),
            "scripts": tab.locator("script").count(),
            "overflow": tab.evaluate("document.documentElement.scrollWidth > innerWidth"),
            "reached": [text.replace(address.rpartition("/")[2], "LINK") for text in reached],
            "picture": picture.count() > 0 and picture.evaluate("image => image.naturalWidth"),
        }
        tab.screenshot(path=pictures / f"{name}.png", full_page=True)
        return seen


print(json.dumps({name: look(name, options) for name, options in VIEWS.items()}))
