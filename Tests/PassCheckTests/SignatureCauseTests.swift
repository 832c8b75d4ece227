// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCheck
import PassCrypto
import PassDiagnostics
import PassReport
import PassTesting
import Testing

private let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

/// Returns the bytes with CR LF line breaks. They have LF before.
private func withCRLF(_ bytes: [UInt8]) -> [UInt8] {
  bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
}

/// Why a signature does not fit: what was signed instead, and which certificate is damaged.
struct SignatureCauseTests {
  /// Returns the files of the sample, whose manifest has these line breaks.
  private static func files(_ lineBreak: String) throws -> [String: [UInt8]] {
    var files = try SampleBundle().files()
    let manifest = String(decoding: try #require(files["manifest.json"]), as: UTF8.self)
    let plain = manifest.filter { !$0.isNewline }.replacing(",", with: ",\(lineBreak)")
    files["manifest.json"] = Array("\(plain)\(lineBreak)".utf8)
    return files
  }

  private static func signer() throws -> TestSignature {
    let today = TestAuthority.today
    let identity = try TestAuthority.shared.get().identity(.ordinary, today: today)
    return TestSignature(
      leaf: identity.leaf, key: identity.key, others: identity.others, time: identity.time)
  }

  private static func check(_ files: [String: [UInt8]]) throws -> [Diagnostic] {
    let sample = SampleBundle()
    return try SampleBundle.check(ArchiveSketch(files).bytes, sample.options()).diagnostics
  }

  /// A manifest that was signed in place of the one in the pass.
  enum Variant: String, CaseIterable, Sendable {
    case withoutBinary = "with CR LF line breaks"
    case savedWithCRLF = "with LF line breaks"
    case markAdded = "without the byte order mark"
    case markLost = "with a byte order mark"
    case breakAdded = "without the last line break"
    case breakLost = "with a line break at the end"
    case markAndBreaks = "with a byte order mark and with CR LF line breaks"
    case mail = "with a mail header"

    /// The manifest of the pass.
    func packed(_ plain: [UInt8]) -> [UInt8] {
      switch self {
      case .savedWithCRLF: withCRLF(plain)
      case .markAdded: mark + plain
      default: plain
      }
    }

    /// The manifest that is signed.
    func signed(_ plain: [UInt8]) -> [UInt8] {
      switch self {
      case .withoutBinary: withCRLF(plain)
      case .savedWithCRLF, .markAdded: plain
      case .markLost: mark + plain
      case .breakAdded: plain.dropLast()
      case .breakLost: plain + [0x0A]
      case .markAndBreaks: mark + withCRLF(plain)
      case .mail: Array("Content-Type: text/plain\r\n\r\n".utf8) + withCRLF(plain)
      }
    }
  }

  @Test(arguments: Variant.allCases)
  func namesTheManifestThatWasSigned(_ variant: Variant) throws {
    var files = try Self.files("\n")
    let plain = try #require(files["manifest.json"])
    files["signature"] = try Self.signer().message(over: plain)
    #expect(try Self.check(files).map(\.code) == [])
    files["manifest.json"] = variant.packed(plain)
    files["signature"] = try Self.signer().message(over: variant.signed(plain))
    let found = try Self.check(files).filter { $0.code.hasPrefix("signature.") }
    #expect(found.map(\.code) == ["signature.manifest.changed"])
    #expect(
      found.first?.message == "the signature fits manifest.json \(variant.rawValue)")
  }

  @Test func theMissingOptionIsInTheHelp() throws {
    var files = try Self.files("\n")
    let manifest = try #require(files["manifest.json"])
    files["signature"] = try Self.signer().message(over: withCRLF(manifest))
    let help = try #require(try Self.check(files).first?.help)
    #expect(help.hasPrefix("sign with -binary"), "\(help)")
  }

  @Test(arguments: ["pass.json", "icon.png"])
  func namesTheFileThatWasSigned(_ path: String) throws {
    var files = try SampleBundle().files()
    files["signature"] = try Self.signer().message(over: try #require(files[path]))
    let found = try Self.check(files)
    #expect(found.map(\.code) == ["signature.manifest.changed"])
    #expect(found.first?.message == "the signature is over \(path), expected manifest.json")
  }

  @Test func otherContentIsNotGuessed() throws {
    var files = try SampleBundle().files()
    files["signature"] = try Self.signer().message(over: Array("other".utf8))
    #expect(
      try Self.check(files).map(\.message) == ["manifest.json is not the one that was signed"])
  }

  /// A copy of the intermediate with one changed byte: in its signature, and in its key.
  @Test func aDamagedIntermediateIsCalledDamaged() throws {
    let authority = try TestAuthority.shared.get().authority
    let sound = authority.intermediate.certificate
    let key = sound.publicKeyDER
    let start = try #require(
      sound.der.indices.first { sound.der[$0...].starts(with: key) })
    for (offset, severity) in [
      (sound.der.count - 1, Severity.error), (start + key.count / 2, .warning),
    ] {
      var der = sound.der
      der[offset] ^= 1
      var signer = try Self.signer()
      signer.certificates = [signer.leaf.der, der]
      var files = try SampleBundle().files()
      files["signature"] = try signer.message(over: try #require(files["manifest.json"]))
      let found = try Self.check(files)
      #expect(found.map(\.code) == ["signature.chain.damaged"], "\(found.map(\.message))")
      #expect(found.first?.severity == severity)
      #expect(found.first?.message.hasSuffix(" in the signature is damaged") == true)
    }
  }

  @Test func aSignatureInAnotherFormIsNamed() throws {
    var files = try SampleBundle().files()
    let signature = try #require(files["signature"])
    let base64 = Base64.encode(signature)
    let cases: [(String, String)] = [
      ("\"\(base64)\"", "the Base64 text of a signature in quotes"),
      ("{\"signature\":\"\(base64)\"}", "JSON with the Base64 text of a signature in signature"),
      ("data:;base64,\(base64)", "a data URI with the Base64 text of a signature"),
      (
        "{\"type\":\"Buffer\",\"data\":[\(signature.map { "\($0)" }.joined(separator: ","))]}",
        "a Node.js Buffer in JSON with a signature"
      ),
      (Hex.encode(signature), "the hex text of a signature"),
      ("version https://git-lfs.github.com/spec/v1\n", "a Git LFS pointer"),
    ]
    for (text, words) in cases {
      files["signature"] = Array(text.utf8)
      let found = try Self.check(files)
      #expect(found.map(\.code) == ["signature.form.notCMS"], "\(words)")
      #expect(found.first?.message == "the signature is \(words), expected CMS in DER")
    }
  }
}
