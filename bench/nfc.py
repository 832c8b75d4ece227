# SPDX-License-Identifier: Apache-2.0
"""Times decryption of phones' answers. Called by nfc.sh, which says what is compared.

    python3 bench/nfc.py PASSC REPOSITORY WORK-FOLDER TURNS
"""

import json
import os
import pathlib
import platform
import statistics
import subprocess
import sys
import time

LINES = 20_000
DIFFERENT = 64
PASS_TYPE = "pass.com.example.passc"


def output(*argv):
    return subprocess.run(argv, check=True, capture_output=True, text=True).stdout


def ecdh_per_second():
    """P-256 key agreements in a second, one process."""
    lines = output("openssl", "speed", "-mr", "-seconds", "1", "ecdhp256").splitlines()
    rate = float(next(line for line in lines if line.startswith("+F5:")).split(":")[3])
    # Operations per second. Before OpenSSL 3.0 it is seconds per operation.
    return rate if rate > 1 else 1 / rate


def decrypt(passc, key, lines, processors):
    """Answers per second of a whole process, and the processor time of each in microseconds."""
    def pin():
        if processors == 1 and hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

    argv = [passc, "nfc", "decrypt", "--pass-type", PASS_TYPE, "--reader-key", key, "--max-age", "none", "-"]
    before = os.times()
    started = time.perf_counter()
    with open(lines, "rb") as source:
        done = subprocess.run(argv, stdin=source, capture_output=True, preexec_fn=pin)
    elapsed = time.perf_counter() - started
    after = os.times()
    answers = done.stdout.splitlines()
    if done.returncode != 0 or len(answers) != LINES or any(b'"ok":true' not in answer for answer in answers):
        sys.exit(f"decrypt failed: {done.stderr.decode()}{done.stdout[:200]}")
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return LINES / elapsed, used / LINES * 1e6


def main():
    passc, repository, work, turns = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]), int(sys.argv[4])
    certificates = repository / "certs-example"
    key = str(certificates / "nfc-reader" / "gym-nfc-private.pem")
    bundle = str(work / "gym.pkpass")
    template = str(repository / "templates" / "gym-membership.pass")
    output(passc, "build", template, "--sample", "1", "--identity", str(certificates / "nfc"), "-o", bundle)
    tap = [passc, "nfc", "tap", bundle, "--pass-type", PASS_TYPE, "--trust", str(certificates / "root.pem"), "--format", "json"]
    answers = [json.loads(output(*tap))["taps"][0]["exchanges"][1]["response"]["hex"] for _ in range(DIFFERENT)]
    lines = work / "lines"
    lines.write_text("".join(
        json.dumps({"passType": PASS_TYPE, "data": answers[number % DIFFERENT], "id": number}) + "\n"
        for number in range(LINES)))

    # The first run warms the caches.
    decrypt(passc, key, lines, 1)
    references, single, several, used = [], [], [], []
    for _ in range(turns):
        references.append(ecdh_per_second())
        rate, cost = decrypt(passc, key, lines, 1)
        single.append(rate)
        used.append(cost)
        several.append(decrypt(passc, key, lines, os.cpu_count())[0])

    processor = next(
        (line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")),
        platform.processor(),
    ) if os.path.exists("/proc/cpuinfo") else platform.processor()
    reference = statistics.median(references)
    print(f"nfc decrypt, {LINES} lines ({DIFFERENT} different answers), {turns} turns, medians, {time.strftime('%Y-%m-%d')}")
    print(f"machine       {processor}, {os.cpu_count()} processors, {platform.system()} {platform.release()}")
    print(f"openssl       {output('openssl', 'version').strip()}")
    print(f"ecdhp256      {reference:.0f} per second ({min(references):.0f} to {max(references):.0f}), {1e6 / reference:.1f} µs each")
    for name, rates in (("1 processor", single), (f"{os.cpu_count()} processors", several)):
        rate = statistics.median(rates)
        print(f"{name:<12}  {rate:.0f} messages per second ({min(rates):.0f} to {max(rates):.0f}), {rate / reference:.2f} of ecdhp256")
    print(f"each          {statistics.median(used):.1f} µs of processor, {statistics.median(used) * reference / 1e6:.2f} key agreements")


if __name__ == "__main__":
    main()
