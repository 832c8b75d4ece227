// SPDX-License-Identifier: Apache-2.0

import PassJSON

/// The entry of the key table for one place of a document.
package struct KeyPlace: Sendable {
  /// The key that has this value, or whose array contains it.
  package let entry: KeyEntry
  /// Whether the place is an element of the key's array.
  package let isElement: Bool

  /// The kind of JSON value that is expected.
  package var kind: ExpectedKind {
    isElement ? entry.type.elementKind ?? .any : entry.type.kind
  }
}

extension KeyTable {
  /// A file whose keys are in the table.
  package enum File: Sendable {
    case pass, personalization

    /// The kind of object of the whole file.
    package var scope: KeyScope { self == .pass ? .passRoot : .personalization }
  }

  /// Returns the key for a JSON pointer such as `/storeCard/primaryFields/0/value` or
  /// `/semantics/seats/0`.
  ///
  /// Returns nil for the root, for unknown keys and for values inside `userInfo`.
  package static func place(at pointer: String, in file: File = .pass) -> KeyPlace? {
    guard pointer.first == "/" else { return nil }
    var scope: KeyScope? = file.scope
    var place: KeyPlace?
    for step in pointer.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      if let last = place, !last.isElement, last.entry.type.elementKind != nil {
        guard Int(step) != nil else { return nil }
        place = KeyPlace(entry: last.entry, isElement: true)
        continue
      }
      guard let inside = scope, let entry = members(of: inside)[JSONPointer.unescaped(step)]
      else { return nil }
      place = KeyPlace(entry: entry, isElement: false)
      scope = entry.holds
    }
    return place
  }

  /// Returns the expected kind of JSON value, or `any` if the table does not contain the place.
  package static func expectedKind(at pointer: String, in file: File = .pass) -> ExpectedKind {
    guard let place = place(at: pointer, in: file) else { return .any }
    return place.entry.type.isDate ? .date : place.kind
  }
}
