#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Signs with a key of HashiCorp Vault's transit engine, for `passc --sign-with`.

    vault write transit/keys/wallet type=rsa-2048
    passc build gym.pass --certificate pass.cer --wwdr WWDRG4.cer -o gym.pkpass \
      --sign-with 'python3 vault_transit.py wallet'

VAULT_ADDR and VAULT_TOKEN come from the environment, the mount from VAULT_TRANSIT_MOUNT (transit).
The token needs `update` on transit/sign/wallet. Python's own library is enough.
"""

import base64
import http.client
import json
import os
import sys
import threading
import urllib.parse

from answers import TryAgain, may_pass, serve


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: vault_transit.py KEY")
    address = urllib.parse.urlsplit(os.environ.get("VAULT_ADDR", "https://127.0.0.1:8200"))
    kinds = {"http": http.client.HTTPConnection, "https": http.client.HTTPSConnection}
    mount = os.environ.get("VAULT_TRANSIT_MOUNT", "transit")
    path = f"/v1/{mount}/sign/{urllib.parse.quote(sys.argv[1], safe='')}"
    headers = {
        "X-Vault-Token": os.environ.get("VAULT_TOKEN", ""), "Content-Type": "application/json"}
    if "VAULT_NAMESPACE" in os.environ:
        headers["X-Vault-Namespace"] = os.environ["VAULT_NAMESPACE"]
    kept = threading.local()

    # Two tries take less than passc waits (--sign-timeout, 30 s).
    def post(body):
        for attempt in (1, 2):
            if getattr(kept, "connection", None) is None:
                kept.connection = kinds[address.scheme](address.netloc, timeout=12)
                attempt = 2
            try:
                kept.connection.request("POST", path, json.dumps(body), headers)
                answer = kept.connection.getresponse()
                return answer.status, answer.read()
            except (OSError, http.client.HTTPException) as why:
                # A kept connection may have ended meanwhile: once more with a new one.
                kept.connection.close()
                kept.connection = None
                if not may_pass(why):
                    raise
                if attempt == 2:
                    raise TryAgain(f"{type(why).__name__}: {why}") from why
        raise TryAgain("no connection")

    def sign(algorithm, digest):
        body = {"input": base64.b64encode(digest).decode(), "prehashed": True,
                "hash_algorithm": "sha2-256"}
        if algorithm == "RSA-PKCS1-SHA256":
            body["signature_algorithm"] = "pkcs1v15"
        else:
            body["marshaling_algorithm"] = "asn1"
        status, text = post(body)
        if status in (412, 429) or status >= 500:
            raise TryAgain(f"Vault answered {status}")
        if status != 200:
            raise RuntimeError(f"Vault answered {status}: {text[:200].decode(errors='replace')}")
        # vault:v1:<Base64>
        return base64.b64decode(json.loads(text)["data"]["signature"].split(":")[2])

    serve(sign)


main()
