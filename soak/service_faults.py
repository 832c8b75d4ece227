#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whether a rehearsal finds what is wrong with an update service: ours, with one fault at a time.

Each fault is a few words of the source of `passc serve`. In a clone of this checkout they are replaced, the
service is built, a rehearsal with pushes and a sign-up plays against it, and the words are put back. It has
to find the fault by its code, and nothing in the service as it is.

    python3 soak/service_faults.py FOLDER [NAME...]     all, or those; FOLDER is made, and kept for the next time
    python3 soak/service_faults.py --check              whether each fault still stands once in its file
"""

import hashlib
import hmac
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESPONDER = "Service/Service/Devices/DeviceResponder.swift"
ANSWER = "Service/Updates/DeviceResponse.swift"
BODY = "Service/Updates/DeviceBody.swift"
CALL = "Service/Updates/DeviceCall.swift"
VERSION = "Service/Updates/PassVersion.swift"
DEVICES = "Service/Registry/SQLite/SQLiteStore+Devices.swift"
PASSES = "Service/Registry/SQLite/SQLiteStore+Passes.swift"
OUTBOX = "Service/Registry/SQLite/SQLiteStore+Outbox.swift"
LOOP = "Service/Service/Pushing/OutboxLoop.swift"
ROWS = "Service/Service/Sources/RowQueue.swift"
SIGNED = "Signing/Crypto/CMS/SignedContent.swift"

# The name, the expected message of the rehearsal, and one or two replacements: file in Sources, old
# text, new text.
FAULTS = [
    # Registration.
    ("refuses to register", "rehearse.register.refused", RESPONDER,
     "case .register(let device, let address): try await register(device, address, request)",
     "case .register: Answer(.refused(.unknownPath))"),
    ("registers again as new", "rehearse.register.status", RESPONDER,
     "DeviceReply(isNew ? .created : .fine)", "DeviceReply(isNew ? .created : .created)"),
    ("registers without a push token", "rehearse.register.body", RESPONDER,
     "guard let token = DeviceBody.pushToken(in: bytes) else { return DeviceReply(.malformed) }",
     'let token = DeviceBody.pushToken(in: bytes) ?? "00"'),
    ("unregisters with 204", "rehearse.unregister.status", RESPONDER,
     "try await store.unregister(pass, device: device)\n        return DeviceReply(.fine)",
     "try await store.unregister(pass, device: device)\n        return DeviceReply(.list([], tag: nil))"),
    ("keeps registrations", "rehearse.unregister.kept", RESPONDER,
     "try await store.unregister(pass, device: device)\n", "_ = (pass, device)\n"),
    # Authorization.
    ("takes any token", "rehearse.token.ignored", RESPONDER,
     "guard let pass = try await store.pass(address, token: token(of: request)) else {",
     "guard let pass = try await named(address) else {"),
    ("takes any scheme", "rehearse.token.scheme", "Service/Updates/PassAuthorization.swift",
     'words[0].elementsEqual("applepass".utf8, by: { ($0 | 0x20) == $1 })', "!words[0].isEmpty"),
    ("takes the token of another pass", "rehearse.token.otherPass", "Service/Registry/AccessDigest.swift",
     "+ Array(serial.utf8) + [0] + Array(token.utf8)", "+ Array(token.utf8)"),
    ("tells unknown serials from wrong tokens", "rehearse.token.refusalsDiffer", RESPONDER,
     "guard let found else { return DeviceReply(.unauthorized) }",
     "guard let found else {\n        return try await named(address) == nil\n"
     "          ? Answer(.refused(.unknownPath)) : Answer(.unauthorized)\n      }"),
    # Lists.
    ("demands a token for the list", "rehearse.list.demandsToken", RESPONDER,
     "try await list(device, passType, since)",
     'request.head.fields["Authorization"].isEmpty\n        ? Answer(.unauthorized) : try await list(device, passType, since)'),
    ("lists nothing with 304", "rehearse.list.status", ANSWER, "DeviceResponse(204, noStore)",
     "DeviceResponse(304, noStore)"),
    ("lists for a stranger with 404", "rehearse.list.unknownDevice", RESPONDER,
     "return DeviceReply(.list(changes.serials, tag: changes.tag))",
     "return since == nil && changes.serials.isEmpty\n      ? Answer(.refused(.unknownPath)) : Answer(.list(changes.serials, tag: changes.tag))"),
    ("lists numbers", "rehearse.list.malformed", ANSWER, "JSONWriter.writeString(serial, to: &body)",
     "body += Array(String(serial.utf8.count).utf8)"),
    ("gives a number as tag", "rehearse.list.tagNumber", ANSWER,
     "JSONWriter.writeString(tag.description, to: &body)", "body += Array(String(tag.number).utf8)"),
    ("gives no tag", "rehearse.list.tagMissing", ANSWER, 'lastUpdated', 'updatedLast'),
    ("gives a date as tag", "rehearse.list.tagCharacters", ANSWER,
     "JSONWriter.writeString(tag.description, to: &body)",
     "JSONWriter.writeString(HTTPDate.text(tag.number), to: &body)"),
    ("lists from the tag on", "rehearse.list.tagStuck", DEVICES, "p.number > ?3", "p.number >= ?3"),
    ("fails at odd tags", "rehearse.list.tagGarbage", RESPONDER,
     "let changes = try await store.changes(",
     "if let since, UpdateTag(since) == nil { return DeviceReply(.unavailable) }\n    let changes = try await store.changes("),
    ("lists an empty array", "rehearse.list.empty", ANSWER, "guard let tag, !serials.isEmpty else",
     "guard let tag else"),
    ("lists passes of others", "rehearse.list.foreignSerials", DEVICES,
     "return DeviceChanges(serials: serials, tag:", 'return DeviceChanges(serials: serials + ["Z-99"], tag:'),
    ("lists nothing without a tag", "rehearse.list.missing", "Service/Updates/UpdateTag.swift",
     "guard let text, let tag = UpdateTag(text),",
     "guard let text else { return current }\n    guard let tag = UpdateTag(text),"),
    # Passes.
    ("does not give the pass", "rehearse.get.refused", RESPONDER,
     "case .pass(let address, let headOnly): try await pass(address, request, headOnly)",
     "case .pass: Answer(.refused(.unknownPath))"),
    ("gives another media type", "rehearse.get.mediaType", ANSWER,
     "passType = PackageKind.pass.contentType", 'passType = "application/zip"'),
    ("gives a damaged pass", "rehearse.get.invalid", RESPONDER,
     "return DeviceReply(head, content: content, headOnly: headOnly)",
     "var damaged = content\n        damaged.setInteger(\n          UInt8(0x5A), at: damaged.readerIndex + damaged.readableBytes / 2)\n"
     "        return DeviceReply(head, content: damaged, headOnly: headOnly)"),
    ("gives no Last-Modified", "rehearse.get.noLastModified", ANSWER,
     '[("Last-Modified", version.lastModified), ("Cache-Control", "private, no-cache")]',
     '[("Cache-Control", "private, no-cache")]'),
    ("gives seconds as Last-Modified", "rehearse.get.dateForm", VERSION,
     "HTTPDate.text(modified)", "String(modified)"),
    ("moves Last-Modified", "rehearse.get.dateMoves", VERSION, "HTTPDate.text(modified)",
     "HTTPDate.text(modified - .random(in: 0...9_999))"),
    ("ignores If-Modified-Since", "rehearse.get.dateIgnored", VERSION,
     "headers.count == 1 && headers[0].utf8.elementsEqual(lastModified.utf8)", "false"),
    ("compares dates by order", "rehearse.get.dateOrder", VERSION,
     "headers.count == 1 && headers[0].utf8.elementsEqual(lastModified.utf8)",
     "headers.first.flatMap { HTTPDate.seconds(of: $0) }.map { $0 >= modified } ?? false"),
    ("fails at odd dates", "rehearse.get.dateUnreadable", RESPONDER,
     'let held = request.head.fields["If-Modified-Since"]\n',
     'let held = request.head.fields["If-Modified-Since"]\n'
     '    if let text = held.first, HTTPDate.seconds(of: text) == nil { return DeviceReply(.malformed) }\n'),
    ("gives 304 without its date", "rehearse.get.notModifiedForm", ANSWER, "DeviceResponse(304, dated)",
     "DeviceResponse(304)"),
    ("lets proxies keep passes", "rehearse.get.cached", ANSWER, "private, no-cache", "public, max-age=86400"),
    ("knows no HEAD", "rehearse.get.head", CALL, 'case "GET", "HEAD":', 'case "GET":'),
    # Other requests.
    ("has no log", "rehearse.log.refused", RESPONDER, "case .log: try await log(request)",
     "case .log: Answer(.refused(.unknownPath))"),
    ("fails at odd logs", "rehearse.log.body", RESPONDER,
     "guard let messages else { return DeviceReply(.malformed) }",
     "guard let messages else { return DeviceReply(.unavailable) }"),
    ("reads any log", "rehearse.body.unbounded", BODY, "logLimitInBytes = 262_144", "logLimitInBytes = 64 << 20"),
    ("takes one slash only", "rehearse.path.slashes", CALL,
     "    var rest = path\n    while let slash",
     '    var rest = path\n    guard !path.utf8.starts(with: "//".utf8) else { return nil }\n    while let slash'),
    ("decodes nothing", "rehearse.path.escaped", "Service/Updates/PercentEncoding.swift",
     "guard let once = decoded(part) else { return [String(part)] }",
     "guard let once = decoded(part), once.utf8.count > 9_999 else { return [String(part)] }"),
    ("decodes once", "rehearse.path.escapedTwice", "Service/Updates/PercentEncoding.swift",
     "? [once] : [once, twice]", "? [once] : [once]"),
    ("fails at long serials", "rehearse.path.odd", RESPONDER,
     "    let token = token(of: request)\n    let held",
     "    if address.serials[0].utf8.count > 500 { return DeviceReply(.unavailable) }\n"
     "    let token = token(of: request)\n    let held"),
    # Changes.
    ("keeps the number at a change", "rehearse.change.notListed", PASSES,
     "UPDATE pass SET number = ?2,", "UPDATE pass SET number = max(number, 0 * ?2),"),
    ("keeps the date at a change", "rehearse.change.dateSame", PASSES,
     "let modified = isSame ? known.modified : PassVersion.time(now: now, after: known.modified)",
     "let modified = known.modified"),
    ("serves the bytes of before", "rehearse.change.notServed", PASSES,
     'try SQLStatement("UPDATE pass SET digest = ?2 WHERE id = ?1", on: database)\n'
     "        .bind(known.id, at: 1).bind(version.digest, at: 2).run()\n"
     "      try save(row: version.row, of: known.id)\n      try store(version, of: known.id)",
     "try save(row: version.row, of: known.id)"),
    ("takes seconds as tags", "rehearse.change.secondLost", "Service/Registry/SQLite/StoreRows.swift",
     "SET counter = counter + 1", "SET counter = max(counter, strftime('%s', 'now') / 60)"),
    # Pushes.
    ("pushes nothing", "rehearse.push.missing", PASSES,
     "try Outbox.add(pass: known.id, type: type, number: number, database)", "_ = type"),
    ("pushes to the token of before", "rehearse.push.oldToken", DEVICES,
     "SET pushToken = excluded.pushToken, tokenTime", "SET tokenTime"),
    ("pushes again and again", "rehearse.push.tooOften", LOOP,
     "let answers = Array(",
     "for _ in 0..<5 {\n        _ = await sender.send(topic: name, deviceTokens: sendable.map(\\.pushToken))\n      }\n      let answers = Array("),
    ("pushes twice", "rehearse.push.repeated", LOOP,
     "let answers = Array(",
     "_ = await sender.send(topic: name, deviceTokens: sendable.map(\\.pushToken))\n      let answers = Array("),
    ("pushes for another topic", "rehearse.push.topic", LOOP, "await sender.send(topic: name,",
     'await sender.send(topic: name + ".voip",'),
    ("pushes to whoever left", "rehearse.push.unregistered", OUTBOX,
     "FROM registration r JOIN device d ON d.id = r.device WHERE r.pass = ?3 AND d.sendable = 1",
     "FROM device d WHERE ?3 = ?3 AND d.sendable = 1",
     "Service/Registry/SQLite/StoreSchema+Bounds.swift",
     "DELETE FROM device WHERE id = old.device\n"
     "            AND NOT EXISTS (SELECT 1 FROM registration WHERE device = old.device);\n        END;",
     "SELECT 1;\n        END;"),
    ("pushes to the dead", "rehearse.push.deadAgain", OUTBOX,
     "WHERE device IN (SELECT id FROM device WHERE pushToken = ?1 AND tokenTime < ?2)",
     "WHERE ?1 = '' AND ?2 = 0"),
    # Sign-up.
    ("knows no sign-up", "rehearse.personalize.refused", RESPONDER,
     "case .personalize(let address): try await personalize(address, request)",
     "case .personalize: Answer(.refused(.unknownPath))"),
    ("signs another token", "rehearse.personalize.signature", ROWS, "SignUpToken(signUp.token)",
     'SignUpToken(signUp.token + "x")'),
    ("signs any text", "rehearse.personalize.signsAnything", SIGNED,
     "!bytes.isEmpty, bytes.count <= Self.limitInBytes, bytes.allSatisfy(Self.isAllowed)", "!bytes.isEmpty"),
    ("signs any sign-up", "rehearse.personalize.body", ROWS,
     "PersonalField(rawValue: name).map { asked.contains($0.requested) } ?? false", "!name.isEmpty || asked.isEmpty"),
    ("keeps the pass of the sign-up", "rehearse.personalize.unchanged", ROWS,
     "let outcome = try await store.save([version], now: time).first ?? .overtaken\n      metrics.count(saved: outcome.metric, 1)\n      // A signature",
     "let outcome = time > 0 ? SaveOutcome.unchanged : .added\n      metrics.count(taken: outcome.metric, 1)\n      // A signature"),
]

TEMPLATE = {
    "pass.json": json.dumps({
        "formatVersion": 1, "organizationName": "Gym", "description": "Gym", "serialNumber": "{{ serial }}",
        "webServiceURL": "https://passes.example.com/gym",
        "nfc": {"message": "{{ serial }}", "encryptionPublicKey":
                "MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgACJdaaz4W32Cjg1FPv5KSL0v0qkTYmLeYMcpaDICfomw8="},
        "storeCard": {
            "primaryFields": [{"key": "points", "label": "Points", "value": "{{ points }}",
                               "changeMessage": "You have %@ points now"}],
            "backFields": [{"key": "name", "label": "Name", "value": "{{ name }}"}]}}),
    "template.json": json.dumps({
        "columns": {"serial": {}, "name": {"optional": True}, "points": {"type": "integer"}},
        "personalization": {"name": "givenName"}}),
    "personalization.json": json.dumps(
        {"description": "Join", "requiredPersonalizationFields": ["PKPassPersonalizationFieldName"]}),
}
# These faults change the format of the database, so it is created again.
AFRESH = {"takes the token of another pass", "pushes to whoever left"}
TYPE = "pass.com.example.passc"
KEY = "5a" * 32


class Service:
    """A running `passc serve` over rows that are put."""

    def __init__(self, programs, identity, folder, port, more=()):
        self.log = open(folder / "serve.err", "ab")
        self.process = subprocess.Popen(
            [programs / "passc", "serve", "--template", "gym.pass", "--token-key", "token.key", "--identity", identity,
             "--listen", f"127.0.0.1:{port}", *more],
            cwd=folder, stdout=subprocess.PIPE, stderr=self.log)
        line = self.process.stdout.readline()
        if not line.startswith(b"serving"):
            sys.exit(f"the service does not serve: {line.decode()}{(folder / 'serve.err').read_text()}")

    def end(self):
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()
        self.log.close()


def token(serial):
    return hmac.new(bytes.fromhex(KEY), f"{TYPE}\0{serial}".encode(), hashlib.sha256).hexdigest()


def curl(folder, *words):
    return subprocess.run(["curl", "-sS", "--fail-with-body", *words], cwd=folder, check=True,
                          stdout=subprocess.PIPE).stdout


def put(folder, port, serial):
    curl(folder, "--unix-socket", "passc-service.sock", "-X", "PUT", "-d",
         json.dumps({"serial": serial, "name": "", "points": 1}), f"http://localhost/passes/{TYPE}/{serial}")
    curl(folder, "-H", f"Authorization: ApplePass {token(serial)}",
         f"http://127.0.0.1:{port}/v1/passes/{TYPE}/{serial}", "-o", f"{serial}.pkpass")


def prepare(programs, identity, folder, port):
    """A folder with a template, two rows that are put, and their passes."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    subprocess.run([programs / "passc", "init", "gym.pass", "--style", "storeCard"], cwd=folder, check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for name, text in TEMPLATE.items():
        (folder / "gym.pass" / name).write_text(text)
    for scale in ("", "@2x", "@3x"):
        shutil.copy(folder / "gym.pass" / f"icon{scale}.png", folder / "gym.pass" / f"personalizationLogo{scale}.png")
    (folder / "token.key").write_text(KEY)
    (folder / "change.sh").write_text(
        "points=$(($(cat points 2>/dev/null || echo 1) + 1))\n"
        'echo "$points" >points\n'
        "curl -sS --fail-with-body --unix-socket passc-service.sock -X PATCH "
        f"-d '{{\"points\": '\"$points\"'}}' http://localhost/passes/{TYPE}/R-1 >/dev/null\n")
    service = Service(programs, identity, folder, port)
    try:
        put(folder, port, "R-1")
        put(folder, port, "R-2")
    finally:
        service.end()


