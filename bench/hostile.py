# SPDX-License-Identifier: Apache-2.0
"""Makes bundles that are built to cost much, and measures what checking each costs.

    python3 bench/hostile.py PASSC ROOT WORK-FOLDER [--crossed MEGABYTES[,MEGABYTES]] [--only TEXT]

Called by hostile.sh. Each bundle is made, checked and deleted before the next. Those of crossed.py
also go through one of the other commands and formats, in turn.
"""

import argparse
import hashlib
import io
import json
import os
import pathlib
import platform
import random
import resource
import struct
import subprocess
import sys
import time
import zipfile
import zlib

import crossed
from timing import measured

M = 1 << 20
# A bit less than the limits: 16 MB for a bundle and 8 MiB for a document.
N = 15 * M
J = 7 * M


class Sample:
    """The sound bundle the others are changes of."""

    def __init__(self, path):
        with zipfile.ZipFile(path) as archive:
            files = {name: archive.read(name) for name in archive.namelist()}
        self.bytes = path.read_bytes()
        self.signature = files.pop("signature")
        files.pop("manifest.json")
        self.files = files
        self.document = json.loads(files["pass.json"])

    def bundle(self, files=(), manifest=None, signature=None, deflated=False):
        files = self.files | dict(files)
        if manifest is None:
            manifest = json.dumps({name: hashlib.sha1(data).hexdigest() for name, data in files.items()}).encode()
        method = zipfile.ZIP_DEFLATED if deflated else zipfile.ZIP_STORED
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", method, compresslevel=6) as archive:
            for name, data in files.items():
                archive.writestr(name, data)
            archive.writestr("manifest.json", manifest)
            archive.writestr("signature", self.signature if signature is None else signature)
        return out.getvalue()

    def without(self, *keys):
        """pass.json of the sample without some of its members."""
        return json.dumps({name: entry for name, entry in self.document.items() if name not in keys}).encode()

    def document_with(self, key, value):
        """The sample with one member replaced by JSON text."""
        return self.bundle({"pass.json": self.without(key)[:-1] + f',"{key}":'.encode() + value + b"}"})


def nodes(value):
    """How many values and names there are in a JSON text."""
    try:
        value = json.loads(value)
    except ValueError:
        return 1

    def count(value):
        if isinstance(value, dict):
            return 1 + sum(1 + count(entry) for entry in value.values())
        return 1 + sum(map(count, value)) if isinstance(value, list) else 1

    return count(value)


