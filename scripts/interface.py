#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The public interface of the libraries as text, a declaration a line, and whether what is gone from it is
told to users.

    scripts/interface.py --modules FOLDER             compare docs/interface.txt with compiled modules
    scripts/interface.py --modules FOLDER --write     write docs/interface.txt anew

FOLDER is `Modules` of a build, such as .build/debug/Modules. A declaration that is gone or was changed has
to be named in CHANGELOG.md under [Unreleased], by its name in backticks with the type it belongs to, as in
`PassPress.pass(for:at:)`; without it nothing is written. Exit codes: 0 same, 1 different or not named, 3 no
symbol graph.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
MODULES = ["PassDiagnostics", "PassTemplate", "PassBuild", "PassCheck", "PassFoundation", "PassNFC", "PassPreview",
           "PassProvisioning"]


def symbol_graphs(modules, swift):
    """The symbols of each module, those it adds to other modules included."""
    target = json.loads(subprocess.run([swift, "-print-target-info"], check=True, stdout=subprocess.PIPE).stdout)
    maps = sorted((ROOT / "Sources").glob("C*/module.modulemap"))
    for module in MODULES:
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                [swift.replace("swiftc", "swift"), "symbolgraph-extract", "-module-name", module, "-I", str(modules),
                 "-target", target["target"]["triple"], "-minimum-access-level", "public", "-skip-synthesized-members",
                 "-output-dir", folder]
                + [flag for each in maps for flag in ("-Xcc", f"-fmodule-map-file={each}")],
                stderr=subprocess.PIPE, text=True)
            files = sorted(pathlib.Path(folder).glob("*.symbols.json"))
            if done.returncode or not files:
                print(f"no symbol graph of {module}:\n{done.stderr}", file=sys.stderr)
                sys.exit(3)
            for file in files:
                yield module, json.loads(file.read_text(encoding="utf-8"))


def lines(modules, swift):
    found = set()
    for module, graph in symbol_graphs(modules, swift):
        for symbol in graph["symbols"]:
            text = "".join(piece["spelling"] for piece in symbol["declarationFragments"])
            text = re.sub(r"\s+", " ", text).strip()
            # A constant and a variable that nobody else sets are the same to users.
            if re.match(r"(static )?let ", text):
                text = text.replace("let ", "var ", 1) + " { get }"
            found.add(f"{module} {'.'.join(symbol['pathComponents'])}: {text}")
        for relation in graph["relationships"]:
            if relation["kind"] == "conformsTo" and "::SYNTHESIZED::" not in relation["source"]:
                name = next((".".join(s["pathComponents"]) for s in graph["symbols"]
                             if s["identifier"]["precise"] == relation["source"]), None)
                to = relation.get("targetFallback", "")
                if name and to:
                    found.add(f"{module} {name}: conforms to {to}")
    return sorted(found)


def unnamed(gone):
    """Those of the lines whose name stands nowhere in what is said of the next version."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    unreleased = text.split("## [Unreleased]", 1)[-1].split("\n## ", 1)[0]
    named = set(re.findall(r"`([^`]+)`", unreleased.replace("\n", " ")))
    return [line for line in gone if line.split(" ", 1)[1].split(": ", 1)[0] not in named]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--modules", required=True, type=pathlib.Path)
    parser.add_argument("--baseline", default=ROOT / "docs" / "interface.txt", type=pathlib.Path)
    parser.add_argument("--swiftc", default="swiftc")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    now = lines(options.modules, options.swiftc)
    before = options.baseline.read_text(encoding="utf-8").splitlines() if options.baseline.exists() else []
    gone, new = sorted(set(before) - set(now)), sorted(set(now) - set(before))
    silent = unnamed(gone)
    for line in silent:
        print(f"gone or changed, and not named in CHANGELOG.md: {line}")
    if options.write:
        if silent:
            return 1
        options.baseline.write_text("".join(line + "\n" for line in now), encoding="utf-8")
        return 0
    for line in gone:
        print(f"- {line}")
    for line in new:
        print(f"+ {line}")
    if gone or new:
        print("scripts/interface.py --modules FOLDER --write writes docs/interface.txt anew")
    return 1 if gone or new else 0


if __name__ == "__main__":
    sys.exit(main())
