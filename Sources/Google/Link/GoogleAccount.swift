// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCompanionFindings
package import PassCrypto
package import PassDiagnostics
import PassJSON

/// The key file of a service account, as the Google Cloud console writes it.
package struct GoogleAccount: Sendable {
  /// The e-mail address, which links name as their issuer.
  package let email: String
  /// The number of the account. It is not the issuer id.
  package let clientID: String?
  /// The key, or nil if another file or device has it.
  package let key: PrivateKey?

  /// Reads a key file. Returns nil after an error in `report`, which never contains the key.
  ///
  /// - Parameter needsKey: whether the file must have the key.
  package static func read(
    _ bytes: [UInt8], name: String, needsKey: Bool = true, report: inout Report
  ) -> GoogleAccount? {
    // The source of a report can appear in excerpts, so this report keeps the bytes to itself.
    var reading = Report()
    let document = JSONReader.read(bytes, name: name, mode: .lenient, report: &reading)
    guard let root = document?.root, root.isObject else {
      report(
        GoogleFindings.accountKind, "\(name) is not a JSON object", at: Place.file(name))
      return nil
    }
    guard root["type"]?.string == "service_account" else {
      let isClient = root["installed"] != nil || root["web"] != nil
      report(
        GoogleFindings.accountKind,
        isClient
          ? "\(name) is an OAuth client, not a service account"
          : "\(name) is not the key file of a service account", at: Place.file(name))
      return nil
    }
    guard let email = root["client_email"]?.string, email.contains("@") else {
      report(
        GoogleFindings.accountKind, "\(name) has no \"client_email\"", at: Place.file(name))
      return nil
    }
    let client = root["client_id"]?.string
    guard needsKey else { return GoogleAccount(email: email, clientID: client, key: nil) }
    guard let key = key(root["private_key"]?.string, name, &report) else { return nil }
    return GoogleAccount(email: email, clientID: client, key: key)
  }

  private static func key(
    _ text: String?, _ name: String, _ report: inout Report
  ) -> PrivateKey? {
    guard let text, !text.isEmpty else {
      report(GoogleFindings.accountKind, "\(name) has no \"private_key\"", at: Place.file(name))
      return nil
    }
    if text.contains("\\n") {
      report(
        GoogleFindings.accountNewlines,
        "\"private_key\" has a backslash and n in place of line breaks", at: Place.file(name))
      return nil
    }
    let found = try? CredentialFile.parse(Array(text.utf8)).keys.first
    guard let key = found, case .rsa = key.kind else {
      let reason = found.map { "is a \($0.kind) key" } ?? "is not a private key in PEM"
      report(
        GoogleFindings.accountKey, "\"private_key\" \(reason), expected RSA", at: Place.file(name))
      return nil
    }
    return key
  }

  /// Reports an issuer id that is the number of the account.
  package func check(issuer: String, report: inout Report) {
    guard let clientID, issuer == clientID else { return }
    report(
      GoogleFindings.issuerIsClientID, "the issuer id is the client_id of the service account",
      at: Place.nowhere)
  }
}
