# SPDX-License-Identifier: Apache-2.0
"""The judges: each reads bundles with a program that is not ours and compares with what is meant."""

import datetime
import functools
import hashlib
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
from decimal import Decimal

import intended

HERE = pathlib.Path(__file__).resolve().parent
FRONT = ("headerFields", "primaryFields", "secondaryFields", "auxiliaryFields", "backFields")
STYLES = ("boardingPass", "coupon", "eventTicket", "generic", "storeCard")


class Bundle:
    """A bundle on disk, what it is meant to hold, and the languages it is read in."""

    def __init__(self, path, meant, languages):
        self.path, self.meant, self.languages = pathlib.Path(path), meant, languages
        self.name = self.path.name


class Tally:
    """Comparisons made and differences found; and where a reader is at fault, not the bundle."""

    def __init__(self):
        self.compared, self.differences, self.faults = 0, [], {}

    def equal(self, bundle, what, meant, found):
        self.compared += 1
        if meant != found:
            self.differences.append(f"{bundle.name}: {what}: meant {short(meant)}, found {short(found)}")
        return meant == found

    def fault(self, what):
        """A known weakness of the reader decides what it must show here."""
        self.faults[what] = self.faults.get(what, 0) + 1


def short(value):
    text = repr(value)
    return text if len(text) <= 160 else text[:100] + "…" + text[-50:]


def run(argv, **options):
    return subprocess.run([str(word) for word in argv], capture_output=True, **options)


# The expected results of the archive readers.

def plain(value):
    """JSON with numbers that compare by their value."""
    if isinstance(value, dict):
        return {name: plain(entry) for name, entry in value.items()}
    if isinstance(value, list):
        return [plain(entry) for entry in value]
    if isinstance(value, (int, Decimal)) and not isinstance(value, bool):
        return Decimal(value).normalize()
    return value


def unique(pairs):
    names = [name for name, _ in pairs]
    if len(set(names)) != len(names):
        raise ValueError(f"a name twice: {names}")
    return dict(pairs)


def compare_files(tally, bundle, files):
    """The names and contents of all files; those we know are compared as they are meant."""
    meant = bundle.meant
    names = {"pass.json", "manifest.json", "signature", *meant.others, *meant.images}
    names |= {f"{language}.lproj/pass.strings" for language in meant.strings}
    tally.equal(bundle, "the files", sorted(names), sorted(files))
    for name, data in sorted(files.items()):
        if name in meant.images:
            tally.equal(bundle, name, hashlib.sha1(meant.images[name]).hexdigest(), hashlib.sha1(data).hexdigest())
        elif name == "pass.json" or name in meant.others:
            compare_json(tally, bundle, name, meant.document if name == "pass.json" else meant.others[name], data)
        elif name.endswith("pass.strings"):
            compare_strings(tally, bundle, name, data)
        elif name == "manifest.json":
            digests = {path: hashlib.sha1(content).hexdigest() for path, content in files.items()
                       if path not in ("manifest.json", "signature")}
            tally.equal(bundle, name, digests, json.loads(data))


def compare_json(tally, bundle, name, meant, data):
    try:
        found = json.loads(data.decode("utf-8"), parse_float=Decimal, object_pairs_hook=unique)
    except ValueError as error:
        tally.equal(bundle, name, "JSON", str(error))
        return
    for key in sorted({*meant, *found}):
        tally.equal(bundle, f"{name} {key}", plain(meant.get(key)), plain(found.get(key)))


def compare_strings(tally, bundle, name, data):
    meant = bundle.meant.strings.get(name.split(".lproj/")[0], {})
    ascii_only = all(text.isascii() for pair in meant.items() for text in pair)
    form = "ASCII" if data.isascii() else "UTF-16 big-endian with its mark" if data[:2] == b"\xfe\xff" else "another encoding"
    tally.equal(bundle, f"{name} encoding", "ASCII" if ascii_only else "UTF-16 big-endian with its mark", form)
    try:
        tally.equal(bundle, name, meant, intended.table(data))
    except ValueError as error:
        tally.equal(bundle, name, "a strings file", str(error))


