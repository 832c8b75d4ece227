# SPDX-License-Identifier: Apache-2.0
"""A signer for `passc --sign-with` that misbehaves: bad_signer.py MODE KEY OTHER-KEY PID-FILE.

Its process id goes to the file, for the test to see that it is gone. Without a fault it signs with
openssl, so that what is wrong is only what the mode says.
"""

import base64
import json
import os
import signal
import subprocess
import sys
import threading
import time

MODE, KEY, OTHER, PIDS = sys.argv[1:5]
with open(PIDS, "a") as file:
    file.write(f"{os.getpid()}\n")


def openssl(*arguments, data):
    return subprocess.run(
        ["openssl", "pkeyutl", "-sign", *arguments], input=data, capture_output=True,
        check=True).stdout


def good(digest, key=KEY, padding="pkcs1"):
    return openssl("-inkey", key, "-pkeyopt", f"rsa_padding_mode:{padding}", "-pkeyopt",
                   "digest:sha256", data=digest)


def out(data):
    os.write(1, data if isinstance(data, bytes) else data.encode())


def say(**members):
    out(json.dumps(members) + "\n")


def text(signature):
    return base64.b64encode(signature).decode()


def stay():
    while True:
        time.sleep(60)


# --- before anything is asked ------------------------------------------------------------------------

early = {
    "exits": lambda: sys.exit(0),
    "exits-1": lambda: sys.exit("this signer has no credentials"),
    "kills-itself": lambda: os.kill(os.getpid(), signal.SIGKILL),
    "banner": lambda: out("Welcome to Signer 2.0\n"),
    "answers-unasked": lambda: say(id=1, signature=text(b"x" * 256)) or say(id=2, signature="AA=="),
    "closes-output": lambda: os.close(1) or stay(),
    "closes-input": lambda: os.close(0) or stay(),
    "floods-errors": lambda: os.write(2, b"x" * (1 << 20) + b"\nthe last line") and sys.exit(4),
    "binary": lambda: out(bytes(range(256)) + b"\n"),
    "nothing-but-zeros": lambda: out(b"\0" * 4096 + b"\n"),
    "empty-line": lambda: out("\n"),
    "crlf-only": lambda: out("\r\n"),
    "endless-line": lambda: out(b"x" * 70_000) or stay(),
    "long-line": lambda: out(b"x" * (1 << 20) + b"\n"),
    "utf-16": lambda: out("{}\n".encode("utf-16")),
    "leaves-a-child": lambda: subprocess.Popen(
        ["sleep", "300"], stdin=subprocess.DEVNULL) and sys.exit(5),
    "silent": stay,
    "stubborn": lambda: signal.signal(signal.SIGTERM, signal.SIG_IGN) or stay(),
}
if MODE in early:
    early[MODE]()


# --- when it is asked --------------------------------------------------------------------------------

def other_digest(digest):
    return bytes([digest[0] ^ 1]) + digest[1:]


def flipped(signature):
    return signature[:-1] + bytes([signature[-1] ^ 1])


