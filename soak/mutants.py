# SPDX-License-Identifier: Apache-2.0
"""Damaged bundles, made from sound and odd ones: what `make mutate` has checked.

A mutant is a base with one or two parts damaged: the structure of the archive, JSON, pass.strings,
PNG, CMS or the manifest. The same seed and the same bases give the same mutants.
"""

import hashlib
import io
import json
import random
import re
import struct
import zipfile
import zlib

# Tokens that are in the wrong place, too large or nearly correct.
JSON_TOKENS = [
    b"null", b"true", b"false", b"0", b"-0", b"-1", b"1.5", b"01", b"1e999", b"-1e999", b"1E-400", b"9007199254740993",
    b"99999999999999999999999", b"0." + b"3" * 400, b"1" * 400, b"NaN", b"[]", b"{}", b"[null]", b'{"":""}', b"[[[[]]]]", b'""',
    b'"\\u0000"', b'"\\ud800"', b'"\\udc00\\ud800"', b'"\xff\xfe"', b'"\\x"', b'"\t"', b'"' + b"a" * 5000 + b'"',
    '"e\u0301\u202e\u0627\u200d\U0001f469\u200d\U0001f467"'.encode(), b'"' + "\u0301".encode() * 800 + b'"',
    b'"{{ name }}"', b'"%@%@%n%s"', b'"<a href=\\"https://example.com\\">x"', b'"&amp;]]><script>"', b'"::error::x"',
    b'"2031-02-30T25:61:61Z"', b'"0000-00-00T00:00:00Z"', b'"9999-12-31T23:59:59+14:00"', b'"99999999999-01-01T00:00Z"',
    b'"2031-05-01T10:00:00.123456789+05:45"', b'"2031-05-01"', b'"2031-W05-1T10:00Z"', b'"-0001-01-01T00:00:00Z"',
    b'"rgb(999,0,0)"', b'"rgb(1,2,3"', b'"#fff"', b'"rgba(1,2,3,0.5)"', b'"hsl(1,2%,3%)"', b'"rgb(1e9,-1,0x1)"',
    b'"https://"', b'"http://[::1"', b'"https://exa mple.com/%zz"', b'"javascript:alert(1)"', b'"https://a:99999999/"',
    b'"utf-16"', b'"shift_jis"', b'"iso-8859-16"', b'"gb18030"', b'"utf-7"', b'"PKBarcodeFormatEAN13"', b'"PKBarcodeFormatCode128"',
    b'"PKDateStyleFull"', b'"PKNumberStylePercent"', b'"EUR"', b'"XXX"', b'"PKTransitTypeAir"', b'"PKTextAlignmentRight"',
    b'"Europe/Berlin"', b'"MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgAC"', b"/* c */", b"// c\n", b",", b":", b"{", b"}", b"[", b"]", b'"',
]
NAMES = [
    b"../pass.json", b"/etc/passwd", b"a\\b", b"", b"/", b".", b"..", b"pass.json/", b"icon.png\0", b"PASS.JSON", b"__MACOSX/._a",
    b".DS_Store", b"\xff\xfe", "e\u0301.png".encode(), "\u00e9.png".encode(), b"x" * 300, b"x" * 65535, b"a/" * 300, b"en.lproj/",
    b"en.lproj", b"de.lproj/pass.strings", b"xx-YY-ZZ.lproj/pass.strings", b"logo@9x.png", b"icon@2X.png", b"personalization.json",
    b"signature", b"manifest.json", b"pass.json", b"C:\\a", b"a.pkpass", b"key.pem", b"\r\n::error::a", "\u202egnp.exe".encode(),
]
LANGUAGES = ["en", "de", "zh_CN", "zh-Hans", "pt-BR", "xx-YY-ZZ", "", ".", "EN", "Base", "English", "i-klingon", "a" * 60]
STRINGS = [
    b'"', b"=", b";", b"/*", b"*/", b"//", b"\\", b"\\n", b'\\"', b"\\U00e9", b"\\Ud83d", b"\\u12", b"\0", b"\xff", b"\xef\xbb\xbf",
    b"\xfe\xff", b"\xff\xfe", b"%@", b"%1$@", b"%n", b"\n", b"\r", b'"a" = "b";\n', b'"a" = "c";\n', b"bare = word;\n", b'"k";',
    "\u202e\u0301\U0001f600".encode(), b"x" * 3000,
]
SIZES = [0, 1, 2, 7, 0x7F, 0x80, 0xFF, 0x100, 0x7FFF, 0xFFFF, 0x10000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFE, 0xFFFFFFFF]
OTHER_IMAGES = [
    b"\xff\xd8\xff\xe0\0\x10JFIF\0", b"GIF89a\1\0\1\0", b"RIFF\x24\0\0\0WEBPVP8 ", b"%PDF-1.7\n", b"<svg/>", b"\0\0\0\x20ftypheic", b"BM", b"",
]
TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|[-+.\w]+|\s+|.', re.S)


