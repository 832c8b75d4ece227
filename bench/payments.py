#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How many payment requests a second `passc pay check -` judges, as a process from its start to its end.

    bench/payments.py [PASSC] [DOCUMENTS] [TURNS]

The six examples in turn, a line each; with one in a hundred wrong the report has something to say. Prints the
median of the turns for both."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

NAMES = ["once", "recurring", "reload", "deferred", "multi-merchant", "coupon"]


def lines(passc, count, wrong_every):
    texts = [json.dumps(json.loads(subprocess.run([passc, "pay", "example", name], check=True, text=True,
                                                  stdout=subprocess.PIPE).stdout), separators=(",", ":"),
                        ensure_ascii=False) for name in NAMES]
    for index in range(count):
        text = texts[index % len(texts)]
        yield text.replace('"countryCode":"DE"', '"countryCode":"XX"') if wrong_every and index % wrong_every == 0 else text


def rate(passc, path, count, expected):
    started = time.perf_counter()
    with open(path, "rb") as source:
        code = subprocess.run([passc, "pay", "check", "-"], stdin=source, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL).returncode
    if code != expected:
        sys.exit(f"passc pay check ended with {code}, expected {expected}")
    return count / (time.perf_counter() - started)


def main(passc=".build/release/passc", count="100000", turns="7"):
    passc, count = os.path.abspath(passc), int(count)
    with tempfile.TemporaryDirectory() as folder:
        for words, every, expected in (("all right", 0, 0), ("one in a hundred wrong", 100, 1)):
            path = os.path.join(folder, "lines")
            with open(path, "w", encoding="utf-8") as file:
                file.writelines(line + "\n" for line in lines(passc, count, every))
            size = os.path.getsize(path) / count
            rates = [rate(passc, path, count, expected) for _ in range(int(turns))]
            print(f"pay check -, {count} requests of {size:.0f} bytes, {words}: "
                  f"{statistics.median(rates):,.0f} a second, median of {turns}")


if __name__ == "__main__":
    main(*sys.argv[1:])