class Archives:
    """A program that unpacks a bundle into a folder."""

    notices = ("field", "barcode", "date", "image", "translation", "archive")

    def __init__(self, name, program, package, unpack):
        self.name, self.program, self.package, self.unpack = name, program, package, unpack

    def missing(self):
        return None if shutil.which(self.program) else f"{self.program} ({self.package})"

    def judge(self, bundles, work, tally):
        folders = []
        for number, bundle in enumerate(bundles):
            folder = work / f"{self.program}-{number}"
            folder.mkdir(parents=True)
            folders.append(folder)
        for bundle, folder, said in zip(bundles, folders, self.unpack(bundles, folders)):
            tally.equal(bundle, "unpacks", None, said)
            files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
            compare_files(tally, bundle, files)
            shutil.rmtree(folder)


def each(argv_of):
    """Unpacks one after the other; None, or what went wrong."""

    def unpack(bundles, folders):
        for bundle, folder in zip(bundles, folders):
            found = run(argv_of(bundle.path, folder))
            yield None if found.returncode == 0 else f"exit {found.returncode}: {(found.stderr or found.stdout)[-200:].decode('utf-8', 'replace')}"

    return unpack


def by_java(way):
    def unpack(bundles, folders):
        lines = "".join(f"{way}\t{bundle.path}\t{folder}\n" for bundle, folder in zip(bundles, folders))
        found = run(["java", HERE / "Unzip.java"], input=lines.encode())
        said = found.stdout.decode().rstrip("\n").split("\n")
        if len(said) != len(bundles):
            said = [f"java: {found.stderr[-300:].decode()}"] * len(bundles)
        return [None if line == "ok" else line for line in said]

    return unpack


def by_zipfile(bundles, folders):
    import zipfile

    for bundle, folder in zip(bundles, folders):
        try:
            with zipfile.ZipFile(bundle.path) as archive:
                fault = archive.testzip()
                archive.extractall(folder)
            yield fault
        except (zipfile.BadZipFile, OSError) as error:
            yield str(error)


class ZipTest:
    name, package, notices = "zip -T", "zip", ("archive",)

    def missing(self):
        return None if shutil.which("zip") else "zip (zip)"

    def judge(self, bundles, work, tally):
        for bundle in bundles:
            found = run(["zip", "-T", bundle.path])
            tally.equal(bundle, "zip -T", (0, True), (found.returncode, b" OK" in found.stdout))


# Programs that check the signature.

class CertTool:
    """GnuTLS: reads the CMS, and verifies signature and chain."""

    name, package, notices = "certtool", "gnutls-bin", ("signature", "manifest")

    def __init__(self, root, identity, epoch):
        self.root, self.identity, self.epoch = root, identity, epoch

    def missing(self):
        return None if shutil.which("certtool") else "certtool (gnutls-bin)"

    def judge(self, bundles, work, tally):
        import zipfile

        signer = work / "signature"
        manifest = work / "manifest.json"
        time = datetime.datetime.fromtimestamp(self.epoch, datetime.timezone.utc).strftime("%a %b %d %H:%M:%S UTC %Y")
        for bundle in bundles:
            with zipfile.ZipFile(bundle.path) as archive:
                signer.write_bytes(archive.read("signature"))
                manifest.write_bytes(archive.read("manifest.json"))
            text = run(["certtool", "--p7-info", "--inder", "--infile", signer]).stdout.decode("utf-8", "replace")
            times = re.findall(r"Signing time: (.*)", text)
            tally.equal(bundle, "signing time", [time], times)
            tally.equal(bundle, "signature algorithm", ["RSA-SHA256"], re.findall(r"Signature Algorithm: (.*)", text))
            tally.equal(bundle, "certificates", 2, text.count("BEGIN CERTIFICATE"))
            found = run(["certtool", "--p7-verify", "--inder", "--infile", signer, "--load-data", manifest, "--load-ca-certificate", self.root])
            said = (found.stdout + found.stderr).decode("utf-8", "replace")
            tally.equal(bundle, "signature and chain", (0, ["ok"]), (found.returncode, re.findall(r"Signature status: (.*)", said)))


