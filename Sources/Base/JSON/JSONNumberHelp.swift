// SPDX-License-Identifier: Apache-2.0

/// The way to fix a number that is not JSON.
enum JSONNumberHelp {
  /// Returns how to write a number as JSON.
  static func help(for spelling: String) -> String {
    guard spelling.utf8.count <= 40 else { return "put the value in double quotes" }
    let lower = spelling.lowercased()
    if lower.hasPrefix("0x"), let number = UInt64(lower.dropFirst(2), radix: 16) {
      return "write \(number)"
    }
    var digits = spelling[...]
    let isNegative = digits.hasPrefix("-")
    let hasPlus = digits.hasPrefix("+")
    if isNegative || hasPlus { digits.removeFirst() }
    let hasZeros = digits.count > 1 && digits.hasPrefix("0")
    while digits.count > 1, digits.hasPrefix("0") { digits.removeFirst() }
    if digits.hasPrefix(".") { digits = "0" + digits }
    if digits.hasSuffix(".") { digits.removeLast() }
    let number = (isNegative ? "-" : "") + digits
    guard JSONReader.isNumber(number.utf8) else { return "put the value in double quotes" }
    return (hasZeros || hasPlus) && !spelling.contains(".")
      ? "write \(number), or \"\(spelling)\" to keep it as it is" : "write \(number)"
  }
}
