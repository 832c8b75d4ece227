#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Asks the server of `passc preview --watch` for what it must not give, and tells what it said.

    scripts/browser/serving.py PASSC FOLDER

FOLDER holds gym.pass. Needs nothing but Python. Prints one JSON object.
"""

import http.client
import json
import os
import pathlib
import re
import signal
import stat
import subprocess
import sys
import time
import urllib.parse

passc, folder = sys.argv[1], pathlib.Path(sys.argv[2])
said = {}


def start(*options, **variables):
    process = subprocess.Popen(
        [passc, "preview", "gym.pass", "--watch", "--as-of", "2026-06-01", *options], cwd=folder,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, **variables})
    return process, process.stdout.readline().strip()


def ask(address, path=None, method="GET", **headers):
    place = urllib.parse.urlsplit(address)
    connection = http.client.HTTPConnection(place.hostname, place.port, timeout=20)
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, place.path if path is None else path, headers=names)
    answer = connection.getresponse()
    return answer.status, dict(answer.getheaders()), answer.read().decode()


def listening(port):
    """The addresses a port is listened on, as the kernel tells: 0100007F is 127.0.0.1."""
    found = []
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        for line in pathlib.Path(table).read_text().splitlines()[1:]:
            local, state = line.split()[1], line.split()[3]
            if state == "0A" and int(local.rpartition(":")[2], 16) == port:
                found.append(local.rpartition(":")[0])
    return found


first, address = start()
second, other = start()
place = urllib.parse.urlsplit(address)
try:
    said["address"] = bool(re.fullmatch(r"http://127\.0\.0\.1:\d+/[0-9a-f]{32}/", address))
    said["differs"] = place.path != urllib.parse.urlsplit(other).path
    if pathlib.Path("/proc/net/tcp").exists():
        said["listening"] = listening(place.port)
    status, headers, body = ask(address)
    said["page"] = status
    said["headers"] = {name.lower(): value for name, value in headers.items()}
    said["nonces"] = [
        re.findall("nonce-([0-9a-f]{32})", ask(address)[1]["Content-Security-Policy"])[0]
        for _ in range(2)
    ]
    said["refused"] = {
        "host": ask(address, Host="example.com")[0],
        "hostWithPort": ask(address, Host=f"example.com:{place.port}")[0],
        "otherPort": ask(address, Host="127.0.0.1:1")[0],
        "localhost": ask(address, Host=f"localhost:{place.port}")[0],
        "root": ask(address, "/")[0],
        "otherPath": ask(address, "/" + "0" * 32 + "/")[0],
        "below": ask(address, place.path + "../../etc/passwd")[0],
        "file": ask(address, place.path + "pass.json")[0],
        "post": ask(address, method="POST")[0],
        "absolute": ask(address, "http://example.com" + place.path, Host="example.com")[0],
    }
    odd = [
        "pass=999999999", "pass=-1", "pass=x", "language=%3Cscript%3E", "language=" + "x" * 5000,
        "state=%22%3E%3Cscript%3Ealert(1)%3C/script%3E", "system=99999999999999999999", "look=",
        "side=none", "%ff=%ff", "&&&==&",
    ]
    answers = [ask(address, place.path + "?" + query) for query in odd]
    said["odd"] = [status for status, _, _ in answers]
    said["scripts"] = [body.count("<script") for _, _, body in answers]
    begin = time.monotonic()
    said["changes"] = ask(address, place.path + "changes?after=0")[2]
    said["waited"] = time.monotonic() - begin
    second.send_signal(signal.SIGTERM)
    said["terminated"] = second.wait(10)

    # The browser opens a file in the user's folder, not the path itself.
    desktop = folder / "desktop"
    desktop.mkdir()
    for name in ("xdg-open", "open"):
        (desktop / name).write_text(f'#!/bin/sh\nprintf %s "$1" >"{folder}/opened.new"\n'
                                    f'mv "{folder}/opened.new" "{folder}/opened"\n')
        (desktop / name).chmod(0o755)
    third, address = start(
        "--open", PATH=f"{desktop}:{os.environ['PATH']}", XDG_RUNTIME_DIR=str(folder))
    for _ in range(100):
        if (folder / "opened").exists():
            break
        time.sleep(0.05)
    opened = pathlib.Path((folder / "opened").read_text())
    key = urllib.parse.urlsplit(address).path.strip("/")
    said["opened"] = {
        "holdsAddress": address in opened.read_text(),
        "nameHoldsKey": key in str(opened),
        "folderMode": stat.S_IMODE(opened.parent.stat().st_mode),
    }
    third.send_signal(signal.SIGINT)
    said["interrupted"] = third.wait(10)
    said["opened"]["isLeft"] = opened.parent.exists()
    fourth, address = start("--open", PATH="/nowhere", XDG_RUNTIME_DIR=str(folder))
    time.sleep(0.5)
    fourth.send_signal(signal.SIGINT)
    said["withoutDesktop"] = [fourth.wait(10), fourth.stderr.read()]
finally:
    first.kill()
    second.kill()
print(json.dumps(said))