class ASN1:
    """asn1crypto: the signature's parts, its digest, and the RSA signature by hand."""

    name, package, notices = "asn1crypto", "asn1crypto, from PyPI", ("signature", "manifest")

    def __init__(self, root, identity, epoch):
        self.identity, self.epoch = identity, epoch

    def missing(self):
        try:
            import asn1crypto.cms  # noqa: F401
        except ImportError:
            return "asn1crypto (from PyPI)"
        return None

    def judge(self, bundles, work, tally):
        import zipfile

        from asn1crypto import cms, pem, x509

        _, _, der = pem.unarmor((self.identity / "certificate.pem").read_bytes())
        own = x509.Certificate.load(der)
        key = own.public_key["public_key"].parsed
        for bundle in bundles:
            with zipfile.ZipFile(bundle.path) as archive:
                signature, manifest = archive.read("signature"), archive.read("manifest.json")
            try:
                info = cms.ContentInfo.load(signature, strict=True)
                signed = info["content"]
                tally.equal(bundle, "DER", signature, info.dump(force=True))
                tally.equal(bundle, "content type", "signed_data", info["content_type"].native)
                tally.equal(bundle, "detached", None, signed["encap_content_info"]["content"].native)
                tally.equal(bundle, "digests announced", ["sha256"], [each["algorithm"].native for each in signed["digest_algorithms"]])
                tally.equal(bundle, "signers", 1, len(signed["signer_infos"]))
                signer = signed["signer_infos"][0]
                certificates = [each.chosen for each in signed["certificates"]]
                tally.equal(bundle, "the signer's certificate is inside", True, any(each.dump() == der for each in certificates))
                sid = signer["sid"].chosen
                tally.equal(bundle, "signer", (own.issuer.hashable, own.serial_number), (sid["issuer"].hashable, sid["serial_number"].native))
                tally.equal(bundle, "digest", "sha256", signer["digest_algorithm"]["algorithm"].native)
                attributes = {each["type"].native: each["values"].native for each in signer["signed_attrs"]}
                tally.equal(bundle, "signed attributes", ["content_type", "message_digest", "signing_time"], sorted(attributes))
                tally.equal(bundle, "content type attribute", ["data"], attributes.get("content_type"))
                tally.equal(bundle, "message digest", [hashlib.sha256(manifest).digest()], attributes.get("message_digest"))
                time = datetime.datetime.fromtimestamp(self.epoch, datetime.timezone.utc)
                tally.equal(bundle, "signing time", [time], attributes.get("signing_time"))
                # The attributes are signed as a SET. In the message they have the tag [0].
                digest = hashlib.sha256(b"\x31" + signer["signed_attrs"].dump()[1:]).digest()
                size = (key["modulus"].native.bit_length() + 7) // 8
                block = pow(int.from_bytes(signer["signature"].native, "big"), key["public_exponent"].native, key["modulus"].native)
                info_sha256 = bytes.fromhex("3031300d060960864801650304020105000420")
                meant = b"\0\1" + b"\xff" * (size - 54) + b"\0" + info_sha256 + digest
                tally.equal(bundle, "RSA signature", meant.hex(), block.to_bytes(size, "big").hex())
            except (ValueError, TypeError, KeyError) as error:
                tally.equal(bundle, "signature", "CMS", f"{type(error).__name__}: {error}")


class Schema:
    """jsonschema: pass.json and template.json of templates, and pass.json of bundles."""

    name, package, notices = "jsonschema", "jsonschema, from PyPI", ("type",)

    def __init__(self, passc, templates):
        self.passc, self.templates = passc, templates

    def missing(self):
        try:
            import jsonschema  # noqa: F401
        except ImportError:
            return "jsonschema (from PyPI)"
        return None

    def judge(self, bundles, work, tally):
        import zipfile

        import jsonschema

        def validator(*words):
            schema = json.loads(run([self.passc, "schema", *words], check=True).stdout)
            jsonschema.Draft202012Validator.check_schema(schema)
            return jsonschema.Draft202012Validator(schema)

        def faults(judge, document):
            return [f"/{'/'.join(map(str, error.absolute_path))}: {error.message[:200]}" for error in judge.iter_errors(document)]

        whole, derived, settings = validator("pass"), validator("pass", "--derived"), validator("template")
        for folder in self.templates:
            subject = Bundle(folder, None, [])
            document = folder / "template.json"
            extends = document.exists() and "extends" in json.loads(document.read_bytes())
            tally.equal(subject, "pass.json", [], faults(derived if extends else whole, json.loads((folder / "pass.json").read_bytes())))
            if document.exists():
                tally.equal(subject, "template.json", [], faults(settings, json.loads(document.read_bytes())))
        for bundle in bundles:
            with zipfile.ZipFile(bundle.path) as archive:
                tally.equal(bundle, "pass.json", [], faults(whole, json.loads(archive.read("pass.json"))))


# Programs that read passes.

def rgb(text):
    return [int(part) for part in re.findall(r"\d+", text)] if text else None


