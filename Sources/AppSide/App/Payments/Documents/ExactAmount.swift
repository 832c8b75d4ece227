// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// An exact amount of money: an integer and its number of decimals.
package struct ExactAmount: Sendable {
  /// The digits without the decimal point.
  package let units: Int128
  /// The number of digits after the decimal point.
  package let decimals: Int

  /// The reason why a string is not an amount.
  package enum ExactAmountError: Error, Sendable {
    /// The string does not look like `-12.50`.
    case grammar
    /// The amount has more digits than can be added exactly.
    case tooLong
  }

  /// The most digits of an amount.
  package static let digitLimit = 30

  package static let zero = ExactAmount(units: 0, decimals: 0)

  init(units: Int128, decimals: Int) {
    self.units = units
    self.decimals = decimals
  }

  /// Reads `-?[0-9]+(\.[0-9]+)?`.
  package static func read(_ text: String) -> Result<ExactAmount, ExactAmountError> {
    var units: Int128 = 0
    var digits = 0
    var significant = 0
    var decimals = 0
    var isNegative = false
    var pointAt: Int?
    for (index, byte) in text.utf8.enumerated() {
      if let digit = byte.decimalDigit {
        digits += 1
        if significant > 0 || digit > 0 || pointAt != nil { significant += 1 }
        guard significant <= digitLimit else { continue }
        units = units * 10 + Int128(digit)
        if pointAt != nil { decimals += 1 }
      } else if byte == UInt8(ascii: "-"), index == 0 {
        isNegative = true
      } else if byte == UInt8(ascii: "."), pointAt == nil, digits > 0 {
        pointAt = digits
      } else {
        return .failure(.grammar)
      }
    }
    guard digits > 0, pointAt != digits else { return .failure(.grammar) }
    guard significant <= digitLimit else { return .failure(.tooLong) }
    return .success(ExactAmount(units: isNegative ? -units : units, decimals: decimals))
  }

  /// Whether the amount is below zero. `-0.00` is not.
  package var isNegative: Bool { units < 0 }
  /// Whether the amount is zero.
  package var isZero: Bool { units == 0 }

  /// Returns both amounts with the same number of decimals, or nil if that has too many digits.
  private static func aligned(_ a: Self, _ b: Self) -> (Int128, Int128, Int)? {
    func scaled(_ amount: Self, _ decimals: Int) -> Int128? {
      var units = amount.units
      for _ in amount.decimals..<decimals {
        let (product, overflow) = units.multipliedReportingOverflow(by: 10)
        if overflow { return nil }
        units = product
      }
      return units
    }
    let decimals = max(a.decimals, b.decimals)
    guard let first = scaled(a, decimals), let second = scaled(b, decimals) else { return nil }
    return (first, second, decimals)
  }

  /// Returns the sum, or nil if it has too many digits.
  package func adding(_ other: ExactAmount) -> ExactAmount? {
    guard let (a, b, decimals) = Self.aligned(self, other) else { return nil }
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? nil : ExactAmount(units: sum, decimals: decimals)
  }

  /// Returns whether the amount is larger, or nil if they cannot be compared exactly.
  package func exceeds(_ other: ExactAmount) -> Bool? {
    Self.aligned(self, other).map { $0.0 > $0.1 }
  }

  /// Returns whether a digit after the first decimals is not zero.
  func hasFraction(beyond digits: Int) -> Bool {
    guard decimals > digits else { return false }
    var rest: Int128 = 1
    for _ in digits..<decimals {
      let (product, overflow) = rest.multipliedReportingOverflow(by: 10)
      if overflow { return true }
      rest = product
    }
    return units % rest != 0
  }
}

extension ExactAmount: CustomStringConvertible {
  /// The amount with its decimals, such as `388.00`.
  package var description: String {
    var digits = String(units.magnitude)
    if digits.utf8.count <= decimals {
      digits = String(repeating: "0", count: decimals + 1 - digits.utf8.count) + digits
    }
    let text =
      decimals == 0 ? digits : "\(digits.dropLast(decimals)).\(digits.suffix(decimals))"
    return units < 0 ? "-" + text : text
  }
}
