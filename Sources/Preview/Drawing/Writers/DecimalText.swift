// SPDX-License-Identifier: Apache-2.0

/// Numbers for SVG and JSON: rounded to hundredths, without exponent, the same on every machine.
enum DecimalText {
  /// Appends a number rounded to hundredths, without trailing zeros.
  static func append(_ number: Double, to text: inout [UInt8]) {
    // Limits the range for the conversion to Int. NaN becomes 0.
    let hundredths = number.isNaN ? 0 : Int((max(-1e9, min(1e9, number)) * 100).rounded())
    if hundredths < 0 { text.append(UInt8(ascii: "-")) }
    let (whole, part) = abs(hundredths).quotientAndRemainder(dividingBy: 100)
    append(whole, to: &text)
    if part == 0 { return }
    text.append(UInt8(ascii: "."))
    text.append(UInt8(ascii: "0") + UInt8(part / 10))
    if part % 10 != 0 { text.append(UInt8(ascii: "0") + UInt8(part % 10)) }
  }

  private static func append(_ number: Int, to text: inout [UInt8]) {
    if number >= 10 { append(number / 10, to: &text) }
    text.append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}
