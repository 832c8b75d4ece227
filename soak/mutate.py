# SPDX-License-Identifier: Apache-2.0
"""Has damaged bundles checked, many in one call, and looks at how that ends.

    python3 soak/mutate.py PASSC [--count N] [--seed N] [--per-call N] [--odd FOLDER] [--keep FOLDER]

Bases are the first row of every template and every `init` style, their images replaced by small ones
of the same size, and the bundles in the folder that --odd names (`make mutate` has the tests make it:
the odd and broken ones of Tests/PassCheckTests). Each call of `passc check` judges --per-call mutants
in a tar. It must end with 0 or 1, give every mutant a verdict, write reports that are well-formed,
name no inner workings, and spend 2 seconds of processor on no bundle. bsdtar has to read every bundle
in which passc finds nothing, because Wallet reads with the same library. What does otherwise is halved
until one bundle is left, which is kept in --keep. Exit code 1 then. SIGTERM ends it after a call.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree
import zlib

from mutants import Base, Mutator
from second_reader import rejected

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
SLOW = 2.0
# Crash messages of Swift and Foundation, and internal texts that users should not see.
INNER = re.compile(
    rb"Fatal error|fatalError|unexpectedly found nil|out of range|precondition|assertion|Error Domain=|"
    rb"could\xe2\x80\x99t be completed|\binternal (error|fault)\b|/Sources/Pass|\.swift:\d", re.I)
REPORTS = ("text", "sarif", "junit", "github", "gitlab")
STYLES = ("storeCard", "coupon", "eventTicket", "generic", "boardingPass")


def small_image(width, height):
    rows = zlib.compress((b"\0" + b"\x7f" * width) * height, 9)

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def shrink(folder):
    for image in folder.rglob("*.png"):
        data = image.read_bytes()
        image.write_bytes(small_image(*struct.unpack(">II", data[16:24])))


def bases(passc, work, odd):
    """Sound bundles of ours, then those of the tests."""
    shutil.copytree(ROOT / "templates", work / "templates")
    for style in STYLES:
        subprocess.run([passc, "init", work / "templates" / f"{style}.pass", "--style", style], check=True, capture_output=True)
    shrink(work / "templates")
    found = []
    for template in sorted((work / "templates").glob("*.pass")):
        bundle = work / f"{template.stem}.pkpass"
        subprocess.run(
            [passc, "build", template, "--sample", "1", "--identity", ROOT / "certs-example/nfc", "--token-key",
             ROOT / "certs-example/token.key", "-o", bundle],
            check=True, capture_output=True, env={**os.environ, "SOURCE_DATE_EPOCH": "1767225600"})
        found.append(Base(template.stem, bundle.read_bytes()))
    ours = len(found)
    for path in sorted(pathlib.Path(odd).glob("*.pkpass")) if odd else ():
        if path.stat().st_size <= 60_000:
            found.append(Base(path.stem, path.read_bytes()))
    return found, ours


def tar(path, members):
    with open(path, "wb") as file:
        for name, data in members:
            head = bytearray(512)
            head[: len(name)] = name
            head[100:108], head[108:116], head[116:124] = b"0000644\0", b"0000000\0", b"0000000\0"
            head[124:136], head[136:148] = b"%011o\0" % len(data), b"00000000000\0"
            head[148:156], head[156:157], head[257:265] = b" " * 8, b"0", b"ustar\00000"
            head[148:156] = b"%06o\0 " % sum(head)
            file.write(head + data + bytes(-len(data) % 512))
        file.write(bytes(1024))


def processor_seconds(process, started):
    """What a process has used so far: other work on the machine costs it time, but no work."""
    try:
        fields = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return time.monotonic() - started
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Call:
    """One call of `passc check`: what it said, and how long it worked between two lines at the most.

    No bundle took longer than that. What it takes to write the report at the end belongs to all.
    """

    def __init__(self, passc, trust, members, work, report, timeout=900):
        bundle, written = work / "mutants.tar", work / "report"
        tar(bundle, members)
        written.unlink(missing_ok=True)
        argv = [passc, "check", str(bundle), "--notes", "--format", "json", "--jobs", "1"]
        if report:
            argv += ["--report", f"{report}={written}"]
        for file in trust:
            argv += ["--trust", str(file)]
        started, worked = time.monotonic(), 0.0
        self.longest, pieces = 0.0, []
        with open(work / "errors", "w+b") as errors:
            process = subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=errors, env={"PATH": os.environ["PATH"], "HOME": str(work)})
            while piece := os.read(process.stdout.fileno(), 1 << 20):
                now = processor_seconds(process.pid, started)
                self.longest, worked = max(self.longest, now - worked), now
                pieces.append(piece)
                if time.monotonic() - started > timeout:
                    process.kill()
            self.code = process.wait()
            self.seconds = time.monotonic() - started
            errors.seek(0)
            self.errors = errors.read()
        self.said = b"".join(pieces)
        self.report = written.read_bytes() if written.exists() else None
        self.form, self.members = report, members

    def verdicts(self):
        """The result of every bundle that was judged, by its name."""
        found = {}
        for line in self.said.split(b"\n"):
            if line.startswith(b'{"version":1,"verdict":'):
                verdict = json.loads(line)["verdict"]
                found.setdefault(verdict["bundle"].split("!")[1], verdict["result"])
        return found

    def broken_archives(self):
        """The bundles with an error about the archive, by name. passc does not call them fine,
        whatever the verdict says of Wallet."""
        lines = (json.loads(line) for line in self.said.split(b"\n") if b'"code":"archive.' in line)
        return {
            (line["bundle"] or line["file"]).split("!")[1]
            for line in lines if line["severity"] == "error"}

    def fault(self):
        """What is wrong with how the call ended; None when nothing is."""
        if self.code not in (0, 1):
            return f"ended with {self.code}"
        if self.longest > SLOW:
            return f"worked for {self.longest:.1f} s without a word"
        inner = INNER.search(self.errors) or INNER.search(self.said)
        if inner:
            return f"says {inner.group().decode('utf-8', 'replace')!r}"
        if self.errors.strip():
            return f"says on standard error: {self.errors[:200].decode('utf-8', 'replace')}"
        try:
            verdicts = self.verdicts()
            for line in self.said.splitlines():
                json.loads(line)
        except ValueError as error:
            return f"writes lines that are no JSON: {error}"
        lacking = [name for name, _ in self.members if name.decode() not in verdicts]
        if lacking:
            return f"has no verdict on {len(lacking)}, the first {lacking[0].decode()}"
        broken = self.broken_archives()
        differs = rejected(
            (name, data) for name, data in self.members
            if name.endswith(b".pkpass") and verdicts[name.decode()] == "nothingFound"
            and name.decode() not in broken)
        if differs:
            return f"calls {differs[0].decode()} fine, bsdtar rejects it: {differs[2]}"
        try:
            if self.form == "junit":
                xml.etree.ElementTree.fromstring(self.report)
            elif self.form in ("sarif", "gitlab"):
                json.loads(self.report)
            elif self.form:
                self.report.decode("utf-8")
        except (ValueError, TypeError, AttributeError, xml.etree.ElementTree.ParseError) as error:
            return f"the {self.form} report is not well-formed: {error}"
        return None


def narrowed(call_of, members, fault):
    """The fewest members that still go wrong, by halving."""
    kind = fault.split(":")[0].split(" ")[0]
    while len(members) > 1:
        half = len(members) // 2
        for part in (members[:half], members[half:]):
            found = call_of(part).fault()
            if found and found.split(":")[0].split(" ")[0] == kind:
                members, fault = part, found
                break
        else:
            return members, fault
    return members, fault


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("passc")
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=20261122)
    parser.add_argument("--per-call", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first call")
    parser.add_argument("--odd")
    parser.add_argument("--keep", default="build/mutants")
    options = parser.parse_args()
    passc = os.path.abspath(options.passc)
    shared = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    work = pathlib.Path(tempfile.mkdtemp(prefix="passc-mutate-", dir=shared))
    keep = pathlib.Path(options.keep)
    started = time.monotonic()
    kinds, results, faults = collections.Counter(), collections.Counter(), []
    checking = slowest = longest = 0.0
    done = 0
    stops = []
    signal.signal(signal.SIGTERM, lambda *_: stops.append(True))
    try:
        found, ours = bases(passc, work, options.odd)
        keys = sorted({entry["path"].split(".")[-1].removesuffix("[]") for entry in json.loads(
            (ROOT / "Tests/Fixtures/pass-keys.json").read_bytes())["keys"]})
        trust = [ROOT / "certs-example/root.pem"]
        if options.odd and (pathlib.Path(options.odd) / "root.pem").exists():
            trust.append(pathlib.Path(options.odd).resolve() / "root.pem")
        print(f"{ours} bundles of templates, {len(found) - ours} of the tests, seed {options.seed}", flush=True)
        calls = -(-options.count // options.per_call)
        for number in range(options.first, options.first + calls):
            mutator = Mutator(found, ours, keys, f"{options.seed}/{number}")
            members = []
            for index in range(min(options.per_call, options.count - (number - options.first) * options.per_call)):
                kind, suffix, data = mutator.mutant()
                kinds[kind] += 1
                members.append((f"{number}-{index}.{suffix}".encode(), data))
            # The report of 10,000 bundles takes as long as their check, so only one call in five
            # writes one.
            form = REPORTS[number // 5 % len(REPORTS)] if number % 5 == 0 else None
            call = Call(passc, trust, members, work, form)
            checking += call.seconds
            slowest, longest = max(slowest, call.seconds), max(longest, call.longest)
            fault = call.fault()
            results.update(call.verdicts().values())
            if fault:
                few, fault = narrowed(lambda part: Call(passc, trust, part, work, form), members, fault)
                keep.mkdir(parents=True, exist_ok=True)
                for name, data in few[:20]:
                    (keep / name.decode()).write_bytes(data)
                faults.append(fault)
                print(f"call {number}: {len(few)} bundles from {few[0][0].decode()}, in {keep}: {fault}", flush=True)
            elif number % 10 == 9:
                print(f"call {number}: {sum(kinds.values())} mutants, {time.monotonic() - started:.0f} s", flush=True)
            done += 1
            if stops:
                break
    finally:
        shutil.rmtree(work, ignore_errors=True)
    print("kinds: " + ", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items())))
    print("verdicts: " + ", ".join(f"{result} {count}" for result, count in results.most_common()))
    print(f"{sum(kinds.values())} mutants in {done} calls: {len(faults)} faults; {checking:.0f} s of checking, the longest call "
          f"{slowest:.1f} s, at most {longest:.2f} s of processor from one line to the next; {time.monotonic() - started:.0f} s in all")
    sys.exit(1 if faults else 0)


main()
