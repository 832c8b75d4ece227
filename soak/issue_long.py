# SPDX-License-Identifier: Apache-2.0
"""`passc issue` over very many rows: cost per row, memory, and reruns of which nothing has changed.

    issue_long.py prepare PASSC FOLDER ROWS   a ledger and files of ROWS passes, for rerun
    issue_long.py rerun   PASSC FOLDER [TURNS]  run the same again TURNS (5) times
    issue_long.py pipe    PASSC [ROWS] [FEW] [FOLDER]  ROWS (1,000,000) rows to a tar on a pipe, beside FEW
                                              (100,000); signed with the identity in FOLDER
    issue_long.py dry     PASSC [ROWS]        --dry-run of ROWS (10,000,000) rows
    issue_long.py verify  PASSC FOLDER [ROWS] [TURNS]  issue ROWS (1,000,000) passes into FOLDER, 25 kB each,
                                              then `ledger verify` and `check` them TURNS (1) times

W2 of bench/issue.sh: a store card, three personalised fields, 20 kB of images. Processor time is that of
passc alone, user and system. Of what `rerun` finds issued only the first thousand really are: the
others are names of files with holes of the right size, and rows of the ledger with the right digests. That all
of them are called unchanged shows that they are; a million real ones would take 24 GB.
"""

import hashlib
import os
import resource
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

here = os.path.dirname(os.path.abspath(__file__))
identity = os.path.join(here, "../certs-example/ordinary")
environment = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "SOURCE_DATE_EPOCH": os.environ.get("SOURCE_DATE_EPOCH", "1767225600")}
HEADER = "serial,points,balance,member\n"


def row(n):
    return f"B-{n:010d},{n % 997},{n % 83}.{n % 10}5,Member {n} Example\n"


def write_rows(path, numbers):
    with open(path, "w", encoding="utf-8", newline="") as out:
        out.write(HEADER)
        for n in numbers:
            out.write(row(n))


def make_template(folder):
    subprocess.run([sys.executable, os.path.join(here, "../bench/batch_card.py"),
                    os.path.join(folder, "w2.pass"), os.path.join(folder, "none.csv"), "0"],
                   check=True)


def shared_memory():
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


class Measured:
    """One run of passc to its end."""

    def __init__(self, passc, folder, arguments, rows, to_pipe=False, command="issue"):
        issue = ["issue", "w2.pass", "--progress", "none"]
        command = [passc] + (issue if command == "issue" else [command]) + arguments
        errors = open(os.path.join(folder, "errors.txt"), "wb+")
        drain = None
        start = time.monotonic()
        if to_pipe:
            drain = subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
            out = drain.stdin
        else:
            out = open(os.path.join(folder, "out.txt"), "wb+")
        process = subprocess.Popen(command, cwd=folder, env=environment, stdout=out, stderr=errors)
        _, status, usage = os.wait4(process.pid, 0)
        self.seconds = time.monotonic() - start
        out.close()
        if drain:
            drain.wait()
        with open(os.path.join(folder, "errors.txt" if to_pipe else "out.txt"),
                  encoding="utf-8") as file:
            self.said = (file.read().strip().splitlines() or ["nothing"])[-1]
        if status != 0:
            with open(os.path.join(folder, "errors.txt"), encoding="utf-8") as file:
                sys.exit(f"passc ended with {status}: {file.read()[-500:]}")
        self.processor = usage.ru_utime + usage.ru_stime
        self.peak = usage.ru_maxrss / 1024
        self.rows = rows

    def __str__(self):
        return (f"{self.rows:>10,} rows: {self.seconds:8.2f} s, {self.rows / self.seconds:9,.0f} rows/s, "
                f"{self.seconds * 1e6 / self.rows:7.2f} µs each elapsed, "
                f"{self.processor * 1e6 / self.rows:7.2f} µs of processor, peak {self.peak:.0f} MB; "
                f"{self.said}")


def rsa():
    jobs = len(os.sched_getaffinity(0))
    out = subprocess.run(["openssl", "speed", "-seconds", "2", "-multi", str(jobs), "rsa2048"],
                         capture_output=True, text=True).stdout
    return next(float(line.split()[5]) for line in out.splitlines() if line.startswith("rsa "))


def digests(start, n):
    """Those of the row and of all the pass is made from, as PassIssue/Comparing/ContentDigest.swift."""
    serial, points, balance, member = row(n).rstrip("\n").split(",")
    cells = b"".join(
        bytes([kind, len(text)]) + text.encode()
        for kind, text in ((1, serial), (2, points), (2, balance), (1, member)))
    return hashlib.sha256(cells).digest(), hashlib.sha256(start + cells).digest()


