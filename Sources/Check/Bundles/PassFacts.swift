// SPDX-License-Identifier: Apache-2.0

import PassCrypto
import PassJSON
import PassModel
import PassRules

/// What stands in a finished pass, as it is spelled there: whether it is right is said by findings.
///
/// ```swift
/// if let facts = checked.facts, facts.passTypeIdentifier == "pass.com.example.gym" {
///   print(facts.serialNumber ?? "", facts.fields.map(\.value))
/// }
/// ```
public struct PassFacts: Sendable, Hashable, Encodable {
  /// One field of pass.json.
  public struct Field: Sendable, Hashable, Encodable {
    /// The style whose object it stands in, such as `storeCard`.
    public let style: String
    /// The list it stands in, such as `primaryFields`.
    public let group: String
    /// Its `key`; nil where it is missing or not a string.
    public let key: String?
    /// Its `label`; nil where it is missing or not a string.
    public let label: String?
    /// Its `value`: the characters of a string, the JSON of anything else, empty for none.
    public let value: String
  }

  /// The certificate a pass was signed with.
  public struct Signer: Sendable, Hashable, Encodable {
    /// The pass type it is for; nil when it names none.
    public let passTypeIdentifier: String?
    /// The team it belongs to; nil when it names none.
    public let teamIdentifier: String?
    /// When its validity ends, in seconds since 1970.
    public let validUntil: Int64
    /// Whether the certificates lead to one of Apple's authorities.
    public let leadsToApple: Bool
  }

  /// `passTypeIdentifier` of pass.json.
  public let passTypeIdentifier: String?
  /// `teamIdentifier` of pass.json.
  public let teamIdentifier: String?
  /// `serialNumber` of pass.json.
  public let serialNumber: String?
  /// `organizationName` of pass.json.
  public let organizationName: String?
  /// `expirationDate` of pass.json, in seconds since 1970; nil for a text that is no date too.
  public let expirationDate: Int64?
  /// When it is relevant, in seconds since 1970: `relevantDate`, then of each entry of
  /// `relevantDates` its date or its beginning, without those that are no dates.
  public let relevantDates: [Int64]
  /// Whether pass.json says `"voided": true`.
  public let isVoided: Bool
  /// The fields of every style, in the order of styles and groups.
  public let fields: [Field]
  /// The signing time the signature states, in seconds since 1970; whether it proves anything is
  /// said by findings.
  public let signingTime: Int64?
  /// Who signed; nil where the signature does not show it.
  public let signer: Signer?

  /// The facts of a pass that was read.
  init(of root: JSONValue, _ seal: Seal) {
    passTypeIdentifier = root["passTypeIdentifier"]?.string
    teamIdentifier = root["teamIdentifier"]?.string
    serialNumber = root["serialNumber"]?.string
    organizationName = root["organizationName"]?.string
    expirationDate = Self.seconds(root["expirationDate"])
    let entries = root["relevantDates"].map { Array($0.elements) } ?? []
    relevantDates =
      ([root["relevantDate"]] + entries.map { $0["date"] ?? $0["startDate"] })
      .compactMap(Self.seconds)
    isVoided = root["voided"]?.bool ?? false
    fields = PassStyle.styles(of: root).flatMap { Self.fields(of: $0, in: root) }
    let reading = seal.reading
    signingTime = reading?.signingTime
    signer = reading?.chain.map { chain in
      Signer(
        passTypeIdentifier: chain.leaf.passTypeIdentifier,
        teamIdentifier: chain.leaf.subject.organizationalUnit, validUntil: chain.leaf.notAfter,
        leadsToApple: chain.isApple)
    }
  }

  private static func seconds(_ value: JSONValue?) -> Int64? {
    value?.string.flatMap { W3CDate($0)?.seconds }
  }

  private static func fields(of style: PassStyle, in root: JSONValue) -> [Field] {
    FieldGroup.allCases.flatMap { group in
      (root[style.rawValue]?[group.rawValue].map { Array($0.elements) } ?? [])
        .filter(\.isObject).map { field in
          Field(
            style: style.rawValue, group: group.rawValue, key: field["key"]?.string,
            label: field["label"]?.string, value: Inspection.words(field["value"]))
        }
    }
  }
}
