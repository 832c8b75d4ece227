// SPDX-License-Identifier: Apache-2.0

/// A path to a member of a class or object, such as `object.loyaltyPoints.balance` or
/// `object.textModulesData['plan']`.
struct GoogleFieldPath {
  let level: GoogleType.Level
  /// The first member.
  let list: String
  /// The id of a module, if the path has one.
  private(set) var moduleKey: String?
  /// Whether the path ends at a date.
  private(set) var isDate = false

  /// Reads a path. Returns nil if the type has no such member.
  init?(_ path: String, type: GoogleType) {
    let steps = path.split(separator: ".", omittingEmptySubsequences: false)
    guard let first = steps.first, let level = GoogleType.Level(rawValue: String(first)),
      steps.count > 1
    else { return nil }
    self.level = level
    var schema: GoogleSchema? = type.schema(level)
    var names: [String] = []
    for step in steps.dropFirst() {
      var name = step
      if let open = step.firstIndex(of: "[") {
        guard let key = Self.key(step[open...]) else { return nil }
        moduleKey = key
        name = step[..<open]
      }
      guard let member = schema?[String(name)] else { return nil }
      names.append(String(name))
      isDate = member.time != nil || member.kind == .object("DateTime")
      schema =
        if case .object(let inner) = member.kind { GoogleTable.schemas[inner] } else { nil }
    }
    list = names[0]
  }

  /// Returns the text in `['…']`.
  private static func key(_ text: Substring) -> String? {
    guard text.count > 4, text.hasPrefix("['"), text.hasSuffix("']") else { return nil }
    return String(text.dropFirst(2).dropLast(2))
  }
}
