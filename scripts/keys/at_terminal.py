#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a command on a terminal of its own and answers its first question, as somebody at the keys does.

    at_terminal.py PROMPT ANSWER COMMAND...

Shows what stands on the terminal, the answer included where it is echoed, and ends as the command does.
"""

import os
import pty
import sys


def main():
    prompt, answer, command = sys.argv[1].encode(), sys.argv[2].encode(), sys.argv[3:]
    process, terminal = pty.fork()
    if process == 0:
        os.execvp(command[0], command)
    shown, is_answered = b"", False
    while True:
        try:
            piece = os.read(terminal, 4096)
        except OSError:  # Linux: the other end is closed
            break
        if not piece:
            break
        shown += piece
        if not is_answered and prompt in shown:
            os.write(terminal, answer + b"\r")
            is_answered = True
    sys.stdout.buffer.write(shown)
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))


main()
