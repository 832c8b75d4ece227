// SPDX-License-Identifier: Apache-2.0

public import PassDiagnostics
package import PassJSON

/// The request of an app to your server, after PassKit has requested the card data. It has
/// certificates, a nonce and the signature of the nonce.
public struct AppRequest: Sendable, Concealed {
  let certificates: [[UInt8]]
  let nonce: [UInt8]
  let nonceSignature: [UInt8]
  /// The app's name for the card. It is only a request: your server decides which card it is and
  /// whose.
  public let card: String?
  /// The encryption scheme that the app requested from PassKit.
  public let scheme: EncryptionScheme

  /// Reads a request in the format of the app.
  ///
  /// - Throws: `DiagnosticsError` with all errors. They contain no values.
  public init(json: [UInt8]) throws(DiagnosticsError) {
    var report = Report(wantsNotes: false)
    guard let document = SecretJSON.read(json, name: "request", report: &report),
      let request = Self(document.root, report: &report)
    else { throw DiagnosticsError(report.diagnostics) }
    self = request
  }

  /// Creates a request from decoded values.
  init(_ certificates: [[UInt8]], _ nonce: [UInt8], _ nonceSignature: [UInt8]) {
    self.certificates = certificates
    self.nonce = nonce
    self.nonceSignature = nonceSignature
    card = nil
    scheme = .ecc
  }

  /// Reads a document. Returns nil if a value is missing or does not decode.
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
