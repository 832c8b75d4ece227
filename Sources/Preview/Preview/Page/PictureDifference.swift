// SPDX-License-Identifier: Apache-2.0

import PassBarcode
package import PassDrawing
import PassModel

/// The differences between two previews of one pass, old and new.
package struct PictureDifference {
  /// Old preview, with outlines around what moved or was removed.
  package let old: DisplayList
  /// New preview, with outlines around what moved or was added.
  package let new: DisplayList
  /// Roles of the items that differ, in the order of the new preview.
  package let roles: [String]

  /// Compares two previews of one side.
  package init(old: DisplayList, new: DisplayList) {
    let (before, after) = (Self.parts(of: old), Self.parts(of: new))
    var roles: [String] = []
    var (outOld, outNew) = (old, new)
    for role in after.order + before.order.filter({ after.content[$0] == nil }) {
      let (left, right) = (before.content[role], after.content[role])
      guard left?.appearance != right?.appearance else { continue }
      roles.append(role)
      if let box = left?.box { Self.outline(box, on: &outOld) }
      if let box = right?.box { Self.outline(box, on: &outNew) }
    }
    self.old = outOld
    self.new = outNew
    self.roles = roles
  }

  private struct Part {
    var appearance: String
    var box: Rect
  }

  private static func outline(_ box: Rect, on list: inout DisplayList) {
    list.add(
      .stroke(
        .rectangle(box.inset(x: -3, y: -3), radius: 3), width: 1.5,
        Colour(red: 230, green: 81, blue: 0)), role: "difference")
  }

  /// Returns the items by role. Items with the same role are combined.
  private static func parts(of list: DisplayList) -> (order: [String], content: [String: Part]) {
    var order: [String] = []
    var content: [String: Part] = [:]
    func add(_ items: [DisplayItem]) {
      for item in items {
        if let (look, box) = appearance(of: item) {
          if let known = content[item.role] {
            content[item.role] = Part(
              appearance: known.appearance + look, box: known.box.union(box))
          } else {
            order.append(item.role)
            content[item.role] = Part(appearance: look, box: box)
          }
        }
        switch item.shape {
        case .clip(_, _, let inner), .opacity(_, let inner), .group(let inner): add(inner)
        case .rectangle, .fill, .stroke, .image, .text, .barcode: break
        }
      }
    }
    add(list.items)
    return (order, content)
  }

  /// Returns the look and box of an item, or nil for backgrounds and containers.
  private static func appearance(of item: DisplayItem) -> (String, Rect)? {
    guard !item.role.isEmpty, !["sheen", "edge", "card", "page", "group"].contains(item.role) else {
      return nil
    }
    switch item.shape {
    case .text(let text):
      guard let ink = text.ink else { return nil }
      return ("\(text.line.words) \(text.line.style) \(text.origin) \(text.colour.hex)", ink)
    case .image(let image): return ("\(image.picture.digest) \(image.box)", image.visible)
    case .barcode(let barcode): return ("\(barcode.symbol.rows) \(barcode.box)", barcode.box)
    case .rectangle(let box, _, let paint): return ("\(paint) \(box)", box)
    case .fill(let path, _, let paint):
      return path.bounds.map { ("\(paint) \($0)", $0) }
    case .stroke, .clip, .opacity, .group: return nil
    }
  }

  /// Returns the change messages of fields whose values differ, with the new values filled in.
  package static func messages(old: PassFace, new: PassFace) -> [String] {
    var values: [String: String] = [:]
    for fields in old.fields.values {
      for field in fields { values[field.key] = field.value }
    }
    return FieldGroup.allCases.flatMap { new.fields[$0] ?? [] }.compactMap { field in
      guard let before = values[field.key], before != field.value else { return nil }
      return field.changeMessage
    }
  }
}
