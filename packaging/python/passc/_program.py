# SPDX-License-Identifier: Apache-2.0
"""The place of the program that this package installed."""

from __future__ import annotations

import importlib.metadata
import os


def program() -> str:
    """Returns the path of passc, which is not always the first one in PATH."""
    for file in importlib.metadata.files("passc") or []:
        if file.name == "passc" and file.parent.name == "bin":
            return os.path.realpath(file.locate())
    raise FileNotFoundError("the program passc is not in this Python environment: install it again")
