#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Measures the example server with wrk on loopback: passes per second and the 99th percentile of the
# response time. Compares it with the same server with ready responses, and with RSA signatures
# alone on the same number of processors. The goal is 0.9 of 1 / (1 / signatures + 1 / ready
# responses). wrk uses the same processors. The runs alternate, and the results are medians of RUNS.
#
#   bench/server.sh [FOLDER OF PassServer AND ready-server] [RUNS] [SECONDS]

set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=${1:-.build/release}
runs=${2:-5}
seconds=${3:-6}
command -v wrk >/dev/null || { echo "bench/server.sh: wrk is missing (apt-get install wrk)" >&2; exit 3; }
work=$(mktemp -d "${TMPDIR:-/tmp}/passc-bench.XXXXXX")
trap 'rm -rf "$work"' EXIT

PYTHONPATH=$here python3 - "$here/.." "$build" "$runs" "$seconds" "$work" <<'PYTHON'
import os, re, socket, statistics, subprocess, sys, time, urllib.request
from timing import rsa_per_second

root, build, runs, seconds, work = sys.argv[1:]
processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
signing = [f"{build}/PassServer", f"{root}/templates/bakery-coupon.pass", f"{root}/certs-example/ordinary"]
# As examples/pass-server/Sources/PassServer/EventLoops.swift says.
environment = {**os.environ, "MALLOC_MMAP_THRESHOLD_": str(32 << 20), "MALLOC_TRIM_THRESHOLD_": str(64 << 20)}
# Another serial number each time.
with open(f"{work}/serials.lua", "w") as script:
    script.write("local n = 0\n"
                 "function request()\n"
                 "  n = (n + 1) % 10000\n"
                 "  return wrk.format('GET', string.format('/passes/KB-2031-%04d', n))\n"
                 "end\n")


def served(command, ask):
    """What `ask` finds while the server runs."""
    with socket.socket() as any:
        any.bind(("127.0.0.1", 0))
        port = any.getsockname()[1]
    with open(f"{work}/log", "w") as log:
        server = subprocess.Popen(command + [str(port)], stdout=log, stderr=log, env=environment)
        try:
            address = f"http://127.0.0.1:{port}/passes/KB-2031-0001"
            for _ in range(100):
                try:
                    first = urllib.request.urlopen(address, timeout=5).read()
                    break
                except OSError:
                    time.sleep(0.1)
            else:
                sys.exit(f"{command[0]} does not answer: " + open(f"{work}/log").read())
            return ask(port, first)
        finally:
            server.terminate()
            server.wait()


def asked(port, _):
    """Answers a second and the 99th percentile in milliseconds."""
    def wrk(time):
        return subprocess.run(["wrk", "-t", "1", "-c", "16", "-d", f"{time}s", "--latency", "-s",
                               f"{work}/serials.lua", f"http://127.0.0.1:{port}"],
                              check=True, stdout=subprocess.PIPE, text=True).stdout
    wrk(1)
    said = wrk(seconds)
    if "Non-2xx" in said or "Socket errors" in said:
        sys.exit(said)
    late = re.search(r"99%\s+([\d.]+)(us|ms|s)", said)
    return (float(re.search(r"Requests/sec:\s+([\d.]+)", said).group(1)),
            float(late.group(1)) * {"us": 0.001, "ms": 1, "s": 1000}[late.group(2)])


ready_pass = f"{work}/ready.pkpass"
size = served(signing, lambda _, first: open(ready_pass, "wb").write(first))
rsa, made, ready = [], [], []
for _ in range(int(runs)):
    rsa.append(rsa_per_second(processors, 3))
    made.append(served(signing, asked))
    ready.append(served([f"{build}/ready-server", ready_pass], asked))
signed, answers = statistics.median(rsa), statistics.median(rate for rate, _ in ready)
passes, late = (statistics.median(each) for each in zip(*made))
limit = 1 / (1 / signed + 1 / answers)
shares = [m / (1 / (1 / r + 1 / a)) for r, (m, _), (a, _) in zip(rsa, made, ready)]
print(f"server: {passes:,.0f} passes of {size:,} bytes a second, 99 of 100 within {late:.1f} ms (16 connections)")
print(f"  {signed:,.0f} signatures a second, {answers:,.0f} ready answers; together {limit:,.0f}")
print(f"  {passes / limit:.2f} of that, {min(shares):.2f} to {max(shares):.2f} in single turns (goal: 0.9)")
PYTHON
