# SPDX-License-Identifier: Apache-2.0
"""Kills `passc issue` at random moments, and fills its disk, until it must have lost something.

    issue_soak.py PASSC IDENTITY [KILLS [ROWS [SEED]]]

Every time the process dies, `passc ledger verify` has to find each pass the ledger counts whole on
disk. Whenever a run has come to its end, the files have to be those of an undisturbed run, byte for
byte and no other. The last line says what was done; exit code 1 when anything was not as it must be.
"""

import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

passc = os.path.abspath(sys.argv[1])
identity = os.path.abspath(sys.argv[2])
kills_wanted = int(sys.argv[3]) if len(sys.argv) > 3 else 200
rows = int(sys.argv[4]) if len(sys.argv) > 4 else 1500
seed = int(sys.argv[5]) if len(sys.argv) > 5 else int(time.time())
chance = random.Random(seed)
environment = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "SOURCE_DATE_EPOCH": "1767225600"}
faults = []


def run(arguments, folder, **options):
    return subprocess.run([passc] + arguments, cwd=folder, env=environment, capture_output=True,
                          text=True, **options)


def fault(words):
    faults.append(words)
    print("FAULT: " + words, flush=True)


def prepare(folder):
    """A template with a web service, so that tokens are at stake, and its table.

    The pattern of the template's own column leaves room for 10,000 serials.
    """
    made = run(["init", "card.pass", "--style", "storeCard"], folder)
    assert made.returncode == 0, made.stderr
    path = os.path.join(folder, "card.pass/pass.json")
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    document["webServiceURL"] = "https://example.com/passes/"
    with open(path, "w", encoding="utf-8") as file:
        json.dump(document, file)
    with open(os.path.join(folder, "card.pass/sample.csv"), encoding="utf-8") as file:
        header, first = file.read().splitlines()[:2]
    cells = first.split(",")
    with open(os.path.join(folder, "members.csv"), "w", encoding="utf-8") as file:
        file.write(header + "\n")
        for number in range(rows):
            row = list(cells)
            row[0] = f"C-{number:04}"
            file.write(",".join(row) + "\n")
    with open(os.path.join(folder, "token.key"), "w", encoding="utf-8") as file:
        file.write("5a" * 32 + "\n")


def issue_arguments(work, tokens):
    return ["issue", "card.pass", "--data", "members.csv", "--identity", identity, "--progress",
            "none", "-o", f"{work}/out", "--ledger", f"{work}/a.ledger"] + tokens


def contents(folder):
    """Digests by name, and how many files a killed process has left half written."""
    found, left = {}, 0
    for name in os.listdir(folder):
        if name.startswith(".passc-"):
            left += 1
            continue
        with open(os.path.join(folder, name), "rb") as file:
            found[name] = hashlib.sha256(file.read()).digest()
    return found, left


def tokens_of(folder, work):
    exported = run(["ledger", "export", "--with-tokens", "--format", "json", "--ledger",
                    f"{work}/a.ledger"], folder)
    if "is empty" in exported.stderr:
        return {}
    assert exported.returncode == 0, exported.stderr
    return {(line := json.loads(text))["serial"]: line["token"]
            for text in exported.stdout.splitlines()}


def verify(folder, work, when):
    if not os.path.exists(os.path.join(folder, work, "a.ledger")):
        return 0
    outcome = run(["ledger", "verify", "--format", "json", "--ledger", f"{work}/a.ledger"], folder)
    # The process was killed before the first run started.
    if outcome.returncode == 3 and "is empty" in outcome.stderr:
        return 0
    lines = [json.loads(text) for text in outcome.stdout.splitlines()]
    errors = [line for line in lines if line.get("severity") == "error"]
    if outcome.returncode != 0 or errors:
        fault(f"{when}: exit {outcome.returncode} {errors[:2]} {outcome.stderr[:300]}")
    return lines[-1]["summary"]["passes"] if lines else 0


def compare(folder, work, expected, when):
    found, left = contents(os.path.join(folder, work, "out"))
    if found != expected:
        different = [name for name in expected if found.get(name) != expected[name]]
        more = [name for name in found if name not in expected]
        fault(f"{when}: {len(different)} files missing or different {different[:3]}, "
              f"{len(more)} too many {more[:3]}")
    return left


def kill_until_enough(folder, expected, duration):
    kills, ends, left_over, resumed = 0, 0, 0, 0
    work = None
    while kills < kills_wanted:
        if work is None:
            work = f"work{ends}"
            os.mkdir(os.path.join(folder, work))
        process = subprocess.Popen([passc] + issue_arguments(work, ["--token-key", "token.key"]),
                                   cwd=folder, env=environment, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, text=True)
        try:
            process.wait(timeout=chance.uniform(0, duration * 0.8))
        except subprocess.TimeoutExpired:
            process.kill()
        said = process.stderr.read()
        code = process.wait()
        if code == -9:
            kills += 1
            passes = verify(folder, work, f"kill {kills}")
            resumed += passes > 0
            continue
        if code != 0:
            fault(f"exit {code}: {said[:300]}")
            return kills, ends, left_over, resumed
        ends += 1
        verify(folder, work, f"end {ends}")
        left_over += compare(folder, work, expected, f"end {ends}")
        shutil.rmtree(os.path.join(folder, work))
        work = None
    if work is not None:
        outcome = run(issue_arguments(work, ["--token-key", "token.key"]), folder)
        if outcome.returncode != 0:
            fault(f"the last run: exit {outcome.returncode}: {outcome.stderr[:300]}")
        else:
            ends += 1
            verify(folder, work, "the last run")
            left_over += compare(folder, work, expected, "the last run")
    return kills, ends, left_over, resumed


