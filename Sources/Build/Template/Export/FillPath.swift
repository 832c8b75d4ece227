// SPDX-License-Identifier: Apache-2.0

import PassJSON
import PassModel

/// The path of `fill` in template.json: `storeCard.primaryFields.points`, or the JSON pointer
/// `/storeCard/primaryFields/points/value`. In a list of fields a step is a position or a key.
struct FillPath {
  private let steps: [String]
  /// Keys of fields may contain dots, so a step of a path with dots can have several parts.
  private let joinsSteps: Bool

  init(_ text: String) {
    joinsSteps = !text.hasPrefix("/")
    steps =
      joinsSteps
      ? text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      : text.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        .map { JSONPointer.unescaped($0) }
  }

  /// The name of a member at the top level that the path is, or nil if it is a longer path.
  var member: String? { steps.count == 1 ? steps[0] : nil }

  /// Returns the values that the path names, as JSON pointers. Empty if there are none.
  func pointers(in pass: JSONValue) -> [String] {
    // Every barcode of a pass has the same message.
    if steps == ["barcode", "message"] {
      return FillTarget.all(in: pass).filter { $0.name == "barcode.message" }.map(\.pointer)
    }
    return Self.find(steps[...], in: pass, at: "", joins: joinsSteps).map { [$0] } ?? []
  }

  private static func find(
    _ steps: ArraySlice<String>, in value: JSONValue, at pointer: String, joins: Bool
  ) -> String? {
    guard !steps.isEmpty else {
      if value.isObject, let inner = value["value"], value["key"] != nil {
        return inner.isObject || inner.isArray ? nil : pointer + "/value"
      }
      return value.isObject || value.isArray ? nil : pointer
    }
    for count in 1...(joins ? steps.count : 1) {
      let step = steps.prefix(count).joined(separator: ".")
      guard let (inner, name) = child(step, of: value) else { continue }
      let found = find(
        steps.dropFirst(count), in: inner, at: pointer + "/" + JSONPointer.escaped(name),
        joins: joins)
      if let found { return found }
    }
    return nil
  }

  /// Returns the member or element for a step, and its name in a JSON pointer.
  private static func child(_ step: String, of value: JSONValue) -> (JSONValue, String)? {
    if value.isObject { return value[step].map { ($0, step) } }
    for (index, element) in value.elements.enumerated() where element["key"]?.string == step {
      return (element, "\(index)")
    }
    guard value.isArray, let position = Int(step), position >= 0, "\(position)" == step else {
      return nil
    }
    return value.element(position).map { ($0, step) }
  }
}
