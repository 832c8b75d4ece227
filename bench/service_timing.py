#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whether the time of a 401 tells a wrong token from an unknown serial number.

Asks for a pass that is there with a wrong token and for passes that are not, in random order over one
connection, and compares the times by Welch's t; the answers have to be the same bytes but for the date.

    python3 bench/service_timing.py HOST:PORT PASS-TYPE SERIAL [REQUESTS]
"""

import math
import random
import re
import socket
import sys
import time


def main():
    host, port = sys.argv[1].rsplit(":", 1)
    kind, serial = sys.argv[2], sys.argv[3]
    count = int(sys.argv[4]) if len(sys.argv) > 4 else 100_000
    connection = socket.create_connection((host, int(port)))
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def ask(name):
        token = "%064x" % random.getrandbits(256)
        request = (f"GET /v1/passes/{kind}/{name} HTTP/1.1\r\nHost: x\r\n"
                   f"Authorization: ApplePass {token}\r\n\r\n").encode()
        begun = time.perf_counter_ns()
        connection.sendall(request)
        answer = connection.recv(4096)
        return time.perf_counter_ns() - begun, re.sub(rb"(?im)^date:.*\r\n", b"", answer)

    answers, times = set(), ([], [])
    for index in range(count + 1_000):
        is_known = random.random() < 0.5
        # The unknown serial number has the same length and is generated in both cases. Otherwise
        # the service would be idle for longer before one kind of request.
        other = "".join(random.choice("0123456789ABCDEF") for _ in serial)
        taken, answer = ask(serial if is_known else other)
        answers.add(answer)
        if index >= 1_000:
            times[is_known].append(taken)
    # Removes delays by the scheduler with the same limit for both.
    limit = sorted(times[0] + times[1])[int(count * 0.95)]
    one, other = ([t for t in some if t <= limit] for some in times)
    means = [sum(some) / len(some) for some in (one, other)]
    variances = [sum((t - mean) ** 2 for t in some) / (len(some) - 1) for some, mean in zip((one, other), means)]
    welch = (means[0] - means[1]) / math.sqrt(variances[0] / len(one) + variances[1] / len(other))
    print(f"{count} requests: unknown serial {means[0] / 1000:.2f} us, wrong token {means[1] / 1000:.2f} us, "
          f"Welch's t {welch:+.2f}; {len(answers)} different answer")
    if abs(welch) >= 4.5 or len(answers) != 1:
        sys.exit(1)


main()