def most(text):
    """How often a text may be repeated within what passc reads of a file."""
    return min(J // (len(text) + 1), 390_000 // nodes(text))


def many(text):
    """An array that repeats one text as often as is read."""
    return b"[" + b",".join([text] * most(text)) + b"]"


def members(name):
    return b"{" + b",".join([name + b":1"] * min(J // (len(name) + 3), 195_000)) + b"}"


def numbered(pattern, start=b"[", end=b"]"):
    text = pattern.replace(b"%d", b"123456")
    count = min(J // (len(text) + 1), 390_000 // (nodes(text) if start == b"[" else 2))
    return start + b",".join(pattern.replace(b"%d", b"%d" % n) for n in range(count)) + end


def fields(text):
    return b'{"backFields":' + text + b"}"


def texts(s):
    """Documents and strings files."""
    doc = s.document_with
    yield "nested arrays", s.bundle({"pass.json": b"[" * N})
    yield "nested objects", s.bundle({"pass.json": b'{"a":' * (N // 5)})
    yield "15 MB of numbers", doc("userInfo", b"[" + b"1," * (N // 2) + b"1]")
    yield "numbers", doc("userInfo", b'{"a":' + many(b"1") + b"}")
    yield "empty objects", doc("locations", many(b"{}"))
    yield "locations", doc("locations", many(b'{"latitude":1,"longitude":1}'))
    yield "one name again and again", doc("userInfo", members(b'"a"'))
    yield "unknown keys", s.bundle({"pass.json": numbered(b'"k%d":1', b"{", b"}")})
    yield "fields", doc("storeCard", fields(numbered(b'{"key":"k%d","label":"L","value":"v"}')))
    yield "fields with one key", doc("storeCard", fields(many(b'{"key":"k","value":"v"}')))
    yield "currencies", doc("storeCard", fields(numbered(b'{"key":"k%d","value":1,"currencyCode":"XQZ"}')))
    yield "barcodes", doc("barcodes", many(b'{"format":"PKBarcodeFormatQR","message":"x","messageEncoding":"utf-8"}'))
    yield "a long barcode", doc("barcodes", b'[{"format":"PKBarcodeFormatQR","messageEncoding":"gb18030","message":"' + "é".encode() * (J // 2) + b'"}]')
    yield "colours", doc("semantics", b'{"seats":' + many(b'{"seatSectionColor":"x"}') + b"}")
    yield "dates", doc("relevantDates", many(b'{"date":"2020"}'))
    yield "control characters", doc("userInfo", b'"' + b"\x01" * J + b'"')
    yield "wrong escapes", doc("userInfo", b'"' + b"\\q" * (J // 2) + b'"')
    yield "lone surrogates", doc("userInfo", b'"' + b"\\ud800" * (J // 6) + b'"')
    yield "trailing commas", doc("userInfo", many(b"[1,]"))
    yield "comments", doc("userInfo", b"[" + b"/**/" * (J // 4) + b"1]")
    yield "wrong numbers", doc("userInfo", many(b"01"))
    yield "a long number", doc("userInfo", b"1" * J)
    yield "a long text with tags", doc("storeCard", fields(b'[{"key":"k","value":"x","attributedValue":"' + b"<a " * (J // 3) + b'"}]'))
    yield "a long address", doc("webServiceURL", b'"https://' + b"a." * (J // 2) + b'"')
    yield "UTF-16", s.bundle({"pass.json": b"\xff\xfe" + ('{"a":"' + "x" * (J // 2) + '"}').encode("utf-16le")})
    for name, text in {
        "strings": b"".join(b'"k%d"="v";\n' % n for n in range(N // 16)),
        "one string again and again": b'"k"="v";\n' * (N // 9),
        "strings of 1.9 MB": b"".join(b'"k%d"="v";\n' % n for n in range(120_000)),
        "wrong strings": b'"\\q";' * (N // 5),
        "wrong strings of 1.9 MB": b'"\\q";' * 390_000,
        "strings without end": b'"' + b"a" * N,
        "nested comments": b"/*" * (N // 2),
    }.items():
        yield name, s.bundle({"de.lproj/pass.strings": text})
    letters = "abcdefghijklmnopqrstuvwxyz"
    table = b"".join(b'"k%d"="v";\n' % n for n in range(1000))
    yield "676 languages", s.bundle({f"{a}{b}.lproj/pass.strings": table for a in letters for b in letters})


def chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def images_and_files(s):
    """Images, other files, manifests, archives."""
    header = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 38, 38, 8, 0, 0, 0, 0))
    noise = random.Random(1)
    yield "image chunks", s.bundle({"logo.png": header + chunk(b"aaaa", b"") * (N // 12)})
    yield "wrong image chunks", s.bundle({"logo.png": header + b"\0\0\0\0aaaa\0\0\0\0" * (N // 12)})
    yield "unknown image chunks", s.bundle({"logo.png": header + chunk(b"ABCD", b"") * (N // 12)})
    yield "an image of brackets", s.bundle({"logo.png": b"<" * N})
    yield "beginnings of keys", s.bundle({"a.txt": b"-----BEGIN " * (N // 11)})
    yield "beginnings of certificates", s.bundle({"a.txt": b"-----BEGIN CERTIFICATE-----\n" * (N // 28)})
    yield "dashes", s.bundle({"a.txt": b"-" * N})
    yield "nested DER", s.bundle({"a.bin": b"\x30\x80" * (N // 2)})
    yield "manifest entries", s.bundle(manifest=numbered(b'"%d":"da39a3ee5e6b4b0d3255bfef95601890afd80709"', b"{", b"}"))
    yield "wrong manifest entries", s.bundle(manifest=numbered(b'"%d":1', b"{", b"}"))
    yield "4000 empty files", s.bundle({f"f{n}.txt": b"" for n in range(4000)})
    yield "4000 unlisted files", s.bundle({f"f{n}.txt": b"" for n in range(4000)}, manifest=b"{}")
    yield "4000 folders", s.bundle({f"d{n}.lproj/pass.strings": b"" for n in range(4000)})
    yield "4000 images", s.bundle({f"d{n}.lproj/logo.png": s.files["icon.png"] for n in range(4000)})
    yield "4000 misspelt images", s.bundle({f"ico{n}.png": s.files["icon.png"] for n in range(4000)})
    yield "3900 long names", s.bundle({"x" * 250 + str(n): b"" for n in range(3900)})
    yield "end records", b"PK\5\6" * (N // 4)
    yield "local headers", (b"PK\3\4" + bytes(26)) * (N // 30)
    yield "brackets", b"<" * N
    yield "15 images that unpack to 150 MB", s.bundle(
        {f"x{n}.png": noise.randbytes(M) + bytes(9 * M) for n in range(15)}, deflated=True)
    yield "62 MB of packed JSON", packed({"pass.json": b"[" + b"1," * (31 * M) + b"1]"})
    yield "600 passes in one", stored({f"a{n}.pkpass": s.bytes for n in range(600)})
    yield "4090 tiny passes in one", stored({f"a{n}.pkpass": stored({"pass.json": b"{}"}) for n in range(4090)})
    yield "4090 other files beside a pass", stored({"a.pkpass": s.bytes} | {f"b{n}.txt": b"" for n in range(4090)})
    inner = packed({"pass.json": b"{}"} | {f"x{n}.bin": bytes(M) for n in range(150)})
    yield "100 passes of 150 MB each", stored({f"a{n}.pkpass": inner for n in range(100)})


def signatures(s):
    yield "nested lengths", s.bundle(signature=b"\x30\x80" * (N // 2))
    yield "random bytes", s.bundle(signature=random.Random(1).randbytes(N))
    yield "Base64", s.bundle(signature=b"A" * N)
    yield "PEM", s.bundle(signature=b"-----BEGIN CMS-----\n" + b"A" * N)
    kind, version, digests, content, certificates, signers = message_parts(s.signature)
    body = {part: inside(element) for part, element in (("digests", digests), ("certificates", certificates), ("signers", signers))}

    def filled(part, size=N):
        return body[part] * (size // len(body[part]))

    def message(digests=digests, certificates=certificates, signers=signers):
        return der(0x30, kind + der(0xA0, der(0x30, version + digests + content + certificates + signers)))

    yield "12,000 certificates", s.bundle(signature=message(certificates=der(0xA0, filled("certificates"))))
    yield "30,000 signers", s.bundle(signature=message(signers=der(0x31, filled("signers"))))
    yield "a million hashes", s.bundle(signature=message(digests=der(0x31, filled("digests"))))
    manifest = json.dumps({name: hashlib.sha1(data).hexdigest() for name, data in s.files.items()}).encode()
    yield "hashes over a long manifest", s.bundle(
        manifest=manifest + b" " * (5 * M), signature=message(digests=der(0x31, filled("digests", 10 * M))))


def bombs(s):
    """Some kilobytes or megabytes that would become 10 GB."""
    zeros, noise, end = stream(bytes(10 * M)), stream(random.Random(1).randbytes(M)), b"\x03\x00"
    bomb = zeros * 1000 + end
    yield "10 GB in one entry", entries((b"pass.json", bomb, 10_000 * M))
    yield "10 GB that claim to be 1000 bytes", entries((b"pass.json", bomb, 1000))
    yield "10 GB that claim to be 19 MB", entries((b"pass.json", bomb, 19 * M))
    yield "10 GB that claim to be 60 MB", entries((b"pass.json", bomb, 60 * M))
    yield "10 GB behind 1 MB of noise", entries((b"x.bin", noise + bomb, 60 * M))
    yield "8 entries of 1.25 GB that claim 19 MB", entries(*((b"%d" % n, zeros * 125 + end, 19 * M) for n in range(8)))
    yield "40 entries of 250 MB that claim 3.9 MB", entries(*((b"%d" % n, zeros * 25 + end, 39 * M // 10) for n in range(40)))
    yield "10,000 entries of 1 MiB", stored({f"{n}.pkpass": packed({"x": bytes(M)}) for n in range(10_000)})
    yield "4000 entries of 1 MiB", packed({str(n): bytes(M) for n in range(4000)})
    large = packed({"x": bytes(64 * M)})
    yield "160 passes of 64 MB", stored({f"{n}.pkpass": large for n in range(160)})


def packed(files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def stored(files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def stream(data):
    """A piece of deflate that others may follow."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush(zlib.Z_FULL_FLUSH)


def entries(*files):
    """An archive of deflated entries that say what they like about their size."""
    out, directory = b"", b""
    for name, data, size in files:
        large = size >= 1 << 32
        extra = struct.pack("<HHQQ", 1, 16, size, len(data)) if large else b""
        numbers = struct.pack("<III", 0, 0xFFFFFFFF if large else len(data), 0xFFFFFFFF if large else size)
        shared = struct.pack("<HHHHH", 45, 0, 8, 0, 33) + numbers + struct.pack("<HH", len(name), len(extra))
        place = bytes(10) + struct.pack("<I", len(out))
        directory += b"PK\1\2" + struct.pack("<H", 45) + shared + place + name + extra
        out += b"PK\3\4" + shared + name + extra + data
    count = len(files)
    return out + directory + b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, count, count, len(directory), len(out), 0)


# Builds the parts of a signature that are needed here.
def der(tag, body):
    length = len(body)
    if length < 128:
        return bytes([tag, length]) + body
    octets = length.to_bytes((length.bit_length() + 7) // 8, "big")
    return bytes([tag, 0x80 | len(octets)]) + octets + body


def element_at(data, start):
    length, head = data[start + 1], 2
    if length & 0x80:
        head = 2 + (length & 0x7F)
        length = int.from_bytes(data[start + 2:start + head], "big")
    return start + head, start + head + length


def inside(element):
    start, end = element_at(element, 0)
    return element[start:end]


def message_parts(signature):
    info = inside(signature)
    _, end = element_at(info, 0)
    data = inside(inside(info[end:]))
    parts, position = [], 0
    while position < len(data):
        _, after = element_at(data, position)
        parts.append(data[position:after])
        position = after
    return [info[:end], *parts]


def cost(argv):
    """Seconds of processor, megabytes and exit code.

    Through a small process of its own: the system counts the memory of whoever starts a process as the
    process's own, and this one is large.
    """
    meter = [sys.executable, __file__, "--cost", *argv]
    used, memory, code = subprocess.run(meter, check=True, capture_output=True, text=True).stdout.split()
    return float(used), float(memory), int(code)


def directly(argv):
    """The same, for small bundles: this process is small too."""
    used = measured(argv)
    return used.processor_seconds, used.megabytes, used.code


def measure(argv):
    # The time limit ends a command that would run for hours. Its result is then above every limit.
    resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
    cost = measured(argv)
    print(cost.processor_seconds, cost.megabytes, cost.code)


def table(kinds, passc, work, seconds, megabytes, rows, cost=cost):
    """Measures bundles one by one, prints a line for each, and returns those over the limits."""
    worst, broken = (0, 0), []
    path = work / "hostile.pkpass"
    for name, data, arguments in kinds:
        path.write_bytes(data)
        argv = [passc, *(str(path) if argument == "BUNDLE" else argument for argument in arguments)]
        used, memory, outcome = cost(argv)
        if seconds < used < 10 * seconds:
            # Takes the better of two runs. Other load changes the time but not the memory.
            again = cost(argv)
            used, memory = min(used, again[0]), max(memory, again[1])
        worst = (max(worst[0], used), max(worst[1], memory))
        # An exit code for unusable input, as of diff for a .pkpasses, is also accepted.
        codes = (0, 1) if arguments[0] == "check" else (0, 1, 2, 3)
        fits = used <= seconds and memory <= megabytes and outcome in codes
        if not fits:
            broken.append(name)
        print(f"{len(data) / M:6.2f} MB  {used:6.3f} s  {memory:4.0f} MB  exit {outcome}  {name}"
              f"{'' if fits else '  <- too much'}", flush=True)
        rows.append((used, memory))
    return broken


def others(root, sample, identity, out):
    """What else reads bundles; each shape is tried with one of these in turn."""
    return [
        ["check", "BUNDLE", "--trust", root, "--format", "json", "--notes"],
        ["inspect", "BUNDLE"],
        ["check", "BUNDLE", "--trust", root, "--format", "sarif", "--report", f"junit={out}"],
        ["diff", sample, "BUNDLE"],
        ["inspect", "BUNDLE", "--format", "json"],
        ["resign", "BUNDLE", "--identity", identity, "-o", str(out) + ".d"],
        ["diff", "BUNDLE", sample, "--format", "json"],
    ]


def main():
    if sys.argv[1] == "--cost":
        return measure(sys.argv[2:])
    parser = argparse.ArgumentParser()
    parser.add_argument("passc")
    parser.add_argument("root")
    parser.add_argument("work", type=pathlib.Path)
    parser.add_argument("--crossed", metavar="MEGABYTES", help="only many of X times many of Y, at these sizes: 1,16")
    parser.add_argument("--only", default="", help="only shapes whose name has this in it")
    parser.add_argument("--quick", action="store_true", help="check alone, and nothing that has to be packed")
    parser.add_argument("--seconds", type=float, default=2)
    parser.add_argument("--megabytes", type=float, default=256)
    given = parser.parse_args()
    sample = Sample(given.work / "card.pkpass")
    check = ["check", "BUNDLE", "--trust", given.root]
    rows, broken = [], []
    print(f"hostile bundles, {time.strftime('%Y-%m-%d')}, {platform.machine()}, {os.cpu_count()} processors")
    if not given.crossed:
        for kinds, seconds, megabytes in (
            (texts, 2, 256), (images_and_files, 2, 256), (signatures, 2, 256), (bombs, 0.1, 64)
        ):
            bundles = ((name, data, check) for name, data in kinds(sample) if given.only in name)
            broken += table(bundles, given.passc, given.work, seconds, megabytes, rows)
    parts = message_parts(sample.signature)
    commands = others(given.root, str(given.work / "card.pkpass"), given.root.replace("root.pem", "ordinary"), given.work / "out")
    for size in (given.crossed or "1,16").split(","):
        # Leaves some space for the archive around the content.
        octets = int(float(size) * M * 0.96)

        def bundles():
            for number, (name, data) in enumerate(crossed.shapes(sample, octets, parts, has_packed=not given.quick)):
                if given.only not in name:
                    continue
                if len(data) > float(size) * M * 1.05 + 500_000:
                    sys.exit(f"{name}: {len(data)} bytes, meant to have {size} MB")
                yield name, data, check
                if given.quick:
                    continue
                command = commands[number % len(commands)]
                yield f"{name}, {command[0]}{' ' + command[-1] if command[-1] in ('json', 'sarif') else ''}", data, command

        meter = directly if given.quick else cost
        broken += table(bundles(), given.passc, given.work, given.seconds, given.megabytes, rows, meter)
    print(f"{len(rows)} runs, worst: {max(r[0] for r in rows):.2f} s of processor, {max(r[1] for r in rows):.0f} MB")
    if broken:
        sys.exit(f"over the limits: {'; '.join(broken)}")


if __name__ == "__main__":
    main()
