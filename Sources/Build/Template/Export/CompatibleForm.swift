// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassJSON
import PassModel

/// The second form of a pass with posterGeneric, for systems before iOS 27.
///
/// The pass then has both styles. iOS 27 shows posterGeneric, and older systems show the other one.
package enum CompatibleForm: String, Sendable, CaseIterable {
  case generic, storeCard

  /// Returns the form that the editor's settings of an export request, or nil.
  static func requested(by tooling: JSONValue) -> CompatibleForm? {
    tooling["automaticallyGenerateCompatiblePass"]?.bool == true ? .generic : nil
  }

  /// Returns whether a pass has posterGeneric and no style for older systems.
  static func isNeeded(by pass: JSONValue) -> Bool {
    PassStyle.styles(of: pass) == [.posterGeneric]
  }

  /// Returns pass.json with the fields of posterGeneric in the groups of the older style. The fields
  /// keep their places, keys and placeholders.
  func added(to document: JSONDocument) -> JSONDocument {
    let root = document.root
    guard let poster = root[PassStyle.posterGeneric.rawValue] else { return document }
    var builder = JSONBuilder(reserving: document.nodes.count * 2)
    builder.begin(.object, origin: root.origin)
    for member in root.members {
      builder.key(member.name, origin: member.nameOrigin)
      builder.copy(member.value)
    }
    builder.key(rawValue, origin: poster.origin)
    builder.begin(.object, origin: poster.origin)
    for (group, fields) in Self.groups(of: poster) where !fields.isEmpty {
      builder.key(group.rawValue, origin: poster.origin)
      builder.begin(.array, origin: poster.origin)
      for field in fields { builder.copy(field) }
      builder.end()
    }
    builder.end()
    builder.end()
    return builder.document()
  }

  /// The most fields that secondaryFields and auxiliaryFields show together.
  private static let mostBelowPrimary = 4

  /// Returns the fields of the older style. If the front has no place for a field, it is on the back.
  private static func groups(of poster: JSONValue) -> [(FieldGroup, [JSONValue])] {
    func fields(_ group: FieldGroup) -> [JSONValue] {
      poster[group.rawValue]?.elements.map { $0 } ?? []
    }
    let primary = fields(.primary)
    let secondary = Array(primary.dropFirst().prefix(mostBelowPrimary))
    let auxiliary = Array(fields(.footer).prefix(mostBelowPrimary - secondary.count))
    let rest =
      Array(primary.dropFirst(1 + secondary.count))
      + Array(fields(.footer).dropFirst(auxiliary.count))
    return [
      (.header, fields(.header)), (.primary, Array(primary.prefix(1))), (.secondary, secondary),
      (.auxiliary, auxiliary), (.back, rest + fields(.back) + fields(.additionalInfo)),
    ]
  }

  /// Returns the name of the image that older systems show in place of an image of posterGeneric, or
  /// nil if there is none.
  static func olderImage(for path: String) -> String? {
    let name = FilePath.lastComponent(path)
    let poster = ImageSlot.primaryLogo.rawValue
    guard ImageSlot.slot(forFileName: name)?.slot == .primaryLogo else { return nil }
    let folder = path.dropLast(name.count)
    return folder + ImageSlot.logo.rawValue + name.dropFirst(poster.count)
  }
}
