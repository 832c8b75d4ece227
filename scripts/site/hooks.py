# SPDX-License-Identifier: Apache-2.0
"""Puts a page for each area of findings into the site's navigation."""

import os
import re


def on_config(config):
    folder = os.path.join(config.docs_dir, "docs", "rules")
    areas = sorted(name.removesuffix(".md") for name in os.listdir(folder))
    lists = [config.nav]
    while lists:
        entries = lists.pop()
        if "docs/rules.md" in entries:
            entries += [{area: f"docs/rules/{area}.md"} for area in areas]
            return config
        lists += [below for entry in entries if isinstance(entry, dict) for below in entry.values()
                  if isinstance(below, list)]
    raise ValueError("the navigation has no docs/rules.md")


def on_page_markdown(markdown, **_):
    # Python-Markdown processes tags before backslashes.
    markdown = markdown.replace("\\<", "&lt;")
    # SuperFences does not accept a second word in a fence, which the tests need: ```yaml github
    return re.sub(r"^(\s*`{3,}\w+) .+$", r"\1", markdown, flags=re.M)
