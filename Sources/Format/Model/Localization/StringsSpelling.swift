// SPDX-License-Identifier: Apache-2.0

/// The file of a table in which some values change from pass to pass, cut into constant parts
/// between these values.
///
/// The result is the same as that of `StringsFile.bytes(of:)` for a table with the values in it.
package struct StringsSpelling: Sendable {
  /// The constant parts, before each value and after the last one, in UTF-8 and in UTF-16.
  private var constant: [(narrow: [UInt8], wide: [UInt8])] = []
  /// Whether a constant part is not ASCII. The file is then UTF-16 whatever the values are.
  private let isWide: Bool

  /// Cuts the file of a table at the changing values.
  ///
  /// - Parameter changing: the ascending indices of the entries whose values change.
  package init(_ table: StringsTable, changing: [Int]) {
    var parts: [[UInt8]] = [[]]
    for (number, entry) in table.entries.enumerated() {
      StringsFile.writeString(entry.key, to: &parts[parts.count - 1])
      parts[parts.count - 1] += " = ".utf8
      if changing.contains(number) {
        parts.append([])
      } else {
        StringsFile.writeString(entry.value, to: &parts[parts.count - 1])
      }
      parts[parts.count - 1] += ";\n".utf8
    }
    isWide = !parts.allSatisfy(StringsFile.isASCII)
    constant = parts.map { ($0, StringsFile.wide($0)) }
  }

  /// Returns the file with these values, in the order of their entries.
  package func bytes(with values: [String]) -> [UInt8] {
    let values = values.map { value in
      var text: [UInt8] = []
      StringsFile.writeString(value, to: &text)
      return text
    }
    let isWide = isWide || !values.allSatisfy(StringsFile.isASCII)
    var out = isWide ? StringsFile.mark : []
    out.reserveCapacity(
      2 + constant.reduce(0) { $0 + (isWide ? $1.wide.count : $1.narrow.count) }
        + 2 * values.reduce(0) { $0 + $1.count })
    for (number, part) in constant.enumerated() {
      out.append(contentsOf: isWide ? part.wide : part.narrow)
      guard number < values.count else { break }
      out.append(contentsOf: isWide ? StringsFile.wide(values[number]) : values[number])
    }
    return out
  }
}
