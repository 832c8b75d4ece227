# SPDX-License-Identifier: Apache-2.0
"""Bundles that hold many of one thing and many of another: the cost of checking them may grow with
their size, never with the product of the two.

`shapes(sample, size)` yields a name and a bundle for each shape. `size` is the size of the bundle in
bytes, up to 16 MB. Shapes whose name ends in "packed" stay below that and unpack to the limits.
"""

import hashlib
import io
import json
import random
import struct
import zipfile
import zlib

M = 1 << 20
# The limits of passc for one file: the size of JSON, the number of its values and names, and the
# size of pass.strings.
JSON_BYTES = 7 * M
JSON_NODES = 390_000
STRINGS_BYTES = 2 * M - 1024
ENTRIES = 4000
ZEROS = "0" * 40


def png(width, height):
    """A grey image, in as few bytes as it takes."""
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress((b"\0" + b"\x7f" * width) * height, 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


TINY = png(38, 38)


def text(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def repeated(pattern, size, nodes=1, limit=JSON_NODES):
    """An array of a pattern, numbered where it has %d, as large as asked and as passc reads."""
    size = min(size, JSON_BYTES)
    length = len(pattern.replace(b"%d", b"123456")) + 1
    count = max(1, min(size // length, limit // nodes))
    return b"[" + b",".join(pattern.replace(b"%d", b"%d" % n) for n in range(count)) + b"]"


def table(count, start=0, key=b"k%d", value=b"v"):
    return b"".join(b'"' + key.replace(b"%d", b"%d" % n) + b'"="' + value + b'";\n' for n in range(start, start + count))


def language(n):
    """Tags that are all different: aaa to zzz, then with regions."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    return letters[n // 676 % 26] + letters[n // 26 % 26] + letters[n % 26] + (f"-{n // 17576:03}" if n >= 17576 else "")


def field_style(group, fields):
    return b'{"' + group.encode() + b'":' + fields + b"}"


def entry_cost(name):
    """Bytes an empty entry takes in an archive: local header, directory, and its line in the manifest."""
    return 30 + 46 + 2 * len(name) + len(name) + 60


def many_names(pattern, size, most=ENTRIES):
    return [pattern % n for n in range(max(1, min(most, size // entry_cost(pattern % 1234))))]


class Shapes:
    def __init__(self, sample, size, has_packed=True):
        self.s, self.size, self.has_packed = sample, size, has_packed

    def style(self, fields, group="backFields"):
        return self.s.document_with("storeCard", field_style(group, fields))

    def member(self, key, value):
        return self.s.document_with(key, value)

    # MARK: Languages

    def languages(self):
        size = self.size
        tables = {f"{language(n)}.lproj/pass.strings": b"" for n in range(min(3900, size // 2 // 240))}
        yield "languages x keys of one", self.s.bundle(tables | {"de.lproj/pass.strings": table(min(60_000, size // 2 // 14))})
        count = max(2, int((size / 40) ** 0.5))
        yield "languages x keys of their own", self.s.bundle({
            f"{language(n)}.lproj/pass.strings": table(min(count, 1000), n * 1000) for n in range(min(count, 3900))})
        labels = [b"k%d" % n for n in range(min(20_000, size // 4 // 40))]
        fields = b"[" + b",".join(b'{"key":"%s","label":"%s","value":"v"}' % (k, k) for k in labels) + b"]"
        document = self.s.without("storeCard")[:-1] + b',"storeCard":' + field_style("backFields", fields) + b"}"
        few = {f"{language(n)}.lproj/pass.strings": b"" for n in range(min(3900, size // 3 // 240))}
        shown = b"".join(b'"%s"="v";\n' % k for k in labels)
        yield "languages x displayed keys", self.s.bundle({"pass.json": document, "de.lproj/pass.strings": shown} | few)
        codes = [b"m%d %%@" % n for n in range(min(10_000, size // 4 // 60))]
        fields = b"[" + b",".join(b'{"key":"%d","value":"v","changeMessage":"%s"}' % (n, k) for n, k in enumerate(codes)) + b"]"
        document = self.s.without("storeCard")[:-1] + b',"storeCard":' + field_style("backFields", fields) + b"}"
        wrong = b"".join(b'"%s"="%%d";\n' % k for k in codes)
        yield "languages x change messages", self.s.bundle(
            {"pass.json": document} | {f"{language(n)}.lproj/pass.strings": wrong for n in range(max(1, size // 2 // max(1, len(wrong))))})
        yield "languages x images", self.s.bundle({
            name: TINY for name in many_names("l%d.lproj/logo.png", size // 4)})
        yield "languages of one name in capitals", self.s.bundle({
            f"{mixed(n, 'abcdefghijkl')}.lproj/pass.strings": b"" for n in range(min(3900, size // 260))})
        yield "languages x duplicate keys", self.s.bundle({
            f"{language(n)}.lproj/pass.strings": b'"k"="v";\n' * min(20_000, size // 40 // 10) for n in range(36)})
        yield "languages x wrong lines", self.s.bundle({
            f"{language(n)}.lproj/pass.strings": b'"\\q"\n' * min(20_000, size // 40 // 5) for n in range(36)})
        yield "languages x escapes", self.s.bundle({
            f"{language(n)}.lproj/pass.strings": b'"k"="' + b"\\U00e9" * (size // 30 // 6) + b'";' for n in range(24)})
        if not self.has_packed:
            return
        full = table(STRINGS_BYTES // 17)
        yield "languages of 2 MB, packed", self.s.bundle({
            f"{language(n)}.lproj/pass.strings": full for n in range(max(1, size // (300 * 1024)))}, deflated=True)
        wide = b"\xff\xfe" + ('"k"="' + "\u4e2d" * (STRINGS_BYTES // 2 - 20) + '";').encode("utf-16le")
        yield "languages in UTF-16, packed", self.s.bundle({
            f"{language(n)}.lproj/pass.strings": wide for n in range(min(70, max(1, size // (15 * 1024))))}, deflated=True)

    # MARK: Manifest and files

    def manifest(self):
        size, s = self.size, self.s
        listed = {name: hashlib.sha1(data).hexdigest() for name, data in s.files.items()}

        def manifest(names):
            return text(listed | dict.fromkeys(names, ZEROS))

        def entries(pattern):
            return [pattern % n for n in range(min(60_000, size // 2 // (len(pattern) + 48)))]

        files = many_names("f%d.txt", size // 3, 3000)
        empty = dict.fromkeys(files, b"")
        yield "entries x files", s.bundle(empty, manifest=manifest(entries("x%d/f1.txt")))
        yield "entries x files of other case", s.bundle(empty, manifest=manifest(entries("F%d.TXT")))
        yield "entries x files of other Unicode form", s.bundle(
            dict.fromkeys(many_names("e\u0301%d.txt", size // 3, 3000), b""), manifest=manifest(entries("\u00e9%d.txt")))
        yield "entries x files in folders", s.bundle(
            dict.fromkeys(many_names("d%d/x/y/z.txt", size // 3, 3000), b""), manifest=manifest(entries("d%d/x")))
        yield "entries of folders", s.bundle(empty, manifest=manifest(entries("d%d/")))
        yield "entries with long names", s.bundle(empty, manifest=manifest(entries("a" * 200 + "%d")))
        yield "entries with wrong hashes x files", s.bundle(empty, manifest=text(listed | dict.fromkeys(files, "x" * 300)))
        yield "entries on lines of their own", s.bundle(
            manifest=json.dumps(dict.fromkeys(entries("x%d"), ZEROS), indent="\n").encode())
        yield "entries with combining marks", s.bundle(manifest=text({"a" + "\u0301\u0323" * (size // 4 // 40) + str(n): ZEROS for n in range(10)}))
        yield "files x near names", s.bundle(dict.fromkeys(many_names("personalisatiomLog%d@2x.png", size // 4), TINY))
        yield "files x unlisted", s.bundle(empty, manifest=b"{}")
        yield "files in deep folders", s.bundle(dict.fromkeys(many_names("/".join("a" * 100) + "/%d", size // 2), b""))
        yield "files of other case", s.bundle({mixed(n, "abcdefghijkl") + ".txt": b"" for n in range(min(ENTRIES, size // 230))})
        yield "files with combining marks", s.bundle({
            "e" + "\u0301\u0323" * 50 + f"{n}.txt": b"" for n in range(min(ENTRIES, size // 1100))})
        yield "files x beginnings of keys", s.bundle({
            f"f{n}.txt": b"-----BEGIN " * (size // 1000 // 11) for n in range(900)})
        yield "files x icons in folders", s.bundle(dict.fromkeys(many_names("d%d/icon.png", size // 4), TINY))
        if not self.has_packed:
            return
        noise = random.Random(2).randbytes(1000)
        yield "files of 1 MB, packed", s.bundle({
            f"f{n}.bin": noise + bytes(M - 1000) for n in range(max(1, min(140, size // 3000)))}, deflated=True)

    # MARK: Fields

    def fields(self):
        size = self.size
        tags = min(size, JSON_BYTES)

        def attributed(body):
            return self.style(b'[{"key":"k","value":"x","attributedValue":"' + body + b'"}]')

        yield "tags: links", attributed(b"<a href='https://a.b'>x</a>" * (tags // 27))
        yield "tags: links without end", attributed(b"<a>" * (tags // 3))
        yield "tags: one letter", attributed(b"<b>" * (tags // 3))
        yield "tags: not closed", attributed(b"<a " * (tags // 3))
        yield "tags: brackets", attributed(b"<" * tags)
        yield "tags: closing brackets", attributed(b"<a" + b">" * tags)
        yield "tags: equals signs", attributed(b"<a " + b"x=y " * (tags // 4) + b">")
        yield "tags: quotes", attributed(b"<a " + b"x='y' " * (tags // 6) + b">")
        yield "tags: one long name", attributed(b"<" + b"a" * tags + b">")
        yield "tags: lines", attributed(b"<a\\nhref" * (tags // 8) + b">")
        yield "fields x tags", self.style(repeated(
            b'{"key":"k%d","value":"x","attributedValue":"' + b"<a href='https://a.b'>x</a>" * 40 + b'"}', size, 7))
        others = b",".join(b'"kez%d":1' % n for n in range(100))
        yield "fields x unknown keys", self.style(repeated(b'{"value":"x",' + others + b"}", size, 203))
        near = b",".join(b'"changeMessaje%dx":1' % n for n in range(100))
        yield "fields x near keys", self.style(repeated(b"{" + near + b"}", size, 201), "primaryFields")
        yield "fields x one key", self.style(repeated(b'{"key":"k","value":"x"}', size, 5))
        yield "fields x wrong options", self.style(repeated(
            b'{"key":"k","value":"x","dateStyle":"a","timeStyle":1,"numberStyle":"b","currencyCode":"XQZ","isRelative":"c",'
            b'"ignoresTimeZone":2,"textAlignment":"d","dataDetectorTypes":["e"],"row":9,"changeMessage":"%d %q",'
            b'"semantics":{"a":1,"eventType":"x"},"label":5}', size, 40))
        yield "fields x wrong options, a line each", self.style(repeated(
            b'{\n"key"\n:\n"k"\n,\n"value"\n:\n"x"\n,\n"dateStyle"\n:\n"a"\n,\n"timeStyle"\n:\n1\n,\n"numberStyle"\n:\n"b"\n,\n'
            b'"textAlignment"\n:\n"d"\n,\n"row"\n:\n9\n,\n"changeMessage"\n:\n"%d"\n}', size, 20))
        yield "groups x empty lines", self.style(b"\n" * tags + repeated(b'{"key":"","value":[],"label":{}}', size // 20, 8))
        yield "fields with combining marks", self.style(repeated(
            b'{"key":"%d' + "a\u0301\u0323".encode() * 200 + b'","label":"' + "e\u0301".encode() * 300 + b'","value":"x"}', size, 7))
        yield "one label of combining marks", self.style(
            b'[{"key":"k","value":"v","label":"e' + "\u0301\u0323".encode() * (tags // 4) + b'"}]')
        yield "change messages x percent signs", self.style(
            b'[{"key":"k","value":"v","changeMessage":"' + b"%@%d" * (tags // 4) + b'"}]')
        yield "dates, not one right", self.style(repeated(
            b'{"key":"k%d","value":"2026-13-45T99:99:99.' + b"9" * 60 + b'Z","dateStyle":"PKDateStyleShort"}', size, 7))

    # MARK: Lists of pass.json

    def lists(self):
        size = self.size
        member = self.member
        others = b",".join(b'"latitudf%d":1' % n for n in range(100))
        yield "locations x unknown keys", member("locations", repeated(b"{" + others + b"}", size, 201))
        yield "locations x wrong values", member("locations", repeated(
            b'{"latitude":"a","longitude":[],"altitude":{},"relevantText":1}', size, 9))
        yield "beacons x wrong values", member("beacons", repeated(b'{"proximityUUID":"%d","major":-1,"minor":"x","relevantText":2}', size, 9))
        yield "barcodes x characters", member("barcodes", repeated(
            b'{"format":"PKBarcodeFormatQR","messageEncoding":"iso-8859-1","message":"%d' + "\u4e2d".encode() * 100 + b'"}', size, 7))
        yield "barcodes x encodings", member("barcodes", repeated(
            b'{"format":"PKBarcodeFormatCode128","messageEncoding":"x-%d","message":"\\u00e9"}', size, 7))
        yield "barcodes x wrong values", member("barcodes", repeated(b'{"format":"PKBarcodeFormatQr","messageEncoding":"utf8","altText":7}', size, 7))
        yield "relevantDates x wrong dates", member("relevantDates", repeated(
            b'{"startDate":"2026-02-30T00:00Z","endDate":"2025-01-01T00:00Z","date":"x%d"}', size, 7))
        yield "relevantDates in reverse", member("relevantDates", repeated(
            b'{"startDate":"2026-02-03T00:00Z","endDate":"2025-01-01T00:00Z"}', size, 5))
        yield "store identifiers x digits", member("associatedStoreIdentifiers", repeated(b"9" * 400 + b"%d", size))
        yield "store identifiers", member("associatedStoreIdentifiers", repeated(b'"%d"', size))
        yield "long numbers", member("maxDistance", b"1" * min(size, JSON_BYTES))
        yield "exponents", member("associatedStoreIdentifiers", repeated(b"1e%d", size))
        seat = b'{"seatSection":1,"seatRow":[],"seatNumber":{},"seatType":"%d","seatSectionColor":"red"}'
        yield "semantics x seats", member("semantics", b'{"seats":' + repeated(seat, size, 11) + b"}")
        yield "semantics x unknown keys", member("semantics", b"{" + b",".join(
            b'"eventNamf%d":1' % n for n in range(min(size // 18, 190_000))) + b"}")
        yield "semantics x networks", member("semantics", b'{"wifiAccess":' + repeated(
            b'{"ssid":1,"password":[%d],"pasword":3}', size, 9) + b"}")
        yield "semantics x persons", member("semantics", b'{"performerNames":' + repeated(b"%d", size) + b"}")
        yield "upcoming x images", member("upcomingPassInformation", repeated(
            b'{"identifier":"a","name":"b","type":"event","isActive":1,"dateInformation":{"date":"x"},"images":{"headerImage":'
            b'{"URLs":[' + b",".join([b'{"URL":"http://a.b/%d","scale":9,"size":-1,"SHA256":"x"}'] * 8) + b"]}}}", size, 100))
        yield "actions x wrong values", member("featuredActions", repeated(b'{"type":"%d","url":"x y","identifier":[]}', size, 7))
        yield "links x escapes", self.s.bundle({"pass.json": self.s.without()[:-1] + b"," + b",".join(
            b'"%s":"https://a.b/%s"' % (key, b"%zz" * (min(size, JSON_BYTES) // 3 // 12))
            for key in (b"appLaunchURL", b"webServiceURL", b"bagPolicyURL", b"orderFoodURL", b"parkingInformationURL", b"transferURL",
                        b"sellURL", b"merchandiseURL", b"accessibilityURL", b"addOnURL", b"directionsInformationURL", b"contactVenueWebsite")) + b"}"})
        yield "readers' key in a text with a key", self.s.bundle({"pass.json": self.s.without("userInfo", "nfc")[:-1]
            + b',"nfc":{"message":"x","encryptionPublicKey":"A"},"userInfo":{"a":"-----BEGIN PRIVATE KEY-----\\nMIIB\\n-----END PRIVATE KEY-----'
            + b"A" * min(size, JSON_BYTES) + b'"}}'})
        yield "personalization x unknown keys", self.s.bundle({"personalization.json": b"{" + b",".join(
            b'"requiredPersonalizationFieldz%d":1' % n for n in range(min(size // 40, 190_000))) + b"}"})
        yield "personalization x fields", self.s.bundle({"personalization.json": b'{"description":"x","requiredPersonalizationFields":'
            + repeated(b'"PKPassPersonalizationFieldNamf"', size) + b"}"})

    # MARK: JSON

    def json(self):
        size = min(self.size, JSON_BYTES)
        member = self.member
        yield "nesting x long names", self.s.bundle({"pass.json": b'{"userInfo":' + b"".join(
            b'{"%s%d":' % (b"n" * (size // 600), n) for n in range(500)) + b"1" + b"}" * 501})
        yield "nesting x siblings", member("userInfo", b"[" + b",".join(
            [b"[" * 400 + b"1" + b"]" * 400] * max(1, min(size // 802, 900))) + b"]")
        yield "one long name x findings", self.s.bundle({"pass.json": self.s.without("storeCard")[:-1] + b',"%s":1,"%sx":1,"storeCard":{"backFields":' % (
            b"n" * (size // 3), b"n" * (size // 3)) + repeated(b'{"label":1}', size // 3, 3) + b"}}"})
        yield "names of one letter case", self.s.bundle({"pass.json": b"{" + b",".join(
            b'"%s":1' % mixed(n, "serialnumber").encode() for n in range(min(4096, size // 16))) + b"}"})
        yield "escapes", member("userInfo", b'"' + b"\\u0041" * (size // 6) + b'"')
        yield "escapes in names", member("userInfo", b"{" + b",".join(
            b'"\\u0041\\n%d":1' % n for n in range(min(size // 18, 190_000))) + b"}")
        yield "surrogates", member("userInfo", b'"' + b"\\ud83d\\ude00" * (size // 12) + b'"')
        yield "halves of surrogates in names", self.s.bundle({"pass.json": self.s.without()[:-1] + b"," + b",".join(
            b'"\\ud800%d":1' % n for n in range(min(size // 16, 190_000))) + b"}"})
        yield "names with combining marks", self.s.bundle({"pass.json": self.s.without()[:-1] + b"," + b",".join(
            b'"%d%s":1' % (n, "e\u0301\u0323\u0301".encode() * 20) for n in range(min(size // 160, 50_000))) + b"}"})
        yield "one name of combining marks", self.s.bundle({"pass.json": self.s.without()[:-1]
            + b',"' + "\u0301\u0323".encode() * (size // 8) + b'":1,"' + "\u0301\u0323".encode() * (size // 8) + b'":1}'})
        yield "serial number of combining marks", member("serialNumber", b'"' + "e\u0301\u0323".encode() * (size // 5) + b'"')
        yield "description without blanks", member("description", b'"' + b"x" * size + b'"')
        yield "description of blanks", member("description", b'"' + b"x " * (size // 2) + b'"')
        yield "one member of many at the top", self.s.bundle({"pass.json": b"{" + b",".join(
            b'"k%d":{}' % n for n in range(min(size // 14, 190_000))) + b"," + self.s.without()[1:]})
        if not self.has_packed:
            return
        heavy = repeated(b'{"key":"k%d","value":"v","label":"l","attributedValue":"<b>","changeMessage":"%d"}', JSON_BYTES, 11)
        document = self.s.without("storeCard")[:-1] + b',"storeCard":' + field_style("backFields", heavy) + b"}"
        large = dict.fromkeys((f"f{n}.bin" for n in range(max(1, min(130, self.size // 3000)))), bytes(M))
        yield "fields beside 130 MB, packed", self.s.bundle(
            {"pass.json": document if self.size > 500_000 else self.s.files["pass.json"]} | large, deflated=True)


def mixed(n, letters):
    """The letters with capitals where the bits of n are set."""
    return "".join(c.upper() if n >> place & 1 else c for place, c in enumerate(letters))


def packed(files, method=zipfile.ZIP_STORED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def archives(s, size, has_packed):
    """Entries, their names and their extra fields; several passes in one file."""
    yield "entries x extra fields", raw_entries([(b"f%d" % n, b"") for n in range(min(ENTRIES, size // 40_000 + 5))],
                                                struct.pack("<HH", 0x7075, 0) * min(4000, size // 100))
    yield "entries x comments", raw_entries([(b"f%d" % n, b"") for n in range(min(ENTRIES, size // 10_000 + 10))], b"", b"c" * min(9000, size // 100))
    yield "entries of one name", raw_entries([(b"pass.json", b"{}")] * min(ENTRIES, size // 110))
    manifest = text({f"x{n}": ZEROS for n in range(min(size // 3, 4 * M) // 60)})
    yield "signatures x manifest", raw_entries([(b"manifest.json", manifest)] + [
        (b"signature", s.signature)] * max(2, min(ENTRIES, size // 2 // len(s.signature))))
    small = text({f"x{n}": ZEROS for n in range(size // ENTRIES // 60 + 1)})
    yield "manifests", raw_entries([(b"manifest.json", small), (b"pass.json", b"{}")] + [(b"manifest.json", small)] * min(ENTRIES, size // (len(small) + 130)))
    yield "names of backslashes", raw_entries([(b"a\\" * 100 + b"%d" % n, b"") for n in range(min(ENTRIES, size // 500))])
    yield "names with control characters", raw_entries([(b"\x01\xff" * 100 + b"%d" % n, b"") for n in range(min(ENTRIES, size // 500))])
    passes = max(2, min(ENTRIES, size // (len(s.bytes) + 120)))
    yield "passes x other files", packed({f"a{n}.pkpass": s.bytes for n in range(passes // 2)} | {
        f"b{n}.txt": b"" for n in range(min(2000, size // 300))})
    yield "passes x folders", packed({"a.pkpass": s.bytes} | {f"d{n}/pass.json": b"{}" for n in range(min(ENTRIES, size // 150))})
    yield "passes x folders and files", packed({"a.pkpass": s.bytes} | {f"d{n}/pass.json": b"{}" for n in range(min(1900, size // 400))} | {
        f"e{n}/x.txt": b"" for n in range(min(1900, size // 400))})
    yield "passes that are none", packed({"a.pkpass": s.bytes} | {f"a{n}.pkpass": b"PK\3\4" + b"x" * 40 for n in range(min(ENTRIES, size // 180))})
    small = {name: data for name, data in s.files.items() if name == "icon.png"}
    wrong = text({"formatVersion": 1, "storeCard": {"backFields": [{"label": n, "dateStyle": "x", "row": 9} for n in range(100)]}})
    one = packed(small | {"pass.json": wrong, "manifest.json": b"{}", "signature": s.signature}, zipfile.ZIP_DEFLATED)
    yield "passes x findings", packed({f"a{n}.pkpass": one for n in range(max(2, min(ENTRIES, size // (len(one) + 120))))})
    tables = {f"{language(n)}.lproj/pass.strings": table(200, n * 200) for n in range(40)}
    one = packed(small | {"pass.json": s.files["pass.json"], "manifest.json": b"{}", "signature": s.signature} | tables, zipfile.ZIP_DEFLATED)
    yield "passes x languages", packed({f"a{n}.pkpass": one for n in range(max(2, min(ENTRIES, size // (len(one) + 120))))})
    if not has_packed:
        return
    document = b"[" + b",".join([b"1"] * 190_000) + b"]"
    one = packed(small | {"pass.json": b'{"userInfo":' + document + b"}", "manifest.json": b"{}"}, zipfile.ZIP_DEFLATED)
    yield "passes x values, packed", packed({f"a{n}.pkpass": one for n in range(max(2, min(ENTRIES, size // (len(one) + 120))))})


def raw_entries(entries, extra=b"", comment=b""):
    """A stored archive whose entries may share a name and carry what they like."""
    out, directory = bytearray(), bytearray()
    for name, data in entries:
        shared = struct.pack("<HHHHHIIIHH", 10, 0x800, 0, 0, 33, zlib.crc32(data), len(data), len(data), len(name), len(extra))
        directory += b"PK\1\2" + struct.pack("<H", 20) + shared + struct.pack("<HHHII", len(comment), 0, 0, 0, len(out)) + name + extra + comment
        out += b"PK\3\4" + shared + name + extra + data
    count = len(entries)
    return bytes(out + directory) + b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, count, count, len(directory), len(out), 0)


def der(tag, body):
    length = len(body)
    if length < 128:
        return bytes([tag, length]) + body
    octets = length.to_bytes((length.bit_length() + 7) // 8, "big")
    return bytes([tag, 0x80 | len(octets)]) + octets + body


OID_CN = b"\x06\x03\x55\x04\x03"
RSA = der(0x30, b"\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x01\x01\x05\x00")
SHA256_RSA = der(0x30, b"\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x01\x0b\x05\x00")


def name_of(*parts):
    return der(0x30, b"".join(der(0x31, der(0x30, OID_CN + der(0x0C, part))) for part in parts))


def certificate(issuer, subject, serial, modulus, extensions=b"", exponent=b"\1\0\1"):
    """A certificate that nobody signed."""
    key = der(0x30, RSA + der(0x03, b"\0" + der(0x30, der(0x02, b"\0" + modulus) + der(0x02, exponent))))
    validity = der(0x30, der(0x17, b"250101000000Z") + der(0x17, b"350101000000Z"))
    body = (der(0xA0, der(0x02, b"\2")) + der(0x02, serial) + SHA256_RSA + issuer + validity + subject + key
            + (der(0xA3, der(0x30, extensions)) if extensions else b""))
    return der(0x30, der(0x30, body) + SHA256_RSA + der(0x03, b"\0" + b"\x5a" * len(modulus)))


def signatures(s, size, parts):
    """Certificates, attributes, and sets inside of sets."""
    kind, version, digests, content, certificates, signers = parts

    def message(certificates=certificates, signers=signers, digests=digests):
        return s.bundle(signature=der(0x30, kind + der(0xA0, der(0x30, version + digests + content + certificates + signers))))

    def inside(element):
        head = 2 + (element[1] & 0x7F if element[1] & 0x80 else 0)
        return element[head:]

    def elements(data):
        found, position = [], 0
        while position < len(data):
            length, head = data[position + 1], 2
            if length & 0x80:
                head = 2 + (length & 0x7F)
                length = int.from_bytes(data[position + 2:position + head], "big")
            found.append(data[position:position + head + length])
            position += head + length
        return found

    noise = random.Random(3)
    own = inside(certificates)
    fields = elements(inside(inside(signers)))
    # The issuer of the signer's certificate. passc tries the candidates with this name one by one.
    issuer = elements(inside(fields[1]))[0]

    def filled(make):
        out, total, n = [], 0, 0
        while total < size - 8000:
            one = make(n)
            out.append(one)
            total += len(one)
            n += 1
        return b"".join(out)

    for bits, exponent in ((2048, b"\1\0\1"), (16384, b"\x7f" + b"\xff" * 7)):
        def candidate(n, bits=bits, exponent=exponent):
            modulus = bytes([0xC0]) + noise.randbytes(bits // 8 - 2) + b"\1"
            return certificate(issuer, issuer, n.to_bytes(4, "big"), modulus, exponent=exponent)
        yield f"certificates of {bits} bits with the issuer's name", message(certificates=der(0xA0, own + filled(candidate)))
        yield f"certificates of {bits} bits before the signer's", message(certificates=der(0xA0, filled(candidate) + own))
    # The signer's certificate has a signature of 16,384 bits, so that passc tries the key of every
    # candidate.
    serial = elements(inside(fields[1]))[1]
    modulus = bytes([0xC0]) + noise.randbytes(2046) + b"\1"
    leaf = certificate(issuer, name_of(b"leaf"), inside(serial), modulus)
    yield "certificates of 16384 bits that are tried", message(certificates=der(0xA0, leaf + filled(candidate)))
    long_name = name_of(*[b"n%d" % n for n in range(max(1, min(size // 30, 100_000)))])
    modulus = bytes([0xC0]) + noise.randbytes(254) + b"\1"
    yield "a name of many parts", message(certificates=der(0xA0, certificate(long_name, long_name, b"\1", modulus) + own))
    extension = der(0x30, b"\x06\x03\x55\x1d\x0f" + der(0x04, b"\x03\x02\x07\x80"))
    yield "a certificate x extensions", message(certificates=der(0xA0, certificate(issuer, issuer, b"\1", modulus, extension * (size // len(extension))) + own))
    small = certificate(name_of(b"a"), name_of(b"b"), b"\1", b"\xc1" * 32)
    yield "certificates of 32 bytes", message(certificates=der(0xA0, small * (size // len(small)) + own))
    before, attributes, after = fields[:3], fields[3], fields[4:]

    def signer(attributes):
        return message(signers=der(0x31, der(0x30, b"".join(before) + attributes + b"".join(after))))

    other = der(0x30, b"\x06\x03\x2a\x03\x04" + der(0x31, der(0x04, b"x")))
    yield "attributes", signer(der(0xA0, inside(attributes) + other * (size // len(other))))
    again = elements(inside(attributes))[0]
    yield "attributes of one type", signer(der(0xA0, inside(attributes) + again * (size // len(again))))
    values = der(0x30, b"\x06\x03\x2a\x03\x04" + der(0x31, der(0x04, b"x") * (size // 3)))
    yield "an attribute x values", signer(der(0xA0, inside(attributes) + values))
    for depth in (60, 5000):
        nested = der(0x04, b"x" * (size // 2))
        for _ in range(depth):
            nested = b"\x31\x80" + nested + b"\0\0"
        yield f"sets {depth} deep", signer(der(0xA0, inside(attributes) + der(0x30, b"\x06\x03\x2a\x03\x04" + der(0x31, nested))))
    yield "sets of empty sets", signer(der(0xA0, inside(attributes) + der(
        0x30, b"\x06\x03\x2a\x03\x04" + der(0x31, b"\x31\x80\0\0" * (size // 4)))))
    cut = b"\x24\x80" + der(0x04, b"x") * (size // 3) + b"\0\0"
    yield "a value cut into pieces", signer(der(
        0xA0, inside(attributes) + der(0x30, b"\x06\x03\x2a\x03\x04" + der(0x31, cut))))
    yield "an identifier of many parts", signer(der(0xA0, inside(attributes) + der(
        0x30, der(0x06, b"\x2a" + b"\x81" * (size // 2) + b"\1") + der(0x31, der(0x04, b"x")))))
    yield "certificates x signers", message(
        certificates=der(0xA0, own + small * (size // 2 // len(small))),
        signers=der(0x31, inside(signers) * max(1, size // 2 // len(inside(signers)))))


def shapes(s, size, parts, has_packed=True):
    """Every shape at that size, in bytes."""
    own = Shapes(s, size, has_packed)
    for kind in (own.languages, own.manifest, own.fields, own.lists, own.json):
        yield from kind()
    yield from archives(s, size, has_packed)
    yield from signatures(s, size, parts)
