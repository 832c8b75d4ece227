#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Keeps the Swift packages of a release at the versions in release/versions.json.

    scripts/packages/versions.py check    compare Package.resolved with the list, exit with 1 if they differ
    scripts/packages/versions.py pin      resolve every package at the version in the list
    scripts/packages/versions.py write    write the list from Package.resolved

The list holds names and versions and no commit ids: a mirror may serve a version under another commit
id than the public repository. The source archive of a release has its Package.resolved, with the
public ids.
SWIFT names the swift to use.
"""

import json
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parents[2]


def resolved(folder):
    file = folder / "Package.resolved"
    if not file.is_file():
        sys.exit(f"there is no {file.name} yet; to make it, run: swift package resolve")
    pins = json.loads(file.read_text())["pins"]
    # A pin to a branch or a commit has no version.
    return {pin["identity"]: pin["state"].get("version", "no version") for pin in pins}


def listed(folder):
    return json.loads((folder / "release/versions.json").read_text())["packages"]


def differences(wanted, found):
    lines = []
    for name in sorted(wanted.keys() | found.keys()):
        if name not in found:
            lines.append(f"{name} {wanted[name]} is in the list and was not resolved")
        elif name not in wanted:
            lines.append(f"{name} {found[name]} was resolved and is not in the list")
        elif wanted[name] != found[name]:
            lines.append(f"{name} was resolved at {found[name]}, the list has {wanted[name]}")
    return lines


def check(folder):
    lines = differences(listed(folder), resolved(folder))
    for line in lines:
        print(f"release/versions.json: {line}", file=sys.stderr)
    if lines:
        print("to build with the versions of the list, run: scripts/packages/versions.py pin", file=sys.stderr)
        print("to accept the new versions, run: scripts/packages/versions.py write", file=sys.stderr)
    return 1 if lines else 0


def pin(folder):
    swift = os.environ.get("SWIFT", "swift")
    subprocess.run([swift, "package", "resolve"], cwd=folder, check=True)
    for name, version in listed(folder).items():
        subprocess.run([swift, "package", "resolve", name, "--version", version], cwd=folder, check=True)
    return check(folder)


def write(folder):
    text = json.dumps({"packages": dict(sorted(resolved(folder).items()))}, indent=2)
    (folder / "release/versions.json").write_text(text + "\n")
    return 0


def main():
    tasks = {"check": check, "pin": pin, "write": write}
    if len(sys.argv) not in (2, 3) or sys.argv[1] not in tasks:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[2]) if len(sys.argv) == 3 else HERE
    sys.exit(tasks[sys.argv[1]](folder))


main()