def rehearse(programs, identity, folder, port):
    """The codes of what a rehearsal with pushes finds, and the status it ends with."""
    with open(folder / "found.json", "wb") as found, open(folder / "said.txt", "wb") as said:
        rehearsal = subprocess.Popen(
            [programs / "passc", "rehearse", "R-1.pkpass", "R-2.pkpass", "--at", f"http://127.0.0.1:{port}", "--trust",
             f"{identity}/root.pem", "--strict", "--format", "json", "--change", "sh change.sh", "--push-listen",
             "127.0.0.1:0", "--push-ca-out", "push-ca.pem"],
            cwd=folder, stdout=found, stderr=said)
    service = None
    try:
        place = None
        while place is None and rehearsal.poll() is None:
            time.sleep(0.05)
            place = re.search(r"listening for pushes at (127\.0\.0\.1:\d+)", (folder / "said.txt").read_text())
        if place is not None:
            service = Service(programs, identity, folder, port, ["--push", place[1], "--push-trust", "push-ca.pem"])
        status = rehearsal.wait(600)
    finally:
        if service:
            service.end()
        if rehearsal.poll() is None:
            rehearsal.kill()
    lines = [json.loads(line) for line in (folder / "found.json").read_text().splitlines()]
    return [line["code"] for line in lines if "code" in line], status


