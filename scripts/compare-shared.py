#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares what the tests take for given with the collection it comes from.

    scripts/compare-shared.py FOLDER [PASSC]      compare; ends with 1 when something differs
    scripts/compare-shared.py --facts FOLDER      print Tests/Fixtures/apple-authorities.json anew

FOLDER holds spec/ (pass-keys.json, vas-vectors.json, vas-published-captures.json) and apple-ca/ (the
certificates of Apple's authorities). The certificates and the captures from real phones are not ours to publish:
the repository knows facts of the ones, and the others are decrypted here with PASSC (default: the debug build).
Needs openssl.
"""

import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile
from datetime import datetime, timezone

ROOT = pathlib.Path(__file__).resolve().parent.parent
FIXTURES = ROOT / "Tests" / "Fixtures"
failures = []


def expect(holds, sentence):
    print(("same: " if holds else "DIFFERS: ") + sentence)
    if not holds:
        failures.append(sentence)


def openssl(*arguments, data=None):
    return subprocess.run(["openssl", *arguments], input=data, capture_output=True, check=True).stdout


def moment(text):
    parsed = datetime.strptime(text, "%b %d %H:%M:%S %Y GMT").replace(tzinfo=timezone.utc)
    return parsed.strftime("%Y-%m-%dT%H:%M:%SZ")


def facts(file):
    """What OpenSSL reads in a certificate."""
    whole = openssl("x509", "-in", str(file), "-noout", "-subject", "-issuer", "-serial", "-dates",
                    "-nameopt", "RFC2253").decode()
    fields = dict(line.split("=", 1) for line in whole.splitlines())
    text = openssl("x509", "-in", str(file), "-noout", "-text").decode()
    identifier = re.search(r"Subject Key Identifier: *\n *([0-9A-F:]+)", text)
    der = openssl("x509", "-in", str(file), "-outform", "DER")
    key = openssl("pkey", "-pubin", "-outform", "DER",
                  data=openssl("x509", "-in", str(file), "-noout", "-pubkey"))
    return {
        "file": file.name,
        "subject": fields["subject"],
        "issuer": fields["issuer"],
        "serial": fields["serial"].lower(),
        "keyIdentifier": identifier.group(1).replace(":", "").lower(),
        "sha256": hashlib.sha256(der).hexdigest(),
        "sha1": hashlib.sha1(der).hexdigest(),
        "publicKeySHA256": hashlib.sha256(key).hexdigest(),
        "notBefore": moment(fields["notBefore"]),
        "notAfter": moment(fields["notAfter"]),
        "marks": sorted(set(re.findall(r"1\.2\.840\.113635\.100\.6\.2\.\d+", text))),
    }


def compare_certificates(folder, passc):
    files = sorted(folder.glob("*.pem"))
    known = {fact["file"]: fact for fact in json.loads((FIXTURES / "apple-authorities.json").read_text("utf-8"))}
    expect([file.name for file in files] == sorted(known), f"{len(files)} certificates of Apple's authorities")
    for file in files:
        found = facts(file)
        if file.name in known:
            wrong = [name for name in found if found[name] != known[file.name].get(name)]
            expect(not wrong, f"{file.name} {' '.join(wrong)}".rstrip())
    with tempfile.TemporaryDirectory() as scratch:
        told = subprocess.run([passc, "cert", "import", *map(str, files), "--into", scratch + "/id"],
                              capture_output=True, text=True).stdout
        roots = [fact for fact in known.values() if fact["subject"] == fact["issuer"]]
        expect(told.count("left out: passes do not contain it") == len(roots), f"{len(roots)} roots left out by passc")
        rest = len(known) - len(roots)
        expect(told.count("known by its SHA-256") == rest, f"{rest} intermediates known to passc")


def compare_captures(file, passc):
    captures = json.loads(file.read_text("utf-8"))
    with tempfile.TemporaryDirectory() as scratch:
        key = pathlib.Path(scratch) / "reader.der"
        reader = captures["reader"]
        # SEC 1: a P-256 private key with its public key.
        body = bytes.fromhex("0201010420" + reader["privateScalar"] + "a00a06082a8648ce3d030107a14403420004"
                             + reader["publicX"] + reader["publicY"])
        key.write_bytes(bytes([0x30, len(body)]) + body)
        for capture in captures["captures"]:
            for form in ("cryptogram", "getDataResponse"):
                if form not in capture:
                    continue
                run = subprocess.run(
                    [passc, "nfc", "decrypt", "--pass-type", capture["passTypeIdentifier"], "--reader-key", str(key),
                     "--format", "json", capture[form]], capture_output=True, text=True)
                answer = json.loads(run.stdout) if run.returncode == 0 else {}
                expect(capture["message"]["utf8"] in answer.values()
                       and capture["timestamp"]["iso8601"] in answer.values(),
                       f"{capture['id']}, {form}: what a real phone sent {run.stderr.strip()}".rstrip())


def main(arguments):
    only_facts = arguments[:1] == ["--facts"]
    if only_facts:
        arguments = arguments[1:]
    if not arguments or len(arguments) > (1 if only_facts else 2):
        sys.exit(__doc__)
    folder = pathlib.Path(arguments[0])
    if only_facts:
        print(json.dumps([facts(file) for file in sorted((folder / "apple-ca").glob("*.pem"))], indent=1))
        return
    passc = arguments[1] if len(arguments) > 1 else str(ROOT / ".build" / "debug" / "passc")
    for name in ("pass-keys.json", "vas-vectors.json"):
        expect((FIXTURES / name).read_bytes() == (folder / "spec" / name).read_bytes(), name)
    compare_certificates(folder / "apple-ca", passc)
    compare_captures(folder / "spec" / "vas-published-captures.json", passc)
    if failures:
        sys.exit(f"{len(failures)} things differ")


main(sys.argv[1:])
