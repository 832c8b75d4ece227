// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
import PassJSON
import PassLocale
package import PassModel

/// A field of a pass with its text as a device shows it.
package struct FaceField: Sendable {
  /// The alignment of a field in its box.
  package enum Alignment: String, Sendable {
    case natural = "PKTextAlignmentNatural"
    case left = "PKTextAlignmentLeft"
    case center = "PKTextAlignmentCenter"
    case right = "PKTextAlignmentRight"
  }

  package let group: FieldGroup
  /// Key of the field, unique in the pass.
  package let key: String
  /// Index in the group of pass.json, from 0.
  package let index: Int
  /// Label in the language of the preview, not in capitals. It may be empty.
  package let label: String
  /// Formatted value. On the back it may have several lines.
  package let value: String
  /// `attributedValue`, which replaces the value on the back.
  package let attributedValue: String?
  /// Message on the phone when the value changes, with the value filled in.
  package let changeMessage: String?
  package let alignment: Alignment
  package let isInSecondRow: Bool
  /// Kinds of text on the back that become links, or nil for all.
  package let detectors: Set<String>?
  package let location: Place
  /// Location of the value in pass.json.
  package let valuePlace: Place
  /// Location of the label in pass.json, or of the field if it has none.
  package let labelPlace: Place

  /// Name in the display list, such as `secondary/0`.
  var role: String { "\(group.shortName)/\(index)" }
}

extension FieldGroup {
  /// `secondary` for `secondaryFields`.
  var shortName: String { String(rawValue.dropLast("Fields".count)) }
}

/// A reader of fields that formats values as a device with these settings does.
struct FieldReader {
  let settings: PreviewSettings
  let texts: Localisation
  let formatter: any ValueFormatter
  /// Number of fields that may still be read. It bounds the time for an untrusted pass.
  private(set) var remainder = FieldReader.limit
  /// Whether fields were left out.
  private(set) var isExhausted = false

  /// Maximum number of fields of a pass.
  static let limit = 500

  init(settings: PreviewSettings, texts: Localisation, formatter: any ValueFormatter) {
    self.settings = settings
    self.texts = texts
    self.formatter = formatter
  }

  /// Reads the fields of a group in the order of the file.
  mutating func fields(_ group: FieldGroup, of style: JSONValue) -> [FaceField] {
    guard let list = style[group.rawValue], list.isArray else { return [] }
    var fields: [FaceField] = []
    for (index, element) in list.elements.enumerated() where element.isObject {
      guard remainder > 0 else {
        isExhausted = true
        break
      }
      remainder -= 1
      fields.append(field(element, group, index))
    }
    return fields
  }

  private func field(_ json: JSONValue, _ group: FieldGroup, _ index: Int) -> FaceField {
    let value = json["value"].map { text(of: $0, in: json) } ?? ""
    let label = json["label"]
    let detectors = json["dataDetectorTypes"].map {
      Set($0.elements.compactMap(\.string))
    }
    return FaceField(
      group: group, key: json["key"]?.string ?? "", index: index, label: label.map(plain) ?? "",
      value: value,
      attributedValue: json["attributedValue"].map { attributed in
        PassText.cleaned(attributed.string.map(texts.text) ?? text(of: attributed, in: json))
      },
      changeMessage: json["changeMessage"]?.string.map {
        PassText.cleaned(texts.text($0)).replacing("%@", with: value, maxReplacements: 1)
          .replacing("%%", with: "%")
      },
      alignment: json["textAlignment"]?.string.flatMap(FaceField.Alignment.init) ?? .natural,
      isInSecondRow: json["row"]?.number?.integer == 1, detectors: detectors,
      location: json.place, valuePlace: json["value"]?.place ?? json.place,
      labelPlace: label?.place ?? json.place)
  }

  /// Returns a string of the pass in the language of the preview.
  func plain(_ value: JSONValue) -> String {
    if let text = value.string { return PassText.cleaned(texts.text(text)) }
    return value.number?.spelling ?? ""
  }

  // MARK: Values

  private func text(of value: JSONValue, in field: JSONValue) -> String {
    if let text = format.text(of: value, in: field) { return PassText.cleaned(text) }
    return PassText.cleaned(value.string.map(texts.text) ?? "")
  }

  /// Formats a date in the zone of the device.
  func text(
    of date: W3CDate, date dateStyle: DateStyle, time timeStyle: DateStyle,
    ignoresTimeZone: Bool = false, zone: PreviewZone? = nil
  ) -> String {
    var format = format
    if let zone { format.zone = zone }
    return format.text(
      of: date, date: dateStyle, time: timeStyle, ignoresTimeZone: ignoresTimeZone)
  }

  private var format: FieldFormat {
    FieldFormat(formatter, zone: settings.zone, now: settings.now)
  }
}
