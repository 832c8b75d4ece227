#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes 67 typical mistakes and prints what passc says to each, for people who rate the messages.

    scripts/mistakes.py PASSC             every mistake, one after the other
    scripts/mistakes.py PASSC NUMBER...   only these

Everything happens in a temporary folder. A crash, a hang, or exit code 0 for an error ends the
script with 1.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import zipfile

MISTAKES = []
IDENTITY = "--identity ID"


def mistake(title, command, status, change=None):
    """A mistake: what happened, the command, the exit codes that are right, how to set it up."""
    MISTAKES.append((title, command, status, change))


def replace(name, old, new):
    def change(folder):
        path = folder / name
        text = path.read_text(encoding="utf-8")
        if old not in text:
            sys.exit(f"{name} does not contain {old}")
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return change


def write(name, content):
    def change(folder):
        data = content if isinstance(content, bytes) else content.encode()
        (folder / name).write_bytes(data)
    return change


def remove(*names):
    def change(folder):
        for name in names:
            path = folder / name
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    return change


def both(*changes):
    def change(folder):
        for each in changes:
            each(folder)
    return change


def repack(**files):
    """gym.pkpass with other files in it; None leaves one out."""
    def change(folder):
        old = {}
        with zipfile.ZipFile(folder / "gym.pkpass") as archive:
            for name in archive.namelist():
                old[name] = archive.read(name)
        for name, content in files.items():
            name = name.replace("__", ".").replace("_slash_", "/")
            if content is None:
                old.pop(name)
            else:
                old[name] = content
        with zipfile.ZipFile(folder / "gym.pkpass", "w") as archive:
            for name, content in old.items():
                archive.writestr(name, content)
    return change


def enclose(folder):
    with zipfile.ZipFile(folder / "gym.pkpass") as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(folder / "gym.pkpass", "w") as archive:
        for name, content in files.items():
            archive.writestr("gym/" + name, content)


def cell(old, new):
    return replace("members.csv", old, new)


BUILD = "build gym.pass --sample 1 " + IDENTITY
ISSUE = "issue gym.pass --data members.csv -o out " + IDENTITY
CHECK = "check gym.pass"
ROWS = "check gym.pass --data members.csv"
PASS = "check gym.pkpass --trust ID/root.pem"

# Files and commands
mistake("template name misspelt", "build gim.pass --sample 1 " + IDENTITY, {3})
mistake("a finished pass given to build", "build gym.pkpass --sample 1 " + IDENTITY, {2, 3})
mistake("a table given to check", "check members.csv", {1, 2, 3})
mistake("the pass.json inside the template given to build", "build gym.pass/pass.json --sample 1 " + IDENTITY, {1, 2, 3})
mistake("data file misspelt", "issue gym.pass --data member.csv -o out " + IDENTITY, {3})
mistake("a folder given as data", "issue gym.pass --data gym.pass -o out " + IDENTITY, {2, 3})
mistake("no data and no sample", "build gym.pass " + IDENTITY, {1, 2})
mistake("no identity", "build gym.pass --sample 1", {2})
mistake("identity folder misspelt", "build gym.pass --sample 1 --identity IDX", {3})
mistake("identity folder without a key", "build gym.pass --sample 1 --identity NOKEY", {1, 2, 3},
        lambda f: (shutil.copytree(f / "ID", f / "NOKEY"), (f / "NOKEY/key.pem").unlink()))
mistake("command misspelt", "chekc gym.pass", {2})
mistake("option misspelt", "build gym.pass --smaple 1", {2})
mistake("output is a file where a folder is needed", "issue gym.pass --data members.csv -o members.csv " + IDENTITY, {1, 2, 3})
mistake("output is the template", "build gym.pass --sample 1 -o gym.pass " + IDENTITY, {1, 2, 3})
mistake("sample number too high", "build gym.pass --sample 9 " + IDENTITY, {1, 2})
mistake("an empty folder given to check", "check EMPTY", {3}, lambda f: (f / "EMPTY").mkdir())
mistake("a web page saved as .pkpass", PASS, {1}, write("gym.pkpass", "<!DOCTYPE html><html><body>Not found</body></html>\n"))
mistake("an empty .pkpass", PASS, {1, 3}, write("gym.pkpass", b""))
mistake("a .pkpass cut off", PASS, {1}, lambda f: write("gym.pkpass", (f / "gym.pkpass").read_bytes()[:3000])(f))
mistake("--set without a value", "build gym.pass --set points " + IDENTITY, {2})
mistake("--set of an unknown column", "build gym.pass --sample 1 --set pionts=3 " + IDENTITY, {0, 1, 2})
mistake("wrong date for --as-of", "check gym.pass --as-of 31.12.2026", {2})