class Base:
    """A bundle to start from: its bytes, and its files where Python's zipfile can read them."""

    def __init__(self, name, data):
        self.name, self.data, self.files = name, data, {}
        try:
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                self.files = {entry.filename: archive.read(entry) for entry in archive.infolist()}
        except Exception:  # zipfile raises many errors for unusual archives, which are only flipped
            self.files = {}
        self.tokens = {
            name: TOKEN.findall(content)
            for name, content in self.files.items()
            if name.endswith(".json")
        }


class Mutator:
    """Makes mutants of some bases, by one seed."""

    def __init__(self, bases, ours, known_keys, seed):
        self.random = random.Random(seed)
        # Three tenths start from the first bases, which are large and valid.
        self.bases, self.ours = bases, bases[:ours]
        self.readable = [base for base in bases if "pass.json" in base.files]
        self.keys = [json.dumps(key).encode() for key in known_keys]
        self.signatures = [base.files["signature"] for base in self.readable if base.files.get("signature")]
        self.images = [d for base in self.readable for n, d in base.files.items() if n.endswith(".png") and len(d) < 4000]
        self.kinds = (self.structure, self.json, self.strings, self.png, self.cms, self.manifest)

    def mutant(self):
        """The kind of damage, a file name and the bytes."""
        pick = self.random
        if pick.random() < 0.03:
            inner = [self.mutant() for _ in range(pick.randint(1, 3))]
            data = zipped([(f"{n}.pkpass".encode(), body, {}) for n, (_, _, body) in enumerate(inner)], pick, 0)
            return "group", "pkpasses", data if pick.random() < 0.7 else self.flipped(data)
        if pick.random() < 0.08:
            return "structure", "pkpass", self.flipped(pick.choice(self.bases).data)
        kind = pick.choices(self.kinds, (24, 30, 12, 12, 16, 6))[0]
        base = pick.choice(self.readable if pick.random() < 0.7 else self.ours)
        files = dict(base.files)
        faults = 0
        kinds = [kind] if pick.random() < 0.9 else [kind, pick.choice(self.kinds)]
        for each in kinds:
            if each == self.structure:
                faults += pick.randint(1, 3)
            else:
                each(base, files)
        if kind not in (self.manifest, self.cms, self.structure) and pick.random() < 0.7:
            files["manifest.json"] = digests(files)
        entries = [(name.encode("utf-8", "surrogateescape"), body, {}) for name, body in files.items()]
        return kind.__name__, "pkpass", zipped(entries, pick, faults)

    # The kinds of damage. Each one changes `files`.

    def structure(self, base, files):
        """Done while the archive is written."""

    def json(self, base, files):
        pick = self.random
        name = "pass.json"
        if "personalization.json" in files and pick.random() < 0.3:
            name = "personalization.json"
        elif pick.random() < 0.03:
            name = "personalization.json"
            files[name] = files["pass.json"]
        files[name] = self.damaged_json(base.tokens.get(name) or base.tokens["pass.json"])

    def manifest(self, base, files):
        if "manifest.json" in base.tokens:
            files["manifest.json"] = self.damaged_json(base.tokens["manifest.json"])

    def damaged_json(self, tokens):
        pick = self.random
        tokens = tokens or [b"{}"]
        way = pick.random()
        if way < 0.06:
            return self.flipped(b"".join(tokens))
        if way < 0.08:
            text = b"".join(tokens).decode("utf-8", "replace")
            return text.encode(pick.choice(["utf-16", "utf-16-be", "utf-32", "utf-8-sig", "utf-7"]), "replace")
        if way < 0.10:
            depth = pick.choice([20, 200, 2000, 20000])
            opening = pick.choice([b"[", b'{"a":'])
            return b"".join(tokens[: pick.randrange(len(tokens))]) + opening * depth
        tokens = list(tokens)
        for _ in range(pick.randint(1, 4)):
            at = pick.randrange(len(tokens))
            change = pick.random()
            if change < 0.45:
                # Prefers to replace a value with a value. Most tokens are spaces and signs, which
                # test less.
                for _ in range(8):
                    if tokens[at][:1] in b'"-0123456789tfn':
                        break
                    at = pick.randrange(len(tokens))
                tokens[at] = pick.choice(JSON_TOKENS) if pick.random() < 0.6 else pick.choice(tokens)
            elif change < 0.65:
                value = pick.choice(JSON_TOKENS) if pick.random() < 0.7 else pick.choice(tokens)
                tokens[at] = tokens[at] + b"," + pick.choice(self.keys) + b":" + value if tokens[at] != b"{" else (
                    b"{" + pick.choice(self.keys) + b":" + value + b",")
            elif change < 0.75:
                tokens[at] = pick.choice(self.keys)
            elif change < 0.85:
                del tokens[at : at + pick.choice([1, 1, 2, 5, 20])]
                tokens = tokens or [b""]
            elif change < 0.95:
                other = pick.randrange(len(tokens))
                tokens[at:at] = tokens[other : other + pick.choice([1, 3, 8, 30])]
            else:
                tokens[at] = tokens[at] * (pick.choice([2, 50, 500]) if len(tokens[at]) < 500 else 2)
        return b"".join(tokens)

    def strings(self, base, files):
        pick = self.random
        names = [name for name in files if name.endswith("pass.strings")]
        name = pick.choice(names) if names else pick.choice(LANGUAGES) + ".lproj/pass.strings"
        data = files.get(name, b'"NAME" = "Name";\n/* c */ "a\\n" = "%@ b \\"c\\"";\n')
        if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
            data = data.decode("utf-16", "replace").encode()
        for _ in range(pick.randint(1, 4)):
            at = pick.randrange(len(data) + 1)
            piece = pick.choice(STRINGS) * pick.choice([1, 1, 1, 2, 100])
            data = data[:at] + piece + data[at + pick.choice([0, 0, 1, 5, 50]) :]
        way = pick.random()
        if way < 0.5:
            code = pick.choice(["utf-16", "utf-16-be", "utf-16-le", "utf-32", "utf-8-sig"])
            mark = pick.choice([b"", b"\xfe\xff", b"\xff\xfe"])
            data = mark + data.decode("utf-8", "replace").encode(code, "replace")
        files[name] = self.flipped(data) if way > 0.85 else data
        if pick.random() < 0.2:
            files[pick.choice(LANGUAGES) + ".lproj/pass.strings"] = data

    def png(self, base, files):
        pick = self.random
        names = [name for name in files if name.endswith(".png")]
        if not names:
            return self.json(base, files)
        name = pick.choice(names)
        files[name] = self.damaged_png(pick.choice(self.images) if pick.random() < 0.2 else files[name])

    def damaged_png(self, data):
        pick = self.random
        way = pick.random()
        if way < 0.25 or data[:4] != b"\x89PNG":
            return self.flipped(data)
        if way < 0.32:
            return pick.choice(OTHER_IMAGES) + data[pick.randrange(len(data)) :]
        chunks, at = [], 8
        while at + 12 <= len(data):
            length = struct.unpack(">I", data[at : at + 4])[0]
            chunks.append([length, data[at + 4 : at + 8], data[at + 8 : at + 8 + length], None])
            at += 12 + length
        if not chunks:
            return self.flipped(data)
        for _ in range(pick.randint(1, 3)):
            chunk = pick.choice(chunks) if pick.random() < 0.6 else chunks[0]
            change = pick.randrange(8)
            if change == 0:
                chunk[0] = pick.choice(SIZES)
            elif change == 1:
                chunk[1] = bytes(pick.choice(b"IHDRAENTacPLexifz\0\xff ") for _ in range(4))
            elif change == 2:
                chunk[2] = self.flipped(chunk[2])
            elif change == 3:
                chunk[3] = pick.getrandbits(32)
            elif change == 4:
                chunks.remove(chunk)
                if not chunks:
                    break
            elif change == 5:
                chunks.insert(pick.randrange(len(chunks) + 1), list(chunk))
            elif change == 6:
                chunks.insert(1, [8, pick.choice([b"acTL", b"tEXt", b"iCCP", b"CgBI", b"fdAT", b"pHYs"]), bytes(8), None])
            else:
                head = struct.pack(">IIBBBBB", pick.choice(SIZES), pick.choice(SIZES), *(pick.choice([0, 1, 2, 3, 6, 8, 16, 255]) for _ in range(5)))
                chunk[0], chunk[1], chunk[2] = len(head), b"IHDR", head
        return data[:8] + b"".join(
            struct.pack(">I", length if length < 1 << 32 else 0) + kind + body
            + struct.pack(">I", zlib.crc32(kind + body) if crc is None else crc)
            for length, kind, body, crc in chunks)

    def cms(self, base, files):
        pick = self.random
        data = files.get("signature") or pick.choice(self.signatures)
        if pick.random() < 0.2:
            files["signature"] = self.flipped(data)
            return
        try:
            tree, _ = element(data, 0)
        except (IndexError, ValueError):
            files["signature"] = self.flipped(data)
            return
        for _ in range(pick.randint(1, 3)):
            nodes = []
            collect(tree, nodes)
            self.damage_element(pick.choice(nodes), nodes)
        files["signature"] = encoded(tree)

    def damage_element(self, node, nodes):
        pick = self.random
        change = pick.randrange(10)
        if change == 0:
            node["tag"] = pick.choice([0, 1, 2, 3, 4, 5, 6, 0x0C, 0x13, 0x17, 0x18, 0x1F, 0x24, 0x30, 0x31, 0x80, 0xA0, 0xA1, 0xBF, 0xFF])
        elif change == 1:
            node["length"] = pick.choice(
                [b"\0", b"\x80", b"\x7f", b"\x81\x80", b"\x84\xff\xff\xff\xff", b"\x88" + b"\xff" * 8, b"\x84\x7f\xff\xff\xff", b"\xff", b"\x82\0\1"])
        elif change == 2:
            node["indefinite"] = True
        elif change == 3 and node["parent"] is not None:
            node["parent"]["parts"] = [part for part in node["parent"]["parts"] if part is not node]
        elif change == 4 and node["parent"] is not None:
            node["parent"]["parts"].extend([node] * (pick.choice([1, 2, 40]) if len(nodes) < 500 else 1))
        elif change == 5:
            other = pick.choice(nodes)
            # The copy has no parts, so that there are no cycles.
            content = encoded(other)
            node["parts"], node["body"] = None, content if len(content) < 3000 else b""
        elif change == 6:
            node["parts"], node["body"] = None, pick.choice(
                [b"", b"\0", b"\xff" * 300, b"\x80", b"260230250000Z", b"99991231235959Z", b"\x2a\x86\x48\x86\xf7\x0d\x01\x01\x05", b"\x88\x37\xff\xff\xff\xff\xff\xff\xff\xff\x7f"])
        elif node["parts"] is None:
            node["body"] = self.flipped(node["body"])
        elif node["parts"]:
            pick.shuffle(node["parts"])

    def flipped(self, data):
        """Some bytes changed, cut out, doubled or cut off."""
        pick = self.random
        data = bytearray(data)
        for _ in range(pick.choice([1, 1, 2, 4, 16])):
            if not data:
                return bytes(pick.getrandbits(8) for _ in range(pick.randrange(20)))
            at = pick.randrange(len(data))
            way = pick.randrange(8)
            if way < 3:
                data[at] ^= 1 << pick.randrange(8)
            elif way < 5:
                data[at] = pick.choice([0, 1, 0x7F, 0x80, 0xFF, pick.randrange(256)])
            elif way == 5:
                del data[at : at + pick.choice([1, 1, 4, 100])]
            elif way == 6:
                other = pick.randrange(len(data))
                data[at:at] = data[other : other + pick.choice([1, 4, 30, 200])]
            elif pick.random() < 0.3:
                del data[at:]
            else:
                size = struct.pack("<I", pick.choice(SIZES))
                data[at : at + 4] = size
        return bytes(data)


