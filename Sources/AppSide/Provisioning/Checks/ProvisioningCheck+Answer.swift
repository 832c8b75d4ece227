// SPDX-License-Identifier: Apache-2.0

import PassCompanionFindings
import PassCrypto
package import PassDiagnostics
package import PassJSON

extension ProvisioningCheck {
  /// Checks one response.
  package static func checkResponse(
    _ root: JSONValue, _ options: ProvisioningOptions, scheme: EncryptionScheme,
    report: inout Report
  ) {
    let record = AnswerRecord(root, report: &report)
    guard record.status != 0 else { return }
    if let milliseconds = record.milliseconds, milliseconds > limitInMilliseconds {
      report(
        ProvisioningFindings.answerLate,
        "the response took \(milliseconds) ms, expected at most \(limitInMilliseconds) (the phone "
          + "waits 20 s in all)",
        at: record.frame?["milliseconds"] ?? root)
    }
    if let refusal = RelayRejection(status: record.status, options.profile) {
      report(
        ProvisioningFindings.answerStatus,
        "the response has status \(record.status), the app gets the error \(refusal.rawValue)",
        at: record.frame?["status"] ?? root)
      return
    }
    _ = AnswerParts(record.body, options.profile, scheme, &report)
  }
}

/// The three decoded values of a response.
struct AnswerParts {
  let encryptedPassData: [UInt8]
  let activationData: [UInt8]
  let key: [UInt8]

  /// Reads a response. Returns nil if a value is missing or wrong, which is reported.
  init?(
    _ root: JSONValue, _ profile: ProvisioningProfile?, _ scheme: EncryptionScheme,
    _ report: inout Report
  ) {
    let before = report.count(of: .error)
    guard root.isObject else {
      report(
        ProvisioningFindings.answerMember,
        "the response is \(RequestParts.kind(root)), expected an object", at: root)
      return nil
    }
    if profile == nil, let error = root["error"] {
      let code = error["code"]?.string.flatMap(RelayRejection.init)
      report(
        ProvisioningFindings.answerStatus,
        "the app gets no card: \(code?.rawValue ?? "an unknown error")", at: error)
      return nil
    }
    Self.checkConstants(root, profile, &report)
    let form = profile?.response
    let encoding = form?.encoding ?? .base64
    let data = Self.text(root, form?.encryptedPassData ?? "/encryptedPassData", &report)
    let activation = Self.text(root, form?.activationData ?? "/activationData", &report)
    let key = Self.text(root, form?.ephemeralPublicKey ?? "/" + scheme.keyMember, &report)
    var values = SecretValues(report: report)
    let bytes = data.flatMap {
      values.answerData($0, encoding, "the encrypted data")
    }
    let activationBytes = activation.flatMap { values.activation($0, encoding) }
    let keyBytes = key.flatMap { values.answerKey($0, encoding, scheme) }
    report = values.report
    guard report.count(of: .error) == before, let bytes, let activationBytes, let keyBytes else {
      return nil
    }
    encryptedPassData = bytes
    activationData = activationBytes
    self.key = keyBytes
  }

  private static func text(
    _ root: JSONValue, _ pointer: String, _ report: inout Report
  ) -> JSONValue? {
    guard let value = root.at(pointer) else {
      report(ProvisioningFindings.answerMember, "\(pointer) is missing", at: root)
      return nil
    }
    guard value.string != nil else {
      report(
        ProvisioningFindings.answerMember,
        "\(pointer) is \(RequestParts.kind(value)), expected a string", at: value)
      return nil
    }
    return value
  }

  private static func checkConstants(
    _ root: JSONValue, _ profile: ProvisioningProfile?, _ report: inout Report
  ) {
    if let channel = profile?.response.channel,
      let value = text(root, channel.pointer, &report), value.string != channel.text
    {
      report(
        ProvisioningFindings.answerChannel,
        "the response is not for the channel \(channel.text)",
        at: value)
    }
    guard let version = profile?.response.version,
      let value = text(root, version.pointer, &report), value.string != version.text
    else { return }
    if let former = version.former, value.string == former {
      report(
        ProvisioningFindings.answerVersion,
        "the version is \(former), expected \(version.text) (older documentation has \(former))",
        at: value, severity: .note)
    } else {
      report(
        ProvisioningFindings.answerVersion, "the version of the response is not \(version.text)",
        at: value)
    }
  }
}

extension SecretValues {
  mutating func answerData(
    _ value: JSONValue, _ encoding: WireEncoding, _ name: String
  ) -> [UInt8]? {
    guard value.string != "" else {
      report(ProvisioningFindings.answerData, "\(name) is empty", at: value)
      return nil
    }
    return bytes(value, encoding, name, otherwise: ProvisioningFindings.answerData)
  }

  /// Decodes activation data. Plain text is reported and returned unchanged, because some
  /// processors send it.
  mutating func activation(_ value: JSONValue, _ encoding: WireEncoding) -> [UInt8]? {
    let text = value.string ?? ""
    let isPlain =
      !text.isEmpty && encoding.decode(text) == nil && encoding.decodeOther(text) == nil
      && text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
    guard isPlain else { return answerData(value, encoding, "the activation data") }
    report(
      ProvisioningFindings.activationText,
      "the activation data is plain text, expected \(encoding.description), \(SecretBytes.length(text))",
      at: value)
    return Array(text.utf8)
  }

  mutating func answerKey(
    _ value: JSONValue, _ encoding: WireEncoding, _ scheme: EncryptionScheme
  ) -> [UInt8]? {
    guard value.string != "" else {
      report(ProvisioningFindings.answerKey, "the key is empty", at: value)
      return nil
    }
    guard
      let key = bytes(value, encoding, "the key", otherwise: ProvisioningFindings.answerKey)
    else { return nil }
    let isPoint =
      key.count == 65 && key[0] == 4 && (try? P256PublicKey(point: key)) != nil
    if scheme == .ecc, !isPoint {
      report(
        ProvisioningFindings.answerKey,
        "the key is not an uncompressed P-256 point of 65 bytes, it has \(key.count)", at: value,
        severity: .warning)
    }
    return key
  }
}