# pass.json
mistake("missing comma", CHECK, {1}, replace("gym.pass/pass.json", '"formatVersion": 1,', '"formatVersion": 1'))
mistake("missing closing brace", CHECK, {1}, lambda f: write("gym.pass/pass.json", (f / "gym.pass/pass.json").read_text().rstrip()[:-1])(f))
mistake("curly quotes from a word processor", CHECK, {1}, replace("gym.pass/pass.json", '"formatVersion"', '\u201cformatVersion\u201d'))
mistake("comment in JSON", CHECK, {0, 1}, replace("gym.pass/pass.json", '"formatVersion"', '// the version\n  "formatVersion"'))
mistake("style misspelt", CHECK, {1}, replace("gym.pass/pass.json", '"storeCard"', '"storecard"'))
mistake("key misspelt", CHECK, {0, 1}, replace("gym.pass/pass.json", '"backgroundColor"', '"backgroundColour"'))
mistake("required key removed", CHECK, {1}, replace("gym.pass/pass.json", '"organizationName": "Example Club",', ""))
mistake("number in quotes", CHECK, {1}, replace("gym.pass/pass.json", '"formatVersion": 1', '"formatVersion": "1"'))
mistake("colour as a name", CHECK, {1}, replace("gym.pass/pass.json", "rgb(17, 99, 85)", "green"))
mistake("colour with hyphens", CHECK, {1}, replace("gym.pass/pass.json", "rgb(17, 99, 85)", "rgb(17-99-85)"))
mistake("date without a zone", CHECK, {1}, replace("gym.pass/pass.json", '"{{ until }}",\n  "sharing', '"2028-12-31T23:59:59",\n  "sharing'))
mistake("date in German form", CHECK, {1}, replace("gym.pass/pass.json", '"{{ until }}",\n  "sharing', '"31.12.2028",\n  "sharing'))
mistake("barcode format misspelt", CHECK, {1}, replace("gym.pass/pass.json", "PKBarcodeFormatQR", "PKBarcodeFormatQRCode"))
mistake("a barcode format Wallet does not have", CHECK, {1}, replace("gym.pass/pass.json", "PKBarcodeFormatQR", "PKBarcodeFormatDataMatrix"))
mistake("two fields with one key", CHECK, {0, 1}, replace("gym.pass/pass.json", '"key": "tier"', '"key": "points"'))
mistake("field without a key", CHECK, {1}, replace("gym.pass/pass.json", '"key": "member", ', ""))
mistake("placeholder of a column that is not there", CHECK, {1}, replace("gym.pass/pass.json", "{{ points }}", "{{ pionts }}"))
mistake("placeholder not closed", CHECK, {1}, replace("gym.pass/pass.json", "{{ points }}", "{{ points }"))
mistake("unknown filter", CHECK, {1}, replace("gym.pass/pass.json", "{{ tier }}", "{{ tier | uppercase }}"))
mistake("web service without https", CHECK, {0, 1}, replace("gym.pass/pass.json", '"formatVersion"', '"webServiceURL": "http://example.com/gym",\n  "authenticationToken": "{{ card }}-0123456789abcdef",\n  "formatVersion"'))
mistake("NFC key as PEM", CHECK, {1}, replace("gym.pass/pass.json", '"formatVersion"', '"nfc": { "message": "{{ card }}", "encryptionPublicKey": "-----BEGIN PUBLIC KEY-----" },\n  "formatVersion"'))
mistake("other team than the certificate", BUILD, {1}, replace("gym.pass/pass.json", '"formatVersion"', '"teamIdentifier": "ZZZZZZZZZZ",\n  "formatVersion"'))

