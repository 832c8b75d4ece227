# SPDX-License-Identifier: Apache-2.0
"""Everything that can happen to a service at once, for SECONDS: phones that register, list, fetch, write to the log
and go, a table that changes, rows that are put and taken back, operators who look, pushes, a backup; then it is told
to end. Says how much was asked; complains about statuses that are none of the protocol's, and about how it ends.

    python3 soak/service_load.py FOLDER-WITH-PROGRAMS SECONDS

For builds that look for faults themselves: scripts/service-races.sh runs it under ThreadSanitizer.
"""

import collections
import hashlib
import hmac
import http.client
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "bench"))
from service import IDENTITY, PRELOADED, TYPE, Bench, Service, push_peer  # noqa: E402

PASSES = 40
DEVICES = 30
# The accepted status codes for each call, in addition to 503.
FINE = {"register": {201, 200}, "unregister": {200}, "list": {200, 204}, "get": {200, 304}, "wrong": {401},
        "log": {200}, "add": {200, 404, 410}, "put": {200, 201}, "patch": {200, 404}, "void": {200, 404}, "look": {200}}


class Load:
    def __init__(self, programs, folder, seconds):
        self.folder, self.seconds, self.end = folder, seconds, 0
        self.bench = Bench(programs, folder, 1, 1)
        self.programs = programs
        self.counts, self.faults = collections.Counter(), []
        self.lock = threading.Lock()

    def prepare(self):
        folder = pathlib.Path(self.folder)
        self.bench.key = os.urandom(32).hex()
        (folder / "token.key").write_text(self.bench.key)
        (folder / "link.key").write_text(os.urandom(32).hex())
        self.bench.passc("init", "gym.pass", "--style", "generic")
        (folder / "gym.pass/pass.json").write_text(json.dumps({
            "formatVersion": 1, "organizationName": "Gym", "description": "Gym",
            "serialNumber": "{{ serial }}", "webServiceURL": "https://passes.example.com/gym",
            "generic": {"primaryFields": [{"key": "points", "label": "Points", "value": "{{ points }}"}]},
        }))
        (folder / "gym.pass/template.json").write_text(
            json.dumps({"columns": {"serial": {}, "points": {"type": "integer"}}}))
        self.table(0)

    def table(self, more):
        with open(f"{self.folder}/next.csv", "w") as out:
            out.write("serial,points\n")
            out.writelines(f"T-{number},{number + more}\n" for number in range(PASSES))
        os.rename(f"{self.folder}/next.csv", f"{self.folder}/members.csv")

    def token(self, serial):
        return hmac.new(bytes.fromhex(self.bench.key), f"{TYPE}\0{serial}".encode(), hashlib.sha256).hexdigest()

    def saw(self, kind, status, words=b""):
        with self.lock:
            self.counts[f"{kind} {status}"] += 1
            if status not in FINE[kind] | {503}:
                self.faults.append(f"{kind} was answered {status}: {words[:200]}")

    # --- clients
    # -------------------------------------------------------------------------------------

    def phone(self, service, seed):
        chance = random.Random(seed)
        connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=120)
        tag, dates = {}, {}

        def ask(kind, method, path, body=None, headers={}):
            connection.request(method, path, body=body, headers=headers)
            answer = connection.getresponse()
            words = answer.read()
            self.saw(kind, answer.status, words)
            return answer, words

        while time.monotonic() < self.end:
            device = f"d{chance.randrange(DEVICES)}"
            serial = chance.choice("TR") + f"-{chance.randrange(PASSES)}"
            known = {"Authorization": f"ApplePass {self.token(serial)}"}
            registration = f"/v1/devices/{device}/registrations/{TYPE}"
            what = chance.randrange(10)
            if what < 3:
                push = hashlib.sha256(f"{device}{chance.randrange(3)}".encode()).hexdigest()
                ask("register", "POST", f"{registration}/{serial}", json.dumps({"pushToken": push}), known)
            elif what < 5:
                query = f"?passesUpdatedSince={tag[device]}" if device in tag else ""
                answer, words = ask("list", "GET", registration + query)
                if answer.status == 200:
                    tag[device] = json.loads(words)["lastUpdated"]
            elif what < 8:
                held = {"If-Modified-Since": dates[serial]} if serial in dates and what == 7 else {}
                answer, _ = ask("get", "GET", f"/v1/passes/{TYPE}/{serial}", headers=known | held)
                dates[serial] = answer.headers.get("Last-Modified") or dates.get(serial, "never")
            elif what == 8:
                ask("wrong", "GET", f"/v1/passes/{TYPE}/{serial}", headers={"Authorization": "ApplePass 0123456789abcdef"})
                ask("log", "POST", "/v1/log", json.dumps({"logs": [f"message {chance.randrange(50)}"]}))
            else:
                ask("unregister", "DELETE", f"{registration}/{serial}", headers=known)
        connection.close()

    def operators(self, service, kind, method, path, body=None):
        status, words = service.ask_operators(method, path, body)
        self.saw(kind, status, words.encode())

    def writer(self, service, seed):
        chance = random.Random(seed)
        while time.monotonic() < self.end:
            serial = f"R-{chance.randrange(PASSES)}"
            path = f"/passes/{TYPE}/{serial}"
            what = chance.randrange(6)
            if what == 0:
                self.operators(service, "void", "DELETE", path)
            elif what == 1:
                self.operators(service, "patch", "PATCH", path, json.dumps({"points": chance.randrange(1000)}))
            elif what == 2:
                lines = "\n".join(json.dumps({"serial": f"R-{n}", "points": chance.randrange(1000)}) for n in range(5))
                self.operators(service, "look", "POST", "/passes", lines)
            else:
                self.operators(service, "put", "PUT", path,
                               json.dumps({"serial": serial, "points": chance.randrange(1000)}))

    def operator(self, service):
        number = 0
        while time.monotonic() < self.end:
            number += 1
            for path in ["/status", "/passes?limit=20", "/devices?limit=20", "/pushes", "/logs", "/metrics", "/healthz",
                         "/readyz"]:
                self.operators(service, "look", "GET", path)
            self.operators(service, "look", "POST", "/push", '{"all": true}')
            subprocess.run([f"{self.programs}/passc", "serve", "backup", f"copy{number}.sqlite", "--database",
                            "passes.sqlite"], cwd=self.folder, check=True, stdout=subprocess.DEVNULL,
                           env={**os.environ, **PRELOADED})
            os.unlink(f"{self.folder}/copy{number}.sqlite")
            time.sleep(0.2)

    def changer(self):
        more = 0
        while time.monotonic() < self.end:
            more += 1
            self.table(more)
            time.sleep(1.5)

    def run(self):
        peer, port = push_peer(self.folder)
        service = Service(
            self.programs, self.folder, "--template", "gym.pass", "--data", "members.csv", "--token-key", "token.key",
            "--identity", IDENTITY, "--push", f"127.0.0.1:{port}", "--push-trust", "push.pem", "--public-url",
            "https://passes.example.com/gym", "--link-key", "link.key")
        try:
            for number in range(PASSES):
                self.operators(service, "put", "PUT", f"/passes/{TYPE}/R-{number}",
                               json.dumps({"serial": f"R-{number}", "points": 1}))
            self.end = time.monotonic() + self.seconds
            work = [(self.phone, (service, seed)) for seed in range(6)]
            work += [(self.writer, (service, 100)), (self.writer, (service, 101)), (self.operator, (service,)),
                     (self.changer, ())]
            threads = [threading.Thread(target=self.guarded, args=each) for each in work]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        finally:
            service.end()
            peer.terminate()
            peer.wait()
        for what, count in sorted(self.counts.items()):
            print(f"{what}: {count:,}")
        for fault in self.faults[:20]:
            print(f"fault: {fault}")
        sys.exit(1 if self.faults else 0)

    def guarded(self, work, arguments):
        try:
            work(*arguments)
        except (OSError, http.client.HTTPException, subprocess.CalledProcessError) as error:
            with self.lock:
                self.faults.append(f"{work.__name__}: {error!r}")


def main():
    with tempfile.TemporaryDirectory(prefix="passc-load.") as folder:
        load = Load(os.path.abspath(sys.argv[1]), folder, float(sys.argv[2]))
        load.prepare()
        try:
            load.run()
        finally:
            # Prints the log of the service, with the messages of a sanitizer.
            shutil.copy(f"{folder}/service.log", os.environ.get("PASSC_LOAD_LOG", "/dev/stderr"))


main()
