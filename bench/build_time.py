#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures a build: seconds and processor time of each module, and how long the chain of modules
left processors idle.

    bench/build_time.py [--limit SECONDS] COMMAND...

Runs COMMAND, such as `make .build/release/passc` in a fresh clone, and looks at the compilers and
linkers among its processes ten times a second. Ends with 1 if the command fails, or takes longer
than the limit.
"""

import argparse
import collections
import os
import pathlib
import re
import subprocess
import sys
import threading
import time

TICK = os.sysconf("SC_CLK_TCK")
TOOLS = {"swift-frontend", "swiftc", "clang", "clang++", "ld.gold", "ld.lld", "lld", "ld"}


def arguments(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/cmdline").read_bytes().decode("utf-8", "replace").split("\0")
    except OSError:
        return []


def processor_seconds(pid):
    try:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICK, int(fields[1])
    except (OSError, IndexError):
        return None


def name(words):
    """What a process works on: a module, or what is linked."""
    tool = os.path.basename(words[0]) if words else ""
    if tool not in TOOLS:
        return None
    if "-module-name" in words:
        return words[words.index("-module-name") + 1] if tool == "swift-frontend" else None
    if tool.startswith(("ld", "lld")):
        return "(linking)"
    package = next((match[1] for word in words for match in [re.search(r"/checkouts/([^/]+)/", word)] if match), None)
    return f"(C of {package})" if package else None


class Watch(threading.Thread):
    """Looks at every process below one, until it is told to stop."""

    def __init__(self, root):
        super().__init__(daemon=True)
        self.root, self.ended = root, threading.Event()
        self.first, self.last, self.used = {}, {}, collections.defaultdict(dict)
        self.busy = collections.Counter()

    def run(self):
        while not self.ended.wait(0.1):
            now, running, parents = time.monotonic(), 0, {}
            for pid in filter(str.isdigit, os.listdir("/proc")):
                read = processor_seconds(pid)
                if read:
                    parents[int(pid)] = read
            for pid, (seconds, _) in parents.items():
                if not self.is_below(pid, parents):
                    continue
                module = name(arguments(pid))
                if not module:
                    continue
                running += 1
                self.first.setdefault(module, now)
                self.last[module] = now
                self.used[module][pid] = seconds
            self.busy[min(running, os.cpu_count())] += 1

    def is_below(self, pid, parents):
        while pid in parents and pid > 1:
            if pid == self.root:
                return True
            pid = parents[pid][1]
        return False


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--limit", type=float)
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    if not options.command:
        parser.error("there is no command")
    begun = time.monotonic()
    process = subprocess.Popen(options.command, stdout=sys.stderr)
    watch = Watch(process.pid)
    watch.start()
    status = process.wait()
    watch.ended.set()
    watch.join()
    took = time.monotonic() - begun
    used = {module: sum(pids.values()) for module, pids in watch.used.items()}
    print(f"{'module':<32} {'from':>6} {'to':>6} {'processor':>9}")
    for module in sorted(used, key=used.get, reverse=True)[:24]:
        print(f"{module:<32} {watch.first[module] - begun:6.0f} {watch.last[module] - begun:6.0f} {used[module]:8.1f}s")
    rest = sorted(used.values(), reverse=True)[24:]
    print(f"{len(rest)} more, {sum(rest):.0f} s together")
    looks = sum(watch.busy.values()) or 1
    for running in sorted(watch.busy):
        print(f"{running} compilers at once: {100 * watch.busy[running] / looks:.0f} % of the time")
    print(f"all: {took:.0f} s, {sum(used.values()):.0f} s of processor time in {len(used)} modules")
    if status == 0 and options.limit and took > options.limit:
        print(f"longer than {options.limit:.0f} s", file=sys.stderr)
        return 1
    return 1 if status else 0


if __name__ == "__main__":
    sys.exit(main())
