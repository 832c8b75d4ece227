// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// The kind of a file that is not of the expected kind, for messages.
enum FileAppearance {
  static func name(of bytes: [UInt8]) -> String {
    if bytes.isEmpty { return "an empty file" }
    for (magic, name) in magics where bytes.starts(with: magic) { return name }
    let start = bytes.prefix(512).drop {
      Base64.isWhitespace($0) || [0xef, 0xbb, 0xbf].contains($0)
    }
    let text = String(decoding: start, as: UTF8.self).lowercased()
    if text.hasPrefix("<!doctype html") || text.hasPrefix("<html") { return "an HTML page" }
    if text.hasPrefix("<?xml") || text.hasPrefix("<plist") { return "XML" }
    // Random bytes such as a signature may begin with a brace, so the rest is checked too.
    if text.hasPrefix("{") || text.hasPrefix("["), String(validating: bytes, as: UTF8.self) != nil {
      return "JSON"
    }
    if text.hasPrefix("ssh-") { return "an SSH public key" }
    if text.hasPrefix("mi"), Base64.decodeIgnoringWhitespace(bytes) != nil {
      return "Base64 without PEM lines"
    }
    // A PEM file has a more exact name elsewhere, by its blocks.
    if let words = FileMagic.description(for: bytes), words != "a PEM file" { return words }
    if bytes.first == ASN1Reader.sequence { return "DER of another kind" }
    return start.allSatisfy { $0 >= 0x20 || Base64.isWhitespace($0) } ? "text" : "binary data"
  }

  /// Name of a certificate signing request in messages.
  static let requestName = "a certificate request"

  /// Returns the kind of a PEM block by its label.
  static func name(ofLabel label: String) -> String {
    switch label {
    case "CERTIFICATE REQUEST", "NEW CERTIFICATE REQUEST": requestName
    case "PUBLIC KEY", "RSA PUBLIC KEY": "a public key"
    case "EC PARAMETERS": "EC parameters"
    case "DH PARAMETERS": "DH parameters"
    case "X509 CRL": "a revocation list"
    default: "a PEM block named \(ASN1Text.printable(label))"
    }
  }

  private static let magics: [([UInt8], String)] = [
    ([0x89, 0x50, 0x4e, 0x47], "a PNG image"),
    ([0xff, 0xd8, 0xff], "a JPEG image"),
    ([0x50, 0x4b, 0x03, 0x04], "a zip archive"),
    ([0x1f, 0x8b], "gzip data"),
    (Array("%PDF".utf8), "a PDF"),
    (Array("kych".utf8), "a macOS keychain"),
    ([0xfe, 0xed, 0xfe, 0xed], "a Java key store"),
    (Array("bplist".utf8), "a property list"),
  ]
}
