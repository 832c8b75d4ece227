// SPDX-License-Identifier: Apache-2.0

import PassBasics

extension String {
  /// Whether both are the same bytes in UTF-8.
  ///
  /// Strings are equal in Swift when they are canonically equivalent; rules count bytes.
  package func hasBytes(of other: String) -> Bool {
    let count = utf8.count
    guard count == other.utf8.count else { return false }
    let areEqual = utf8.withContiguousStorageIfAvailable { one in
      other.utf8.withContiguousStorageIfAvailable { other -> Bool in
        guard let first = one.baseAddress, let second = other.baseAddress else { return true }
        return memcmp(first, second, count) == 0
      }
    }
    return (areEqual ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}

/// A text as Wallet compares it, letter by letter: what is merely the same to a reader, an é as
/// one letter or as two, is another text.
package struct ExactText: Hashable {
  /// The text itself.
  package let text: String

  /// Wraps a text to be compared byte by byte.
  package init(_ text: String) { self.text = text }

  package static func == (one: Self, other: Self) -> Bool { one.text.hasBytes(of: other.text) }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
