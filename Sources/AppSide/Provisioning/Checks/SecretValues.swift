// SPDX-License-Identifier: Apache-2.0

import PassCompanionFindings
import PassCrypto
import PassDiagnostics
import PassJSON

/// A decoder of values in the encodings of a profile. It reports values that do not decode.
struct SecretValues {
  var report: Report

  /// Returns the bytes of a value, or nil if they do not decode, which is reported.
  ///
  /// - Parameter finding: the finding for a string that is in neither encoding.
  mutating func bytes(
    _ value: JSONValue, _ encoding: WireEncoding, _ name: String, otherwise finding: Finding,
    severity: Severity? = nil
  ) -> [UInt8]? {
    guard let text = value.string else { return nil }
    if let bytes = encoding.decode(text) {
      noteAmbiguity(value, text, encoding, name)
      return bytes
    }
    if encoding.decodeOther(text) != nil {
      report(
        ProvisioningFindings.encoding,
        "\(name) is \(encoding.otherWords), \(SecretBytes.length(text)), "
          + "expected \(encoding.description)",
        at: value)
    } else {
      report(
        finding, "\(name) is not \(encoding.description), \(SecretBytes.length(text))", at: value,
        severity: severity)
    }
    return nil
  }

  /// Reports a value that is valid in both encodings. Short hex strings are often valid Base64, so
  /// they are reported only from 16 characters on, and never if the profile has hex.
  private mutating func noteAmbiguity(
    _ value: JSONValue, _ text: String, _ encoding: WireEncoding, _ name: String
  ) {
    switch encoding {
    case .base64:
      guard text.utf8.count >= 16, WireEncoding.hex.decode(text) != nil else { return }
      report(
        ProvisioningFindings.encoding,
        "\(name) is valid both as Base64 and as hex, \(SecretBytes.length(text))", at: value,
        severity: .note)
    case .lowerHex:
      guard text.utf8.contains(where: { (UInt8(ascii: "A")...UInt8(ascii: "F")).contains($0) })
      else { return }
      report(
        ProvisioningFindings.encoding, "\(name) is hex in upper case, expected lower case",
        at: value, severity: .warning)
    case .hex: break
    }
  }

  mutating func nonce(_ value: JSONValue, _ encoding: WireEncoding) -> [UInt8]? {
    guard let text = value.string else { return nil }
    guard !text.isEmpty else {
      report(ProvisioningFindings.nonceEmpty, "the nonce is empty", at: value)
      return nil
    }
    return bytes(value, encoding, "the nonce", otherwise: ProvisioningFindings.nonceEncoding)
  }

  mutating func nonceSignature(_ value: JSONValue, _ encoding: WireEncoding) -> [UInt8]? {
    guard let text = value.string else { return nil }
    guard !text.isEmpty else {
      report(
        ProvisioningFindings.signatureEmpty, "the signature of the nonce is empty", at: value)
      return nil
    }
    return bytes(
      value, encoding, "the signature of the nonce",
      otherwise: ProvisioningFindings.signatureEncoding)
  }

  // MARK: Certificates

  private static let armour = Array("-----BEGIN".utf8)
  private static let armourHelp =
    "send the DER from PassKit in Base64, without the BEGIN and END lines of PEM"

  /// Returns the DER of a certificate without parsing it.
  mutating func certificateBytes(_ value: JSONValue, _ encoding: WireEncoding) -> [UInt8]? {
    guard let text = value.string else { return nil }
    if text.utf8.starts(with: Self.armour) {
      report(
        ProvisioningFindings.certificateBase64,
        "the certificate is PEM, \(SecretBytes.length(text))", at: value, help: Self.armourHelp)
      return nil
    }
    return bytes(
      value, encoding, "the certificate", otherwise: ProvisioningFindings.certificateBase64)
  }

  /// Returns the certificate of a value, or nil if it is invalid, which is reported.
  mutating func certificate(_ value: JSONValue, _ encoding: WireEncoding) -> Certificate? {
    guard let der = certificateBytes(value, encoding) else { return nil }
    if let certificate = try? Certificate(der: der) { return certificate }
    let rest = Self.bytesAfter(der)
    if rest > 0, (try? Certificate(der: Array(der.dropLast(rest)))) != nil {
      report(
        ProvisioningFindings.certificateTrailing,
        "\(counted(rest, "byte")) after the end of the certificate", at: value)
    } else {
      report(
        ProvisioningFindings.certificateDER,
        "the value is not an X.509 certificate, \(SecretBytes.description(der))", at: value,
        help: der.starts(with: Self.armour) ? Self.armourHelp : nil)
    }
    return nil
  }

  /// Returns how many bytes follow the first DER element, or 0 if it is not a sequence.
  private static func bytesAfter(_ der: [UInt8]) -> Int {
    guard der.count > 2, der[0] == 0x30 else { return 0 }
    guard der[1] >= 0x80 else { return max(0, der.count - 2 - Int(der[1])) }
    let octets = Int(der[1] & 0x7F)
    guard (1...4).contains(octets), der.count >= 2 + octets else { return 0 }
    let length = der[2..<2 + octets].reduce(0) { $0 << 8 | Int($1) }
    return max(0, der.count - 2 - octets - length)
  }
}
