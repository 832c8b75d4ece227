# SPDX-License-Identifier: Apache-2.0
"""The protocol of `passc --sign-with`, for programs that ask a key service.

passc writes {"id":7,"algorithm":"RSA-PKCS1-SHA256","digest":"<hex>"} and waits for
{"id":7,"signature":"<Base64>"} or {"id":7,"error":"...","retry":true}. Several are under way at once,
and answers may come in any order.
"""

import base64
import json
import ssl
import sys
import threading
from concurrent.futures import ThreadPoolExecutor


class TryAgain(Exception):
    """The service could not sign now: passc asks again after a pause."""


def may_pass(why):
    """Whether a call that failed with this error may succeed a little later: there was no connection, or
    no answer in time. A certificate that is not trusted now is not trusted then either."""
    untrusted = ssl.SSLCertVerificationError
    # urllib has an error of its own around it.
    return not (isinstance(why, untrusted) or isinstance(getattr(why, "reason", None), untrusted))


def serve(sign, at_once=64, lines=sys.stdin.buffer, out=sys.stdout.buffer):
    """Answers every line until there are no more.

    sign(algorithm, digest) gives the signature as bytes: PKCS #1 v1.5 as long as the modulus, or
    ECDSA in DER. It raises TryAgain for what may be asked again, anything else for what may not.
    """
    writing = threading.Lock()

    def answer(line):
        question = json.loads(line)
        reply = {"id": question["id"]}
        try:
            digest = bytes.fromhex(question["digest"])
            reply["signature"] = base64.b64encode(sign(question["algorithm"], digest)).decode()
        except TryAgain as why:
            reply.update(error=str(why), retry=True)
        except Exception as why:  # the reason belongs to passc, which ends with it
            reply["error"] = f"{type(why).__name__}: {why}"
        with writing:
            out.write(json.dumps(reply).encode() + b"\n")
            out.flush()

    with ThreadPoolExecutor(at_once) as pool:
        for line in lines:
            pool.submit(answer, line)
