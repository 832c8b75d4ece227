#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sends a tar of a bundle, again and again under new names, to a program's standard input.

    scripts/tests/stream_memory.py BUNDLE COUNT COMMAND...

Prints the command's exit code, the most memory it had (kB) and the bytes that were sent, on one line.
The tar is never there as a whole, neither on a disk nor here.
"""

import os
import subprocess
import sys
import tarfile

bundle = open(sys.argv[1], "rb").read()
count, command = int(sys.argv[2]), sys.argv[3:]
program = subprocess.Popen(command, stdin=subprocess.PIPE)
sent = 0
try:
    for number in range(count):
        entry = tarfile.TarInfo(f"{number}.pkpass")
        entry.size = len(bundle)
        padding = bytes(-len(bundle) % tarfile.BLOCKSIZE)
        for part in entry.tobuf(tarfile.USTAR_FORMAT), bundle, padding:
            program.stdin.write(part)
            sent += len(part)
    program.stdin.write(bytes(2 * tarfile.BLOCKSIZE))
    program.stdin.close()
except BrokenPipeError:
    pass
_, status, used = os.wait4(program.pid, 0)
unit = 1024 if sys.platform == "darwin" else 1
print(os.waitstatus_to_exitcode(status), used.ru_maxrss // unit, sent)
