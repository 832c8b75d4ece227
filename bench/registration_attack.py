#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Made-up registrations of a shared pass, and the real devices that have it, with passc serve.

    python3 bench/registration_attack.py FOLDER-WITH-PROGRAMS [RUNS]

200 devices register one shared pass and ask for their updates once. Then somebody who has the pass, and so its
token, registers 102,400 devices that do not exist, as fast as the service responds. They come from one address
and then from 1,024, which `X-Forwarded-For` of a trusted proxy names. Goal: 200 of the 200 are still registered.

The limit for new registrations of a pass lets few of them through. So the same is tried on a pass that is already
on as many devices as it may be, all but the 200 made up, as after hours at the allowed rate. These are written
into the database while the service is off. Each further registration then removes another one.

Ends with 1 if a device is gone, or if the attack did not take place. RUNS (1) repeats everything.
"""

import collections
import hashlib
import hmac
import http.client
import json
import os
import pathlib
import re
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from service import IDENTITY, TYPE, Service  # noqa: E402

SHARED = "SHARED"
REAL = 200
MADE_UP = 102_400
# The limit of RegistrationBound.usual for devices per pass.
LIMIT = 100_000
ADDRESSES = 1_024
CONNECTIONS = 8
AT_ONCE = 50
# The service stores requesting devices once per second.
PAUSE = 3


def prepare(programs, folder):
    subprocess.run([f"{programs}/passc", "init", "gym.pass", "--style", "generic"], cwd=folder, check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    (folder / "gym.pass/pass.json").write_text(json.dumps({
        "formatVersion": 1, "organizationName": "Gym", "description": "Gym", "serialNumber": "{{ serial }}",
        "webServiceURL": "https://passes.example.com/gym",
        "generic": {"primaryFields": [{"key": "points", "label": "Points", "value": "{{ points }}"}]},
    }))
    (folder / "gym.pass/template.json").write_text(
        json.dumps({"columns": {"serial": {}, "points": {"type": "integer"}}}))
    (folder / "members.csv").write_text(
        "serial,points\n" + "".join(f"{serial},1\n" for serial in [SHARED] + [f"A-{n}" for n in range(99)]))
    (folder / "token.key").write_text(os.urandom(32).hex())


def start(programs, folder):
    return Service(programs, str(folder), "--template", "gym.pass", "--data", "members.csv", "--token-key",
                   "token.key", "--identity", IDENTITY, "--trusted-proxy", "127.0.0.0/8")


def token(folder):
    key = bytes.fromhex((folder / "token.key").read_text())
    return hmac.new(key, f"{TYPE}\0{SHARED}".encode(), hashlib.sha256).hexdigest()


def device(number, run):
    return hashlib.sha256(f"{run} {number}".encode()).hexdigest()[:32]


def registration(name, secret, address):
    body = b'{"pushToken":"%s"}' % (name * 2).encode()
    return (f"POST /v1/devices/{name}/registrations/{TYPE}/{SHARED} HTTP/1.1\r\nHost: x\r\n"
            f"X-Forwarded-For: {address}\r\nAuthorization: ApplePass {secret}\r\n"
            f"Content-Length: {len(body)}\r\n\r\n").encode() + body


def register_and_list(port, secret):
    """The real devices: each from its own address, each asks once."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    for number in range(REAL):
        name = device(number, "real")
        headers = {"X-Forwarded-For": f"198.51.100.{number}"}
        connection.request("POST", f"/v1/devices/{name}/registrations/{TYPE}/{SHARED}",
                           json.dumps({"pushToken": name * 2}), {**headers, "Authorization": f"ApplePass {secret}"})
        answer = connection.getresponse()
        answer.read()
        if answer.status != 201:
            sys.exit(f"a real device was answered {answer.status}")
    connection.close()
    if registered(port) != REAL:
        sys.exit("the real devices are not registered")