def digests(files):
    """A manifest that fits."""
    named = {
        name: hashlib.sha1(body).hexdigest() for name, body in files.items() if name not in ("manifest.json", "signature")
    }
    return json.dumps(named).encode()


def zipped(entries, pick, faults):
    """An archive of the entries, with as many faults in how it is written."""
    entries = [[name, body, dict(fields)] for name, body, fields in entries]
    ending = {}
    junk = before = after = b""
    for _ in range(faults):
        entry = pick.choice(entries)
        change = pick.randrange(16)
        if change == 0:
            entry[0] = pick.choice(NAMES)
        elif change == 1:
            entry[2]["central name"] = pick.choice(NAMES)
        elif change == 2:
            entries.append([entry[0], pick.choice([entry[1], b"", b"x"]), {}])
        elif change == 3:
            entry[2]["method"] = pick.choice([1, 6, 8, 9, 12, 14, 93, 95, 99, 0xFFFF])
        elif change == 4:
            entry[2]["deflate"] = True
        elif change == 5:
            entry[2]["flags"] = pick.choice([1, 2, 8, 0x40, 0x800, 0x2000, 0xFFFF])
        elif change == 6:
            entry[2][pick.choice(["crc", "packed", "size", "local size", "local packed"])] = pick.choice(SIZES)
        elif change == 7:
            entry[2]["offset"] = pick.choice(SIZES)
        elif change == 8:
            entry[2]["extra"] = pick.choice([
                b"\1\0\x10\0" + b"\xff" * 16, b"\1\0\0\0", b"\1\0\xff\xff", b"\x75\x70\5\0\1\0\0\0\0", b"x", b"\0" * 60000, b"\1\0\x1c\0" + bytes(28),
                b"logo", b"UT\0\0", b"UT\7\0\1" + bytes(6), b"UT\x09\0\3" + bytes(4), b"\1\x99\2\0\2\0", bytes(3)])
        elif change == 9:
            entry[2]["descriptor"] = True
            entry[2]["deflate"] = pick.random() < 0.5
        elif change == 10:
            entry[2]["attributes"] = pick.choice([0xA1FF0000, 0x41ED0010, 0x21B60000, 0xFFFFFFFF, 0x10])
        elif change == 11:
            ending[pick.choice(["disk", "count", "total", "directory", "start"])] = pick.choice(SIZES)
        elif change == 12:
            before = pick.choice([b"x", b"<html>" * 20, b"PK\5\6" + bytes(18), b"MZ" + bytes(500)])
        elif change == 13:
            after = pick.choice([b"x", b"PK\5\6" + bytes(18), b"\n" * 70000, b"PK\1\2" * 9])
        elif change == 14:
            ending["zip64"] = pick.choice([(0, 0), (1, 1), (1 << 63, 1 << 63), (len(entries), 5)])
        elif change == 15:
            how = pick.randrange(4)
            if how == 0:
                pick.shuffle(entries)
            elif how == 1:
                entries.remove(entry)
                if not entries:
                    break
            elif how == 2:
                entry[2]["deflate"] = True
                entry[1] = bytes(pick.choice([1000, 100_000, 2_000_000]))
            else:
                junk = pick.choice([b"\0" * 30, b"PK\3\4" + bytes(26), b"PK\7\x08" + bytes(12)])
    out = [before]
    position = len(before)
    directory = []
    for name, body, fields in entries:
        crc = fields.get("crc", zlib.crc32(body))
        packed = body
        method = 0
        if fields.get("deflate"):
            packer = zlib.compressobj(1, zlib.DEFLATED, -15)
            packed, method = packer.compress(body) + packer.flush(), 8
        method = fields.get("method", method)
        flags = fields.get("flags", 8 if fields.get("descriptor") else 0)
        extra = fields.get("extra", b"")
        name = name[:65535]
        central = fields.get("central name", name)[:65535]
        sizes = (crc, fields.get("packed", len(packed)), fields.get("size", len(body)))
        local = (0, 0, 0) if fields.get("descriptor") else (
            crc, fields.get("local packed", len(packed)), fields.get("local size", len(body)))
        head = b"PK\3\4" + struct.pack("<HHHHHIIIHH", 20, flags, method, 0, 33, *local, len(name), len(extra)) + name + extra
        tail = b"PK\7\x08" + struct.pack("<III", *sizes) if fields.get("descriptor") else b""
        directory.append(
            b"PK\1\2" + struct.pack("<HHHHHHIIIHHHHHII", 0x314, 20, flags, method, 0, 33, *sizes, len(central), len(extra), 0, 0, 0,
                                    fields.get("attributes", 0x81A40000), fields.get("offset", position) & 0xFFFFFFFF) + central + extra)
        out += [head, packed, tail, junk]
        position += len(head) + len(packed) + len(tail) + len(junk)
    records = b"".join(directory)
    if "zip64" in ending:
        count, start = ending["zip64"]
        record = b"PK\6\6" + struct.pack("<QHHIIQQQQ", 44, 45, 45, 0, 0, count, count, len(records), start)
        locator = b"PK\6\7" + struct.pack("<IQI", 0, position + len(records), 1)
        records += record + locator
        ending.setdefault("start", 0xFFFFFFFF)
    count = len(entries)
    end = b"PK\5\6" + struct.pack(
        "<HHHHIIH", ending.get("disk", 0) & 0xFFFF, 0, ending.get("count", count) & 0xFFFF, ending.get("total", count) & 0xFFFF,
        ending.get("directory", len(b"".join(directory))) & 0xFFFFFFFF, ending.get("start", position) & 0xFFFFFFFF, 0)
    return b"".join(out) + records + end + after


