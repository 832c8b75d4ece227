// SPDX-License-Identifier: Apache-2.0

extension Int {
  /// The digits in groups of three, such as `12,345`.
  package var grouped: String {
    var digits = String(magnitude)
    var groups: [String] = []
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    groups.insert(digits, at: 0)
    return (self < 0 ? "-" : "") + groups.joined(separator: ",")
  }
}
