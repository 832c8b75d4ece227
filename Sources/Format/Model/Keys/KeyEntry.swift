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

  /// How sure the sources of an entry are.
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
  /// The key as pass.json spells it, without the path to it.
  package let name: String
  /// What the value is, as the documents of the format name it.
  package let type: KeyType
  /// Whether an object of its kind has to have the key.
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
  /// The bounds the value has to keep; nil where there are none.
  package let limit: KeyLimit?
  /// The kind of object the value is, or its elements are; nil where they are no objects that the
  /// table lists the keys of.
  package let holds: KeyScope?
  /// Who says so, with commas between, by these abbreviations:
  ///
  /// - `A27`: Apple's documentation "Wallet Passes" as of 2026 (iOS 27); `A27 (article)` is one of
  ///   its articles, not the reference of a type
  /// - `A18`: the same as of April 2025 (iOS 18)
  /// - `ARC`: what Apple has archived: Wallet Developer Guide (2018), PassKit Package Format
  ///   Reference (2017), PassKit Web Service Reference (2015)
  /// - `HIG`: Apple's Human Interface Guidelines, the page about Wallet, as of July 2026
  /// - `PB`: apple/pass-builder, Apple's own library and tool, as of June 2026
  /// - `W25`, `W26`: the sessions "What's new in Wallet" of WWDC 2025 (202) and 2026 (209)
  /// - `PKG`: schemas and changelog of the open-source passkit-generator, 3.5.7 and later
  /// - `DEV`: what iPhones do, as others read it out of the code of about iOS 26; unofficial
  /// - `WILD`: 333 public pass.json files and 38 public bundles
  package let source: String
  /// How sure the sources are; where it is `low` and `device` unknown, a wrong type is no error.
  package let confidence: Confidence
  /// What an iPhone does when the value is wrong or a required key is missing; rules report what is
  /// only `logged` as ignored.
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
