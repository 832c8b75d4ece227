#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Looks at pages of HTML in a browser: what axe-core finds, what they ask for, their tree.

    scripts/browser/pages.py PAGE...

Prints one JSON object by name of the page.
"""

import json
import pathlib
import sys

import browser

found = {}
with browser.page() as tab:
    for path in sys.argv[1:]:
        tab.requests.clear()
        tab.complaints.clear()
        tab.goto(browser.file_address(path))
        found[pathlib.Path(path).name] = {
            "violations": browser.violations(tab),
            "requests": [
                address for address in tab.requests
                if address != browser.file_address(path) and not address.startswith("data:")
            ],
            "complaints": list(tab.complaints),
            "scripts": tab.locator("script").count(),
            "overflow": tab.evaluate("document.documentElement.scrollWidth > innerWidth"),
            "tree": browser.tree(tab),
        }
print(json.dumps(found))
