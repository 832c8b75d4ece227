// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassTesting
import Testing

/// Tests of every template and every row of its sample. They are built without diagnostics and then
/// validated by other programs.
struct TemplateBundleTests {
  static let certificates = FilePath.join(Program.repository, "certs-example")
  static let templates = FilePath.join(Program.repository, "templates")

  /// 2026-01-01T00:00:00Z, the signing time and the time of verification.
  static let epoch = "1767225600"

  static let names: [String] = ((try? Disk.list(templates)) ?? []).map(\.name)
    .filter { $0.hasSuffix(".pass") }

  @Test func thereAreSevenTemplates() {
    #expect(Self.names.count == 7, "\(Self.names)")
  }

  /// Builds every row of a template's sample into `folder`. Returns the paths of the bundles.
  private static func bundles(of name: String, in folder: TemporaryFolder) throws -> [String] {
    let passc = try #require(Program.passc, "passc is not beside the tests")
    var bundles: [String] = []
    while true {
      let bundle = "\(bundles.count + 1).pkpass"
      let built = try Program.run(
        passc,
        [
          "build", FilePath.join(templates, name), "--strict", "--sample", "\(bundles.count + 1)",
          "--identity", FilePath.join(certificates, "nfc"), "-o", bundle,
          "--token-key", FilePath.join(certificates, "token.key"),
        ], in: folder.path, environment: ["SOURCE_DATE_EPOCH": epoch, "HOME": folder.path])
      if built.status == 2, !bundles.isEmpty, built.errors.contains("but no row") { break }
      try #require(built.status == 0, "row \(bundles.count + 1): \(built.errors)")
      #expect(built.errors == "", "row \(bundles.count + 1) of \(name)")
      bundles.append(bundle)
    }
    return bundles
  }

  private static let sha1sum = Program.path(of: "sha1sum") ?? Program.path(of: "shasum")

  /// The validators that are not installed. Without one of them the test would check less than its
  /// name says.
  private static let missing =
    ["unzip", "python3", "openssl"].filter { Program.path(of: $0) == nil }
    + (sha1sum == nil ? ["sha1sum"] : [])

  @Test(
    .enabled(if: missing.isEmpty, "not installed: \(missing.joined(separator: ", "))"),
    arguments: names)
  func everySampleRowIsAcceptedByStrangers(_ name: String) throws {
    let folder = try TemporaryFolder()
    let bundles = try Self.bundles(of: name, in: folder)
    #expect(bundles.count >= 3)
    var seen: Set<[UInt8]> = []
    for bundle in bundles {
      #expect(seen.insert(try Disk.read(folder(bundle))).inserted, "\(bundle) is a double")
    }
    try Self.judgeByUnzip(bundles, folder)
    try Self.judgeByPython(bundles, folder)
    try Self.judgeBySHA1Sum(bundles, folder)
    try Self.judgeByOpenSSL(bundles, folder)
  }

  /// `unzip -t` must find no error. It also unpacks for the other validators.
  private static func judgeByUnzip(_ bundles: [String], _ folder: TemporaryFolder) throws {
    let unzip = try #require(Program.path(of: "unzip"))
    for bundle in bundles {
      let test = try Program.run(unzip, ["-t", bundle], in: folder.path)
      #expect(test.status == 0, "\(bundle): \(test.text)\(test.errors)")
      #expect(test.text.contains("No errors detected"), "\(test.text)")
      let out = try Program.run(unzip, ["-q", bundle, "-d", "x" + bundle], in: folder.path)
      #expect(out.status == 0 && out.output.isEmpty, "\(out.text)\(out.errors)")
    }
  }

  /// Python's zipfile and json check the archive and each JSON file.
  private static func judgeByPython(_ bundles: [String], _ folder: TemporaryFolder) throws {
    let python = try #require(Program.path(of: "python3"))
    try folder.add(["judge.py": judge])
    let outcome = try Program.run(python, ["judge.py"] + bundles, in: folder.path)
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
    #expect(outcome.text == "\(bundles.count) bundles\n")
  }

  private static let judge = """
    import hashlib, json, sys, zipfile

    for path in sys.argv[1:]:
        with open(path, "rb") as file:
            size = len(file.read())
        with zipfile.ZipFile(path) as archive:
            assert archive.testzip() is None, path
            entries = archive.infolist()
            names = [entry.filename for entry in entries]
            assert names == sorted(names, key=lambda name: name.encode()), names
            assert len(set(names)) == len(names), names
            assert archive.comment == b"", path
            room = 22
            for entry in entries:
                assert entry.compress_type == zipfile.ZIP_STORED, entry
                assert entry.date_time == (1980, 1, 1, 0, 0, 0), entry
                assert entry.extra == b"" and entry.comment == b"", entry
                assert not entry.is_dir(), entry
                assert not entry.flag_bits & 0x9, entry  # neither encrypted nor sized afterwards
                room += 30 + 46 + 2 * len(entry.filename.encode()) + entry.file_size
            assert room == size, "bytes between or after the entries"
            manifest = json.loads(archive.read("manifest.json"))
            assert sorted(manifest) == sorted(set(names) - {"manifest.json", "signature"}), names
            for name, digest in manifest.items():
                assert hashlib.sha1(archive.read(name)).hexdigest() == digest, name
            for name in names:
                if name.endswith(".json"):
                    json.loads(archive.read(name).decode("utf-8"))
            bundle = json.loads(archive.read("pass.json"))
            assert bundle["passTypeIdentifier"] == "pass.com.example.passc", bundle
            assert "{{" not in json.dumps(bundle, ensure_ascii=False), bundle
            assert "$if" not in json.dumps(bundle), bundle
    print(len(sys.argv) - 1, "bundles")

    """

