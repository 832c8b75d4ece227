#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares passc check with `buildpass validate` of Apple's open-source builder.

    buildpass.py PASSC [--buildpass FILE] [FOLDER...]

Checks a pass of every template, of every `passc init` style with and without NFC, and of each FOLDER
(templates, such as exports of Pass Designer). Prints every issue of buildpass with what passc says,
and names the difference where passc says nothing. Without --buildpass it builds the pinned commit in
.build/buildpass, which downloads its dependencies. It is not part of CI.

Exit codes: 0 every issue is known · 1 an issue that passc does not find and that is not listed here
· 3 buildpass cannot be built, or a template cannot.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
CERTIFICATES = ROOT / "certs-example"
SOURCE = "https://github.com/apple/pass-builder"
COMMIT = "63efd0f"
STYLES = (
    "storeCard", "coupon", "eventTicket", "generic", "boardingPass", "posterGeneric", "posterEventTicket",
    "semanticBoardingPass")

# The beginning of an issue of buildpass, and the prefixes of the codes that passc has for it.
COUNTERPARTS = {
    "VALIDATION_ISSUE_REQUIRED_IMAGE_NOT_PROVIDED": ("package.icon",),
    "VALIDATION_ISSUE_RECOMMENDED_IMAGE_NOT_PROVIDED": ("image.icon",),
    "VALIDATION_ISSUE_CURRENCY_CODE_AND_NUMBER_FORMATTER": ("field.option",),
    "PASS_VALIDATION_EVENT_MISSING_": ("style.posterEvent", "style.semanticBoarding"),
    "PASS_VALIDATION_EVENT_START_AFTER_END": ("date", "semantics"),
}
# Issues that passc does not report on purpose, with the reason.
EXPLAINED = {
    "PASS_VALIDATION_EVENT_MISSING_SEAT": "events without seats are common, so passc does not ask for them",
    "PASS_VALIDATION_EVENT_MISSING_ARTIST_IDS": "only the builder recommends them",
}


def run(*words, **more):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, **more)


def built():
    """The program, built from the pinned commit if it is not there."""
    folder = ROOT / ".build/buildpass"
    program = folder / ".build/release/buildpass"
    if program.exists():
        return program
    if not folder.exists():
        cloned = run("git", "clone", "--quiet", SOURCE, folder)
        if cloned.returncode != 0:
            sys.exit(failed(f"{SOURCE} cannot be cloned", cloned))
    for words in (
        ("git", "-C", folder, "checkout", "--quiet", COMMIT),
        ("swift", "build", "--package-path", folder, "-c", "release", "--product", "buildpass"),
    ):
        done = run(*words)
        if done.returncode != 0:
            sys.exit(failed(" ".join(map(str, words)), done))
    return program


def failed(words, done):
    """Prints why a program failed. Returns the exit code."""
    print(f"buildpass: {words}\n{done.stderr or done.stdout}", file=sys.stderr)
    return 3


def templates(passc, work, more):
    """The name and folder of every template."""
    yield from ((folder.stem, folder) for folder in sorted((ROOT / "templates").glob("*.pass")))
    for style in STYLES:
        for nfc in ([], ["--nfc"]):
            folder = work / f"{style}{'-nfc' if nfc else ''}.pass"
            made = run(passc, "init", folder, "--style", style, *nfc)
            if made.returncode != 0:
                sys.exit(failed(f"passc init --style {style}", made))
            yield folder.stem, folder
    yield from ((folder.stem, folder) for folder in more)


def finished(passc, template, out):
    """Writes the files of one signed pass. Returns the codes that passc reports for them."""
    sample = ["--sample", "1"] if (template / "template.json").exists() else []
    made = run(
        passc, "build", template, *sample, "--emit", "folder", "-o", out, "--identity", CERTIFICATES / "nfc",
        "--token-key", CERTIFICATES / "token.key", env={**os.environ, "SOURCE_DATE_EPOCH": "1767225600"})
    if made.returncode != 0:
        sys.exit(failed(f"passc build {template}", made))
    found = run(
        passc, "check", out, "--format", "json", "--trust", CERTIFICATES / "root.pem", "--as-of", "2026-01-02")
    lines = [json.loads(line) for line in found.stdout.splitlines()]
    return sorted({line["code"] for line in lines if "code" in line})


def issues(program, folder):
    """The severity, name and file of each issue of buildpass."""
    done = run(program, "validate", folder)
    found = []
    for line in done.stdout.splitlines():
        severity, _, rest = line.partition(": ")
        if severity.endswith(("WARNING", "ERROR")):
            found.append([severity.split()[-1].lower(), rest.strip(), ""])
        elif found and line.strip():
            found[-1][2] = line.strip()
    if not found and "No issues found" not in done.stdout:
        sys.exit(failed(f"buildpass validate {folder}", done))
    return found


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("passc")
    arguments.add_argument("--buildpass", type=pathlib.Path)
    arguments.add_argument("folders", nargs="*", type=pathlib.Path)
    options = arguments.parse_args()
    program = options.buildpass or built()
    unknown, checked = 0, 0
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        for name, template in templates(options.passc, work, options.folders):
            codes = finished(options.passc, template, work / f"{name}-files")
            checked += 1
            for severity, issue, file in issues(program, work / f"{name}-files"):
                prefixes = [prefix for key, value in COUNTERPARTS.items() if issue.startswith(key) for prefix in value]
                same = [code for code in codes if any(code.startswith(prefix + ".") for prefix in prefixes)]
                answer = ", ".join(same) or EXPLAINED.get(issue)
                unknown += answer is None
                print(f"{name}: {severity} {issue} {file}: {answer or 'passc reports nothing'}".replace(" :", ":"))
    print(f"buildpass: {checked} passes compared, {unknown} issues that passc does not explain")
    return 1 if unknown else 0


if __name__ == "__main__":
    sys.exit(main())
