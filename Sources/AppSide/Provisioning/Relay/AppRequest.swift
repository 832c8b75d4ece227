// SPDX-License-Identifier: Apache-2.0

public import PassDiagnostics
package import PassJSON

/// What an app sends to its server once PassKit has asked for a card's data: certificates, nonce,
/// signature of the nonce.
public struct AppRequest: Sendable, Concealed {
  let certificates: [[UInt8]]
  let nonce: [UInt8]
  let nonceSignature: [UInt8]
  /// What the app calls the card. A wish: which card it is and whose decides the host.
  public let card: String?
  /// The scheme the app asked PassKit for.
  public let scheme: EncryptionScheme

  /// Reads the app's own shape.
  ///
  /// - Throws: `Rejected` with everything that is wrong; nothing in it repeats a value.
  public init(json: [UInt8]) throws(Rejected) {
    var report = Report(wantsNotes: false)
    guard let document = SecretJSON.read(json, name: "request", report: &report),
      let request = Self(document.root, report: &report)
    else { throw Rejected(report.diagnostics) }
    self = request
  }

  /// A request of values that are there already.
  init(_ certificates: [[UInt8]], _ nonce: [UInt8], _ nonceSignature: [UInt8]) {
    self.certificates = certificates
    self.nonce = nonce
    self.nonceSignature = nonceSignature
    card = nil
    scheme = .ecc
  }

  /// Reads a document; nil when something is missing or does not decode.
  package init?(_ root: JSONValue, report: inout Report) {
    let before = report.count(of: .error)
    let parts = RequestParts(own: root, &report)
    var values = SecretValues(report: report)
    let certificates = parts.certificates.compactMap {
      values.certificateBytes($0, .base64)
    }
    let nonce = parts.nonce.flatMap { values.nonce($0, .base64) }
    let signature = parts.nonceSignature.flatMap { values.nonceSignature($0, .base64) }
    report = values.report
    guard report.count(of: .error) == before, let nonce, let signature else { return nil }
    self.certificates = certificates
    self.nonce = nonce
    nonceSignature = signature
    card = parts.card?.string
    scheme = parts.scheme
  }
}
