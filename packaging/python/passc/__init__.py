# SPDX-License-Identifier: Apache-2.0
"""Finds out why Apple Wallet would reject or misread a pass.

>>> import passc
>>> [finding.code for finding in passc.check("gym.pkpass") if finding.severity == "error"]
['nfc.message.tooLong']

Everything else is in the command `passc`, which this package installs.
"""

from __future__ import annotations

import dataclasses
import json
import os
import subprocess
import sys

from ._program import program

__all__ = ["Error", "Finding", "check"]


class Error(Exception):
    """passc could not check a file, for example because it does not exist."""


@dataclasses.dataclass(frozen=True)
class Finding:
    """One problem at one place.

    `severity` is "error", "warning" or "note". `code` has an explanation at `passc explain CODE`.
    `bundle` is the pass. `file` is a file in it, `line` and `column` count from 1, and `pointer` is
    a JSON pointer. They are None where they have no meaning.
    """

    code: str
    severity: str
    message: str
    help: str | None
    bundle: str | None
    file: str | None
    line: int | None
    column: int | None
    pointer: str | None


def check(path: str | os.PathLike[str]) -> list[Finding]:
    """Checks a pass, a template or a folder of these, and returns the findings, notes included.

    An empty list means that passc found nothing. Raises `Error` if the path cannot be checked.
    """
    name = os.fspath(path)
    # A name that begins with a dash is not an option.
    argument = os.path.join(os.curdir, name) if name.startswith("-") else name
    run = subprocess.run(
        [program(), "check", argument, "--format", "json", "--notes"],
        capture_output=True, text=True, encoding="utf-8", stdin=subprocess.DEVNULL)
    if run.returncode not in (0, 1):
        raise Error(run.stderr.strip() or f"passc ended with {run.returncode}")
    names = [field.name for field in dataclasses.fields(Finding)]
    lines = (json.loads(line) for line in run.stdout.splitlines())
    return [Finding(**{name: line.get(name) for name in names}) for line in lines if "code" in line]
