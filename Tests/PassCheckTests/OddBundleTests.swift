// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassReport
import PassTesting
import Testing

/// Untidy bundles that Wallet accepts, one for each row of the survey of real passes. An error
/// would be a bug of passc.
struct OddBundleTests {
  struct Odd: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Highest severity that is allowed, or nil for no diagnostics.
    let most: Severity?
    let example: Example
    let sketch: @Sendable (inout ArchiveSketch) -> Void

    init(_ what: String, _ most: Severity?, _ changes: Example.Change...) {
      self.init(what, most, Example(changes))
    }

    init(_ what: String, _ most: Severity?, seal: Example.SignatureChange) {
      self.init(what, most, .signed(seal))
    }

    init(
      _ what: String, _ most: Severity? = nil,
      sketch: @escaping @Sendable (inout ArchiveSketch) -> Void
    ) {
      self.init(what, most, .signed(), sketch)
    }

    private init(
      _ what: String, _ most: Severity?, _ example: Example,
      _ sketch: @escaping @Sendable (inout ArchiveSketch) -> Void = { _ in }
    ) {
      testDescription = what
      self.most = most
      self.example = example
      self.sketch = sketch
    }
  }

  private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 0x10, 0x4A, 0x46, 0x49, 0x46]
  private static let table = "\"NAME\" = \"Prénom\";\n"

  private static func utf16(_ isBigEndian: Bool) -> [UInt8] {
    ("\u{FEFF}" + table).utf16.flatMap { unit in
      let pair = [UInt8(unit >> 8), UInt8(unit & 255)]
      return isBigEndian ? pair : pair.reversed()
    }
  }

  private static func strings(_ bytes: [UInt8]) -> Example.Change {
    .file("en.lproj/pass.strings", .bytes(bytes))
  }

  private static func barcode(_ format: String, _ encoding: String = "iso-8859-1") -> String {
    """
    {"format": "PKBarcodeFormat\(format)", "message": "A-17", "messageEncoding": "\(encoding)"}
    """
  }

  /// An image with a wrong checksum in its last chunk.
  private static var badCRC: [UInt8] {
    var image = PNGImage.plain(width: 38, height: 38)
    image[image.count - 1] ^= 1
    return image
  }

  private static let web =
    #""webServiceURL": "https://example.com/passes/", "authenticationToken": "0123456789abcdef""#

  static let seals: [Odd] = [
    Odd("a digest of SHA-1", .note, seal: .signature(.sha1)),
    Odd("a digest of SHA-512", nil, seal: .signature(.sha512)),
    Odd("indefinite lengths", nil, seal: .signature(.indefiniteLengths)),
    Odd("attributes out of order", nil, seal: .signature(.unsortedAttributes)),
    Odd("S/MIME capabilities and algorithm protection", nil, seal: .signature(.manyAttributes)),
    Odd("a signer named by key identifier", nil, seal: .signature(.signerByKeyIdentifier)),
    Odd("a manifest inside the signature", .warning, seal: .signature(.attached)),
    Odd("another intermediate", .warning, seal: .signed(by: .wrongIntermediate)),
    Odd("no intermediate", .warning, seal: .signed(by: .noIntermediate)),
    Odd("the root in the signature", .warning, seal: .signed(by: .withRoot)),
    Odd("a certificate that ended since", .warning, seal: .signed(by: .expiredSince)),
    Odd("an NFC certificate for a pass without NFC", nil, seal: .signed(by: .nfc)),
    Odd("the signature algorithm sha1WithRSA", .note, seal: .signature(.namedSHA1WithRSA)),
    Odd("the signature algorithm sha256WithRSA", nil, seal: .signature(.namedSHA256WithRSA)),
    Odd("a WWDR that ended since", .warning, seal: .signed(by: .intermediateExpiredSince)),
    Odd("hashes in capital letters", .warning, seal: .upperCaseHashes),
  ]

  static let archives: [Odd] = [
    Odd("every entry deflated") {
      for index in $0.entries.indices { $0.entries[index].isDeflated = true }
    },
    Odd("stored and deflated mixed") { $0.entries[$0["pass.json"]].isDeflated = true },
    Odd("data descriptors") {
      for index in $0.entries.indices {
        $0.entries[index].isDeflated = true
        $0.entries[index].isStreamed = true
      }
    },
    Odd("the UTF-8 flag") { for index in $0.entries.indices { $0.entries[index].flags = 0x800 } },
    Odd("entries from last to first") { $0.entries.reverse() },
    Odd("the signature first") { $0.entries.insert($0.entries.remove(at: $0["signature"]), at: 0) },
    Odd("an entry for a folder") {
      var folder = ArchiveSketch.Entry("en.lproj/", [])
      folder.attributes = 0o040755 << 16
      $0.entries.insert(folder, at: 0)
    },
    Odd("extra fields with times") {
      for index in $0.entries.indices {
        $0.entries[index].extra = [0x55, 0x54, 5, 0, 3, 0, 0, 0, 0]
      }
    },
    Odd("attributes of Windows") {
      for index in $0.entries.indices { $0.entries[index].attributes = 32 }
    },
    Odd("a comment") { $0.comment = Array("made by hand".utf8) },
    Odd("no attributes") { for index in $0.entries.indices { $0.entries[index].attributes = 0 } },
  ]

  static let contents: [Odd] = [
    Odd("an image larger than advised", .note, .file("logo.png", .png(width: 480, height: 300))),
    Odd("a JPEG called .png", .warning, .file("logo.png", .bytes(jpeg))),
    Odd("an image with a bad CRC", .warning, .file("icon.png", .bytes(badCRC))),
    Odd("an icon without 1x", nil, .remove("icon.png")),
    Odd("an icon only as @2x", .note, .remove("icon.png"), .remove("icon@3x.png")),
    Odd("an icon only as @3x", .warning, .remove("icon.png"), .remove("icon@2x.png")),
    Odd(
      "an icon that is not square", .warning, .file("icon.png", .png(width: 40, height: 30)),
      .file("icon@2x.png", .png(width: 80, height: 60)),
      .file("icon@3x.png", .png(width: 120, height: 90))),
    Odd("an icon of 29 pixels", nil, .file("icon.png", .png(width: 29, height: 29))),
    Odd("no logo", nil, .remove("logo.png"), .remove("logo@2x.png"), .remove("logo@3x.png")),
    Odd("an unknown key", .warning, .patch(#"{"modID": "7"}"#)),
    Odd("an empty field array", .note, .patch(#"{"generic": {"auxiliaryFields": []}}"#)),
    Odd(
      "a field key used twice", .warning,
      .patch(#"{"generic": {"auxiliaryFields": [{"key": "name", "value": "x"}]}}"#)),
    Odd(
      "a change message without %@", .note,
      .patch(
        #"{"generic": {"auxiliaryFields": [{"key": "a", "value": "x", "changeMessage": "new"}]}}"#)),
    Odd("no barcode", nil, .patch(#"{"barcodes": null}"#)),
    Odd("the old barcode", .note, .patch("{\"barcodes\": null, \"barcode\": \(barcode("QR"))}")),
    Odd(
      "Code 128 in the old barcode", .note,
      .patch("{\"barcodes\": null, \"barcode\": \(barcode("Code128"))}")),
    Odd("a PDF417", nil, .patch("{\"barcodes\": [\(barcode("PDF417"))]}")),
    Odd("an Aztec in UTF-8", nil, .patch("{\"barcodes\": [\(barcode("Aztec", "UTF-8"))]}")),
    Odd("a barcode in utf-8", nil, .patch("{\"barcodes\": [\(barcode("QR", "utf-8"))]}")),
    Odd(
      "an empty barcode message", .warning,
      .patch(
        #"{"barcodes":[{"format":"PKBarcodeFormatQR","message":"","messageEncoding":"utf-8"}]}"#)),
    Odd("a colour in hex", .note, .patch(##"{"backgroundColor": "#1E3C5A"}"##)),
    Odd("a colour with alpha", .warning, .patch(#"{"backgroundColor": "rgba(1, 2, 3, 0.5)"}"#)),
    Odd("a serial number of one character", nil, .patch(#"{"serialNumber": "7"}"#)),
    Odd(
      "a serial number of 200 characters", nil,
      .patch("{\"serialNumber\": \"\(String(repeating: "7", count: 200))\"}")),
    Odd("a web service URL with a slash", .note, .patch("{\(web)}")),
    Odd(
      "a web service without https", .warning,
      .patch(
        #"{"webServiceURL": "http://example.com", "authenticationToken": "0123456789abcdef"}"#)),
    Odd("a token without URL", .warning, .patch(#"{"authenticationToken": "0123456789abcdef"}"#)),
    Odd("an empty description", .warning, .patch(#"{"description": ""}"#)),
    Odd("a .DS_Store in the manifest", .note, .file(".DS_Store", .bytes([0, 0, 0, 1]))),
    Odd("a __MACOSX in the manifest", .note, .file("__MACOSX/._icon.png", .bytes([0, 5, 22, 7]))),
    Odd("a README", .note, .file("README.md", .text("# Pass\n"))),
    Odd("a tooling.json", .note, .file("tooling.json", .text("{}"))),
    Odd("a certificate among the files", .note, .file("pass.cer", .certificate)),
    Odd("strings in ASCII", nil, strings(Array("\"NAME\" = \"Nom\";\n".utf8))),
    Odd("strings in UTF-8", nil, strings(Array(table.utf8))),
    Odd("strings in UTF-8 with a mark", nil, strings(Array(("\u{FEFF}" + table).utf8))),
    Odd("strings in UTF-16 BE", nil, strings(utf16(true))),
    Odd("strings in UTF-16 LE", nil, strings(utf16(false))),
    Odd("a language with an underscore", .note, .file("zh_CN.lproj/pass.strings", .text(table))),
    Odd(
      "suppressStripShine", .note,
      .patch(#"{"generic": null, "coupon": {}, "suppressStripShine": false}"#)),
    Odd("groupingIdentifier", .note, .patch(#"{"groupingIdentifier": "x"}"#)),
    Odd("userInfo", nil, .patch(#"{"userInfo": {"id": 7}}"#)),
    Odd("sharingProhibited", nil, .patch(#"{"sharingProhibited": true}"#)),
    Odd("store identifiers", nil, .patch(#"{"associatedStoreIdentifiers": [284882215]}"#)),
    Odd(
      "a relevant place", nil, .patch(#"{"locations": [{"latitude": 52.5, "longitude": 13.4}]}"#)),
    Odd(
      "a trailing comma", .warning,
      .file(
        "pass.json",
        .text(String(SamplePass.passJSON.reversed().drop { $0 != "]" }.reversed()) + "},}"))),
    Odd("a byte order mark", .note, .file("pass.json", .text("\u{FEFF}" + SamplePass.passJSON))),
    Odd("an empty file", .note, .file("notes.txt", .text(""))),
    Odd(
      "empty groups of other styles", .note,
      .patch(#"{"generic": {"additionalInfoFields": [], "footerFields": []}}"#)),
    Odd(
      "a footer of 200 points", nil,
      .patch(
        """
        {"generic": null, "boardingPass": {"transitType": "PKTransitTypeAir", \
        "primaryFields": [{"key": "from", "value": "TXL"}]}}
        """), .file("footer@2x.png", .png(width: 400, height: 24))),
    Odd(
      "a field key twice on the back", .note,
      .patch(
        #"{"generic": {"backFields": [{"key": "a", "value": "x"}, {"key": "a", "value": "y"}]}}"#)),
    Odd("suppressStripShine in a generic pass", .note, .patch(#"{"suppressStripShine": false}"#)),
  ]

  @Test(arguments: seals + archives + contents)
  func oddBundlesGetNoErrors(_ odd: Odd) throws {
    let sample = try SampleBundle(odd.example)
    let bytes = ArchiveSketch(try sample.files()).changed(odd.sketch).bytes
    let subject = try SampleBundle.check(bytes, sample.options())
    let text = TextWriter(showsNotes: true).text(of: subject.diagnostics)
    #expect(subject.diagnostics.map(\.severity).max() == odd.most, "\(text)")
    #expect(subject.verdict?.result != .refused, "\(text)")
  }

  @Test func thereAreEnough() {
    #expect(Self.seals.count + Self.archives.count + Self.contents.count >= 60)
  }
}
