#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints modules and their folders, as Package.swift has them.

scripts/modules.py                 every module of ours in Sources
scripts/modules.py MODULE...       these and all they depend on

A line each, "MODULE FOLDER", dependencies first. Maps of C libraries are left out.
SWIFT names the swift to use.
"""

import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def targets():
    """The targets of the package by name."""
    dump = subprocess.run([os.environ.get("SWIFT", "swift"), "package", "dump-package"], cwd=ROOT,
                          check=True, stdout=subprocess.PIPE).stdout
    return {target["name"]: target for target in json.loads(dump)["targets"]}


def folder(target):
    return target.get("path") or ("Tests/" if target["type"] == "test" else "Sources/") + target["name"]


def ordered(graph, wanted):
    """The names in `wanted` and all they depend on, each after its dependencies."""
    done = {}

    def visit(name):
        if name in done or name not in graph:
            return
        done[name] = False
        for dependency in graph[name]["dependencies"]:
            visit(next(iter(dependency.values()))[0])
        done[name] = True
        order.append(name)

    order = []
    for name in wanted:
        visit(name)
    return order


def main():
    graph = targets()
    wanted = sys.argv[1:] or sorted(name for name, target in graph.items()
                                    if folder(target).startswith("Sources/"))
    unknown = [name for name in wanted if name not in graph]
    if unknown:
        print(f"modules.py: Package.swift has no {', '.join(unknown)}", file=sys.stderr)
        return 2
    for name in ordered(graph, wanted):
        if not folder(graph[name]).startswith("Sources/CLibraries/"):
            print(name, folder(graph[name]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
