// SPDX-License-Identifier: Apache-2.0

package import PassJSON

/// A key of the pass format with everything the documents contain about it.
///
/// It is a class because rules pass entries around for every key of every pass. It is immutable
/// once `KeyTable` is built, so threads may share it without a lock.
package final class KeyEntry: @unchecked Sendable {
  /// Whether the key must be present.
  package enum Need: Sendable {
    case required
    /// Required together with other keys or for some passes. `constraint` describes when.
    case conditional
    case optional
  }

  /// The reliability of the sources of an entry.
  package enum Confidence: String, Sendable {
    case high, medium, low
  }

  /// The reaction of an iPhone to a wrong value, as far as it was observed (unofficial, iOS 26).
  package enum Reaction: Sendable {
    /// Wallet rejects the pass.
    case fatal
    /// Wallet logs a message and leaves the item out.
    case logged
    case unknown
  }

  /// The kind of object that contains the key. It is set once by `section` while the table is
  /// built, before other threads can read it.
  @exclusivity(unchecked) package fileprivate(set) var scope: KeyScope = .passRoot
  /// The key as pass.json spells it, without a path.
  package let name: String
  /// The type of the value, as the documents name it.
  package let type: KeyType
  /// Whether the object must have the key.
  package let need: Need
  /// The styles and field groups that use the key.
  package let use: KeyUse
  /// The first version of iOS that supports it, or nil if unknown.
  package let since: IOSVersion?
  /// The version since which another key replaces it, in the words of the documents.
  package let deprecated: String?
  /// Further requirements on the value, in words.
  package let constraint: String
  /// The allowed values, with numbers as they are spelled. It is empty if there is no such list.
  package let values: [String]
  /// The bounds of the value, or nil if there are none.
  package let limit: KeyLimit?
  /// The kind of object of the value or its elements. It is nil if they are not objects, or if the
  /// table does not list their keys.
  package let holds: KeyScope?
  /// The sources, separated by commas:
  ///
  /// - `A27`: Apple's documentation "Wallet Passes" as of 2026 (iOS 27). `A27 (article)` is one of
  ///   its articles instead of the reference of a type
  /// - `A18`: the same as of April 2025 (iOS 18)
  /// - `ARC`: Apple's archive: Wallet Developer Guide (2018), PassKit Package Format Reference
  ///   (2017), PassKit Web Service Reference (2015)
  /// - `HIG`: Apple's Human Interface Guidelines, the page about Wallet, as of July 2026
  /// - `PB`: apple/pass-builder, Apple's library and tool, as of June 2026
  /// - `W25`, `W26`: the sessions "What's new in Wallet" of WWDC 2025 (202) and 2026 (209)
  /// - `PKG`: schemas and changelog of the open-source passkit-generator, 3.5.7 and later
  /// - `DEV`: the behaviour of iPhones, as read from the code of about iOS 26. Unofficial
  /// - `WILD`: 333 public pass.json files and 38 public bundles
  package let source: String
  /// The reliability of the sources. If it is `low` and `device` is unknown, a wrong type is not an
  /// error.
  package let confidence: Confidence
  /// The reaction of an iPhone to a wrong value or a missing required key. Rules report `logged` as
  /// ignored.
  package let device: Reaction

  init(
    _ name: String, _ type: KeyType, _ need: Need = .optional, use: KeyUse = .all, since: Int?,
    minor: Int = 0, deprecated: String? = nil, _ constraint: String = "", values: [String] = [],
    limit: KeyLimit? = nil, holds: KeyScope? = nil, source: String,
    confidence: Confidence = .high, device: Reaction = .unknown
  ) {
    self.name = name
    self.type = type
    self.need = need
    self.use = use
    self.since = since.map { IOSVersion($0, minor) }
    self.deprecated = deprecated
    self.constraint = constraint
    self.values = values
    self.limit = limit
    self.holds = holds
    self.source = source
    self.confidence = confidence
    self.device = device
  }

  /// Returns whether a value is the documented default of the key, so that the pass is the same
  /// without it.
  package func isDefault(_ value: JSONValue) -> Bool {
    switch name {
    case "suppressStripShine": value.bool == true
    case "textAlignment": value.string == "PKTextAlignmentNatural"
    case "row": value.number?.integer == 0
    default: type == .boolean && value.bool == false
    }
  }

  /// The path of the value, as the documents spell it.
  package var path: String { "\(scope.path).\(name)" }
}

/// The bounds of a value.
package enum KeyLimit: Sendable, Hashable {
  /// A number in this range, including both ends.
  case between(Double, Double)
  /// A number greater than this.
  case above(Double)
  /// A number not greater than this.
  case atMost(Double)
  /// A number of elements in this range, including both ends.
  case items(Int, Int)
  /// At most this number of UTF-8 bytes.
  case bytes(Int)
  /// At least this number of characters.
  case characters(Int)
}

extension KeyTable {
  /// Sets the scope of the entries. It runs while the table is built.
  static func section(_ scope: KeyScope, _ entries: [KeyEntry]) -> [KeyEntry] {
    for entry in entries { entry.scope = scope }
    return entries
  }
}
