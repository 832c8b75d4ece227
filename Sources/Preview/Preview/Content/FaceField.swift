// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
import PassJSON
import PassLocale
package import PassModel

/// A field of a pass with its texts as a device shows them.
package struct FaceField: Sendable {
  /// Which way a field's texts stand in its box.
  package enum Alignment: String, Sendable {
    case natural = "PKTextAlignmentNatural"
    case left = "PKTextAlignmentLeft"
    case center = "PKTextAlignmentCenter"
    case right = "PKTextAlignmentRight"
  }

  /// The group it stands in.
  package let group: FieldGroup
  /// Its key, which names it over the whole pass.
  package let key: String
  /// Its number in the group, from 0, dropped ones counted.
  package let index: Int
  /// Its label as written, in the language of the picture; may be empty.
  package let label: String
  /// Its value, formatted; on the back it may have several lines.
  package let value: String
  /// `attributedValue`, which takes the place of the value on the back.
  package let attributedValue: String?
  /// What the holder is told when the value changes, the value in it.
  package let changeMessage: String?
  /// Where its texts stand in its box.
  package let alignment: Alignment
  /// The extra row of event tickets.
  package let isInSecondRow: Bool
  /// What of a text on the back becomes a link; nil for everything.
  package let detectors: Set<String>?
  /// The field in pass.json.
  package let place: Place
  /// Its value in pass.json.
  package let valuePlace: Place
  /// Its label in pass.json; the field's where it has none.
  package let labelPlace: Place

  /// What the display list calls it: `secondary/0`.
  var role: String { "\(group.shortName)/\(index)" }
}

extension FieldGroup {
  /// `secondary` of `secondaryFields`.
  var shortName: String { String(rawValue.dropLast("Fields".count)) }
}

/// Reads fields and writes their values as the device of the settings does.
struct FieldReader {
  let settings: PreviewSettings
  let texts: Localisation
  let formatter: any ValueFormatter
  /// How many fields may still be read; the rest of a huge pass is left out.
  private(set) var rest = FieldReader.limit
  /// Whether fields were left out.
  private(set) var isExhausted = false

  /// How many fields of a pass are looked at.
  static let limit = 500

  init(settings: PreviewSettings, texts: Localisation, formatter: any ValueFormatter) {
    self.settings = settings
    self.texts = texts
    self.formatter = formatter
  }

  /// The fields of a group in the order of the file.
  mutating func fields(_ group: FieldGroup, of style: JSONValue) -> [FaceField] {
    guard let list = style[group.rawValue], list.isArray else { return [] }
    var fields: [FaceField] = []
    for (index, element) in list.elements.enumerated() where element.isObject {
      guard rest > 0 else {
        isExhausted = true
        break
      }
      rest -= 1
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
      place: json.place, valuePlace: json["value"]?.place ?? json.place,
      labelPlace: label?.place ?? json.place)
  }

  /// A string of the pass in the language of the picture.
  func plain(_ value: JSONValue) -> String {
    if let text = value.string { return PassText.cleaned(texts.text(text)) }
    return value.number?.spelling ?? ""
  }

  // MARK: Values

  private func text(of value: JSONValue, in field: JSONValue) -> String {
    if let number = value.number { return PassText.cleaned(text(of: number, in: field)) }
    guard let raw = value.string else { return "" }
    if let date = date(raw, in: field) { return PassText.cleaned(date) }
    return PassText.cleaned(texts.text(raw))
  }

  /// Money before other styles; a number alone as it is spelled.
  private func text(of number: JSONNumber, in field: JSONValue) -> String {
    if let code = field["currencyCode"]?.string,
      let text = formatter.currency(number.spelling, code: code)
    {
      return text
    }
    if let style = field["numberStyle"]?.string.flatMap(NumberStyle.init),
      let text = formatter.number(number.spelling, style: style)
    {
      return text
    }
    return number.spelling
  }

  /// nil where the field asks for no date, or the value is none.
  private func date(_ raw: String, in field: JSONValue) -> String? {
    let styles = (
      field["dateStyle"]?.string.flatMap(DateStyle.init),
      field["timeStyle"]?.string.flatMap(DateStyle.init)
    )
    guard styles.0 != nil || styles.1 != nil, let date = W3CDate(raw) else { return nil }
    return text(
      of: date, date: styles.0 ?? .none, time: styles.1 ?? .none,
      ignoresTimeZone: field["ignoresTimeZone"]?.bool == true,
      isRelative: field["isRelative"]?.bool == true)
  }

  /// A date in the zone of the device, or by the clock it was written with.
  func text(
    of date: W3CDate, date dateStyle: DateStyle, time timeStyle: DateStyle,
    ignoresTimeZone: Bool = false, isRelative: Bool = false, zone: PreviewZone? = nil
  ) -> String {
    let zone = zone ?? settings.zone
    let written = date.offsetInMinutes * 60
    let clock =
      ignoresTimeZone
      ? ZonedMoment(seconds: date.seconds, offset: written)
      : zone.moment(date.seconds, written: written)
    let today = zone.moment(settings.now, written: written)
    let days = clock.day - today.day
    return formatter.text(
      of: clock, date: dateStyle, time: timeStyle,
      dayFromNow: isRelative && abs(days) < 10 ? Int(days) : nil)
  }
}
