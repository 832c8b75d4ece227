// SPDX-License-Identifier: Apache-2.0

/// Words of a command line that users can paste into a POSIX shell.
package enum ShellWord {
  /// Returns the string as one word, in single quotes if the shell would interpret a character.
  package static func quoted(_ text: String) -> String {
    let plain = text.utf8.allSatisfy {
      ($0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z"))
        || ($0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9")) || "-_./:%@+=,".utf8.contains($0)
    }
    if plain, !text.isEmpty { return text }
    return "'"
      + text.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''") + "'"
  }
}