# template.json, images, languages
mistake("column type misspelt", CHECK, {1}, replace("gym.pass/template.json", '"integer"', '"int"'))
mistake("trailing comma in template.json", CHECK, {0, 1}, replace("gym.pass/template.json", '"optional": true }', '"optional": true },'))
mistake("base template not there", CHECK, {1, 3}, replace("gym.pass/template.json", '"sample"', '"extends": "../base.pass",\n  "sample"'))
mistake("no icon", CHECK, {1}, remove("gym.pass/icon.png", "gym.pass/icon@2x.png", "gym.pass/icon@3x.png"))
mistake("image name with another spelling", CHECK, {0, 1}, lambda f: (f / "gym.pass/logo@2x.png").rename(f / "gym.pass/logo2x.png"))
mistake("a JPEG named .png", CHECK, {0, 1}, write("gym.pass/logo@2x.png", b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00\xff\xd9"))
mistake("a semicolon missing in pass.strings", CHECK, {0, 1}, lambda f: write("gym.pass/de.lproj/pass.strings", (f / "gym.pass/de.lproj/pass.strings").read_text().replace(";", "", 1))(f))
mistake("a private key in the template", CHECK, {0, 1}, lambda f: shutil.copy(f / "ID/key.pem", f / "gym.pass/key.pem"))

# Tables
mistake("header in capitals", ROWS, {0, 1}, cell("Card,Name,Points,Tier,Valid until,Contact", "CARD,NAME,POINTS,TIER,VALID UNTIL,CONTACT"))
mistake("a column renamed", ROWS, {1}, cell("Points", "Score"))
mistake("semicolons as delimiter in one row", ROWS, {1}, cell("C-1002,Emre Y\u0131ld\u0131z,0,Silver,2028-06-30,", "C-1002;Emre Y\u0131ld\u0131z;0;Silver;2028-06-30;"))
mistake("a quote not closed", ROWS, {1}, cell('"O\'Hara, Sophie"', '"O\'Hara, Sophie'))
mistake("a number with a thousands dot", ROWS, {1}, cell("1250", "1.250,00"))
mistake("a word where a number belongs", ROWS, {1}, cell("1250", "many"))
mistake("a date in another form", ROWS, {1}, cell("2028-06-30", "30.06.2028"))
mistake("a day that does not exist", ROWS, {1}, cell("2028-06-30", "2028-06-31"))
mistake("a value that is not in the list", ROWS, {1}, cell("Gold", "Platinum"))
mistake("a serial number twice", ROWS, {1}, cell("C-1002", "C-1001"))
mistake("an empty required cell", ROWS, {1}, cell("Ada Example", ""))
mistake("a table of Windows in the wrong encoding", ROWS, {1, 2}, write("members.csv", "Card,Name,Points,Tier,Valid until,Contact\nC-1001,Jürgen,1,Gold,2028-12-31,\n".encode("cp1252")))

# Finished passes
mistake("a file changed after signing", PASS, {1}, repack(pass__json=b'{"formatVersion":1}'))
mistake("a folder packed instead of its content", PASS, {1}, enclose)
mistake("signature missing", PASS, {1}, repack(signature=None))


def prepare(passc, folder):
    def run(*arguments):
        subprocess.run([passc, *arguments], cwd=folder, check=True, capture_output=True)
    run("init", "gym.pass")
    run("cert", "example", "-o", "ID")
    identity = folder / "ID"
    keys = [p for p in identity.iterdir() if b"PRIVATE KEY" in p.read_bytes()]
    if len(keys) == 1 and keys[0].name != "key.pem":
        keys[0].rename(identity / "key.pem")
    shutil.copy(folder / "gym.pass/sample.csv", folder / "members.csv")
    run("build", "gym.pass", "--sample", "1", "--identity", "ID", "-o", "gym.pkpass")


def main():
    if len(sys.argv) < 2 or sys.argv[1] in ("-h", "--help"):
        print(__doc__)
        return 0
    passc = str(pathlib.Path(sys.argv[1]).resolve())
    chosen = {int(a) for a in sys.argv[2:]} or set(range(1, len(MISTAKES) + 1))
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PASSC_")}
    failures = 0
    with tempfile.TemporaryDirectory() as temporary:
        ready = pathlib.Path(temporary) / "ready"
        ready.mkdir()
        prepare(passc, ready)
        for number, (title, command, status, change) in enumerate(MISTAKES, 1):
            if number not in chosen:
                continue
            folder = pathlib.Path(temporary) / "try"
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(ready, folder)
            if change:
                change(folder)
            outcome = subprocess.run(
                [passc, *command.split()], cwd=folder, capture_output=True, timeout=60,
                env=environment | {"COLUMNS": "80"})
            print(f"## {number}. {title}\n\n$ passc {command}")
            print((outcome.stdout + outcome.stderr).decode("utf-8", "replace").rstrip())
            print(f"(exit {outcome.returncode})\n")
            if outcome.returncode not in status:
                print(f"!! exit {outcome.returncode}, expected {sorted(status)}\n")
                failures += 1
    return 1 if failures else 0


sys.exit(main())
