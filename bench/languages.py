# SPDX-License-Identifier: Apache-2.0
"""What three languages, a web service and four notes cost beside the silent card of one language: rates of `passc issue`
and `passc check` (text, JSON Lines) in turns, medians of the ratios of processor time, and instructions by callgrind.

    python3 bench/languages.py PASSC [ROWS] [TURNS]
"""

import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import batch_card  # noqa: E402
import timing  # noqa: E402

WORDS = {
    "de": {"POINTS": "PUNKTE", "BALANCE": "GUTHABEN", "LEVEL": "STUFE", "MEMBER": "MITGLIED", "SINCE": "SEIT"},
    "fr": {"POINTS": "POINTS GAGNÉS", "BALANCE": "SOLDE", "LEVEL": "NIVEAU", "MEMBER": "MEMBRE", "SINCE": "DEPUIS"},
    "es": {"POINTS": "PUNTOS", "BALANCE": "SALDO", "LEVEL": "NIVEL", "MEMBER": "SOCIO", "SINCE": "DESDE"},
}
PART = {"de": "Bedingungen, Teil", "fr": "Conditions générales, partie", "es": "Condiciones, parte"}
TERMS = {
    "de": "Ein Stempel für jede Tasse, zehn Stempel sind eine Tasse aufs Haus.",
    "fr": "Un tampon par tasse, dix tampons font une tasse offerte.",
    "es": "Un sello por taza, diez sellos son una taza gratis.",
}


def with_languages(silent, folder):
    """The card in three languages, with a web service and what gives four notes."""
    shutil.copytree(silent, folder)
    path = folder / "pass.json"
    content = json.loads(path.read_text(encoding="utf-8"))
    # Gives four notes: a trailing slash in the address, an unused key, a text without translation
    # and a missing icon scale.
    content["webServiceURL"] = "https://example.com/passes/"
    content["suppressStripShine"] = True
    (folder / "icon@3x.png").unlink()
    path.write_text(json.dumps(content, separators=(",", ":")), encoding="utf-8")
    back = content["storeCard"]["backFields"]
    for language, words in WORDS.items():
        lines = dict(words)
        lines.update({field["label"]: f"{PART[language]} {number + 1}" for number, field in enumerate(back)})
        lines[back[0]["value"]] = TERMS[language]
        (folder / f"{language}.lproj").mkdir()
        text = "".join(f'"{key}" = "{value}";\n' for key, value in lines.items())
        (folder / f"{language}.lproj" / "pass.strings").write_text(text, encoding="utf-8")


def instructions(argv):
    """How many instructions a process takes; None where there is no valgrind."""
    if shutil.which("valgrind") is None:
        return None
    run = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *argv], capture_output=True, text=True)
    found = re.search(r"Collected : (\d+)", run.stderr)
    if found is None:
        sys.exit(f"{' '.join(argv)}: no instructions counted: {run.stderr[-300:]}")
    return int(found[1])


def ratio(turns, silent, spoken, before=lambda: None):
    """The silent card's processor time over the other's: 1 is as fast; median, and the range."""

    def spent(command):
        before()
        return timing.run(command).processor_seconds

    found = sorted(spent(silent) / spent(spoken) for _ in range(turns))
    return f"{statistics.median(found):.2f} ({found[0]:.2f} to {found[-1]:.2f})"


def main():
    passc = str(pathlib.Path(sys.argv[1]).resolve())
    rows = int(sys.argv[2]) if len(sys.argv) > 2 else 4000
    turns = int(sys.argv[3]) if len(sys.argv) > 3 else 7
    here = pathlib.Path(__file__).resolve().parent
    identity = str(here.parent / "certs-example" / "ordinary")
    root = str(here.parent / "certs-example" / "root.pem")
    os.environ["SOURCE_DATE_EPOCH"] = "1790000000"
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None) as work:
        work = pathlib.Path(work)
        silent, spoken, key = work / "silent.pass", work / "spoken.pass", work / "token.key"
        batch_card.write_template(silent, False)
        with_languages(silent, spoken)
        key.write_text("a" * 64 + "\n", encoding="ascii")
        for count in (500, 1500, rows):
            batch_card.write_rows(work / f"{count}.csv", count)

        def issue(template, count, *more):
            return [passc, "issue", str(template), "--data", str(work / f"{count}.csv"), "--token-key", str(key), *more]

        for name, template in (("silent", silent), ("three languages", spoken)):
            dry = [instructions(issue(template, count, "--dry-run", "--jobs", "1")) for count in (500, 1500)]
            if None not in dry:
                print(f"issue --dry-run, {name}: {(dry[1] - dry[0]) // 1000:,} instructions a row")
        out = {name: work / name for name in ("silent", "spoken")}
        commands = [
            issue(template, rows, "--identity", identity, "-o", str(out[name]))
            for name, template in (("silent", silent), ("spoken", spoken))
        ]

        def clear():
            for folder in out.values():
                shutil.rmtree(folder, ignore_errors=True)

        print(f"issue of {rows} rows, three languages against none: {ratio(turns, *commands, clear)}, aim 0.95")
        clear()
        for command in commands:
            timing.run(command)
        for form in ("text", "json"):
            checks = [[passc, "check", str(out[name]), "--trust", root, "--format", form] for name in out]
            print(f"check of {rows} bundles, {form}, the same: {ratio(turns, *checks)}, aim 0.70")


if __name__ == "__main__":
    main()
