# SPDX-License-Identifier: Apache-2.0
"""Times `passc check` on many bundles. Called by check.sh, which says what is compared.

    python3 bench/check.py PASSC FORGE CERTS-EXAMPLE WORK-FOLDER RUNS
"""

import json
import os
import pathlib
import statistics
import subprocess
import sys
import time

from timing import output, rsa_microseconds, run


def by_hand(bundle, folder, root):
    """What a careful person runs on one bundle: three programs, and compares the hashes."""
    subprocess.run(["unzip", "-qq", "-o", bundle, "-d", folder], check=True)
    names = sorted(path.name for path in folder.iterdir() if path.name not in ("manifest.json", "signature"))
    sums = subprocess.run(["sha1sum", *names], cwd=folder, check=True, capture_output=True, text=True).stdout
    found = {name: digest for digest, name in (line.split("  ", 1) for line in sums.splitlines())}
    if found != json.loads((folder / "manifest.json").read_text()):
        sys.exit(f"{bundle}: hashes differ")
    subprocess.run(
        ["openssl", "cms", "-verify", "-binary", "-inform", "DER", "-in", "signature", "-content", "manifest.json",
         "-CAfile", root, "-purpose", "any", "-out", "/dev/null"],
        cwd=folder, check=True, stderr=subprocess.DEVNULL)


def main():
    passc, forge, certificates, work, runs = *sys.argv[1:3], *map(pathlib.Path, sys.argv[3:5]), int(sys.argv[5])
    identity, root = str(certificates / "ordinary"), str((certificates / "root.pem").resolve())

    def bundles(size, count):
        folder = work / f"{size}-{count}"
        package = work / size
        if not package.exists():
            run([passc, "build", str(work / f"{size}.pass"), "--identity", identity, "--emit", "folder", "-o", str(package)])
        if not folder.exists():
            run([forge, str(package), identity, str(folder), str(count)])
        return folder

    def rate(folder, count, jobs=None):
        """Bundles per second, µs of processor per bundle and MB: medians of the runs."""
        argv = [passc, "check", str(folder), "--trust", root] + (["--jobs", str(jobs)] if jobs else [])
        run(argv)
        samples = [run(argv) for _ in range(runs)]
        elapsed, used, memory, _ = (statistics.median(column) for column in zip(*samples))
        return count / elapsed, 1e6 * used / count, memory

    processor = next(
        (line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "?")
    print(f"check, medians of {runs}, {time.strftime('%Y-%m-%d')}")
    print(f"machine       {processor}, {os.cpu_count()} processors")
    print(f"openssl       {output('openssl', 'version')}")
    before = rsa_microseconds()
    sizes = [("small", 5_000, 8_000), ("large", 2_000, 4_000)]
    rates = {}
    for size, count, goal in sizes:
        folder = bundles(size, count)
        one = next(iter(folder.iterdir())).stat().st_size
        for jobs in (None, 1):
            found, used, memory = rate(folder, count, jobs)
            rates.setdefault(size, found)
            print(f"{size:<6} {one:>7} bytes  {count:>6} bundles  "
                  f"{'all processors' if jobs is None else 'one worker    '}  {found:>8.0f}/s  "
                  f"{used:>6.0f} µs of processor each  {memory:>5.0f} MB" + (f"  (goal {goal}/s)" if jobs is None else ""))

    # 200 bundles are enough, because the time per bundle does not depend on their number.
    for size, count, _ in sizes:
        unpacked = work / "unpacked"
        some = sorted(bundles(size, count).iterdir())[:200]
        started = time.perf_counter()
        for bundle in some:
            unpacked.mkdir(exist_ok=True)
            by_hand(bundle, unpacked, root)
        hand = len(some) / (time.perf_counter() - started)
        print(f"{size:<6} unzip, sha1sum, openssl  {hand:>8.0f}/s  passc check is {rates[size] / hand:.0f} times as fast")

    for count in (100, 1_000, 10_000, 100_000):
        folder = bundles("small", count)
        found, used, memory = rate(folder, count)
        print(f"{count:>7} bundles  {found:>8.0f}/s  {used:>6.0f} µs each  {memory:>5.0f} MB")
    after = rsa_microseconds()
    print(f"rsa2048 sign  {before:.0f} µs before, {after:.0f} µs after")


if __name__ == "__main__":
    main()