@functools.lru_cache(maxsize=None)
def pixels(data):
    """Size and pixels of a PNG, by Pillow."""
    import PIL.Image

    image = PIL.Image.open(io.BytesIO(data)).convert("RGBA")
    return {"width": image.width, "height": image.height, "pixels": hashlib.sha1(image.tobytes()).hexdigest()}


def seconds(text):
    return int(datetime.datetime.fromisoformat(text).timestamp()) if text else None


def lines_of(argv, bundles, env=None):
    """One line of JSON per bundle and language."""
    asked = [(bundle, language) for bundle in bundles for language in bundle.languages]
    text = "".join(f"{language}\t{bundle.path}\n" for bundle, language in asked)
    found = run(argv, input=text.encode(), env={**os.environ, **(env or {})})
    said = found.stdout.decode().rstrip("\n").split("\n")
    for number, (bundle, language) in enumerate(asked):
        line = json.loads(said[number]) if number < len(said) else {"error": f"it ended: {found.stderr[-300:].decode('utf-8', 'replace')}"}
        yield bundle, language, line


class Reader:
    """What KDE's and GNOME's readers share: how a pass is compared in one language."""

    notices = ("field", "barcode", "date", "image", "translation")

    def judge(self, bundles, work, tally):
        for bundle, language, line in self.lines(bundles, work):
            if "pass" not in line:
                tally.equal(bundle, f"read in {language}", "a pass", line.get("error", "nothing"))
                continue
            self.compare(tally, bundle, language, line["pass"])

    def compare(self, tally, bundle, language, found):
        document = bundle.meant.document
        style = next(style for style in STYLES if style in document)

        def equal(what, meant, shown):
            return tally.equal(bundle, f"{language}: {what}", meant, shown)

        equal("style", style, found["type"])
        for key in ("organizationName", "passTypeIdentifier", "serialNumber"):
            equal(key, document[key], found[key])
        self.compare_voided(tally, bool(document.get("voided")), found["voided"], equal)
        for key in ("backgroundColor", "foregroundColor"):
            equal(key, rgb(document.get(key)), self.colour(found[key]))
        if style == "boardingPass":
            equal("transitType", document[style]["transitType"].removeprefix("PKTransitType"), (found["transitType"] or "").removeprefix("PKTransitType"))
        for group in FRONT:
            fields = document[style].get(group, [])
            if equal(f"{group}, their keys", [field["key"] for field in fields], [field["key"] for field in found[group]]):
                for field, shown in zip(fields, found[group]):
                    self.compare_field(tally, bundle, language, field, shown, equal)
        codes = document.get("barcodes") or [document["barcode"]]
        if equal("number of barcodes", len(codes), len(found["barcodes"])):
            for number, (code, shown) in enumerate(zip(codes, found["barcodes"])):
                for key in ("message", "messageEncoding"):
                    equal(f"barcode {number} {key}", code[key], shown[key])
                equal(f"barcode {number} altText", code.get("altText") or "", shown["altText"] or "")
                self.compare_code(tally, code, shown, equal)
        self.compare_rest(tally, bundle, language, found, equal)

    def start(self):
        """What keeps an installed judge from working: that is our fault, and fails the run."""
        return None

    def compare_voided(self, tally, meant, found, equal):
        equal("voided", meant, found)

    def weakly(self, tally, equal, what, meant, weak, found, fault):
        """What is meant, or else what the reader's known weakness makes of it."""
        if found == weak != meant:
            tally.compared += 1
            tally.fault(fault)
        else:
            equal(what, meant, found)


