// SPDX-License-Identifier: Apache-2.0

/// Amounts of money in millionths, in every currency.
enum GoogleMoney {
  /// Returns a decimal number times 1,000,000, computed with its digits. Nil if it has other
  /// characters, or more than six decimals that are not 0, or if it is too large.
  static func micros(of amount: String) -> Int64? {
    var digits = Array(amount.utf8)[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits = digits.dropFirst() }
    var exponent = 0
    if let mark = digits.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }) {
      let text = String(decoding: digits[mark...].dropFirst(), as: UTF8.self)
      guard let read = Int(text), (-30...30).contains(read) else { return nil }
      exponent = read
      digits = digits[..<mark]
    }
    let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), !parts[0].isEmpty else { return nil }
    var shift = 6 + exponent - (parts.count == 2 ? parts[1].count : 0)
    var all = Array(parts.joined())
    while shift < 0, all.count > 1, all.last == UInt8(ascii: "0") {
      all.removeLast()
      shift += 1
    }
    guard shift >= 0 else { return nil }
    var value: Int64 = 0
    for digit in all + Array(repeating: UInt8(ascii: "0"), count: shift) {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      let (ten, isOver) = value.multipliedReportingOverflow(by: 10)
      let (sum, isOver2) = ten.addingReportingOverflow(Int64(digit - UInt8(ascii: "0")))
      guard !isOver, !isOver2 else { return nil }
      value = sum
    }
    return isNegative ? -value : value
  }
}