  /// `sha1sum -c` with the digests of the manifest, which are extracted here.
  private static func judgeBySHA1Sum(_ bundles: [String], _ folder: TemporaryFolder) throws {
    let tool = try #require(sha1sum)
    for bundle in bundles {
      let manifest = try Disk.read(folder("x\(bundle)/manifest.json"))
      let parts = String(decoding: manifest, as: UTF8.self).split(separator: "\"")
      var list = ""
      for index in stride(from: 1, to: parts.count - 2, by: 4) {
        list += "\(parts[index + 2])  \(parts[index])\n"
      }
      #expect(list.split(separator: "\n").count >= 5, "\(list)")
      try folder.add(["x\(bundle)/SHA1SUMS": list])
      let check = try Program.run(tool, ["-c", "SHA1SUMS"], in: folder("x" + bundle))
      #expect(check.status == 0, "\(bundle): \(check.text)\(check.errors)")
    }
  }

  /// `openssl cms -verify` up to the root of the test CA, at the signing time.
  private static func judgeByOpenSSL(_ bundles: [String], _ folder: TemporaryFolder) throws {
    let openssl = try #require(Program.path(of: "openssl"))
    for bundle in bundles {
      let inner = folder("x" + bundle)
      let verify = [
        "cms", "-verify", "-binary", "-inform", "DER", "-in", "signature", "-content",
        "manifest.json", "-purpose", "any", "-CAfile", FilePath.join(certificates, "root.pem"),
        "-attime", epoch, "-out", "verified",
      ]
      let outcome = try Program.run(openssl, verify, in: inner)
      #expect(outcome.status == 0, "\(bundle): \(outcome.errors)")
      #expect(outcome.errors.lowercased().contains("verification successful"))
      #expect(try Disk.read(inner + "/verified") == Disk.read(inner + "/manifest.json"))
    }
    // One bundle of each template gets more checks: a changed manifest, and the form of the
    // signature.
    let inner = folder("x" + bundles[0])
    try Disk.write(try Disk.read(inner + "/manifest.json") + [0x20], to: inner + "/changed.json")
    let changed = try Program.run(
      openssl,
      [
        "cms", "-verify", "-binary", "-inform", "DER", "-in", "signature", "-content",
        "changed.json", "-purpose", "any", "-CAfile", FilePath.join(certificates, "root.pem"),
        "-attime", epoch, "-out", "verified",
      ], in: inner)
    #expect(changed.status != 0)
    let printed = try Program.run(
      openssl, ["cms", "-cmsout", "-print", "-noout", "-inform", "DER", "-in", "signature"],
      in: inner)
    try judgeForm(printed.text)
  }

  /// Checks the CMS as OpenSSL prints it.
  private static func judgeForm(_ text: String) throws {
    func count(_ words: String) -> Int { text.ranges(of: words).count }
    #expect(count("signerInfos:") == 1 && count(" signedAttrs:") == 1, "\(text)")
    #expect(text.contains("eContent: <ABSENT>"), "\(text)")
    #expect(!text.contains("smimeCapabilities") && !text.contains("S/MIME Capabilities"))
    let unsigned = text.split(separator: "unsignedAttrs:").last?.split(separator: "\n").first
    #expect(unsigned?.contains("<ABSENT>") == true, "\(text)")
    #expect(count("algorithm: sha256 (2.16.840.1.101.3.4.2.1)") >= 2, "\(text)")
    #expect(text.contains("rsaEncryption"), "\(text)")
    #expect(text.contains("CN=Example WWDR, not Apple"), "\(text)")
    // Leaf and issuer, without the root.
    #expect(count("d.certificate:") == 2, "\(text)")
    // A SET OF is sorted by its encodings, here by length: contentType, signingTime, messageDigest.
    let attributes = ["contentType (", "signingTime (", "messageDigest ("].compactMap {
      text.firstRange(of: "object: " + $0)?.lowerBound
    }
    #expect(attributes.count == 3 && attributes == attributes.sorted(), "\(text)")
    #expect(text.contains("UTCTIME:Jan  1 00:00:00 2026 GMT"), "\(text)")
  }
}
