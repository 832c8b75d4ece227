// SPDX-License-Identifier: Apache-2.0

/// The file of a table some of whose values change from pass to pass, cut into what stays and
/// places for them.
///
/// Gives the bytes `StringsFile.bytes(of:)` gives of the table with the values in it.
package struct StringsSpelling: Sendable {
  /// What stays, before each value and after the last, in UTF-8 and in UTF-16.
  private var constant: [(narrow: [UInt8], wide: [UInt8])] = []
  /// What stays has letters beyond ASCII, so that the file is UTF-16 whatever the values are.
  private let isWide: Bool

  /// Cuts the file of a table at the values that change.
  ///
  /// - Parameter changing: the numbers of the entries whose values change, ascending.
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

  /// The file with these values, in the order of their entries.
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
