#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What log messages over their limit cost passc serve, and what other clients feel of them.

    python3 bench/service_flood.py FOLDER-WITH-PROGRAMS [BODIES] [SECONDS]

Posts of 200 messages of 1,000 characters without credentials, on loopback, once the limit of their client is
used up:

- processor time of the service for each of BODIES posts (2,000), one after the other over one connection. Goal:
  at most 50 us, kernel included.
- memory of the service while 64 clients post for SECONDS (3). Goal: less than a body for each of them more.
- the 99th percentile of GET from another client, without and with those 64 clients, which are held to one core.
  Goal: under ten times as long, median of five.

Ends with 1 if a goal is missed.
"""

import json
import os
import pathlib
import selectors
import socket
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from service import IDENTITY, TYPE, Service  # noqa: E402

CLIENTS = 64
ROUNDS = 5
BODY = json.dumps({"logs": ["x" * 1_000] * 200}).encode()
POST = b"POST /v1/log HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % len(BODY) + BODY
GET = f"GET /v1/devices/nobody/registrations/{TYPE} HTTP/1.1\r\nHost: x\r\n\r\n".encode()
READY = b"\r\n\r\n"


def connect(port):
    connection = socket.create_connection(("127.0.0.1", port))
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


def ask(connection, request, status):
    connection.sendall(request)
    answer = b""
    while READY not in answer:
        part = connection.recv(4_096)
        if not part:
            sys.exit("the service closed a connection that it was to keep")
        answer += part
    if not answer.startswith(b"HTTP/1.1 %d " % status):
        sys.exit(f"expected {status}: {answer[:80]!r}")


def processor(pid):
    """Nanoseconds on a processor so far, of all threads that are there."""
    total = 0
    for task in os.listdir(f"/proc/{pid}/task"):
        total += int(open(f"/proc/{pid}/task/{task}/schedstat").read().split()[0])
    return total


def memory(pid):
    """Bytes of memory now."""
    return int(open(f"/proc/{pid}/statm").read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def flood(port, seconds):
    """64 clients in one process, each with its next post as soon as one is answered; prints how many were."""
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    chosen = selectors.DefaultSelector()
    for _ in range(CLIENTS):
        connection = connect(port)
        connection.setblocking(False)
        chosen.register(connection, selectors.EVENT_READ | selectors.EVENT_WRITE, [0, b""])
    posts, end = 0, time.monotonic() + seconds
    while time.monotonic() < end:
        for key, ready in chosen.select(0.1):
            sent, answer = key.data
            if ready & selectors.EVENT_WRITE and sent < len(POST):
                try:
                    key.data[0] += key.fileobj.send(memoryview(POST)[sent:])
                except BlockingIOError:
                    pass
            if ready & selectors.EVENT_READ:
                key.data[1] = answer + key.fileobj.recv(4_096)
            if key.data[0] == len(POST) and READY in key.data[1]:
                posts, key.data[:] = posts + 1, [0, b""]
            wants = selectors.EVENT_READ | (selectors.EVENT_WRITE if key.data[0] < len(POST) else 0)
            if wants != key.events:
                chosen.modify(key.fileobj, wants, key.data)
    print(posts)


def percentile(port, seconds):
    """The 99th percentile of GET in microseconds."""
    connection, times, end = connect(port), [], time.monotonic() + seconds
    while time.monotonic() < end:
        begun = time.perf_counter_ns()
        ask(connection, GET, 204)
        times.append(time.perf_counter_ns() - begun)
    connection.close()
    return sorted(times)[int(len(times) * 0.99)] / 1_000


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
    (folder / "members.csv").write_text("serial,points\nA-1,1\n")
    (folder / "token.key").write_text(os.urandom(32).hex())


def measure(service, bodies, seconds):
    pid, faults = service.process.pid, []
    connection = connect(service.port)
    while service.metric("passc_unread_posts_total") < 100:
        for _ in range(100):
            ask(connection, POST, 200)
    begun = processor(pid)
    for _ in range(bodies):
        ask(connection, POST, 200)
    cost = (processor(pid) - begun) / bodies / 1_000
    print(f"{bodies:,} posts of {len(BODY):,} bytes over the limit: {cost:.1f} us of processor time each, goal 50")
    if cost > 50:
        faults.append("a post costs too much")
    quiet, loud, most, before = [], [], 0, memory(pid)
    for _ in range(ROUNDS):
        quiet.append(percentile(service.port, seconds))
        clients = subprocess.Popen([sys.executable, __file__, "--flood", str(service.port), str(seconds + 1)],
                                   stdout=subprocess.PIPE, text=True)
        time.sleep(0.7)
        loud.append(percentile(service.port, seconds))
        most = max(most, memory(pid))
        posts = int(clients.communicate()[0])
        print(f"  p99 of GET: quiet {quiet[-1]:,.0f} us, with {CLIENTS} clients {loud[-1]:,.0f} us "
              f"({posts / (seconds + 1):,.0f} posts a second)", flush=True)
    times = statistics.median(loud) / statistics.median(quiet)
    print(f"p99 of GET: {times:.1f} times its quiet value, goal under 10 (median of {ROUNDS})")
    if times >= 10:
        faults.append("others wait too long")
    growth = most - before
    print(f"memory: {growth / 1e6:+.1f} MB with {CLIENTS} clients, whose bodies are {CLIENTS * len(BODY) / 1e6:.1f} MB")
    if growth >= CLIENTS * len(BODY):
        faults.append("bodies are kept in memory")
    return faults


def main():
    if sys.argv[1] == "--flood":
        return flood(int(sys.argv[2]), float(sys.argv[3]))
    programs = os.path.abspath(sys.argv[1])
    bodies = int(sys.argv[2]) if len(sys.argv) > 2 else 2_000
    seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 3
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        prepare(programs, folder)
        service = Service(programs, name, "--template", "gym.pass", "--data", "members.csv", "--token-key",
                          "token.key", "--identity", IDENTITY)
        try:
            faults = measure(service, bodies, seconds)
        finally:
            service.end()
    for fault in faults:
        print(f"missed: {fault}")
    sys.exit(1 if faults else 0)


main()