def free_port():
    with socket.socket() as some:
        some.bind(("127.0.0.1", 0))
        return some.getsockname()[1]


def in_threes(edits):
    return [edits[first:first + 3] for first in range(0, len(edits), 3)]


def check():
    """The words of each fault, once in their file."""
    wrong = 0
    for name, _, *edits in FAULTS:
        for file, words, _ in in_threes(edits):
            count = (ROOT / "Sources" / file).read_text().count(words)
            if count != 1:
                wrong += 1
                print(f"{name}: its words stand {count} times in Sources/{file}", file=sys.stderr)
    names = [fault[0] for fault in FAULTS]
    if len(set(names)) != len(names):
        wrong += 1
        print("two faults have one name", file=sys.stderr)
    print(f"{len(FAULTS)} faults")
    return 1 if wrong else 0


def build(clone):
    subprocess.run(["scripts/archives.sh", ".build/archives"], cwd=clone, check=True)
    subprocess.run(["scripts/commit.sh", ".build/commit"], cwd=clone, check=True)
    environment = dict(os.environ, PKG_CONFIG_PATH=f"{clone}/.build/archives")
    for product in ("passc", "passc-service"):
        built = subprocess.run(["swift", "build", "--product", product, "-Xcc", "-I.build/commit/"], cwd=clone,
                               env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if built.returncode:
            return "\n".join(line for line in built.stdout.splitlines() if "error:" in line)[:2_000]
    return None


def main():
    if sys.argv[1:] == ["--check"]:
        return check()
    place = pathlib.Path(sys.argv[1]).resolve()
    chosen = [fault for fault in FAULTS if len(sys.argv) < 3 or fault[0] in sys.argv[2:]]
    clone = place / "checkout"
    if clone.exists():
        subprocess.run(["git", "-C", clone, "pull", "--quiet", "--ff-only"], check=True)
    else:
        subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
    programs, identity = clone / ".build/debug", clone / "certs-example/nfc"
    if fault := build(clone):
        sys.exit(fault)
    port = free_port()
    prepare(programs, identity, place / "sound", port)

    def play(name):
        folder = place / "rehearsal"
        if name in AFRESH:
            prepare(programs, identity, folder, port)
        else:
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(place / "sound", folder)
        begun = time.monotonic()
        codes, status = rehearse(programs, identity, folder, port)
        return codes, status, time.monotonic() - begun

    codes, status, took = play("sound")
    print(f"as it is: {len(codes)} findings, exit {status}, {took:.0f} s", flush=True)
    missed = 1 if codes or status else 0
    for name, code, *edits in chosen:
        kept = {}
        try:
            for file, words, instead in in_threes(edits):
                path = clone / "Sources" / file
                kept[path] = path.read_text()
                if kept[path].count(words) != 1:
                    sys.exit(f"{name}: its words do not stand once in {file}")
                path.write_text(kept[path].replace(words, instead))
            if fault := build(clone):
                sys.exit(f"{name} does not build: {fault}")
            codes, status, took = play(name)
        finally:
            for path, text in kept.items():
                path.write_text(text)
        is_found = code in codes
        missed += not is_found
        print(f"{'found ' if is_found else 'MISSED'} {name}: {code}"
              f"{'' if is_found else ', but ' + (' '.join(codes) or 'nothing')} ({len(codes)} findings, {took:.0f} s)", flush=True)
    print(f"{len(chosen)} faults, {missed} missed")
    return 1 if missed else 0


sys.exit(main())