def registered(port):
    """How many of the real devices have the shared pass in their list."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    count = 0
    for number in range(REAL):
        connection.request("GET", f"/v1/devices/{device(number, 'real')}/registrations/{TYPE}",
                           headers={"X-Forwarded-For": f"198.51.100.{number}"})
        answer = connection.getresponse()
        body = answer.read()
        count += answer.status == 200 and json.loads(body)["serialNumbers"] == [SHARED]
    connection.close()
    return count


def attack(port, secret, count, addresses, run):
    """Made-up registrations over several connections; how many there were of each status, and the seconds."""
    statuses = collections.Counter()
    lock, faults = threading.Lock(), []

    def send(first):
        try:
            connection = socket.create_connection(("127.0.0.1", port), timeout=60)
            numbers = range(first, count, CONNECTIONS)
            for begin in range(0, len(numbers), AT_ONCE):
                some = numbers[begin:begin + AT_ONCE]
                connection.sendall(b"".join(
                    registration(device(n, run), secret, f"10.7.{n % addresses // 256}.{n % 256 % addresses}")
                    for n in some))
                text, found = b"", []
                while len(found) < len(some) or not text.endswith(b"\r\n\r\n"):
                    part = connection.recv(65_536)
                    if not part:
                        raise ConnectionError("the service closed a connection of the attack")
                    text += part
                    found = re.findall(rb"HTTP/1\.1 (\d+) ", text)
                with lock:
                    statuses.update(int(status) for status in found)
            connection.close()
        except OSError as error:
            faults.append(str(error))

    begun = time.monotonic()
    threads = [threading.Thread(target=send, args=(first,)) for first in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if faults:
        sys.exit(faults[0])
    return statuses, time.monotonic() - begun


def fill(folder):
    """Adds made-up registrations that were never used, up to the limit."""
    database = sqlite3.connect(folder / "passes.sqlite")
    with database:
        (number, devices), = database.execute("SELECT id, devices FROM pass WHERE serial = ?", (SHARED,)).fetchall()
        first = database.execute("SELECT max(id) FROM device").fetchone()[0] + 1
        new = range(first, first + LIMIT - devices)
        database.executemany(
            "INSERT INTO device (id, name, pushToken, tokenTime, sendable) VALUES (?, ?, ?, 0, 1)",
            ((n, device(n, "filled"), device(n, "filled") * 2) for n in new))
        # A passc from before this column treats all devices the same.
        columns = [row[1] for row in database.execute("PRAGMA table_info(registration)")]
        database.executemany(
            "INSERT INTO registration (device, pass, used) VALUES (?, ?, 0)" if "used" in columns else
            "INSERT INTO registration (device, pass) VALUES (?, ?)", ((n, number) for n in new))
    on = database.execute("SELECT devices FROM pass WHERE id = ?", (number,)).fetchone()[0]
    database.close()
    if on != LIMIT:
        sys.exit(f"the pass is on {on} devices, not {LIMIT}")


def report(title, port, statuses, seconds):
    left = registered(port)
    counts = ", ".join(f"{count:,} with {status}" for status, count in sorted(statuses.items()))
    print(f"{title}: {sum(statuses.values()):,} made-up registrations in {seconds:.1f} s ({counts}), "
          f"{left} of {REAL} devices still registered", flush=True)
    return left == REAL


def run_once(programs, folder):
    prepare(programs, folder)
    secret, good = token(folder), True
    service = start(programs, folder)
    try:
        register_and_list(service.port, secret)
        time.sleep(PAUSE)
        one, first = attack(service.port, secret, MADE_UP // 2, 1, "one")
        many, second = attack(service.port, secret, MADE_UP // 2, ADDRESSES, "many")
        if not (one + many)[201]:
            sys.exit("no made-up registration was accepted: this is not the attack")
        good &= report(f"one address, then {ADDRESSES:,}", service.port, one + many, first + second)
    finally:
        service.end()
    fill(folder)
    service = start(programs, folder)
    try:
        statuses, seconds = attack(service.port, secret, MADE_UP, ADDRESSES, "full")
        if not statuses[201]:
            sys.exit("no made-up registration was accepted: this is not the attack")
        good &= report(f"a pass on {LIMIT:,} devices", service.port, statuses, seconds)
        dropped = service.metric("passc_dropped_registrations_total")
        print(f"  {dropped:,.0f} registrations were removed for new ones", flush=True)
    finally:
        service.end()
    return good


def main():
    programs = os.path.abspath(sys.argv[1])
    good = True
    for _ in range(int(sys.argv[2]) if len(sys.argv) > 2 else 1):
        with tempfile.TemporaryDirectory() as name:
            good &= run_once(programs, pathlib.Path(name))
    if not good:
        print("missed: a real device was pushed out")
    sys.exit(0 if good else 1)


main()
