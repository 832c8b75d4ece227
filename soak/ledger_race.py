#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Several processes that issue into one new ledger at once, again and again, beside other load.

    soak/ledger_race.py PASSC [REPEATS=200] [PROCESSES=3] [LOAD=6] [ROWS=200]

Each repeat begins with no ledger. A process may find serials that another one holds and reject them
(exit code 1); any other end but 0 and 1 is printed with what it said, and so is a serial that no process
issued. The last line counts.
"""

import collections
import csv
import os
import pathlib
import subprocess
import sys
import tempfile

here = pathlib.Path(__file__).resolve().parent.parent
passc = os.path.abspath(sys.argv[1])
repeats, processes, load, rows = (
    int(sys.argv[i]) if len(sys.argv) > i else default
    for i, default in ((2, 200), (3, 3), (4, 6), (5, 200)))
spinner = [sys.executable, "-c", "while True: pass"]


def repeat(folder: pathlib.Path) -> list[str]:
    """What went wrong in one repeat."""
    data = folder / "rows.csv"
    with open(here / "templates/bakery-coupon.pass/sample.csv", newline="") as sample:
        first = next(csv.DictReader(sample))
    with open(data, "w", newline="") as table:
        writer = csv.DictWriter(table, first.keys())
        writer.writeheader()
        for row in range(rows):
            writer.writerow(first | {"Nummer": f"KB-2031-{row:04}"})
    command = [
        passc, "issue", str(here / "templates/bakery-coupon.pass"), "--data", str(data),
        "--identity", str(here / "certs-example/ordinary"), "-o", "out", "--ledger", "all.ledger",
        "--progress", "none", "--jobs", "2"]
    running = [
        subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(processes)]
    wrong = []
    for process in running:
        _, said = process.communicate()
        if process.returncode not in (0, 1):
            wrong.append(f"exit code {process.returncode}: {said.strip()}")
    made = len(list((folder / "out").glob("*.pkpass")))
    if made != rows:
        wrong.append(f"{made} passes of {rows}")
    return wrong


ends: collections.Counter = collections.Counter()
spinners = [subprocess.Popen(spinner) for _ in range(load)]
try:
    base = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    for turn in range(repeats):
        with tempfile.TemporaryDirectory(dir=base) as folder:
            wrong = repeat(pathlib.Path(folder))
            for line in wrong:
                print(f"{turn}: {line}", flush=True)
            ends["wrong" if wrong else "fine"] += 1
finally:
    for process in spinners:
        process.kill()
print(f"{repeats} repeats of {processes} processes beside {load} spinners: "
      f"{ends['fine']} fine, {ends['wrong']} wrong")
sys.exit(1 if ends["wrong"] else 0)
