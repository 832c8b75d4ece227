// SPDX-License-Identifier: Apache-2.0

package import PassJSON
package import PassModel

/// A value of pass.json that a column can fill by name, although it has no placeholder.
package struct FillTarget {
  /// The JSON pointer to the value.
  package let pointer: String
  /// The value of the design, a string, number or boolean.
  package let value: JSONValue
  /// The name of the column that fills it: the key of a field, a semantic tag, or a member.
  package let name: String
  /// The path for `fill` in template.json, such as `storeCard.primaryFields.points`.
  package let path: String
  /// The style and group of a field's value. Nil for other values.
  package let field: (style: PassStyle, group: FieldGroup)?

  /// Whether people see the value on the front of the pass.
  package var isOnFront: Bool { field?.group.isFront ?? false }

  /// Returns the values of pass.json that columns can fill: the serial number, fields, barcodes,
  /// dates and semantic tags.
  package static func all(in pass: JSONValue) -> [FillTarget] {
    var targets: [FillTarget] = []
    func add(_ value: JSONValue?, _ name: String, path: String? = nil, _ pointer: String) {
      guard let value, isFillable(value) else { return }
      targets.append(
        FillTarget(pointer: pointer, value: value, name: name, path: path ?? name, field: nil))
    }
    add(pass["serialNumber"], "serialNumber", "/serialNumber")
    for style in PassStyle.styles(of: pass) { targets += fields(of: style, in: pass) }
    add(pass["barcode"]?["message"], "barcode.message", "/barcode/message")
    for (index, barcode) in (pass["barcodes"]?.elements.map { $0 } ?? []).enumerated() {
      add(barcode["message"], "barcode.message", "/barcodes/\(index)/message")
      // The text below a barcode usually repeats its message.
      guard barcode["altText"]?.string == barcode["message"]?.string else { continue }
      add(barcode["altText"], "barcode.message", "/barcodes/\(index)/altText")
    }
    add(pass["nfc"]?["message"], "nfc.message", "/nfc/message")
    for name in ["expirationDate", "relevantDate"] { add(pass[name], name, "/\(name)") }
    for (index, date) in (pass["relevantDates"]?.elements.map { $0 } ?? []).enumerated() {
      for member in date.members {
        let path = "relevantDates.\(index).\(member.name)"
        add(member.value, path, "/" + path.split(separator: ".").joined(separator: "/"))
      }
    }
    if let semantics = pass["semantics"] {
      addSemantics(semantics, name: "", "/semantics", to: &targets)
    }
    return targets
  }

  /// Returns whether a value is a string without placeholders, a number or a boolean.
  static func isFillable(_ value: JSONValue) -> Bool {
    switch value.kind {
    case .string: PlaceholderText.isPlain(value.string ?? "")
    case .number, .true, .false: true
    default: false
    }
  }

  private static func fields(of style: PassStyle, in pass: JSONValue) -> [FillTarget] {
    var targets: [FillTarget] = []
    for group in FieldGroup.allCases {
      guard let fields = pass[style.rawValue]?[group.rawValue], fields.isArray else { continue }
      for (index, field) in fields.elements.enumerated() {
        guard let key = field["key"]?.string, PlaceholderText.isPlain(key),
          let value = field["value"],
          isFillable(value)
        else { continue }
        targets.append(
          FillTarget(
            pointer: "/\(style.rawValue)/\(group.rawValue)/\(index)/value", value: value, name: key,
            path: "\(style.rawValue).\(group.rawValue).\(key)", field: (style, group)))
      }
    }
    return targets
  }

  // The depth of recursion is limited by the reader's nesting limit.
  private static func addSemantics(
    _ value: JSONValue, name: String, _ pointer: String, to targets: inout [FillTarget]
  ) {
    func visit(_ step: String, _ value: JSONValue) {
      let path = name.isEmpty ? step : "\(name).\(step)"
      addSemantics(
        value, name: path, pointer + "/" + JSONPointer.escaped(step), to: &targets)
    }
    for member in value.members { visit(member.name, member.value) }
    for (index, element) in value.elements.enumerated() { visit("\(index)", element) }
    guard !name.isEmpty, isFillable(value) else { return }
    targets.append(
      FillTarget(
        pointer: pointer, value: value, name: name, path: "semantics.\(name)", field: nil))
  }
}
