// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// Returns a value of the pass for a message: in quotes, and cut if it is long.
func quoted(_ text: String, limit: Int = 60) -> String {
  Excerpt.passValue(limit: limit).quoted(text)
}

/// Returns the first three names and the number of the others.
func listed(_ names: [String]) -> String {
  listed(Array(names.prefix(3)), of: names.count)
}

/// Returns the given names and the number of the others.
///
/// - Parameter count: the number of all names.
func listed(_ first: [String], of count: Int) -> String {
  first.joined(separator: ", ") + (count > first.count ? " and \(count - first.count) more" : "")
}