def prepare(passc, folder, rows):
    """The first thousand are issued; the others are what the run would have left of them."""
    os.makedirs(folder)
    make_template(folder)
    write_rows(os.path.join(folder, "rows.csv"), range(1, rows + 1))
    write_rows(os.path.join(folder, "part.csv"), range(1, min(rows, 1000) + 1))
    subprocess.run(
        [passc, "issue", "w2.pass", "--progress", "none", "--data", "part.csv", "-o", "out",
         "--identity", identity, "--ledger", "a.ledger"],
        cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL)
    ledger = sqlite3.connect(os.path.join(folder, "a.ledger"))
    start = ledger.execute("SELECT template FROM run").fetchone()[0]
    for serial, *known in ledger.execute("SELECT serial, rowDigest, contentDigest FROM pass"):
        assert known == list(digests(start, int(serial[2:]))), serial
    size = ledger.execute("SELECT max(bundleSize) FROM pass").fetchone()[0]
    ledger.executemany(
        """INSERT INTO pass (passType, serial, state, run, certificate, rowDigest, contentDigest,
             bundleDigest, bundleSize, folder, file, time)
           SELECT passType, ?1, 1, run, certificate, ?2, ?3, randomblob(32), ?4, folder, ?5, time
           FROM pass WHERE id = 1""",
        ((f"B-{n:010d}", *digests(start, n), size, f"B-{n:010d}.pkpass")
         for n in range(1001, rows + 1)))
    ledger.commit()
    ledger.close()
    first = None
    for n in range(1001, rows + 1):
        path = os.path.join(folder, "out", f"B-{n:010d}.pkpass")
        # One file has many names, because 20 million files are too many for most file systems.
        if (n - 1001) % 60_000 == 0:
            with open(path, "wb") as file:
                file.truncate(size)
            first = path
        else:
            os.link(first, path)
    print(f"{rows:,} passes in a ledger of {os.path.getsize(folder + '/a.ledger') >> 20} MB")


def rerun(passc, folder, turns):
    with open(os.path.join(folder, "rows.csv"), encoding="utf-8") as file:
        rows = sum(1 for _ in file) - 1
    arguments = ["--data", "rows.csv", "-o", "out", "--identity", identity, "--ledger", "a.ledger"]
    for what, more in [("files looked at", []), ("--trust-ledger", ["--trust-ledger"])]:
        runs = [Measured(passc, folder, arguments + more, rows) for _ in range(turns)]
        for run in runs:
            print(run)
        rate = statistics.median(run.rows / run.seconds for run in runs)
        print(f"rerun, {what}: median {rate:,.0f} rows a second")


def pipe(passc, rows, few_rows, signer):
    folder = tempfile.mkdtemp(prefix="issue-long-")
    try:
        make_template(folder)
        write_rows(os.path.join(folder, "few.csv"), range(1, few_rows + 1))
        write_rows(os.path.join(folder, "many.csv"), range(1, rows + 1))
        arguments = ["-o", "-", "--identity", signer, "--data"]
        print(f"openssl speed -multi rsa2048: {rsa():,.0f} per second")

        def one(name, count):
            run = Measured(passc, folder, arguments + [name], count, True)
            print(run, flush=True)
            return run

        few = [one("few.csv", few_rows) for _ in range(3)]
        many = one("many.csv", rows)
        few += [one("few.csv", few_rows) for _ in range(2)]
        print(f"openssl speed -multi rsa2048: {rsa():,.0f} per second")
        cost = statistics.median(run.processor / run.rows for run in few)
        elapsed = statistics.median(run.seconds / run.rows for run in few)
        print(f"{rows:,} rows against the median of {few_rows:,}: {many.processor / rows / cost:.3f} of the "
              f"processor time a row, {many.seconds / rows / elapsed:.3f} of the time elapsed, "
              f"peak {many.peak:.0f} MB")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def dry(passc, rows):
    folder = tempfile.mkdtemp(prefix="issue-long-")
    try:
        make_template(folder)
        write_rows(os.path.join(folder, "rows.csv"), range(1, rows + 1))
        print(Measured(passc, folder, ["--dry-run", "--identity", identity, "--data", "rows.csv"],
                       rows))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def verify(passc, folder, rows, turns):
    """Real passes, a million of them from the command: what reading them all again costs."""
    os.makedirs(folder)
    make_template(folder)
    write_rows(os.path.join(folder, "rows.csv"), range(1, rows + 1))
    print(Measured(passc, folder, ["--data", "rows.csv", "-o", "out", "--identity", identity,
                                   "--ledger", "a.ledger"], rows), flush=True)
    for what, command, arguments in [
            ("ledger verify", "ledger", ["verify", "--ledger", "a.ledger"]),
            ("check", "check", ["out", "--trust", os.path.join(identity, "root.pem")])]:
        runs = [Measured(passc, folder, arguments, rows, command=command) for _ in range(turns)]
        for run in runs:
            print(f"{what}: {run}", flush=True)
        rate = statistics.median(run.rows / run.seconds for run in runs)
        print(f"{what}: median {rate:,.0f} files a second", flush=True)


def main():
    what, passc, rest = sys.argv[1], os.path.abspath(sys.argv[2]), sys.argv[3:]
    numbers = [int(text) for text in rest if text.isdigit()]
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if what == "prepare":
        prepare(passc, os.path.abspath(rest[0]), int(rest[1]))
    elif what == "rerun":
        rerun(passc, os.path.abspath(rest[0]), numbers[0] if numbers else 5)
    elif what == "pipe":
        folders = [os.path.abspath(text) for text in rest if not text.isdigit()]
        pipe(passc, *(numbers + [1_000_000, 100_000][len(numbers):])[:2], (folders or [identity])[0])
    elif what == "verify":
        verify(passc, os.path.abspath(rest[0]), *(numbers + [1_000_000, 1][len(numbers):])[:2])
    elif what == "dry":
        dry(passc, numbers[0] if numbers else 10_000_000)
    else:
        sys.exit(__doc__)


main()
