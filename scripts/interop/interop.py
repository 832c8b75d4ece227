# SPDX-License-Identifier: Apache-2.0
"""Bundles of ours, read by programs that are not, against what the templates and rows mean.

    interop.py PASSC [--break] [--only JUDGE]

Called by scripts/interop.sh. Judged are every row of every template, every `passc init` style with and
without NFC, and 50 hostile rows; the readers of passes read each in every language it has, and in one
it has not. With --break every judge is given bundles with one thing changed, and must notice. Exit
code 1 when something differs, or when a judge notices nothing.
"""

import argparse
import collections
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

import intended
import judges
from judges import Bundle, Tally

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
CERTIFICATES = ROOT / "certs-example"
EPOCH = 1_767_225_600
STYLES = (
    "storeCard", "coupon", "eventTicket", "generic", "boardingPass", "posterGeneric", "posterEventTicket",
    "semanticBoardingPass")
# A language that no template has. Every text must be shown unchanged.
NO_LANGUAGE = "fi"


class Making:
    """The bundles, and what each is meant to hold."""

    def __init__(self, passc, work):
        self.passc, self.work = passc, work
        keys = json.loads((ROOT / "Tests/Fixtures/pass-keys.json").read_bytes())["keys"]
        self.number_keys = {
            entry["path"].split(".")[-1] for entry in keys if str(entry["type"]) in ("number", "integer", "boolean")}
        subject = subprocess.run(
            ["openssl", "x509", "-in", CERTIFICATES / "nfc/certificate.pem", "-noout", "-subject", "-nameopt", "multiline"],
            check=True, capture_output=True, text=True).stdout
        named = {name.strip(): value.strip() for name, _, value in (line.partition("=") for line in subject.splitlines())}
        self.fixed = {"passTypeIdentifier": named["userId"], "teamIdentifier": named["organizationalUnitName"]}
        self.templates, self.bundles = [], []

    def run(self, *words):
        done = subprocess.run(
            [self.passc, *map(str, words)], capture_output=True, text=True,
            env={"PATH": os.environ["PATH"], "HOME": str(self.work), "SOURCE_DATE_EPOCH": str(EPOCH)})
        if done.returncode != 0:
            sys.exit(f"passc {words[0]} {words[1]}: {done.returncode}\n{done.stderr}{done.stdout}")
        return done

    def issue(self, folder, data):
        """Every row of a table, as passc issues it."""
        template = intended.Template(folder, self.number_keys)
        self.templates.append(folder)
        rows = intended.rows(data)
        out = self.work / "issued" / folder.stem
        out.parent.mkdir(exist_ok=True)
        token = ["--token-key", CERTIFICATES / "token.key"] if "webServiceURL" in template.json["pass.json"] else []
        self.run("issue", folder, "--data", data, "--identity", CERTIFICATES / "nfc", *token, "-o", out, "--progress", "none")
        languages = [*sorted(template.strings), NO_LANGUAGE]
        made = 0
        for number, row in enumerate(rows):
            meant = template.filled(row, data.parent, self.fixed)
            path = out / f"{meant.document['serialNumber']}.pkpass"
            named = path.rename(out / f"{folder.stem}-{number + 1}.pkpass")
            self.derived_token(named, meant)
            self.bundles.append(Bundle(named, meant, languages))
            made += 1
        if made != len(list(out.iterdir())):
            sys.exit(f"{folder.stem}: {made} rows, {len(list(out.iterdir()))} bundles")

    def derived_token(self, path, meant):
        """A token that comes from --token-key is known to passc alone; it is long, and the pass's own."""
        if "webServiceURL" in meant.document and "authenticationToken" not in meant.document:
            with zipfile.ZipFile(path) as archive:
                token = json.loads(archive.read("pass.json")).get("authenticationToken", "")
            if not re.fullmatch(r"[0-9A-Za-z_-]{16,}", token):
                sys.exit(f"{path.name}: authenticationToken is {token!r}")
            meant.document["authenticationToken"] = token

    def one(self):
        """A bundle with everything that --break changes."""
        folder = self.work / "card.pass"
        self.run("init", folder)
        self.issue(folder, folder / "sample.csv")
        return self.bundles[0]

    def all(self):
        for folder in sorted((ROOT / "templates").glob("*.pass")):
            data = next(folder.glob("sample.*"))
            self.issue(folder, data)
        (self.work / "starters").mkdir()
        for style in STYLES:
            for nfc in ([], ["--nfc"]):
                folder = self.work / "starters" / f"{style}{'-nfc' if nfc else ''}.pass"
                self.run("init", folder, "--style", style, *nfc)
                self.issue(folder, folder / "sample.csv")
        subprocess.run([sys.executable, HERE / "batch.py", ROOT / "templates", self.work], check=True)
        self.issue(self.work / "hostile.pass", self.work / "hostile.csv")
        serials = [bundle.meant.document["serialNumber"] for bundle in self.bundles]
        tokens = collections.Counter(
            token for token in (bundle.meant.document.get("authenticationToken") for bundle in self.bundles) if token)
        if [token for token, count in tokens.items() if count > 1]:
            sys.exit(f"two passes of {len(serials)} have one token")


