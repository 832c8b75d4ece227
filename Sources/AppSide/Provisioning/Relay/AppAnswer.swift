// SPDX-License-Identifier: Apache-2.0

import PassCrypto
public import PassDiagnostics
package import PassJSON

/// The response of your server to the app, in the format of the app.
public struct AppAnswer: Sendable, Concealed {
  /// The JSON for the app.
  public let json: [UInt8]
  /// The reason why the app gets no card, or nil if it gets one.
  public let rejection: RelayRejection?
  /// The findings. They contain no values.
  public let diagnostics: [Diagnostic]

  /// Creates a response without a card.
  package init(_ refusal: RelayRejection, _ diagnostics: [Diagnostic] = []) {
    self.rejection = refusal
    self.diagnostics = diagnostics
    let retry = refusal.mayBeginAgain
    json = Array(
      "{\"error\":{\"code\":\"\(refusal.rawValue)\",\"retry\":\(retry)}}\n".utf8)
  }

  init(_ parts: AnswerParts, _ scheme: EncryptionScheme, _ diagnostics: [Diagnostic]) {
    rejection = nil
    self.diagnostics = diagnostics
    json = Array(
      ("{\"encryptedPassData\":\"\(Base64.encode(parts.encryptedPassData))\","
        + "\"activationData\":\"\(Base64.encode(parts.activationData))\","
        + "\"\(scheme.keyMember)\":\"\(Base64.encode(parts.key))\"}\n").utf8)
  }

  private init(_ other: AppAnswer, adding diagnostics: [Diagnostic]) {
    json = other.json
    rejection = other.rejection
    self.diagnostics = diagnostics + other.diagnostics
  }

  /// Returns the response with earlier diagnostics added.
  func after(_ diagnostics: [Diagnostic]) -> AppAnswer {
    diagnostics.isEmpty ? self : AppAnswer(self, adding: diagnostics)
  }
}

extension ProvisioningProfile {
  /// Returns the response for the app to a response in a file, which may have status and time.
  /// Errors go to `report`.
  package func appAnswer(from root: JSONValue?, report: inout Report) -> AppAnswer {
    guard let root else { return AppAnswer(.upstreamMalformed) }
    let record = AnswerRecord(root, report: &report)
    guard record.status != 0 else { return AppAnswer(.upstreamMalformed) }
    if let time = record.milliseconds, time > ProvisioningCheck.limitInMilliseconds {
      return AppAnswer(.upstreamTimeout)
    }
    if let refusal = RelayRejection(status: record.status, self) { return AppAnswer(refusal) }
    guard let parts = AnswerParts(record.body, self, .ecc, &report) else {
      return AppAnswer(.upstreamMalformed)
    }
    return AppAnswer(parts, .ecc, [])
  }

  /// Returns the response for the app to a response of the processor.
  public func appAnswer(from answer: UpstreamAnswer) -> AppAnswer {
    if let refusal = RelayRejection(status: answer.status, self) { return AppAnswer(refusal) }
    var report = Report(wantsNotes: false)
    guard let document = SecretJSON.read(answer.body, name: "answer", report: &report),
      let parts = AnswerParts(document.root, self, .ecc, &report)
    else { return AppAnswer(.upstreamMalformed, report.diagnostics) }
    return AppAnswer(parts, .ecc, report.diagnostics)
  }
}