class KDE(Reader):
    """KPkPass, with which Itinerary and KMail read passes."""

    name, package = "KDE (KPkPass)", "libkpimpkpass-dev"

    def __init__(self, work):
        self.program = work / "kde"

    def missing(self):
        has = pathlib.Path("/usr/include/KPim/KPkPass").exists() and shutil.which("g++") and shutil.which("pkg-config")
        return None if has else "KPkPass (libkpimpkpass-dev as in Debian 12, g++, pkg-config)"

    def start(self):
        qt = run(["pkg-config", "--cflags", "--libs", "Qt5Gui"]).stdout.decode().split()
        built = run(["g++", "-std=c++17", "-fPIC", "-O1", "-o", self.program, HERE / "kde.cpp", "-I", "/usr/include/KPim", *qt, "-lKPimPkPass"])
        return None if built.returncode == 0 else f"kde.cpp does not build: {built.stderr[-800:].decode()}"

    def lines(self, bundles, work):
        runtime = work / "runtime"
        runtime.mkdir(mode=0o700, exist_ok=True)
        return lines_of([self.program], bundles, {"XDG_RUNTIME_DIR": str(runtime), "QT_QPA_PLATFORM": "offscreen"})

    def colour(self, found):
        return [int(found[at : at + 2], 16) for at in (1, 3, 5)] if found else None

    def text(self, tally, bundle, language, text):
        # A language without its own folder uses English, if there is an English folder.
        strings = bundle.meant.strings
        return strings.get(language, strings.get("en", {})).get(text, text)

    def compare_field(self, tally, bundle, language, field, shown, equal):
        key = field["key"]
        meant = field.get("attributedValue", field["value"])
        label = self.text(tally, bundle, language, field.get("label", ""))
        equal(f"{key} label", label, self.unescaped(tally, label, shown["label"]))
        if isinstance(meant, (int, Decimal)):
            self.weakly(tally, equal, f"{key} value", float(meant), "", shown["value"], "numbers are shown as nothing")
            meant = None if shown["value"] else ""
        elif "dateStyle" in field or "timeStyle" in field:
            meant = self.date(meant)
            equal(f"{key} value", meant, shown["value"])
        else:
            meant = self.text(tally, bundle, language, meant)
            self.weakly(tally, equal, f"{key} value", meant, self.date(meant), self.unescaped(tally, meant, shown["value"]),
                        "a text that looks like a date is taken for one")
        if "changeMessage" in field and isinstance(meant, str):
            message = self.text(tally, bundle, language, field["changeMessage"]).replace("%@", meant)
            equal(f"{key} changeMessage", message, self.unescaped(tally, message, shown["changeMessage"]))

    @staticmethod
    def date(text):
        """The moment and offset of a text in ISO 8601; None for another text."""
        if not re.match(r"\d{4}-\d\d-\d\dT", text):
            return None
        time = datetime.datetime.fromisoformat(text)
        return {"date": {"seconds": int(time.timestamp()), "offset": int(time.utcoffset().total_seconds())}}

    def unescaped(self, tally, meant, found):
        """A translation without the escapes that were left in it: KPkPass knows two of them."""
        if not isinstance(found, str) or found == meant:
            return found
        undone = found.replace('\\"', '"').replace("\\t", "\t").replace("\\r", "\r")
        if undone != meant:
            return found
        tally.fault("some escapes in a translation are shown as they stand")
        return undone

    def compare_voided(self, tally, meant, found, equal):
        self.weakly(tally, equal, "voided", meant, False, found, "that a pass is voided is not seen")

    def compare_code(self, tally, code, shown, equal):
        known = code["format"].removeprefix("PKBarcodeFormat")
        weak = known if known in ("QR", "PDF417", "Aztec", "Code128") else ""
        self.weakly(tally, equal, "barcode format", known, weak, shown["format"], f"barcodes of the format {known} are unknown")

    def compare_rest(self, tally, bundle, language, found, equal):
        document = bundle.meant.document
        equal("labelColor", rgb(document.get("labelColor")), self.colour(found["labelColor"]))
        self.weakly(tally, equal, "description", self.text(tally, bundle, language, document["description"]), document["description"],
                    found["description"], "the description is not translated")
        equal("logoText", self.text(tally, bundle, language, document.get("logoText", "")), found["logoText"])
        for key in ("groupingIdentifier", "webServiceURL", "authenticationToken"):
            equal(key, document.get(key, ""), found[key])
        for key in ("expirationDate", "relevantDate"):
            equal(key, seconds(document.get(key)), found[key] and found[key]["seconds"])
        places = document.get("locations", [])
        if equal("number of places", len(places), len(found["locations"])):
            for place, shown in zip(places, found["locations"]):
                equal("place", (float(place["latitude"]), float(place["longitude"])), (shown["latitude"], shown["longitude"]))
                text = place.get("relevantText", "")
                self.weakly(tally, equal, "relevantText", self.text(tally, bundle, language, text), text, shown["relevantText"],
                            "the texts of places are not translated")
        for slot in ("icon", "logo", "strip", "background", "footer", "thumbnail"):
            for scale in (1, 2, 3):
                # Without a picture at its scale, a reader uses the next smaller one.
                names = [f"{slot}@{each}x.png" if each > 1 else f"{slot}.png" for each in range(scale, 0, -1)]
                name = next((name for name in names if name in bundle.meant.images), None)
                equal(f"{slot}@{scale}x", name and pixels(bundle.meant.images[name]), found["images"][f"{slot}@{scale}x"])


