# SPDX-License-Identifier: Apache-2.0
"""Chromium of this machine, headless, and what the tests ask of a page."""

import contextlib
import os
import pathlib
import shutil

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")

# Roles without a meaning, and texts that repeat those of their parents.
SILENT = {"none", "generic", "InlineTextBox", "LineBreak", "MenuListPopup"}


@contextlib.contextmanager
def page(width=1280, height=900, scale=1, **options):
    """A page of a fresh browser; what it asks for and complains about is kept with it."""
    program = next((path for name in NAMES if (path := shutil.which(name))), None)
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=program, args=arguments)
        tab = browser.new_page(
            viewport={"width": width, "height": height}, device_scale_factor=scale, **options)
        tab.requests, tab.complaints = [], []
        tab.on("request", lambda request: tab.requests.append(request.url))
        tab.on("console", lambda message: tab.complaints.append(message.text))
        tab.on("pageerror", lambda error: tab.complaints.append(str(error)))
        try:
            yield tab
        finally:
            browser.close()


def violations(tab):
    """What axe-core finds: the rule and the first element of each violation."""
    # The debugger runs the script, so the policy of the page does not block it.
    found = Axe().run(tab).response["violations"]
    return [f"{entry['id']}: {entry['nodes'][0]['html'][:200]}" for entry in found]


def tree(tab):
    """The accessibility tree of the browser: role, name and state of each node, by depth."""
    session = tab.context.new_cdp_session(tab)
    session.send("Accessibility.enable")
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    by_id = {node["nodeId"]: node for node in nodes}
    lines = []

    def walk(node, depth):
        role = node["role"]["value"]
        shown = not node.get("ignored") and role not in SILENT
        name = " ".join(node.get("name", {}).get("value", "").split())
        parent = by_id.get(node.get("parentId"), {})
        if role == "StaticText" and name == parent.get("name", {}).get("value"):
            shown = False
        if shown:
            states = [
                f"{entry['name']}={entry['value'].get('value')}"
                for entry in node.get("properties", [])
                if entry["name"] in ("checked", "level", "selected", "url", "live", "expanded")
                and entry["value"].get("value") not in ("", None, False, "false")
                and role != "RootWebArea"
            ]
            value = str(node.get("value", {}).get("value", ""))
            line = "  " * depth + role + (f' "{name}"' if name else "")
            line += f" = {value}" if value and value != name else ""
            # The bytes of a picture depend on the compressor.
            lines.append(line + "".join(f" [{state.split(',')[0]}]" for state in states))
        for child in node.get("childIds", []):
            if child in by_id:
                walk(by_id[child], depth + 1 if shown else depth)

    walk(nodes[0], 0)
    return "\n".join(lines) + "\n"


def file_address(path):
    return pathlib.Path(path).resolve().as_uri()
