#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Signs with a key of Google Cloud KMS, for `passc --sign-with`. Not tried against Google's service:
the test plays recorded answers.

    pip install google-auth requests
    passc build gym.pass --certificate pass.cer --wwdr WWDRG4.cer -o gym.pkpass --sign-with \
      'python3 google_kms.py projects/P/locations/L/keyRings/R/cryptoKeys/K/cryptoKeyVersions/1'

The key version is RSA_SIGN_PKCS1_2048_SHA256 or EC_SIGN_P256_SHA256; the account needs
cloudkms.cryptoKeyVersions.useToSign. GOOGLE_KMS_ENDPOINT names another endpoint, for tests, which is
then asked without credentials.
"""

import base64
import http.client
import json
import os
import sys
import threading
import urllib.error
import urllib.request

from answers import TryAgain, may_pass, serve

PUBLIC = "https://cloudkms.googleapis.com"


def credentials():
    """Gives the headers of a request; those of Google's library are renewed by it."""
    if "GOOGLE_KMS_ENDPOINT" in os.environ:
        return lambda: {}
    import google.auth
    import google.auth.transport.requests

    account, _ = google.auth.default(scopes=["https://www.googleapis.com/auth/cloudkms"])
    renewing = threading.Lock()

    def headers():
        with renewing:
            if not account.valid:
                account.refresh(google.auth.transport.requests.Request())
            return {"Authorization": "Bearer " + account.token}

    return headers


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: google_kms.py KEY-VERSION")
    endpoint = os.environ.get("GOOGLE_KMS_ENDPOINT", PUBLIC)
    url = f"{endpoint}/v1/{sys.argv[1]}:asymmetricSign"
    headers = credentials()

    def sign(_, digest):
        # Which algorithm it is belongs to the key version.
        body = {"digest": {"sha256": base64.b64encode(digest).decode()}}
        request = urllib.request.Request(
            url, json.dumps(body).encode(), {"Content-Type": "application/json", **headers()})
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return base64.b64decode(json.load(answer)["signature"])
        except urllib.error.HTTPError as why:
            if why.code in (408, 429) or why.code >= 500:
                raise TryAgain(f"Google Cloud KMS answered {why.code}") from why
            raise RuntimeError(
                f"Google Cloud KMS answered {why.code}: {why.read(300).decode(errors='replace')}"
            ) from why
        except (OSError, http.client.HTTPException) as why:
            if not may_pass(why):
                raise
            raise TryAgain(f"{type(why).__name__}: {why}") from why

    serve(sign)


main()
