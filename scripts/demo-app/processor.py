#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A processor of cards, played on this machine, and the host that calls it.

    processor.py serve ANSWER PORTFILE    answers each call with the body of ANSWER, once per nonce
    processor.py send PORTFILE < CALL     makes the call of `passc provision relay request`, and writes
                                          status, time and body for `passc provision relay answer`

Listens on loopback alone. What a call holds is neither kept nor said."""

import http.client
import http.server
import json
import sys
import time

DEADLINE = 15


def serve(answer_file, port_file):
    with open(answer_file, encoding="utf-8") as file:
        body = json.load(file)["body"]
    seen = set()

    class Processor(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            call = json.loads(self.rfile.read(int(self.headers["content-length"])))
            inner = call.get("apple_pay_in_app", {})
            is_right = (self.path.startswith("/cards/") and self.path.endswith("/push_provision")
                        and call.get("channel") == "apple_pay_in_app" and call.get("cardholder_name")
                        and len(inner.get("certificates", [])) in (2, 3)
                        and inner.get("nonce") and inner.get("nonce_signature"))
            if self.path.startswith("/cards/unknown/"):
                return self.reply(404, {})
            if not is_right or inner["nonce"] in seen:
                return self.reply(422, {})
            seen.add(inner["nonce"])
            return self.reply(200, body)

        def reply(self, status, content):
            data = json.dumps(content).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_):
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Processor) as server:
        with open(port_file, "w", encoding="ascii") as file:
            file.write(f"{server.server_port}\n")
        server.serve_forever()


def send(port_file):
    call = json.load(sys.stdin)
    with open(port_file, encoding="ascii") as file:
        port = int(file.read())
    start = time.monotonic()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=DEADLINE)
    connection.request(call["method"], call["path"], json.dumps(call["body"]), call["headers"])
    answer = connection.getresponse()
    body = json.loads(answer.read())
    taken = round((time.monotonic() - start) * 1000)
    json.dump({"status": answer.status, "milliseconds": taken, "body": body}, sys.stdout)
    sys.stdout.write("\n")
    sys.stderr.write(f"the processor answered {answer.status} in time\n" if taken < DEADLINE * 1000
                     else "the processor answered too late\n")


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"] and len(sys.argv) == 4:
        serve(sys.argv[2], sys.argv[3])
    elif sys.argv[1:2] == ["send"] and len(sys.argv) == 3:
        send(sys.argv[2])
    else:
        sys.exit(__doc__)
