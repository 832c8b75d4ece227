// SPDX-License-Identifier: Apache-2.0

/// One key of the pass format and everything the documents say about it.
///
/// An object, since rules hand entries around for every key of every pass; nothing about it changes
/// once the table is made.
package final class KeyEntry: @unchecked Sendable {
  /// Whether the key has to be there.
  package enum Need: Sendable {
    case required
    /// Required with other keys or for some passes; `constraint` says when.
    case conditional
    case optional
  }

  /// How sure the documents are.
  package enum Confidence: String, Sendable {
    case high, medium, low
  }

  /// What an iPhone does with a wrong value, as far as somebody saw it (unofficial, iOS 26).
  package enum Reaction: Sendable {
    /// Wallet refuses the pass.
    case fatal
    /// Wallet writes a line to the log and leaves the item out.
    case logged
    case unknown
  }

  /// The kind of object the key belongs to.
  @exclusivity(unchecked) package fileprivate(set) var scope: KeyScope = .passRoot
  package let name: String
  package let type: KeyType
  package let need: Need
  /// The styles and field groups that have use for it.
  package let use: KeyUse
  /// The first version of iOS that knows it; nil when unknown.
  package let since: IOSVersion?
  /// Since when another key should be used, in the documents' words.
  package let deprecated: String?
  /// What else the value has to fulfil, in words.
  package let constraint: String
  /// The only values there are, a number as it is spelled; empty when any will do.
  package let values: [String]
  /// The bounds of the value.
  package let limit: KeyLimit?
  /// The kind of object the value is, or its elements are.
  package let holds: KeyScope?
  /// Who says so, by the abbreviations of docs/format.md.
  package let source: String
  package let confidence: Confidence
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

  /// The path of the value, as the documents of the format spell it.
  package var path: String { "\(scope.path).\(name)" }
}

/// The bounds of a value.
package enum KeyLimit: Sendable, Hashable {
  /// A number from the first to the second, both allowed.
  case between(Double, Double)
  /// A number greater than this.
  case above(Double)
  /// A number not greater than this.
  case atMost(Double)
  /// A number of elements from the first to the second.
  case items(Int, Int)
  /// At most so many bytes of UTF-8.
  case bytes(Int)
  /// At least so many characters.
  case characters(Int)
}

extension KeyTable {
  /// The entries of one kind of object.
  static func section(_ scope: KeyScope, _ entries: [KeyEntry]) -> [KeyEntry] {
    for entry in entries { entry.scope = scope }
    return entries
  }
}
