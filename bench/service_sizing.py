# SPDX-License-Identifier: Apache-2.0
"""Measures what passc serve needs for a number of passes, phones and changes: processor, memory and disk.

    python3 bench/service_sizing.py FOLDER-WITH-PROGRAMS [PASSES...]

For each number, a table of that many passes is served from SQLite, one phone registers for each pass, and a
twentieth of the rows changes. Each phone of a changed pass then asks for its list and fetches the pass. Pushes are
not sent. The figures are of one process: processor time of all its threads, the peak of its memory, and the bytes of
its database. Prints a table for docs/how-to/operating.md.
"""

import hashlib
import hmac
import http.client
import json
import os
import pathlib
import queue
import subprocess
import sys
import tempfile
import threading
import time

IDENTITY = str(pathlib.Path(__file__).resolve().parent.parent / "certs-example/ordinary")
TYPE = "pass.com.example.passc"
SHARE = 20
CLIENTS = 16


def serial(number):
    return f"C-{number:07d}"


class Service:
    def __init__(self, programs, folder, passes):
        self.passc, self.folder, self.passes = f"{programs}/passc", pathlib.Path(folder), passes
        self.key = os.urandom(32)
        (self.folder / "token.key").write_text(self.key.hex())
        self.run("init", "gym.pass", "--style", "generic")
        (self.folder / "gym.pass/pass.json").write_text(json.dumps({
            "formatVersion": 1, "organizationName": "Gym", "description": "Gym", "serialNumber": "{{ serial }}",
            "webServiceURL": "https://passes.example.com/gym",
            "generic": {"primaryFields": [{"key": "points", "label": "Points", "value": "{{ points }}"}]},
        }))
        (self.folder / "gym.pass/template.json").write_text(
            json.dumps({"columns": {"serial": {}, "points": {"type": "integer"}}}))
        self.table(0)
        started = time.monotonic()
        self.process = subprocess.Popen(
            [self.passc, "serve", "--template", "gym.pass", "--data", "members.csv", "--token-key", "token.key",
             "--identity", IDENTITY, "--database", "passes.sqlite", "--listen", "127.0.0.1:0"],
            cwd=self.folder, stdout=subprocess.PIPE, stderr=open(self.folder / "log", "w"), text=True)
        self.line = self.process.stdout.readline()
        self.start = time.monotonic() - started
        self.port = int(self.line.split("127.0.0.1:")[1].split(",")[0])

    def run(self, *words):
        subprocess.run([self.passc, *words], cwd=self.folder, check=True, capture_output=True)

    def table(self, more):
        """Writes the table; a twentieth of the rows has `more` points."""
        with open(self.folder / "next.csv", "w") as out:
            out.write("serial,points\n")
            for number in range(self.passes):
                out.write(f"{serial(number)},{number + (more if number % SHARE == 0 else 0)}\n")
        os.rename(self.folder / "next.csv", self.folder / "members.csv")

    def token(self, number):
        return hmac.new(self.key, f"{TYPE}\0{serial(number)}".encode(), hashlib.sha256).hexdigest()

    def processor(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")")[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self):
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmHWM"):
                return int(line.split()[1]) / 1024
        return 0

    def disk(self):
        return sum(f.stat().st_size for f in self.folder.glob("passes.sqlite*")) / 1e6

    def ask(self, numbers, requests):
        """Sends the requests of each number over a few connections. `requests` returns method, path and body."""
        waiting, faults = queue.SimpleQueue(), []
        for number in numbers:
            waiting.put(number)

        def client():
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
            while True:
                try:
                    number = waiting.get_nowait()
                except queue.Empty:
                    return
                for method, path, body in requests(number):
                    connection.request(method, path, body, {"Authorization": f"ApplePass {self.token(number)}"})
                    answer = connection.getresponse()
                    answer.read()
                    if answer.status >= 300:
                        faults.append((method, path, answer.status))

        threads = [threading.Thread(target=client) for _ in range(CLIENTS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if faults:
            sys.exit(f"{len(faults)} requests failed, such as {faults[0]}")


def measure(programs, passes):
    with tempfile.TemporaryDirectory() as folder:
        service = Service(programs, folder, passes)
        try:
            before = service.processor()
            device = "/v1/devices/d{}/registrations/" + TYPE
            service.ask(range(passes), lambda n: [
                ("POST", f"{device.format(n)}/{serial(n)}", json.dumps({"pushToken": f"{n:064x}"}))])
            registered = service.processor()
            changed = range(0, passes, SHARE)
            service.table(1_000_000)
            while f"changed={len(changed)}" not in (service.folder / "log").read_text():
                time.sleep(0.2)
            imported = service.processor()
            service.ask(changed, lambda n: [
                ("GET", device.format(n), None), ("GET", f"/v1/passes/{TYPE}/{serial(n)}", None)])
            fetched = service.processor()
            size = service.disk()
            memory = service.memory()
        finally:
            service.process.terminate()
            service.process.wait()
        per = 1000 / len(changed)
        print(f"| {passes:,} | {passes:,} | {service.start:.1f} s | {(registered - before) * 1000 / passes:.2f} ms "
              f"| {(imported - registered) * per:.2f} ms | {(fetched - imported) * per:.2f} ms "
              f"| {memory:.0f} MB | {size:.1f} MB |", flush=True)


def main():
    programs = os.path.abspath(sys.argv[1])
    print("| passes | phones | first start | a registration | a change in the table | a list and a fetch | memory | disk |")
    print("|---|---|---|---|---|---|---|---|")
    for passes in [int(word) for word in sys.argv[2:]] or [1_000, 10_000, 100_000]:
        measure(programs, passes)


if __name__ == "__main__":
    main()
