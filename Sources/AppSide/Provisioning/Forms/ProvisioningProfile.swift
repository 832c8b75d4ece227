// SPDX-License-Identifier: Apache-2.0

import PassBasics
public import PassDiagnostics
import PassJSON

/// The requests and responses of one issuer processor, as data. For another processor you write a
/// file.
///
/// docs/reference/provisioning.md describes the format. Four profiles are built in.
public struct ProvisioningProfile: Sendable, CustomStringConvertible {
  /// The name of the profile.
  public let name: String

  let method: String
  /// Path with placeholders such as `{card}`.
  let path: String
  let headers: [Header]
  let card: CardForm
  let certificates: WireEncoding
  let nonce: WireEncoding
  let nonceSignature: WireEncoding
  /// Body of the request with placeholders.
  let template: JSONDocument
  let values: [Value]
  let response: AnswerForm
  /// Errors for the app by HTTP status, if they differ from the default.
  let statuses: [Int: RelayRejection]

  struct Header: Sendable {
    let name: String
    let text: String
  }

  struct CardForm: Sendable {
    var isInteger = false
    var minimum = 1
    var maximum = 256
  }

  /// A constant that your server may replace.
  struct Value: Sendable {
    let name: String
    let text: String
    /// Allowed values, or empty if every value is allowed.
    let choices: [String]
  }

  struct AnswerForm: Sendable {
    let encoding: WireEncoding
    let encryptedPassData: String
    let activationData: String
    let ephemeralPublicKey: String
    let channel: Constant?
    let version: Constant?
  }

  /// A member of a response with a required value.
  struct Constant: Sendable {
    let pointer: String
    let text: String
    /// Outdated value that older documentation has.
    let former: String?
  }

  /// The placeholders for values of a request.
  enum Placeholder: String, CaseIterable {
    case certificate = "{certificate}"
    case nonce = "{nonce}"
    case nonceSignature = "{nonceSignature}"
    case card = "{card}"
    case cardholder = "{cardholder}"
  }

  public var description: String { name }

  /// The four built-in profiles.
  public static let builtIn: [ProvisioningProfile] = BuiltInProfiles.texts.compactMap { text in
    var report = Report()
    return ProvisioningProfile(reading: Array(text.utf8), name: "built in", report: &report)
  }

  /// Returns the built-in profile with this name, or nil.
  public static func named(_ name: String) -> ProvisioningProfile? {
    builtIn.first { $0.name == name }
  }

  /// Returns the JSON of a built-in profile, as a start for your own.
  package static func text(of name: String) -> String? {
    zip(builtIn, BuiltInProfiles.texts).first { $0.0.name == name }?.1
  }

  /// Returns whether the request has a placeholder.
  func uses(_ placeholder: Placeholder) -> Bool {
    path.contains(placeholder.rawValue)
      || headers.contains { $0.text.contains(placeholder.rawValue) }
      || template.nodes.contains { $0.kind == .string && $0.text == placeholder.rawValue }
  }

  /// Whether the request needs the id of the card.
  package var needsCard: Bool { uses(.card) }
  /// Whether the request needs the cardholder's name.
  package var needsCardholder: Bool { uses(.cardholder) }
}

extension ProvisioningProfile {
  /// Creates your own profile.
  ///
  /// - Parameters:
  ///   - json: the content of the file.
  ///   - file: its name in diagnostics.
  /// - Throws: `DiagnosticsError` with all errors.
  public init(json: [UInt8], file: String = "profile.json") throws(DiagnosticsError) {
    var report = Report()
    guard let profile = Self(reading: json, name: file, report: &report) else {
      throw DiagnosticsError(report.diagnostics)
    }
    self = profile
  }
}
