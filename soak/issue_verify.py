# SPDX-License-Identifier: Apache-2.0
"""Issues passes and has strangers judge every one of them.

    issue_verify.py PASSC IDENTITY ROOT-CERTIFICATE [COUNT]

Each bundle is opened by Python's zipfile, each file's SHA-1 is compared with the manifest, pass.json
has to carry the serial of its row, and the signature is given to a process of its own of
`openssl cms -verify`, with certificates up to the root. Exit code 1 when any is not as it must be.
"""

import concurrent.futures
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile

passc = os.path.abspath(sys.argv[1])
identity = os.path.abspath(sys.argv[2])
root = os.path.abspath(sys.argv[3])
count = int(sys.argv[4]) if len(sys.argv) > 4 else 10_000
# The certificates of certs-example/ are checked at the signing time of the passes.
signed = "1767225600"


def serial(number):
    return f"B-{number:010d}"


def judge(folder, number):
    """What is wrong with one pass; None when nothing is."""
    with zipfile.ZipFile(os.path.join(folder, "out", serial(number) + ".pkpass")) as bundle:
        if bundle.testzip() is not None:
            return "a check sum of the archive is wrong"
        files = {name: bundle.read(name) for name in bundle.namelist()}
    manifest = json.loads(files["manifest.json"])
    if set(manifest) != set(files) - {"manifest.json", "signature"}:
        return "the manifest names other files"
    for name, digest in manifest.items():
        if hashlib.sha1(files[name]).hexdigest() != digest:
            return f"{name} has another SHA-1"
    card = json.loads(files["pass.json"])
    if card["serialNumber"] != serial(number):
        return f"it is the pass {card['serialNumber']}"
    own = os.path.join(folder, f"judge-{number}")
    with open(own + ".m", "wb") as file:
        file.write(files["manifest.json"])
    with open(own + ".s", "wb") as file:
        file.write(files["signature"])
    verified = subprocess.run(
        ["openssl", "cms", "-verify", "-binary", "-inform", "DER", "-in", own + ".s", "-content",
         own + ".m", "-CAfile", root, "-purpose", "any", "-attime", signed, "-out", os.devnull],
        capture_output=True, text=True)
    os.remove(own + ".m")
    os.remove(own + ".s")
    return None if verified.returncode == 0 else verified.stderr.strip()[:200]


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    folder = tempfile.mkdtemp(prefix="issue-verify-", dir=os.environ.get("TMPDIR", "/tmp"))
    try:
        subprocess.run(
            [sys.executable, os.path.join(here, "../bench/batch_card.py"), os.path.join(folder, "card.pass"),
             os.path.join(folder, "rows.csv"), str(count)], check=True)
        issued = subprocess.run(
            [passc, "issue", "card.pass", "--data", "rows.csv", "-o", "out", "--identity", identity,
             "--progress", "none", "--ledger", "a.ledger"],
            cwd=folder, env={"PATH": "/usr/bin:/bin", "HOME": folder, "SOURCE_DATE_EPOCH": signed},
            capture_output=True, text=True)
        if issued.stdout != f"issued {count}, reissued 0, unchanged 0, rejected 0\n":
            sys.exit(f"passc issue: {issued.returncode} {issued.stdout} {issued.stderr}")
        start = time.monotonic()
        faults = 0
        with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as crew:
            numbers = range(1, count + 1)
            for number, fault in zip(numbers, crew.map(lambda n: judge(folder, n), numbers)):
                if fault:
                    faults += 1
                    print(f"{serial(number)}: {fault}", flush=True)
        version = subprocess.run(["openssl", "version"], capture_output=True, text=True).stdout.strip()
        print(f"{count} passes of one run verified one by one by {version}, zipfile and sha1: "
              f"{faults} faults, {time.monotonic() - start:.0f} s")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    sys.exit(1 if faults else 0)


main()
