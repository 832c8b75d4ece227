// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCrypto
import PassModel

/// The content of a signature that does not fit manifest.json, with the cause and the way to fix
/// it.
///
/// It is looked for only after a failure, because it needs a hash of each candidate.
struct SignedInstead {
  let message: String
  let help: String

  /// The most files to try, and the most bytes of one. Each try verifies the signature, so untrusted
  /// passes need a limit.
  private static let maxFiles = 64
  private static let limitInBytes = 1 << 20

  /// Returns what the signer signed, or nil if it is not among the variants of manifest.json and
  /// the files of the pass.
  static func find(_ message: CMSMessage, _ signedManifest: SignedManifest) -> SignedInstead? {
    if let manifest = signedManifest.manifestFile?.bytes, manifest.count <= limitInBytes,
      let found = variant(of: manifest, message)
    {
      return found
    }
    return file(message, signedManifest)
  }

  // MARK: manifest.json

  private static func variant(of manifest: [UInt8], _ message: CMSMessage) -> SignedInstead? {
    var tried: Set<[UInt8]> = [manifest]
    for start in starts(of: manifest) {
      for lines in breaks(of: start.bytes) {
        for end in ends(of: lines.bytes) where tried.insert(end.bytes).inserted {
          guard message.signs(end.bytes) else { continue }
          let differences = [start.description, lines.description, end.description].compactMap {
            $0
          }
          let isText = lines.description == withCRLF && differences.count == 1
          return SignedInstead(
            message: "the signature fits manifest.json \(differences.joined(separator: " and "))",
            help: isText ? binary : restore)
        }
      }
    }
    let header = Array("Content-Type: text/plain\r\n\r\n".utf8)
    guard message.signs(header + withBreaks([0x0D, 0x0A], manifest)) else { return nil }
    return SignedInstead(
      message: "the signature fits manifest.json with a mail header",
      help: "sign without -text, and with -binary: openssl cms -sign -binary -outform DER")
  }

  private static let withCRLF = "with CR LF line breaks"
  private static let binary =
    "sign with -binary: openssl cms -sign -binary -outform DER. Without it OpenSSL signs CR LF"
  private static let restore = """
    an editor or a transfer changed manifest.json after it was signed: put the signed file back, \
    or sign it again as it is now
    """

  /// Bytes of manifest.json with the difference in words, or nil for none.
  private struct Variant {
    let bytes: [UInt8]
    let description: String?

    init(_ bytes: [UInt8], _ words: String? = nil) {
      self.bytes = bytes
      self.description = words
    }
  }

  private static func starts(of bytes: [UInt8]) -> [Variant] {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return [
      Variant(bytes),
      bytes.starts(with: mark)
        ? Variant(Array(bytes.dropFirst(3)), "without the byte order mark")
        : Variant(mark + bytes, "with a byte order mark"),
    ]
  }

  private static func breaks(of bytes: [UInt8]) -> [Variant] {
    [
      Variant(bytes), Variant(withBreaks([0x0D, 0x0A], bytes), withCRLF),
      Variant(withBreaks([0x0A], bytes), "with LF line breaks"),
    ]
  }

  private static func ends(of bytes: [UInt8]) -> [Variant] {
    var stripped = bytes
    if stripped.last == 0x0A { stripped.removeLast() }
    if stripped.last == 0x0D { stripped.removeLast() }
    let added = "with a line break at the end"
    return [
      Variant(bytes), Variant(stripped, "without the last line break"),
      Variant(bytes + [0x0A], added), Variant(bytes + [0x0D, 0x0A], added),
    ]
  }

  /// Returns the bytes with each LF, and the CR in front of it, replaced by a line break.
  private static func withBreaks(_ lineBreak: [UInt8], _ bytes: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count + bytes.count / 32)
    for byte in bytes {
      guard byte == 0x0A else {
        out.append(byte)
        continue
      }
      while out.last == 0x0D { out.removeLast() }
      out += lineBreak
    }
    return out
  }

  // MARK: Other files

  private static func file(_ message: CMSMessage, _ signedManifest: SignedManifest)
    -> SignedInstead?
  {
    let document = PackageKind.pass.document
    let others = signedManifest.files.filter {
      !PackageKind.pass.isOwnFile($0.path) && $0.path != document
    }
    let files = signedManifest.files.filter { $0.path == document } + others
    for file in files.prefix(maxFiles) where file.bytes.count <= limitInBytes {
      let isSigned =
        message.signs(file.bytes)
        || file.path == document && message.signs(withBreaks([0x0D, 0x0A], file.bytes))
      if isSigned {
        return SignedInstead(
          message: "the signature is over \(file.path), expected manifest.json", help: sign)
      }
    }
    guard message.signs([]) else { return nil }
    return SignedInstead(
      message: "the signature is over an empty file, expected manifest.json", help: sign)
  }

  private static let sign =
    "sign manifest.json: openssl cms -sign -binary -outform DER -in manifest.json"
}
