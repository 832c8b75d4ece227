// SPDX-License-Identifier: Apache-2.0

import PassCrypto
import PassJSON
import PassModel
import PassRead
import PassRules

/// The content of a finished pass, unchanged. Findings report whether it is correct.
///
/// ```swift
/// if let facts = checked.facts, facts.passTypeIdentifier == "pass.com.example.gym" {
///   print(facts.serialNumber ?? "", facts.fields.map(\.value))
/// }
/// ```
public struct PassFacts: Sendable, Hashable, Encodable {
  /// One field of pass.json.
  public struct Field: Sendable, Hashable, Encodable {
    /// The style that contains the field, such as `storeCard`.
    public let style: String
    /// The list that contains the field, such as `primaryFields`.
    public let group: String
    /// The `key`, or nil if it is missing or not a string.
    public let key: String?
    /// The `label`, or nil if it is missing or not a string.
    public let label: String?
    /// The `value`: the characters of a string, the JSON of any other value, or empty if it is
    /// missing.
    public let value: String
  }

  /// The certificate that signed a pass.
  public struct Signer: Sendable, Hashable, Encodable {
    /// The pass type identifier, or nil if there is none.
    public let passTypeIdentifier: String?
    /// The team identifier, or nil if there is none.
    public let teamIdentifier: String?
    /// The time when the certificate expires, in seconds since 1970.
    public let validUntil: Int64
    /// Whether the certificate chain ends at an Apple authority.
    public let leadsToApple: Bool
  }

  /// The `passTypeIdentifier` of pass.json.
  public let passTypeIdentifier: String?
  /// The `teamIdentifier` of pass.json.
  public let teamIdentifier: String?
  /// The `serialNumber` of pass.json.
  public let serialNumber: String?
  /// The `organizationName` of pass.json.
  public let organizationName: String?
  /// The `expirationDate` of pass.json in seconds since 1970, or nil if it is missing or not a
  /// date.
  public let expirationDate: Int64?
  /// The relevant dates in seconds since 1970: `relevantDate`, followed by the date or start of
  /// each entry of `relevantDates`. Invalid dates are left out.
  public let relevantDates: [Int64]
  /// Whether pass.json contains `"voided": true`.
  public let isVoided: Bool
  /// The fields of all styles, in the order of styles and groups.
  public let fields: [Field]
  /// The signing time in the signature, in seconds since 1970. Findings report whether it is
  /// trustworthy.
  public let signingTime: Int64?
  /// The signer, or nil if the signature does not contain it.
  public let signer: Signer?

  /// Collects the facts of a pass that was read.
  init(of root: JSONValue, _ signedManifest: SignedManifest) {
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
    let reading = signedManifest.reading
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
            label: field["label"]?.string, value: Inspection.description(field["value"]))
        }
    }
  }
}
