# SPDX-License-Identifier: Apache-2.0
"""What the measuring scripts share: a process timed whole, and what an RSA signature costs beside it."""

import os
import subprocess
import sys
import time
import typing


class Cost(typing.NamedTuple):
    """What a process took, its children included."""

    seconds: float
    processor_seconds: float
    megabytes: float
    code: int


def measured(argv):
    """From spawning the process until it is gone, whatever it says and however it ends."""
    # Its output does not go to a terminal, because drawing it would take time.
    silent = [(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_WRONLY, 0) for stream in (1, 2)]
    started = time.perf_counter()
    child = os.posix_spawnp(argv[0], argv, os.environ, file_actions=silent)
    _, status, usage = os.wait4(child, 0)
    elapsed = time.perf_counter() - started
    return Cost(elapsed, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, os.waitstatus_to_exitcode(status))


def run(argv):
    """The same of a process that must succeed."""
    cost = measured(argv)
    if cost.code != 0:
        sys.exit(f"{' '.join(argv)}: failed with {cost.code}")
    return cost


def output(*argv):
    """What a program says that must succeed."""
    return subprocess.run(argv, check=True, capture_output=True, text=True).stdout.strip()


def rsa_microseconds():
    """What one RSA-2048 signature costs here and now, in microseconds."""
    return 1e6 / rsa_per_second(1)


def rsa_per_second(processes, seconds=1):
    """How many RSA-2048 signatures that many processes make together."""
    several = ["-multi", str(processes)] if processes > 1 else []
    line = next(
        line
        for line in output("openssl", "speed", "-mr", "-seconds", str(seconds), *several, "rsa2048").splitlines()
        if line.startswith("+F2:")
    )
    # +F2:index:bits:signing:verifying, in signatures per second. Before OpenSSL 3.0 it is seconds
    # per signature.
    signing = float(line.split(":")[3])
    return signing if signing > 1 else 1 / signing
