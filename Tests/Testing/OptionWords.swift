// SPDX-License-Identifier: Apache-2.0

extension String {
  /// Whether the string names an option of a command, as in `add --encoding`. Strings of a library
  /// must not.
  package var namesAnOption: Bool {
    var last: Character = " "
    var rest = self[...]
    while let dashes = rest.firstRange(of: "--") {
      if dashes.lowerBound > rest.startIndex { last = rest[rest.index(before: dashes.lowerBound)] }
      rest = rest[dashes.upperBound...]
      let isWord = rest.first.map { $0.isASCII && $0.isLowercase } ?? false
      if isWord, !last.isLetter, !last.isNumber, last != "-" { return true }
      last = "-"
    }
    return false
  }
}
