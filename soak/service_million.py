# SPDX-License-Identifier: Apache-2.0
"""A million passes of a table, each registered on a device: every one of them changes, is listed and is pushed,
while others register.

    python3 soak/service_million.py FOLDER-WITH-PROGRAMS [PASSES]

Goals: under 200 MB, 99 of 100 registrations within 100 ms meanwhile, every change listed and pushed.
"""

import hashlib
import http.client
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "bench"))
from service import IDENTITY, TYPE, Bench, Service, push_peer  # noqa: E402

SAMPLE = 500
# Registrations per second during the changes.
RATE = 200


def device(number):
    return f"{number:032x}"


def push_token(number):
    return hashlib.sha256(b"%d" % number).hexdigest()


def serial(number):
    return f"M-{number:07d}"


class Million:
    def __init__(self, programs, folder, count):
        self.folder, self.count = folder, count
        self.bench = Bench(programs, folder, 1, 1)
        self.programs = programs

    def prepare(self):
        folder = pathlib.Path(self.folder)
        self.bench.key = os.urandom(32).hex()
        (folder / "token.key").write_text(self.bench.key)
        self.bench.passc("init", "gym.pass", "--style", "generic")
        (folder / "gym.pass/pass.json").write_text(json.dumps({
            "formatVersion": 1, "organizationName": "Gym", "description": "Gym",
            "serialNumber": "{{ serial }}", "webServiceURL": "https://passes.example.com/gym",
            "generic": {"primaryFields": [{"key": "points", "label": "Points", "value": "{{ points }}"}]},
        }))
        (folder / "gym.pass/template.json").write_text(
            json.dumps({"columns": {"serial": {}, "points": {"type": "integer"}}}))
        self.table(0)
        with open(folder / "devices.jsonl", "w") as lines:
            for number in range(self.count):
                lines.write(f'{{"device":"{device(number)}","pushToken":"{push_token(number)}",'
                            f'"passType":"{TYPE}","serial":"{serial(number)}"}}\n')

    def table(self, more):
        """Beside the old one and renamed, so that nobody reads half of it."""
        with open(f"{self.folder}/next.csv", "w") as out:
            out.write("serial,points\n")
            out.writelines(f"{serial(number)},{number % 997 + more}\n" for number in range(self.count))
        os.rename(f"{self.folder}/next.csv", f"{self.folder}/members.csv")

    def start(self, *options):
        return Service(self.programs, self.folder, "--template", "gym.pass", "--data", "members.csv", "--token-key",
                       "token.key", "--identity", IDENTITY, *options)

    def run(self):
        begun = time.monotonic()
        service = self.start()
        took = time.monotonic() - begun
        print(f"{self.count:,} passes taken over in {took:.0f} s, {service.memory():.0f} MB at most", flush=True)
        memory = [service.memory()]
        service.end()
        begun = time.monotonic()
        self.bench.passc("serve", "import", "devices.jsonl", "--database", "passes.sqlite")
        print(f"{self.count:,} registrations imported in {time.monotonic() - begun:.0f} s", flush=True)
        peer, port = push_peer(self.folder)
        try:
            service = self.start("--push", f"127.0.0.1:{port}", "--push-trust", "push.pem")
            try:
                faults = self.change(service)
                memory.append(service.memory())
            finally:
                service.end()
        finally:
            peer.terminate()
            peer.wait()
        print(f"memory: {max(memory):.0f} MB at most (goal 200)")
        if max(memory) >= 200:
            faults.append("more than 200 MB")
        for fault in faults[:20]:
            print(f"fault: {fault}")
        sys.exit(1 if faults else 0)

    def change(self, service):
        sample = random.Random(7).sample(range(self.count), min(SAMPLE, self.count))
        before = {number: self.listed(service, number, None)[1] for number in sample}
        stop, times, wrong = threading.Event(), [], []
        threads = [threading.Thread(target=self.registering, args=(service, stop, times, wrong, place))
                   for place in range(4)]
        for thread in threads:
            thread.start()
        begun = time.monotonic()
        self.table(1)
        changed = delivered = told = 0
        last = begun
        while delivered < self.count:
            time.sleep(2)
            now_changed = service.metric('passc_versions_total{outcome="changed"}')
            now_delivered = service.metric('passc_pushes_total{outcome="delivered"}')
            if (now_changed, now_delivered) != (changed, delivered):
                last = time.monotonic()
            elif time.monotonic() - last > 300:
                wrong.append(f"nothing happens any more: {now_changed:.0f} changed, {now_delivered:.0f} pushed")
                break
            if changed < self.count <= now_changed:
                told = time.monotonic() - begun
            changed, delivered = now_changed, now_delivered
        whole = time.monotonic() - begun
        stop.set()
        for thread in threads:
            thread.join()
        times.sort()
        late = times[int(len(times) * 0.99)] * 1000
        print(f"all changed: listed after {told:.0f} s, pushed after {whole:.0f} s "
              f"({delivered / whole:,.0f} a second); {len(times):,} registrations meanwhile, 99 of 100 within "
              f"{late:.1f} ms, all within {times[-1] * 1000:.0f} ms (goal 100)", flush=True)
        faults = list(wrong)
        if late >= 100:
            faults.append("registrations waited too long")
        # The count is updated every 15 seconds.
        end = time.monotonic() + 60
        while (waiting := service.metric("passc_waiting_pushes")) > 0 and time.monotonic() < end:
            time.sleep(1)
        if waiting > 0:
            faults.append("pushes wait though all were sent")
        for number in sample:
            serials, tag = self.listed(service, number, before[number])
            if serials != [serial(number)] or tag == before[number]:
                faults.append(f"{serial(number)} is not listed as changed")
        return faults

    def listed(self, service, number, tag):
        connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=30)
        query = f"?passesUpdatedSince={tag}" if tag else ""
        connection.request("GET", f"/v1/devices/{device(number)}/registrations/{TYPE}{query}")
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        if answer.status != 200:
            return [], tag
        found = json.loads(body)
        return found["serialNumbers"], found["lastUpdated"]

    def registering(self, service, stop, times, wrong, place):
        """New devices at a steady pace, over one connection."""
        connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=30)
        count = 0
        begun = time.monotonic()
        while not stop.is_set():
            count += 1
            # These devices are not registered yet.
            name = f"f{place:x}{count:030x}"
            chosen = serial((count * 7919 + place) % self.count)
            at = time.perf_counter()
            connection.request("POST", f"/v1/devices/{name}/registrations/{TYPE}/{chosen}",
                               body=json.dumps({"pushToken": "APA91b-" + name}),
                               headers={"Authorization": f"ApplePass {self.bench.token(chosen)}"})
            answer = connection.getresponse()
            answer.read()
            times.append(time.perf_counter() - at)
            if answer.status != 201:
                wrong.append(f"a registration was answered {answer.status}")
                return
            time.sleep(max(0, begun + count * 4 / RATE - time.monotonic()))
        connection.close()


def main():
    programs = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
    # On a disk, so that a confirmed write is really synced.
    with tempfile.TemporaryDirectory(prefix="passc-million.") as folder:
        million = Million(programs, folder, count)
        million.prepare()
        million.run()


if __name__ == "__main__":
    main()
