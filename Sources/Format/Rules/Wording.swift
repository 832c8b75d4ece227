// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// A value from the pass inside a message: in quotes, cut when it is long.
func quoted(_ text: String, limit: Int = 60) -> String {
  Excerpt.passValue(limit: limit).quoted(text)
}

/// The first three of many names, then how many more there are.
func listed(_ names: [String]) -> String {
  listed(Array(names.prefix(3)), of: names.count)
}

/// Up to three names, the first of many, then how many more there are.
func listed(_ first: [String], of count: Int) -> String {
  first.joined(separator: ", ") + (count > first.count ? " and \(count - first.count) more" : "")
}
