#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A mail server on 127.0.0.1 that keeps the mails of one sender.

    scripts/tests/mail_sink.py FOLDER [REJECTED]

Prints its port, takes mails until the client quits, and writes the mail to ADDRESS into
FOLDER/ADDRESS.eml. It rejects the address REJECTED.
"""

import pathlib
import re
import socket
import sys

folder, rejected = pathlib.Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else None
listener = socket.create_server(("127.0.0.1", 0))
listener.settimeout(60)
print(listener.getsockname()[1], flush=True)
connection, _ = listener.accept()
connection.settimeout(60)
with connection, connection.makefile("rwb") as stream:
    def answer(text):
        stream.write(text.encode() + b"\r\n")
        stream.flush()

    answer("220 sink")
    address = None
    for line in stream:
        command = line.decode().strip()
        if command.upper().startswith("RCPT"):
            address = re.search("<(.*)>", command)[1]
            answer("550 no such user" if address == rejected else "250 fine")
        elif command.upper() == "DATA":
            answer("354 go on")
            lines = []
            for line in stream:
                if line == b".\r\n":
                    break
                lines.append(line[1:] if line.startswith(b".") else line)
            (folder / f"{address}.eml").write_bytes(b"".join(lines))
            answer("250 kept")
        elif command.upper() == "QUIT":
            answer("221 bye")
            break
        else:
            answer("250 fine")
