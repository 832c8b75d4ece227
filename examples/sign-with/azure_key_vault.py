#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Signs with a key of Azure Key Vault, for `passc --sign-with`. Not tried against Azure: the test plays
recorded answers.

    pip install azure-identity
    passc build gym.pass --certificate pass.cer --wwdr WWDRG4.cer -o gym.pkpass \
      --sign-with 'python3 azure_key_vault.py https://VAULT.vault.azure.net/keys/wallet/VERSION'

The account needs the permission keys/sign. AZURE_KEY_VAULT_ANONYMOUS=1 asks without credentials, for
tests.
"""

import base64
import http.client
import json
import os
import sys
import threading
import time
import urllib.error
import urllib.request

from answers import TryAgain, may_pass, serve

ALGORITHMS = {"RSA-PKCS1-SHA256": "RS256", "ECDSA-P256-SHA256": "ES256"}


def credentials():
    if "AZURE_KEY_VAULT_ANONYMOUS" in os.environ:
        return lambda: {}
    from azure.identity import DefaultAzureCredential

    account = DefaultAzureCredential()
    renewing = threading.Lock()
    kept = {}

    def headers():
        with renewing:
            if kept.get("until", 0) < time.time() + 120:
                token = account.get_token("https://vault.azure.net/.default")
                kept.update(text=token.token, until=token.expires_on)
            return {"Authorization": "Bearer " + kept["text"]}

    return headers


def der(value):
    """ES256 is r and s in 32 bytes each; passc takes them as a DER SEQUENCE of INTEGERs."""

    def integer(octets):
        octets = octets.lstrip(b"\0") or b"\0"
        octets = b"\0" + octets if octets[0] & 0x80 else octets
        return b"\x02" + bytes([len(octets)]) + octets

    body = integer(value[:32]) + integer(value[32:])
    return b"\x30" + bytes([len(body)]) + body


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: azure_key_vault.py KEY-IDENTIFIER")
    url = sys.argv[1].rstrip("/") + "/sign?api-version=7.4"
    headers = credentials()

    def sign(algorithm, digest):
        body = {"alg": ALGORITHMS[algorithm],
                "value": base64.urlsafe_b64encode(digest).rstrip(b"=").decode()}
        request = urllib.request.Request(
            url, json.dumps(body).encode(), {"Content-Type": "application/json", **headers()})
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                text = json.load(answer)["value"]
        except urllib.error.HTTPError as why:
            if why.code in (408, 429) or why.code >= 500:
                raise TryAgain(f"Azure Key Vault answered {why.code}") from why
            raise RuntimeError(
                f"Azure Key Vault answered {why.code}: {why.read(300).decode(errors='replace')}"
            ) from why
        except (OSError, http.client.HTTPException) as why:
            if not may_pass(why):
                raise
            raise TryAgain(f"{type(why).__name__}: {why}") from why
        value = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        return value if algorithm == "RSA-PKCS1-SHA256" else der(value)

    serve(sign)


main()
