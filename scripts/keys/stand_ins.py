#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Stand-ins for key services on loopback, for tests and the demo: each signs with the key of a file.

    stand_ins.py aws|vault|google|azure KEY.pem [--latency MS] [--busy N] [--tls FILE.pem]

Prints one line, the address and what names the key there, and serves until its input ends.

aws: moto's KMS, told to sign digests as they are (moto hashes them once more) and with our key in place
of the one it makes. vault: the one call of the transit engine that the example makes. google and azure:
the answers those services are documented to give, with our signature in them; `--busy N` has the first
N calls answered with the refusal for too many, of each service in its own words; `--tls` has the last
three speak TLS with key and certificate of that file.
"""

import argparse
import base64
import json
import re
import ssl
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa, utils


def signature(key, digest):
    if isinstance(key, rsa.RSAPrivateKey):
        return key.sign(digest, padding.PKCS1v15(), utils.Prehashed(hashes.SHA256()))
    return key.sign(digest, ec.ECDSA(utils.Prehashed(hashes.SHA256())))


def raw(key, digest):
    """r and s in 32 bytes each, as JOSE has them."""
    value = signature(key, digest)
    if isinstance(key, rsa.RSAPrivateKey):
        return value
    r, s = utils.decode_dss_signature(value)
    return r.to_bytes(32, "big") + s.to_bytes(32, "big")


def url_base64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def vault(key, path, headers, body):
    if headers.get("X-Vault-Token") != "stand-in":
        return 403, {"errors": ["permission denied"]}
    if path != "/v1/transit/sign/wallet":
        return 404, {"errors": []}
    wanted = {"prehashed": True, "hash_algorithm": "sha2-256"}
    wanted |= ({"signature_algorithm": "pkcs1v15"} if isinstance(key, rsa.RSAPrivateKey)
               else {"marshaling_algorithm": "asn1"})
    if {name: body.get(name) for name in wanted} != wanted:
        return 400, {"errors": [f"unexpected request {sorted(body)}"]}
    text = base64.b64encode(signature(key, base64.b64decode(body["input"]))).decode()
    return 200, {"request_id": "0", "lease_id": "", "renewable": False, "lease_duration": 0,
                 "data": {"key_version": 1, "signature": f"vault:v1:{text}"}}


def google(key, path, _, body):
    match = re.fullmatch(
        r"/v1/(projects/p/locations/l/keyRings/r/cryptoKeys/k/cryptoKeyVersions/1):asymmetricSign",
        path)
    if not match:
        return 404, {"error": {"code": 404, "message": "not found", "status": "NOT_FOUND"}}
    value = signature(key, base64.b64decode(body["digest"]["sha256"]))
    return 200, {"name": match[1], "signature": base64.b64encode(value).decode(),
                 "signatureCrc32c": "0", "protectionLevel": "HSM"}


def azure(key, path, _, body):
    if path != "/keys/wallet/1/sign?api-version=7.4":
        return 404, {"error": {"code": "KeyNotFound", "message": "not found"}}
    if body["alg"] != ("RS256" if isinstance(key, rsa.RSAPrivateKey) else "ES256"):
        return 400, {"error": {"code": "BadParameter", "message": "algorithm"}}
    digest = base64.urlsafe_b64decode(body["value"] + "==")
    return 200, {"kid": "https://stand-in/keys/wallet/1", "value": url_base64(raw(key, digest))}


def serve_http(answer, options, key):
    busy = [options.busy]
    counting = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        # Sends headers and body together.
        wbufsize = -1
        disable_nagle_algorithm = True

        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with counting:
                is_busy = busy[0] > 0
                busy[0] -= 1
            time.sleep(options.latency / 1000)
            status, document = ((429, {"error": "too many"}) if is_busy
                                else answer(key, self.path, self.headers, body))
            text = json.dumps(document).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    scheme = "http"
    if options.tls:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(options.tls)
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
        scheme = "https"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"{scheme}://127.0.0.1:{server.server_address[1]}"


def serve_aws(options, key):
    import logging
    import os

    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    os.environ.update(
        AWS_ACCESS_KEY_ID="stand-in", AWS_SECRET_ACCESS_KEY="stand-in",
        AWS_DEFAULT_REGION="eu-central-1")
    import boto3
    from moto.core import DEFAULT_ACCOUNT_ID
    from moto.core.exceptions import JsonRESTError
    from moto.kms.models import kms_backends
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    address = "http://%s:%s" % server.get_host_and_port()
    kms = boto3.client("kms", endpoint_url=address)
    spec = "RSA_2048" if isinstance(key, rsa.RSAPrivateKey) else "ECC_NIST_P256"
    made = kms.create_key(KeySpec=spec, KeyUsage="SIGN_VERIFY")["KeyMetadata"]["KeyId"]

    busy = [options.busy]
    counting = threading.Lock()

    class OurKey:
        def sign(self, message, signing_algorithm):
            with counting:
                is_busy = busy[0] > 0
                busy[0] -= 1
            if is_busy:
                raise JsonRESTError("ThrottlingException", "Rate exceeded")
            wanted = ("RSASSA_PKCS1_V1_5_SHA_256" if spec == "RSA_2048" else "ECDSA_SHA_256")
            assert signing_algorithm == wanted and len(message) == 32
            time.sleep(options.latency / 1000)
            return signature(key, message)

    kms_backends[DEFAULT_ACCOUNT_ID]["eu-central-1"].keys[made].private_key = OurKey()
    return f"{address} {made}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("service", choices=["aws", "vault", "google", "azure"])
    parser.add_argument("key")
    parser.add_argument("--latency", type=float, default=0)
    parser.add_argument("--busy", type=int, default=0)
    parser.add_argument("--tls")
    options = parser.parse_args()
    with open(options.key, "rb") as file:
        key = serialization.load_pem_private_key(file.read(), None)
    if options.service == "aws":
        line = serve_aws(options, key)
    else:
        name = {"vault": "wallet",
                "google": "projects/p/locations/l/keyRings/r/cryptoKeys/k/cryptoKeyVersions/1",
                "azure": "/keys/wallet/1"}[options.service]
        answer = {"vault": vault, "google": google, "azure": azure}[options.service]
        line = f"{serve_http(answer, options, key)} {name}"
    print(line, flush=True)
    sys.stdin.read()


main()
