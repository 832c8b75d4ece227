// SPDX-License-Identifier: Apache-2.0

import PassJSON

/// What the key table says about one place of a document.
package struct KeyPlace: Sendable {
  /// The key whose value stands there, or whose array it is an element of.
  package let entry: KeyEntry
  /// The place is an element of the key's array.
  package let isElement: Bool

  /// What JSON has to stand there.
  package var kind: ExpectedKind {
    isElement ? entry.type.elementKind ?? .any : entry.type.kind
  }
}

extension KeyTable {
  /// A file whose keys the table knows.
  package enum File: Sendable {
    case pass, personalization

    /// The kind of object the whole file is.
    package var scope: KeyScope { self == .pass ? .passRoot : .personalization }
  }

  /// The key a JSON pointer leads to: `/storeCard/primaryFields/0/value`, `/semantics/seats/0`.
  ///
  /// Nil for the root, for unknown keys and for what lies inside `userInfo`.
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

  /// What JSON the place wants; `any` where the table knows nothing of it.
  package static func expectedKind(at pointer: String, in file: File = .pass) -> ExpectedKind {
    guard let place = place(at: pointer, in: file) else { return .any }
    return place.entry.type.isDate ? .date : place.kind
  }
}
