#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Compares the library in one process with the command, for the same rows and bundles: a factory with
# `passc issue` to /dev/null, and a checker with `passc check`. Measures elapsed time, which needs
# an idle machine, and processor time, which other load changes less. The runs alternate, and the
# results are medians of RUNS.
#
#   bench/library.sh [PASSC] [PROBE] [RUNS]

set -eu
here=$(cd "$(dirname "$0")" && pwd)
passc=${1:-.build/release/passc}
probe=${2:-.build/release/library-probe}
runs=${3:-5}

base=${TMPDIR:-/tmp}
if [ -d /dev/shm ] && [ -w /dev/shm ]; then base=/dev/shm; fi
work=$(mktemp -d "$base/passc-bench.XXXXXX")
trap 'rm -rf "$work"' EXIT
identity=$here/../certs-example/ordinary
rows=8000
python3 "$here/batch_card.py" "$work/card.pass" "$work/rows.csv" "$rows"

python3 - "$passc" "$probe" "$runs" "$work" "$identity" "$rows" <<'PYTHON'
import json, os, resource, statistics, subprocess, sys, time

passc, probe, runs, work, identity, rows = sys.argv[1:]
runs, rows = int(runs), int(rows)
card, table = f"{work}/card.pass", f"{work}/rows.csv"
environment = dict(os.environ, SOURCE_DATE_EPOCH="1790000000")


def timed(arguments):
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run(arguments, env=environment, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL)
    taken, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    used = (after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime)
    return taken, used, done.returncode


def asked(*arguments):
    said = subprocess.run([probe, *arguments], check=True, stdout=subprocess.PIPE).stdout
    line = json.loads(said)
    return line["count"] / line["perSecond"], line["processorMicroseconds"] * line["count"] / 1e6


def median(figures):
    return statistics.median(figures)


def show(name, command, library, count):
    wall = median([t for t, _ in command]) / median([t for t, _ in library])
    processor = median([u for _, u in command]) / median([u for _, u in library])
    print(f"{name}: {count / median([t for t, _ in library]):,.0f} a second, "
          f"{wall:.2f} of the command by the clock, {processor:.2f} by the processor's time "
          f"({median([u for _, u in library]) / count * 1e6:.0f} µs each, the command "
          f"{median([u for _, u in command]) / count * 1e6:.0f})")


issue = [passc, "issue", card, "--data", table, "--identity", identity, "--progress", "none",
         "--jobs", "2", "-o", "-"]
assert timed(issue)[2] == 0, "passc issue failed"
figures = {"issue": [], "factory": [], "sequence": []}
for _ in range(runs):
    figures["issue"].append(timed(issue)[:2])
    figures["factory"].append(asked("factory", card, identity, str(rows), "2"))
    figures["sequence"].append(asked("sequence", card, identity, str(rows), "2"))
show("factory.pass, 2 tasks", figures["issue"], figures["factory"], rows)
show("factory.passes, 2 jobs", figures["issue"], figures["sequence"], rows)

bundles = f"{work}/bundles"
os.mkdir(bundles)
subprocess.run([passc, "issue", card, "--data", table, "--identity", identity, "--progress",
                "none", "--first", "4000", "-o", bundles], check=True, env=environment,
               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
count = len([name for name in os.listdir(bundles) if name.endswith(".pkpass")])
check = [passc, "check", bundles, "--jobs", "2"]
checks = {"check": [], "checker": []}
for _ in range(runs):
    checks["check"].append(timed(check)[:2])
    checks["checker"].append(asked("check", bundles, "1", "2"))
show("Checker, 2 tasks", checks["check"], checks["checker"], count)
PYTHON
