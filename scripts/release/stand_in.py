#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Serves a folder of release files on the loopback, as GitHub, PyPI and a Debian repository would.

    scripts/release/stand_in.py FOLDER [--git BARE] [--log FILE]

Prints its address as the first line and serves until it is ended.

| path | answer |
|---|---|
| /OWNER/passc/releases/download/TAG/FILE | a redirect to the file, as on GitHub |
| /OWNER/passc/releases/latest/download/FILE | the same |
| /simple/ | the wheels, for pip --index-url |
| /debian/CODENAME/ | the packages of that release, for apt, without a signature |
| /OWNER/passc.git/ | the bare repository BARE, for git clone |

LOG gets the path of each file that was sent.
"""

import argparse
import gzip
import hashlib
import http.server
import pathlib
import re
import subprocess
import urllib.parse

# The part of a package's version that names the release of its system.
MARKS = {"bookworm": "+deb12", "trixie": "+deb13", "noble": "+ubuntu24.04", "resolute": "+ubuntu26.04"}


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def packages(folder, codename):
    """The index of a Debian repository."""
    found = []
    for path in sorted(folder.glob("*.deb")):
        if MARKS.get(codename, "-") not in path.name:
            continue
        fields = subprocess.run(
            ["dpkg-deb", "-f", path], capture_output=True, text=True, check=True).stdout
        found.append(
            f"{fields.rstrip()}\nFilename: {path.name}\nSize: {path.stat().st_size}\n"
            f"SHA256: {digest(path)}\n\n")
    return "".join(found).encode()


def wheels(folder):
    found = {}
    for path in sorted(folder.glob("*.whl")):
        project = re.sub(r"[-_.]+", "-", path.name.split("-")[0]).lower()
        found.setdefault(project, []).append(path)
    return found


class Answers(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.answer(True)

    def do_HEAD(self):
        self.answer(False)

    def answer(self, whole):
        path = urllib.parse.unquote(urllib.parse.urlsplit(self.path).path)
        parts = [part for part in path.split("/") if part not in ("", ".")]
        if ".." in parts:
            return self.send(404, b"", whole)
        if parts[2:4] == ["releases", "download"] or parts[2:5] == ["releases", "latest", "download"]:
            return self.redirect(parts[-1])
        if parts[:1] == ["files"] and len(parts) == 2:
            return self.file(self.server.folder / parts[1], whole)
        if parts[:1] == ["simple"]:
            return self.simple(parts[1:], whole)
        if parts[:1] == ["debian"] and len(parts) == 3:
            return self.debian(parts[1], parts[2], whole)
        if self.server.git and len(parts) > 2 and parts[1].endswith(".git"):
            return self.file(self.server.git.joinpath(*parts[2:]), whole)
        return self.send(404, b"", whole)

    def redirect(self, name):
        self.send_response(302)
        self.send_header("Location", "/files/" + urllib.parse.quote(name))
        self.send_header("Content-Length", "0")
        self.end_headers()

    def simple(self, parts, whole):
        found = wheels(self.server.folder)
        if not parts:
            links = [f'<a href="/simple/{name}/">{name}</a>' for name in found]
        elif parts[0] in found:
            links = [
                f'<a href="/files/{urllib.parse.quote(path.name)}#sha256={digest(path)}">{path.name}</a>'
                for path in found[parts[0]]]
        else:
            return self.send(404, b"", whole)
        page = "<!DOCTYPE html>\n<html><body>\n" + "\n".join(links) + "\n</body></html>\n"
        return self.send(200, page.encode(), whole, "text/html")

    def debian(self, codename, name, whole):
        index = packages(self.server.folder, codename)
        if name == "Packages":
            return self.send(200, index, whole)
        if name == "Packages.gz":
            return self.send(200, gzip.compress(index, mtime=0), whole)
        if name.endswith(".deb"):
            return self.file(self.server.folder / name, whole)
        return self.send(404, b"", whole)

    def file(self, path, whole):
        if not path.is_file():
            return self.send(404, b"", whole)
        if self.server.log and whole:
            with self.server.log.open("a") as log:
                print(path.name, file=log)
        return self.send(200, path.read_bytes(), whole)

    def send(self, status, body, whole, kind="application/octet-stream"):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if whole:
            self.wfile.write(body)

    def log_message(self, *_):
        pass


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--git", type=pathlib.Path)
    parser.add_argument("--log", type=pathlib.Path)
    options = parser.parse_args()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    server.folder, server.git, server.log = options.folder, options.git, options.log
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()


main()
