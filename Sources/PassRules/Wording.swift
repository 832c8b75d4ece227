// SPDX-License-Identifier: Apache-2.0

import PassValues

/// A value from the pass inside a message: in quotes, cut when it is long.
func quoted(_ text: String, limit: Int = 60) -> String {
  Excerpt.passValue(limit: limit).quoted(text)
}

/// The first three of many names, then how many more there are.
func listed(_ names: [String]) -> String {
  guard names.count > 3 else { return names.joined(separator: ", ") }
  return names.prefix(3).joined(separator: ", ") + " and \(names.count - 3) more"
}
