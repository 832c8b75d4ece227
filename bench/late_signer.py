# SPDX-License-Identifier: Apache-2.0
"""A signer for `passc --sign-with` that answers MS milliseconds after it was asked: a service far away.

late_signer.py KEY.pem MS. It signs on one thread, at once, and holds the answer back; so it takes as
little of the processor as somebody can who has to make the signature here.
"""

import base64
import collections
import json
import os
import sys
import threading
import time

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa, utils

with open(sys.argv[1], "rb") as file:
    key = serialization.load_pem_private_key(file.read(), None)
latency = float(sys.argv[2]) / 1000
hashed = utils.Prehashed(hashes.SHA256())
how = (padding.PKCS1v15(), hashed) if isinstance(key, rsa.RSAPrivateKey) else (ec.ECDSA(hashed),)
waiting = collections.deque()


def answer():
    while True:
        if not waiting:
            time.sleep(0.001)
            continue
        pause = waiting[0][0] - time.monotonic()
        if pause > 0:
            time.sleep(pause)
        due = time.monotonic()
        lines = []
        while waiting and waiting[0][0] <= due:
            lines.append(waiting.popleft()[1])
        os.write(1, b"".join(lines))


threading.Thread(target=answer, daemon=True).start()
for line in sys.stdin.buffer:
    due = time.monotonic() + latency
    question = json.loads(line)
    signature = base64.b64encode(key.sign(bytes.fromhex(question["digest"]), *how)).decode()
    waiting.append((due, b'{"id":%d,"signature":"%s"}\n' % (question["id"], signature.encode())))