# As much of DER as the damage needs.

def element(data, start, parent=None, limit=None, depth=0):
    """A tree of the element at `start`, and where it ends."""
    limit = len(data) if limit is None else limit
    if depth > 40:
        raise ValueError("too deep")
    tag, length, head = data[start], data[start + 1], 2
    if tag & 0x1F == 0x1F:
        raise ValueError("a long tag")
    node = {"tag": tag, "parts": None, "body": b"", "parent": parent}
    if length == 0x80:
        node["indefinite"] = True
        node["parts"], at = [], start + 2
        while data[at : at + 2] != b"\0\0":
            part, at = element(data, at, node, limit, depth + 1)
            node["parts"].append(part)
        return node, at + 2
    if length & 0x80:
        head += length & 0x7F
        length = int.from_bytes(data[start + 2 : start + head], "big")
    end = start + head + length
    if end > limit:
        raise ValueError("cut off")
    node["body"] = data[start + head : end]
    if tag & 0x20:
        try:
            parts, at = [], start + head
            while at < end:
                part, at = element(data, at, node, end, depth + 1)
                parts.append(part)
            if at == end:
                node["parts"] = parts
        except (IndexError, ValueError):
            pass
    return node, end


def collect(node, nodes):
    nodes.append(node)
    for part in node["parts"] or ():
        collect(part, nodes)


def encoded(node):
    body = node["body"] if node["parts"] is None else b"".join(map(encoded, node["parts"]))
    if node.get("indefinite"):
        return bytes([node["tag"], 0x80]) + body + b"\0\0"
    length = node.get("length")
    if length is None:
        size = len(body)
        if size < 128:
            length = bytes([size])
        else:
            octets = size.to_bytes((size.bit_length() + 7) // 8, "big")
            length = bytes([0x80 | len(octets)]) + octets
    return bytes([node["tag"]]) + length + body