# Changes one thing at a time for --break.

def changed(bundle, kind, folder):
    """A copy of the bundle with one value changed, its manifest made to fit where that is not the point."""
    with zipfile.ZipFile(bundle.path) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    document = json.loads(files["pass.json"])
    style = next(style for style in judges.STYLES if style in document)
    refreshed = True
    if kind == "field":
        document[style]["primaryFields"][0]["value"] += "."
    elif kind == "barcode":
        document["barcodes"][0]["message"] += " "
    elif kind == "date":
        document["expirationDate"] = document["expirationDate"].replace("59:59", "59:58")
    elif kind == "type":
        document["serialNumber"] = 1
    elif kind == "image":
        files["icon.png"] = files["icon@2x.png"]
    elif kind == "translation":
        name = "de.lproj/pass.strings"
        encoding = "utf-16-be" if files[name][:2] == b"\xfe\xff" else "utf-16-le"
        files[name] = files[name].decode(encoding).replace("Stufe", "Stufen").encode(encoding)
    elif kind == "manifest":
        files["manifest.json"], refreshed = files["manifest.json"].replace(b"icon", b"ikon"), False
    elif kind == "signature":
        files["signature"], refreshed = files["signature"][:-1] + bytes([files["signature"][-1] ^ 1]), False
    if kind in ("field", "barcode", "date", "type"):
        files["pass.json"] = json.dumps(document, ensure_ascii=False).encode()
    if refreshed:
        files["manifest.json"] = json.dumps(
            {name: hashlib.sha1(data).hexdigest() for name, data in files.items() if name not in ("manifest.json", "signature")}).encode()
    path = folder / f"{kind}.pkpass"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    if kind == "archive":
        data = bytearray(path.read_bytes())
        data[data.index(files["icon.png"]) + 60] ^= 1
        path.write_bytes(data)
    return Bundle(path, bundle.meant, bundle.languages)


KINDS = ("field", "barcode", "date", "image", "translation", "archive", "manifest", "signature", "type")


def broken(crew, bundle, work):
    """Every judge with every change it has to notice."""
    folder = work / "broken"
    folder.mkdir()
    deaf, changes = [], 0
    for judge in crew:
        sound = Tally()
        judge.judge([bundle], work, sound)
        for kind in (kind for kind in KINDS if kind in judge.notices):
            changes += 1
            tally = Tally()
            judge.judge([changed(bundle, kind, folder)], work, tally)
            new = [line for line in tally.differences if line.split(": ", 1)[1] not in
                   {known.split(": ", 1)[1] for known in sound.differences}]
            if not new:
                deaf.append(f"{judge.name}: {kind}")
            print(f"  {judge.name}: {kind}: {new[0].split(': ', 1)[1] if new else 'NOT NOTICED'}")
    print(f"interop --break: {changes} changes, {len(deaf)} not noticed{': ' if deaf else ''}{', '.join(deaf)}")
    return 1 if deaf else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("passc")
    parser.add_argument("--break", action="store_true", dest="is_breaking")
    parser.add_argument("--only", help="run only the judges whose name holds this")
    parser.add_argument("--limit", type=int, default=20, help="differences to print per judge")
    options = parser.parse_args()
    work = pathlib.Path(tempfile.mkdtemp(prefix="passc-interop-"))
    try:
        making = Making(os.path.abspath(options.passc), work)
        subject = making.one() if options.is_breaking else making.all()
        crew = judges.all_judges(
            making.passc, making.templates, CERTIFICATES / "nfc", CERTIFICATES / "root.pem", EPOCH, work)
        crew = [judge for judge in crew if not options.only or options.only.lower() in judge.name.lower()]
        missing = {judge.name: judge.missing() for judge in crew}
        for reason in dict.fromkeys(filter(None, missing.values())):
            print(f"interop: missing: {reason}")
        crew = [judge for judge in crew if not missing[judge.name]]
        for judge in crew:
            if isinstance(judge, judges.Reader) and (reason := judge.start()):
                sys.exit(f"interop: {judge.name}: {reason}")
        if options.is_breaking:
            return broken(crew, subject, work)
        compared = differences = 0
        for judge in crew:
            tally = Tally()
            judge.judge(making.bundles, work, tally)
            compared += tally.compared
            differences += len(tally.differences)
            print(f"{judge.name}: {tally.compared} comparisons, {len(tally.differences)} differences", flush=True)
            for line in tally.differences[: options.limit]:
                print(f"  {line}")
            if len(tally.differences) > options.limit:
                print(f"  and {len(tally.differences) - options.limit} more")
            for fault, count in sorted(tally.faults.items()):
                print(f"  its own weakness, {count} times: {fault}")
        print(f"interop: {len(crew)} judges ({len(missing) - len(crew)} missing), {len(making.bundles)} bundles, "
              f"{compared} comparisons, {differences} differences")
        return 1 if differences or not crew or not compared else 0
    finally:
        shutil.rmtree(work, ignore_errors=True)


sys.exit(main())
