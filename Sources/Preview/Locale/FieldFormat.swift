// SPDX-License-Identifier: Apache-2.0

package import PassJSON
package import PassModel

/// The format of field values on a device with these settings.
package struct FieldFormat {
  package let formatter: any ValueFormatter
  /// Time zone of the device.
  package var zone: PreviewZone
  /// Time on the device in seconds since 1970.
  package let now: Int64

  package init(_ formatter: any ValueFormatter, zone: PreviewZone, now: Int64) {
    self.formatter = formatter
    self.zone = zone
    self.now = now
  }

  /// Returns a number or date as the members of its field require. Returns nil for other strings,
  /// which a device looks up in pass.strings.
  package func text(of value: JSONValue, in field: JSONValue) -> String? {
    if let number = value.number { return text(of: number, in: field) }
    return value.string.flatMap { date($0, in: field) }
  }

  /// Formats a number as money, else in a style, else as spelled in the file.
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

  /// Returns the formatted date, or nil if the field has no date style or the value is not a date.
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

  /// Formats a date in the zone of the device, or with `ignoresTimeZone` in the offset it is
  /// written with.
  package func text(
    of date: W3CDate, date dateStyle: DateStyle, time timeStyle: DateStyle,
    ignoresTimeZone: Bool = false, isRelative: Bool = false
  ) -> String {
    let written = date.offsetInMinutes * 60
    let clock =
      ignoresTimeZone
      ? ZonedMoment(seconds: date.seconds, offset: written)
      : zone.moment(date.seconds, written: written)
    let today = zone.moment(now, written: written)
    let days = clock.day - today.day
    return formatter.text(
      of: clock, date: dateStyle, time: timeStyle,
      dayFromNow: isRelative && abs(days) < 10 ? Int(days) : nil)
  }
}
