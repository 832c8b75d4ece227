#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kills passc serve again and again while phones register, rows are changed and pushes are sent.

After each kill the service is started again, and what it had acknowledged has to be there: every
registration is listed, every change is listed since a tag from before it and is what is fetched, and
a push for every device of a changed pass waits or has come to the push service (nghttpd, which takes
everything) since shortly before the change. In the end none waits any more.

    python3 soak/service_soak.py FOLDER-WITH-PROGRAMS IDENTITY [KILLS] [--break registration|row|push]

With --break something is done wrong, which has to be noticed: phones come with a wrong token, rows are none, or the
log of the push service is taken for empty.
"""

import argparse
import hashlib
import hmac
import http.client
import json
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

TYPE = "pass.com.example.passc"
PASSES = 8
DEVICES = 40


class UnixConnection(http.client.HTTPConnection):
    def __init__(self, path):
        super().__init__("localhost", timeout=60)
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(60)
        self.sock.connect(self.path)


class PushService:
    """nghttpd, and which device tokens it was asked for, and when: as places in its log."""

    def __init__(self, folder):
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
             "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout",
             f"{folder}/push.key", "-out", f"{folder}/push.pem"], check=True, capture_output=True)
        with socket.socket() as any:
            any.bind(("127.0.0.1", 0))
            self.port = any.getsockname()[1]
        self.path = f"{folder}/push.log"
        with open(self.path, "wb") as log:
            self.process = subprocess.Popen(
                ["stdbuf", "-oL", "nghttpd", "-v", "--echo-upload", "-a", "127.0.0.1", str(self.port),
                 f"{folder}/push.key", f"{folder}/push.pem"], stdout=log, stderr=subprocess.DEVNULL)
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                break
            except OSError:
                time.sleep(0.05)
        else:
            sys.exit("nghttpd does not answer")
        self.read, self.count, self.last = 0, 0, {}

    def place(self):
        return os.path.getsize(self.path)

    def tokens(self):
        """Where each token stands last."""
        with open(self.path, "rb") as log:
            log.seek(self.read)
            new = log.read()
        # An incomplete line is read the next time.
        new = new[:new.rfind(b"\n") + 1]
        for found in re.finditer(rb"/3/device/([0-9a-f]+)", new):
            self.last[found.group(1).decode()] = self.read + found.start()
            self.count += 1
        self.read += len(new)
        return self.last

    def end(self):
        self.process.terminate()
        self.process.wait()


class Service:
    def __init__(self, programs, identity, folder, push):
        self.push = push
        self.programs, self.identity, self.folder = programs, identity, folder
        self.key = os.urandom(32)
        with open(f"{folder}/token.key", "w") as file:
            file.write(self.key.hex())
        self.passc("init", "gym.pass", "--style", "generic")
        with open(f"{folder}/gym.pass/pass.json", "w") as file:
            json.dump({
                "formatVersion": 1, "organizationName": "Gym", "description": "Gym",
                "serialNumber": "{{ serial }}", "webServiceURL": "https://passes.example.com/gym",
                "generic": {"primaryFields": [{"key": "points", "label": "Points", "value": "{{ points }}"}]},
            }, file)
        with open(f"{folder}/gym.pass/template.json", "w") as file:
            json.dump({"columns": {"serial": {}, "points": {"type": "integer"}}}, file)

    def passc(self, *arguments):
        subprocess.run([f"{self.programs}/passc", *arguments], cwd=self.folder, check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def token(self, serial):
        return hmac.new(self.key, f"{TYPE}\0{serial}".encode(), hashlib.sha256).hexdigest()

    def start(self):
        self.process = subprocess.Popen(
            [f"{self.programs}/passc", "serve", "--template", "gym.pass", "--token-key", "token.key",
             "--identity", self.identity, "--database", "passes.sqlite", "--listen", "127.0.0.1:0",
             "--push", f"127.0.0.1:{self.push.port}", "--push-trust", "push.pem"],
            cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        line = self.process.stdout.readline()
        if not line.startswith("serving http://127.0.0.1:"):
            sys.exit(f"the service does not start: {line}")
        self.port = int(line.split(":")[2].split(",")[0])

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def ask(self, method, path, body=None, serial=None, operators=False):
        connection = (UnixConnection(f"{self.folder}/passc-service.sock") if operators
                      else http.client.HTTPConnection("127.0.0.1", self.port, timeout=60))
        headers = {"Authorization": f"ApplePass {self.token(serial)}"} if serial else {}
        try:
            connection.request(method, path, body=body, headers=headers)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def put(self, serial, points):
        return self.ask("PUT", f"/passes/{TYPE}/{serial}",
                        json.dumps({"serial": serial, "points": points}), operators=True)[0]


class Truth:
    """What the service has acknowledged."""

    def __init__(self):
        self.lock = threading.Lock()
        self.registered = {}  # device -> serials
        self.points = {}  # serial -> the highest confirmed number
        self.changed = {}  # devices of passes that changed after registration -> the earlier position in the push log
        self.faults = []  # errors of threads, because exit() in a thread ends only that thread

    def fault(self, words):
        with self.lock:
            self.faults.append(words)


def phones(service, truth, stop, chance, broken):
    while not stop.is_set():
        device, serial = f"d{chance.randrange(DEVICES)}", f"A-{chance.randrange(PASSES)}"
        try:
            body = json.dumps({"pushToken": push_token(device)})
            status, _ = service.ask("POST", f"/v1/devices/{device}/registrations/{TYPE}/{serial}", body,
                                    "another" if broken == "registration" else serial)
        except OSError:
            return
        except http.client.HTTPException:
            return
        if status not in (200, 201):
            truth.fault(f"a registration was answered {status}")
            return
        with truth.lock:
            truth.registered.setdefault(device, set()).add(serial)


def writer(service, truth, stop, chance, counter, broken):
    while not stop.is_set():
        serial = f"A-{chance.randrange(PASSES)}"
        with truth.lock:
            before = {device for device, serials in truth.registered.items() if serial in serials}
            counter[0] += 1
            points = counter[0]
        place = service.push.place()
        try:
            status = service.put(serial, "none" if broken == "row" else points)
        except OSError:
            return
        except http.client.HTTPException:
            return
        if status not in (200, 201):
            truth.fault(f"a row was answered {status}")
            return
        with truth.lock:
            truth.points[serial] = points
            truth.changed.update((device, place) for device in before)


def push_token(device):
    return hashlib.sha256(device.encode()).hexdigest()


def shown(secret):
    return "#" + hashlib.sha256(secret.encode()).hexdigest()[:12]


def guarded(truth, work, *arguments):
    """Nothing a thread stumbles over is lost with it."""
    try:
        work(arguments[0], truth, *arguments[1:])
    except Exception as error:  # noqa: BLE001
        truth.fault(f"{work.__name__}: {error!r}")


def verify(service, truth, tags, broken):
    faults = list(truth.faults)
    for device, serials in truth.registered.items():
        status, body = service.ask("GET", f"/v1/devices/{device}/registrations/{TYPE}")
        listed = set(json.loads(body)["serialNumbers"]) if status == 200 else set()
        faults += [f"{device} has lost {serial}" for serial in serials - listed]
    for serial, points in truth.points.items():
        status, body = service.ask("GET", f"/v1/passes/{TYPE}/{serial}", serial=serial)
        start = body.find(b'"value":') if status == 200 else -1
        found = int(body[start + 8:start + 30].strip(b' "').split(b'"')[0].split(b",")[0].split(b"}")[0]) if start > 0 else -1
        if found < points:
            faults.append(f"{serial} has {found} points, {points} were acknowledged")
    for device, (tag, points) in tags.items():
        since = {s for s in truth.registered.get(device, ()) if truth.points.get(s, 0) > points.get(s, 0)}
        status, body = service.ask("GET", f"/v1/devices/{device}/registrations/{TYPE}?passesUpdatedSince={tag}")
        listed = set(json.loads(body)["serialNumbers"]) if status == 200 else set()
        faults += [f"{device} is not told of {serial}" for serial in since - listed]
    # The outbox is read before the log. A push that leaves the outbox in between is then in the
    # log.
    waiting = waiting_pushes(service)
    sent = {} if broken == "push" else service.push.tokens()
    faults += [f"no push for {device}" for device, place in truth.changed.items()
               if shown(push_token(device)) not in waiting and sent.get(push_token(device), -1) < place]
    return faults


def waiting_pushes(service):
    _, body = service.ask("GET", "/pushes?limit=1000", operators=True)
    return {json.loads(line)["pushToken"] for line in body.splitlines()}


def take_tags(service, truth):
    tags = {}
    for device in truth.registered:
        status, body = service.ask("GET", f"/v1/devices/{device}/registrations/{TYPE}")
        if status == 200:
            tags[device] = (json.loads(body)["lastUpdated"], dict(truth.points))
    return tags


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("programs")
    parser.add_argument("identity")
    parser.add_argument("kills", type=int, nargs="?", default=100)
    parser.add_argument("--break", dest="broken", choices=["registration", "row", "push"])
    asked = parser.parse_args()
    programs, identity, kills = os.path.abspath(asked.programs), os.path.abspath(asked.identity), asked.kills
    # Debian installs nghttpd where only root looks.
    os.environ["PATH"] += ":/usr/sbin"
    if not shutil.which("nghttpd"):
        print("nghttpd is missing (apt-get install nghttp2-server)", file=sys.stderr)
        sys.exit(3)
    base = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=base) as folder:
        push = PushService(folder)
        service, truth, counter = Service(programs, identity, folder, push), Truth(), [0]
        service.start()
        for number in range(PASSES):
            service.put(f"A-{number}", 0)
        tags, cut = {}, 0
        for kill in range(kills):
            stop = threading.Event()
            work = [(phones, service, stop, random.Random(kill * 10 + i), asked.broken) for i in range(4)]
            work += [(writer, service, stop, random.Random(kill * 10 + 5), counter, asked.broken)]
            threads = [threading.Thread(target=guarded, args=(truth, *each)) for each in work]
            for thread in threads:
                thread.start()
            time.sleep(random.Random(kill).uniform(0.05, 0.5))
            service.kill()
            stop.set()
            for thread in threads:
                thread.join()
            service.start()
            cut += 1 if waiting_pushes(service) else 0
            faults = verify(service, truth, tags, asked.broken)
            if faults:
                service.kill()
                push.end()
                sys.exit("\n".join(faults[:20]))
            tags = take_tags(service, truth)
        for _ in range(600):
            if not waiting_pushes(service):
                break
            time.sleep(0.1)
        else:
            sys.exit("pushes wait for ever")
        service.kill()
        push.tokens()
        push.end()
        registrations = sum(len(serials) for serials in truth.registered.values())
        print(f"{kills} kills: {registrations} registrations and {counter[0]} changes, none that was acknowledged is lost; "
              f"{push.count} pushes came to all {len(truth.changed)} devices of changed passes, and after {cut} kills "
              "some were still to be sent")


main()