signatures = {
    "good": good,
    "wrong-key": lambda d: good(d, OTHER),
    "other-digest": lambda d: good(other_digest(d)),
    "pss": lambda d: good(d, padding="pss"),
    "no-digest-info": lambda d: openssl("-inkey", KEY, data=d),
    "flipped": lambda d: flipped(good(d)),
    "short": lambda d: good(d)[:-1],
    "long": lambda d: good(d) + b"\0",
    "leading-zero": lambda d: b"\0" + good(d),
    "reversed": lambda d: good(d)[::-1],
    "zeros": lambda d: bytes(256),
    "ones": lambda d: b"\xff" * 256,
    "one-byte": lambda d: b"\0",
    "a-megabyte-less": lambda d: bytes(40_000),
    "the-digest": lambda d: d,
    "der-of-ecdsa": lambda d: bytes.fromhex("3006020101020101"),
    "text-of-hex": lambda d: good(d).hex().encode(),
}
lines = {
    "no-id": lambda i, s: {"signature": s},
    "text-id": lambda i, s: {"id": str(i), "signature": s},
    "float-id": lambda i, s: {"id": i + 0.5, "signature": s},
    "negative-id": lambda i, s: {"id": -i, "signature": s},
    "other-id": lambda i, s: {"id": i + 1, "signature": s},
    "zero-id": lambda i, s: {"id": 0, "signature": s},
    "null-id": lambda i, s: {"id": None, "signature": s},
    "huge-id": lambda i, s: {"id": 10 ** 30, "signature": s},
    "no-signature": lambda i, s: {"id": i},
    "null-signature": lambda i, s: {"id": i, "signature": None},
    "empty-signature": lambda i, s: {"id": i, "signature": ""},
    "number-signature": lambda i, s: {"id": i, "signature": 7},
    "list-signature": lambda i, s: {"id": i, "signature": [s]},
    "url-base64": lambda i, s: {"id": i, "signature": "-_" + s[2:]},
    "broken-base64": lambda i, s: {"id": i, "signature": s[:-1]},
    "blank-in-base64": lambda i, s: {"id": i, "signature": s[:40] + " " + s[40:]},
    "both": lambda i, s: {"id": i, "signature": s, "error": "x"},
    "number-error": lambda i, s: {"id": i, "error": 5},
    "text-retry": lambda i, s: {"id": i, "error": "x", "retry": "true"},
    "refuses": lambda i, s: {"id": i, "error": "key is disabled"},
    "refuses-at-length": lambda i, s: {"id": i, "error": "no " * 5000},
    "refuses-in-controls": lambda i, s: {"id": i, "error": "\x1b[31mred\x07\n\0"},
    "null-line": lambda i, s: None,
    "list-line": lambda i, s: [i, s],
    "text-line": lambda i, s: s,
}
raw = {
    "no-newline": lambda i, s: json.dumps({"id": i, "signature": s}).encode(),
    "half-a-line": lambda i, s: json.dumps({"id": i, "signature": s}).encode()[:100],
    "two-ids": lambda i, s: f'{{"id":{i},"id":{i},"signature":"{s}"}}\n'.encode(),
    "invalid-utf-8": lambda i, s: b'{"id":%d,"error":"\xc3("}\n' % i,
    "trailing-comma": lambda i, s: f'{{"id":{i},"signature":"{s}",}}\n'.encode(),
    "single-quotes": lambda i, s: f"{{'id':{i},'signature':'{s}'}}\n".encode(),
    "html": lambda i, s: b"<html><body>502 Bad Gateway</body></html>\n",
    "two-in-a-line": lambda i, s: (json.dumps({"id": i, "signature": s}) * 2 + "\n").encode(),
    "deep": lambda i, s: b"[" * 60_000 + b"\n",
}

asked = 0
for line in sys.stdin.buffer:
    asked += 1
    question = json.loads(line)
    number, digest = question["id"], bytes.fromhex(question["digest"])
    if MODE in signatures:
        say(id=number, signature=text(signatures[MODE](digest)))
    elif MODE in lines:
        say_line = lines[MODE](number, text(good(digest)))
        out(json.dumps(say_line) + "\n")
    elif MODE in raw:
        out(raw[MODE](number, text(good(digest))))
        if MODE == "half-a-line":
            sys.exit(0)
    elif MODE == "echoes":
        out(line)
    elif MODE == "slow":
        time.sleep(5)
        say(id=number, signature=text(good(digest)))
    elif MODE == "dies":
        sys.exit(9)
    elif MODE == "crashes":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif MODE == "sleeps-when-asked":
        stay()
    elif MODE == "dies-later":
        if asked > 5:
            sys.exit("credentials expired")
        say(id=number, signature=text(good(digest)))
    elif MODE == "wrong-key-later":
        say(id=number, signature=text(good(digest, OTHER if asked > 5 else KEY)))
    elif MODE == "answers-twice":
        for _ in range(2):
            say(id=number, signature=text(good(digest)))
    elif MODE in ("busy-at-first", "busy-always"):
        # When it is asked and when it answers, for the pauses between: passc begins to wait after the answer.
        came = time.monotonic()
        with open(PIDS + ".asked", "a") as file:
            file.write(f"{number} {came} {time.monotonic()}\n")
        if asked <= 3 or MODE == "busy-always":
            say(id=number, error="too many requests", retry=True)
        else:
            say(id=number, signature=text(good(digest)), took=1)
    elif MODE == "swaps-answers":
        signature = good(digest)
        say(id=number, signature=text(previous if asked > 1 else bytes(256)))
        previous = signature
    else:
        # out of order: of four the first comes last
        reply = {"id": number, "signature": text(good(digest))}
        threading.Timer((4 - asked % 4) * 0.03, say, kwargs=reply).start()