class GNOME(Reader):
    """The parser of GNOME's Passes."""

    name, package = "GNOME (Passes)", "passes-gtk"

    def missing(self):
        return None if pathlib.Path("/usr/share/passes-gtk/passes/pkpass.py").exists() else "GNOME Passes (passes-gtk)"

    def start(self):
        probe = run(["/usr/bin/python3", HERE / "gnome.py"], input=b"")
        return None if probe.returncode == 0 else f"gnome.py does not start: {probe.stderr[-800:].decode()}"

    def lines(self, bundles, work):
        return lines_of(["/usr/bin/python3", HERE / "gnome.py"], bundles)

    def colour(self, found):
        return found

    @staticmethod
    @functools.lru_cache(maxsize=None)
    def strings_bytes(path, language):
        import zipfile

        with zipfile.ZipFile(path) as archive:
            return archive.read(f"{language}.lproj/pass.strings")

    def is_misread(self, bundle, language):
        data = self.strings_bytes(bundle.path, language)
        return data.isascii() and len(data) % 2 == 0

    def compare_text(self, tally, bundle, language, what, meant, shown, equal):
        strings = bundle.meant.strings.get(language, {})
        wanted = strings.get(meant, meant)
        weak, fault = wanted, ""
        if meant not in strings:
            pass
        elif self.is_misread(bundle, language):
            weak, fault = meant, "translations in ASCII of even length are taken for UTF-16 and lost"
        elif any(sign in meant for sign in '"\\\n\r\t'):
            weak, fault = meant, "a key with escapes is not found"
        elif isinstance(shown, str) and shown != wanted and intended.unescaped(shown) == wanted:
            weak, fault = shown, "escapes in a translation are shown as they stand"
        self.weakly(tally, equal, what, wanted, weak, shown, fault)

    def compare_field(self, tally, bundle, language, field, shown, equal):
        key = field["key"]
        self.compare_text(tally, bundle, language, f"{key} label", field.get("label"), shown["label"], equal)
        meant = field["value"]
        if isinstance(meant, (int, Decimal)):
            equal(f"{key} value", float(meant), shown["value"])
        else:
            self.compare_text(tally, bundle, language, f"{key} value", meant, shown["value"], equal)
        equal(f"{key} textAlignment", field.get("textAlignment"), shown["textAlignment"])

    def compare_code(self, tally, code, shown, equal):
        equal("barcode format", code["format"], shown["format"])
        is_drawn = isinstance(shown["symbol"], list) and min(shown["symbol"]) > 10
        weak = code["format"] != "PKBarcodeFormatEAN13"
        self.weakly(tally, equal, "barcode is drawn", True, weak, is_drawn, "barcodes of the format EAN13 are not drawn")

    def compare_rest(self, tally, bundle, language, found, equal):
        document = bundle.meant.document
        for key in ("description", "teamIdentifier", "logoText"):
            equal(key, document.get(key), found[key])
        for key in ("expirationDate", "relevantDate"):
            self.compare_date(tally, key, document.get(key), found[key], equal)
        for slot in ("icon", "logo"):
            equal(slot, pixels(bundle.meant.images[f"{slot}.png"]), found["images"][slot])

    def compare_date(self, tally, key, meant, found, equal):
        equal(key, seconds(meant), seconds(found))


def all_judges(passc, templates, identity, root, epoch, work):
    return [
        KDE(work),
        GNOME(),
        Archives("bsdtar", "bsdtar", "libarchive-tools", each(lambda bundle, folder: ["bsdtar", "-xf", bundle, "-C", folder])),
        Archives("7z", "7z", "p7zip-full", each(lambda bundle, folder: ["7z", "x", "-bd", "-y", f"-o{folder}", bundle])),
        Archives("busybox unzip", "busybox", "busybox", each(lambda bundle, folder: ["busybox", "unzip", "-q", bundle, "-d", folder])),
        ZipTest(),
        Archives("Java's ZipFile", "java", "default-jre-headless", by_java("file")),
        Archives("Java's ZipInputStream", "java", "default-jre-headless", by_java("stream")),
        Archives("Python's zipfile", sys.executable, "python3", by_zipfile),
        CertTool(root, identity, epoch),
        ASN1(root, identity, epoch),
        Schema(passc, templates),
    ]
