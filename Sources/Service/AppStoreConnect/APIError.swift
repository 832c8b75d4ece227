// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON

/// A request that did not succeed.
package struct APIError: Error, Sendable, CustomStringConvertible {
  /// What went wrong, to decide what to do next.
  package enum Kind: Sendable, Hashable {
    /// The key, its identifiers or the clock are wrong.
    case unauthorized
    /// The Account Holder has to accept an agreement.
    case agreement
    /// The role of the key is too small, or the team has no permission for NFC.
    case forbidden
    case notFound
    /// The identifier is taken, or Apple does not accept the certificate request.
    case conflict
    case rateLimit
    /// There was no complete response, so the request may have had an effect.
    case unanswered
    /// The response is not what the API documents.
    case unexpected
    /// The certificate that Apple returned does not fit.
    case wrongCertificate
    case other
  }

  package let kind: Kind
  package let description: String
  package var help: String?

  package init(_ kind: Kind, _ description: String, help: String? = nil) {
    self.kind = kind
    self.description = description
    self.help = help
  }
}

/// An entry of the list of errors in a response.
struct APIFault: Hashable {
  var status: String
  var code: String
  var title: String
  var detail: String?
  /// The page that a person has to visit.
  var see: String?

  /// Reads all entries of a body. A body that is not JSON has none.
  static func all(in body: [UInt8]) -> [APIFault] {
    var report = Report()
    guard
      let root = JSONReader.read(body, name: "response", mode: .lenient, report: &report)?.root,
      let errors = root["errors"]
    else { return [] }
    return errors.elements.map { entry in
      APIFault(
        status: entry["status"]?.string ?? "", code: entry["code"]?.string ?? "",
        title: entry["title"]?.string ?? "", detail: entry["detail"]?.string,
        see: entry.at("/links/see")?.string)
    }
  }

  var isAboutAgreement: Bool {
    code.hasPrefix("FORBIDDEN.REQUIRED_AGREEMENTS")
      || see.map { $0.contains("/agreements") || $0.contains("/business") } ?? false
  }

  var text: String {
    let words = detail ?? title
    return words.isEmpty ? code : "\(code): \(words)"
  }
}

extension APIError {
  /// Converts a response with an error status.
  init(_ response: APIResponse, to request: APIRequest) {
    let faults = APIFault.all(in: response.body)
    let texts = faults.map(\.text).joined(separator: "; ")
    let words =
      "Apple responded with \(response.status) to \(request.method) "
      + "\(Self.path(of: request.url))" + (texts.isEmpty ? "" : ": \(texts)")
    // The first entry may be a general one, so every entry counts.
    if faults.contains(where: \.isAboutAgreement) {
      self.init(
        .agreement, "Apple waits for the Account Holder of the team to accept an agreement",
        help: "the Account Holder signs in at https://developer.apple.com/account; then run again")
      return
    }
    switch response.status {
    case 401:
      self.init(
        .unauthorized, words,
        help: "check --key-id, --issuer-id, the .p8 file and the clock of this machine")
    case 403:
      self.init(
        .forbidden, words,
        help: "use a team key with the role Admin, and see that the membership has not expired")
    case 404: self.init(.notFound, words)
    case 409: self.init(.conflict, words)
    case 429:
      self.init(.rateLimit, words + Self.limits(response.rateLimit), help: "try again later")
    case 500...: self.init(.unanswered, words)
    case 300..<400:
      self.init(.unexpected, words + ": passc does not follow redirects with the token")
    default: self.init(.other, words)
    }
  }

  /// Returns the address without the query, which may have names.
  private static func path(of url: String) -> String {
    let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    return "/" + (parts.dropFirst(3).first?.split(separator: "?").first.map(String.init) ?? "")
  }

  /// Returns the header X-Rate-Limit as text: an open list such as
  /// `user-hour-lim:3500;user-hour-rem:500;`.
  private static func limits(_ header: String?) -> String {
    let entries = (header ?? "").split(separator: ";").compactMap { entry -> String? in
      let parts = entry.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, let number = Int(parts[1].filter { $0 != " " }) else { return nil }
      return "\(parts[0].filter { $0 != " " }) \(number)"
    }
    return entries.isEmpty ? "" : " (\(entries.joined(separator: ", ")))"
  }
}
