// SPDX-License-Identifier: Apache-2.0

/// Common properties of several entries of the table. Calling it creates an entry.
struct KeyFamily: Sendable {
  var use = KeyUse.all
  var since: Int?
  let source: String
  var confidence = KeyEntry.Confidence.high
  var device = KeyEntry.Reaction.unknown

  func callAsFunction(
    _ name: String, _ type: KeyType, _ constraint: String = "",
    need: KeyEntry.Need = .optional, use: KeyUse? = nil, deprecated: String? = nil,
    values: [String] = [], limit: KeyLimit? = nil, holds: KeyScope? = nil
  ) -> KeyEntry {
    KeyEntry(
      name, type, need, use: use ?? self.use, since: since, deprecated: deprecated, constraint,
      values: values, limit: limit, holds: holds, source: source, confidence: confidence,
      device: device)
  }

  /// Keys of the first version of the format.
  static let original = KeyFamily(since: 6, source: "A27,ARC", device: .fatal)
  /// Keys for poster event tickets.
  static let posterEvent = KeyFamily(
    use: .posterEvent, since: 18, source: "A27,PB", device: .fatal)
}
