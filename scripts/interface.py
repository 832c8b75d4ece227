#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The public interface of the libraries as text, a declaration a line. After the first release it also checks
that CHANGELOG.md names what is gone.

    scripts/interface.py --modules FOLDER             compare docs/interface.txt with compiled modules
    scripts/interface.py --modules FOLDER --write     write docs/interface.txt anew
    scripts/interface.py --modules FOLDER --bare      name the declarations that no comment documents

FOLDER is `Modules` of a build, such as .build/debug/Modules.

Before the first tag (v0.1.0) docs/interface.txt is compared with the compiled modules and nothing else.
After it, a declaration that is gone or was changed since the last tag has to be named in CHANGELOG.md under
[Unreleased], in *Changed* or *Removed*, by its name in backticks with the type it belongs to, as in
`PassFactory.pass(for:at:)`. Otherwise nothing is written, and comparing fails. A new case of an enumeration has
to be named too: it breaks a switch over all cases. Outside a git repository the last release is unknown:
the script prints a note and compares the file only.

Exit codes: 0 same, 1 different or not named, 3 no symbol graph.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
MODULES = ["PassDiagnostics", "PassTemplate", "PassBuild", "PassCheck", "PassFoundation", "PassGoogle", "PassNFC",
           "PassPreview", "PassProvisioning"]

IMPLIED = {"Copyable", "Escapable", "SendableMetatype", "Sendable", "Error"}


def symbol_graphs(modules, swift):
    """The symbols of each module, those it adds to other modules included."""
    target = json.loads(subprocess.run([swift, "-print-target-info"], check=True, stdout=subprocess.PIPE).stdout)
    maps = sorted((ROOT / "Sources/CLibraries").glob("*/module.modulemap"))
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
            # For users, a constant is the same as a variable that they cannot set.
            if re.match(r"(static )?let ", text):
                text = text.replace("let ", "var ", 1) + " { get }"
            found.add(f"{module} {'.'.join(symbol['pathComponents'])}: {text}")
        paths = {symbol["identifier"]["precise"]: symbol["pathComponents"] for symbol in graph["symbols"]}
        # A type of another module is not in the symbol list. Its members contain its name.
        owners = {relation["target"]: paths[relation["source"]][:-1] for relation in graph["relationships"]
                  if relation["kind"] == "memberOf" and relation["source"] in paths}
        for relation in graph["relationships"]:
            if relation["kind"] == "conformsTo" and "::SYNTHESIZED::" not in relation["source"]:
                name = ".".join(paths.get(relation["source"]) or owners.get(relation["source"], []))
                to = relation.get("targetFallback", "")
                # A conformance that every type implies does not describe the extension.
                if relation["source"] not in paths and to.partition(".")[2] in IMPLIED:
                    continue
                if name and to:
                    found.add(f"{module} {name}: conforms to {to}")
    return sorted(found)


def bare(modules, swift):
    """Declarations without a doc comment, cases included; what a protocol asks for means what that says."""
    asked = {"==(_:_:)", "hash(into:)", "description", "debugDescription", "customMirror", "init(rawValue:)",
             "encode(to:)", "rawValue", "allCases", "AllCases", "Element", "Iterator", "RawValue"}
    return sorted({f"{module} {'.'.join(symbol['pathComponents'])}"
                   for module, graph in symbol_graphs(modules, swift) for symbol in graph["symbols"]
                   if "docComment" not in symbol and symbol["kind"]["identifier"] != "swift.extension"
                   and symbol["pathComponents"][-1] not in asked})


def git(*arguments):
    """What git says, or None where it has nothing to say."""
    try:
        done = subprocess.run(["git", "-C", str(ROOT), *arguments], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True)
    except FileNotFoundError:
        return None
    return done.stdout if done.returncode == 0 else None


def released(path="docs/interface.txt"):
    """The lines of the last release and its tag; None before the first release and without git."""
    if (git("rev-parse", "--show-toplevel") or "").strip() != str(ROOT):
        print("no git history: what is gone since the last release is not known", file=sys.stderr)
        return None, None
    tag = (git("describe", "--tags", "--abbrev=0", "--match", "v[0-9]*") or "").strip()
    if not tag:
        return None, None
    text = git("show", f"{tag}:{path}")
    return (text or "").splitlines(), tag


def unnamed(gone, changelog):
    """Those of the lines whose name is not under Changed or Removed of what is not released."""
    text = changelog.read_text(encoding="utf-8")
    unreleased = text.split("## [Unreleased]", 1)[-1].split("\n## ", 1)[0]
    sections = [part for part in unreleased.split("\n### ") if part.startswith(("Changed\n", "Removed\n"))]
    named = set(re.findall(r"`([^`]+)`", " ".join(sections).replace("\n", " ")))
    return [line for line in gone if line.split(" ", 1)[1].split(": ", 1)[0] not in named]


def new_cases(before, now):
    """Cases that enumerations have now which had others before: who switches over all of them has to know."""
    def owners(found):
        return {(line.split(" ", 1)[0], line.split(" ", 1)[1].split(": ", 1)[0].partition("(")[0].rpartition(".")[0])
                for line in found}
    known = owners(line for line in before if ": case " in line)
    return [line for line in sorted(set(now) - set(before)) if ": case " in line and owners([line]) <= known]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--modules", required=True, type=pathlib.Path)
    parser.add_argument("--baseline", default=ROOT / "docs" / "interface.txt", type=pathlib.Path)
    parser.add_argument("--changelog", default=ROOT / "CHANGELOG.md", type=pathlib.Path)
    parser.add_argument("--released", type=pathlib.Path, help="what there was before, instead of asking git")
    parser.add_argument("--swiftc", default="swiftc")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--bare", action="store_true")
    options = parser.parse_args()
    if options.bare:
        found = bare(options.modules, options.swiftc)
        for line in found:
            print(line)
        return 1 if found else 0
    now = lines(options.modules, options.swiftc)
    before = options.baseline.read_text(encoding="utf-8").splitlines() if options.baseline.exists() else []
    gone, new = sorted(set(before) - set(now)), sorted(set(now) - set(before))
    earlier, whose = (options.released.read_text(encoding="utf-8").splitlines(), str(options.released)) \
        if options.released else released()
    # Changes of unreleased interfaces need no entry.
    silent = [] if earlier is None else unnamed(sorted((set(earlier) | set(before)) - set(now)), options.changelog)
    cases = [] if earlier is None else unnamed(new_cases(earlier, now), options.changelog)
    for line in cases:
        print("a case that a switch over all of them lacks, "
              f"and not named under Changed in CHANGELOG.md: {line}")
    for line in silent:
        print(f"gone or changed{f' since {whose}' if line in (earlier or []) else ''}, "
              f"and not named under Changed or Removed in CHANGELOG.md: {line}")
    if options.write:
        if silent or cases:
            return 1
        options.baseline.write_text("".join(line + "\n" for line in now), encoding="utf-8")
        return 0
    for line in gone:
        print(f"- {line}")
    for line in new:
        print(f"+ {line}")
    if gone or new:
        print("scripts/interface.py --modules FOLDER --write writes docs/interface.txt anew")
    return 1 if gone or new or silent or cases else 0


if __name__ == "__main__":
    sys.exit(main())
