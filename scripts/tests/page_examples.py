#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the commands of pages, in their order.

    scripts/tests/page_examples.py PAGE... FOLDER    exit code 1 if a command fails or prints something else

Blocks of `sh` have one command a line, which has to end with 0. They share FOLDER, and a service of one page
runs on for the next. Blocks with a second word, such as `sh apple`, are not run; `csv NAME` writes a file.
A command ends with 0, or as a comment behind it has it: `# ends with 1`. A block of `console` has
commands after `$` and what they print, where a line `...` is any number of lines. Each has a folder in FOLDER.
Commands for the whole machine are not run, and the targets of make have to exist. A command that serves is
started on a free port and stopped at the end.
"""

import os
import pathlib
import re
import shlex
import signal
import subprocess
import sys
import time

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
# These commands need root, a network or a browser, or they change the machine.
NOT_RUN = {"git", "apt-get", "sudo", "brew", "parallel", "python3"}
SERVES = re.compile(r"^passc serve (?!(?:backup|restore|export|import|forget|link|stats) )|^passc preview .*--watch")
ADDRESS = "http://127.0.0.1:8080"
BLOCK = re.compile(r"^```(sh|console|csv [a-z.-]+)\n(.*?)^```$", re.M | re.S)
ENDS = re.compile(r"  # ends with (\d)\b")
# A comment that asks the reader to edit a file.
EDIT = re.compile(r'^#.*\bAdd to (\S+): (".*")$')


def commands(text):
    """Line number, command, what it prints or None where the page does not show it, and line of the block."""
    for block in BLOCK.finditer(text):
        first = text.count("\n", 0, block.start(2)) + 1
        lines = block[2].split("\n")[:-1]
        if block[1].startswith("csv "):
            yield first, "cat >" + block[1][4:], block[2], first
            continue
        if block[1] == "console":
            for number, line in enumerate(lines):
                if line.startswith("$ "):
                    shown = []
                    for other in lines[number + 1:]:
                        if other.startswith("$ "):
                            break
                        shown.append(other)
                    yield first + number, line[2:], shown, first
            continue
        command, start = "", 0
        for number, line in enumerate(lines):
            start = start if command else number
            command += line
            if command.endswith("\\"):
                command = command[:-1]
            elif command:
                yield first + start, command, None, first
                command = ""
        assert not command, f"line {first + start}: the block ends within a command"


def matches(shown, printed):
    """Whether lines are those of the page, where `...` is any number of lines."""
    pattern = "".join(r"(?:.*\n)*" if line == "..." else re.escape(line) + r"\n" for line in shown)
    return re.fullmatch(pattern, printed) is not None


def apple_signs(folder):
    """Plays Apple's part: pass.cer, its key and its issuer, by an example identity."""
    identity = folder / "apple"
    if not identity.exists():
        subprocess.run(["passc", "cert", "example", "-o", identity], check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
    (folder / "pass.cer").write_bytes((identity / "certificate.pem").read_bytes())
    (folder / "AppleWWDRCAG4.cer").write_bytes((identity / "intermediate.pem").read_bytes())
    for name in ("key.pem", "intermediate.pem", "root.pem"):
        (folder / "my-identity" / name).write_bytes((identity / name).read_bytes())


class Run:
    def __init__(self, folder):
        self.folder, self.faults, self.count, self.servers, self.address = folder, [], 0, [], None
        self.page = ""
        # Pages show cells of tables, which passc does not print in CI.
        self.environment = {name: value for name, value in os.environ.items()
                            if not name.startswith("PASSC_") and name != "CI"}
        self.environment["HOME"] = str(folder)

    def fault(self, line, command, reason):
        self.faults.append(f"{self.page}line {line}: {command}\n  {reason}")

    def serve(self, line, command):
        command = command.split("  #")[0].replace(" --open", "")
        if command.startswith("passc serve "):
            command += " --listen 127.0.0.1:0"
        log = self.folder / f"server-{len(self.servers)}.log"
        with open(log, "w") as file:
            server = subprocess.Popen(["sh", "-c", "exec " + command], cwd=self.folder, stdout=file,
                                      stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, env=self.environment)
        self.servers.append(server)
        for _ in range(600):
            found = re.search(r"http://127\.0\.0\.1:\d+", log.read_text())
            if found or server.poll() is not None:
                break
            time.sleep(0.1)
        if server.poll() is not None or not found:
            self.fault(line, command, "does not serve: " + log.read_text())
        elif command.startswith("passc serve "):
            self.address = found[0]

    def one(self, line, command, shown, block):
        folder = self.folder
        if isinstance(shown, str):
            (folder / command.removeprefix("cat >")).write_text(shown, encoding="utf-8")
            return
        if shown is not None:
            folder = self.folder / f"block-{block}"
            folder.mkdir(exist_ok=True)
        edit = EDIT.match(command)
        if edit:
            path = self.folder / edit[1]
            path.write_text(path.read_text().replace("{", "{ " + edit[2] + ",", 1))
        if command.startswith("#"):
            return
        words = shlex.split(command, comments=True)
        if words[0] in NOT_RUN:
            return
        self.count += 1
        if words[0] == "make":
            makefile = (REPOSITORY / "Makefile").read_text()
            for target in words[1:]:
                if "=" not in target and not re.search(rf"^{re.escape(target)}:", makefile, re.M):
                    self.fault(line, command, f"the Makefile has no target {target}")
            return
        if SERVES.match(command):
            self.serve(line, command)
            return
        if "pass.cer" in words:
            apple_signs(self.folder)
        if self.address:
            command = command.replace(ADDRESS, self.address)
        done = subprocess.run(["sh", "-c", command], cwd=folder, stdout=subprocess.PIPE, text=True,
                              stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, env=self.environment, timeout=300)
        ends = ENDS.search(command)
        expected = int(ends[1]) if ends else int(any(": error: " in each for each in shown or []))
        if done.returncode != expected:
            self.fault(line, command, f"ends with {done.returncode}, not {expected}:\n{done.stdout}")
        elif shown is not None and not matches(shown, done.stdout):
            self.fault(line, command, "prints something else:\n" + done.stdout)

    def end(self):
        for server in self.servers:
            server.send_signal(signal.SIGTERM)
        for server in self.servers:
            server.wait(timeout=60)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    pages, folder = sys.argv[1:-1], sys.argv[-1]
    run = Run(pathlib.Path(folder).resolve())
    try:
        for page in pages:
            run.page = page + ", " if len(pages) > 1 else ""
            for example in commands(pathlib.Path(page).read_text(encoding="utf-8")):
                run.one(*example)
    finally:
        run.end()
    print("\n".join(run.faults + [f"{run.count} commands"]))
    sys.exit(1 if run.faults else 0)


main()
