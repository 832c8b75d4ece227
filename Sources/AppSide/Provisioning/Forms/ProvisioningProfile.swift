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
  /// With `{card}` and names of values in it.
  let path: String
  let headers: [Header]
  let card: CardForm
  let certificates: WireEncoding
  let nonce: WireEncoding
  let nonceSignature: WireEncoding
  /// The body; its strings in braces stand for values.
  let template: JSONDocument
  let values: [Value]
  let answer: AnswerForm
  /// What is said to the app for a status, where that is not the ordinary.
  let statuses: [Int: RelayRefusal]

  struct Header: Sendable {
    let name: String
    let text: String
  }

  struct CardForm: Sendable {
    var isInteger = false
    var minimum = 1
    var maximum = 256
  }

  /// A constant the host may replace.
  struct Value: Sendable {
    let name: String
    let text: String
    /// All it may be; empty when anything will do.
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

  /// A member of an answer that has to say something.
  struct Constant: Sendable {
    let pointer: String
    let text: String
    /// What older pages print in its place.
    let former: String?
  }

  /// The placeholders that stand for what a request is about.
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

  /// The text of a built-in profile, to start one of one's own from.
  package static func text(of name: String) -> String? {
    zip(builtIn, BuiltInProfiles.texts).first { $0.0.name == name }?.1
  }

  /// Whether a placeholder stands anywhere in the call.
  func uses(_ placeholder: Placeholder) -> Bool {
    path.contains(placeholder.rawValue)
      || headers.contains { $0.text.contains(placeholder.rawValue) }
      || template.nodes.contains { $0.kind == .string && $0.text == placeholder.rawValue }
  }

  /// Whether a call needs the id of the card.
  package var needsCard: Bool { uses(.card) }
  /// Whether a call needs the name on the card.
  package var needsCardholder: Bool { uses(.cardholder) }
}

extension ProvisioningProfile {
  /// Creates your own profile.
  ///
  /// - Parameters:
  ///   - json: the content of the file.
  ///   - file: its name in diagnostics.
  /// - Throws: `Rejected` with all errors.
  public init(json: [UInt8], file: String = "profile.json") throws(Rejected) {
    var report = Report()
    guard let profile = Self(reading: json, name: file, report: &report) else {
      throw Rejected(report.diagnostics)
    }
    self = profile
  }
}