def random_tokens(folder):
    """Random tokens: what a file says must be what the ledger says, also after kills."""
    work = "random"
    os.mkdir(os.path.join(folder, work))
    known = {}
    for _ in range(8):
        process = subprocess.Popen([passc] + issue_arguments(work, []), cwd=folder, env=environment,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(chance.uniform(0.02, 0.5))
        process.kill()
        process.wait()
        if not os.path.exists(os.path.join(folder, work, "a.ledger")):
            continue
        now = tokens_of(folder, work)
        for serial, token in known.items():
            if now.get(serial) != token:
                fault(f"the token of {serial} has changed")
        known.update(now)
    outcome = run(issue_arguments(work, []), folder)
    if outcome.returncode != 0:
        fault(f"random tokens: exit {outcome.returncode}: {outcome.stderr[:300]}")
        return
    now = tokens_of(folder, work)
    if len(now) != rows or any(now.get(serial) != token for serial, token in known.items()):
        fault("random tokens: a serial is missing or has another token")
    for serial in chance.sample(sorted(now), 20):
        path = os.path.join(folder, work, "out", serial + ".pkpass")
        shown = subprocess.run(["unzip", "-p", path, "pass.json"], capture_output=True, check=True)
        if json.loads(shown.stdout)["authenticationToken"] != now[serial]:
            fault(f"{serial} holds another token than the ledger")


FULL = """
mount -t tmpfs -o size=%dk none disk 2>/dev/null || exit 77
"$@" & pid=$!
while [ "$(ls disk/out 2>/dev/null | wc -l)" -lt %d ] && kill -0 $pid 2>/dev/null; do :; done
dd if=/dev/zero of=disk/ballast bs=64k 2>/dev/null
wait $pid; first=$?
left=$(ls disk/out | wc -l)
rm disk/ballast
mount -o remount,size=1g disk || exit 77
"$@"; second=$?
mkdir kept && cp -a disk/. kept/
echo "$first $second $left"
"""


def full_disk(folder, expected, kilobytes, share):
    """A disk that is filled when that share of the passes stands; then it has room again.

    Not simply a small one: passc counts what it needs before it signs anything. On a busy machine
    what fills it may come too late; then it is tried again.
    """
    for _ in range(10):
        said = try_full_disk(folder, expected, kilobytes, share)
        if said is not None:
            return said
    fault(f"disk full at {share}: each of ten runs had ended before")
    return "failed"


def try_full_disk(folder, expected, kilobytes, share):
    os.mkdir(os.path.join(folder, "disk"))
    outcome = subprocess.run(
        ["unshare", "-rm", "sh", "-c", FULL % (kilobytes, int(rows * share)), "sh", passc]
        + issue_arguments("disk", ["--token-key", "token.key"]),
        cwd=folder, env=environment, capture_output=True, text=True)
    shutil.rmtree(os.path.join(folder, "disk"))
    if outcome.returncode == 77 or "unshare:" in outcome.stderr:
        return "not possible here"
    if outcome.stdout.split()[-3:] == ["0", "0", str(rows)]:
        shutil.rmtree(os.path.join(folder, "kept"))
        return None
    first, second, left = (outcome.stdout.split()[-3:] + ["?"] * 3)[:3]
    if (first, second) != ("3", "0"):
        fault(f"disk full at {share}: {outcome.stdout[-200:]} {outcome.stderr[-300:]}")
        return "failed"
    os.rename(os.path.join(folder, "kept"), os.path.join(folder, "disk"))
    verify(folder, "disk", f"disk full at {share}")
    compare(folder, "disk", expected, f"disk full at {share}")
    shutil.rmtree(os.path.join(folder, "disk"))
    return f"full after {left} passes"


def main():
    folder = tempfile.mkdtemp(prefix="issue-soak-", dir=os.environ.get("TMPDIR", "/tmp"))
    try:
        print(f"seed {seed}, {rows} rows, {kills_wanted} kills", flush=True)
        prepare(folder)
        os.mkdir(os.path.join(folder, "reference"))
        start = time.monotonic()
        outcome = run(issue_arguments("reference", ["--token-key", "token.key"]), folder)
        duration = time.monotonic() - start
        assert outcome.returncode == 0, outcome.stderr
        expected, _ = contents(os.path.join(folder, "reference/out"))
        assert len(expected) == rows, len(expected)
        kills, ends, left_over, resumed = kill_until_enough(folder, expected, duration)
        if kills >= 20 and resumed == 0:
            fault("no kill met a run that had issued a pass: more rows are needed")
        random_tokens(folder)
        # The disk has space for twice as much, and part of it is filled with other data.
        total = sum(os.path.getsize(os.path.join(folder, "reference/out", name))
                    for name in expected) // 1024
        disks = [full_disk(folder, expected, 2 * total + 16384, share) for share in (0.2, 0.5, 0.8)]
        print(f"{kills} kills, {resumed} of them with passes issued, {ends} runs to the end, "
              f"{left_over} half-written files left behind, disks: {', '.join(disks)}; "
              f"{len(faults)} faults")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    sys.exit(1 if faults else 0)


main()
