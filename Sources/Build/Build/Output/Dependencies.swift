// SPDX-License-Identifier: Apache-2.0

package import PassBasics

/// A make rule that names every file that a build has read.
package enum Dependencies {
  /// An error about a path that cannot be written in a make rule.
  package struct DependencyPathError: Error, CustomStringConvertible {
    /// The path, which contains a character that make cannot escape.
    package let path: String

    package var description: String { "make cannot read the name \(path) in a rule" }
  }

  /// Returns the text of a dependency file for `target`: a rule with every file and folder that was
  /// read, and an empty rule for each of them. The empty rules let make continue when a file was
  /// deleted.
  package static func rule(
    for target: String, log: ReadLog
  ) throws(DependencyPathError) -> String {
    // make takes "cards (1)" for a member of an archive. With a slash it is a folder.
    let folders = log.folders.map { $0.utf8.last == UInt8(ascii: ")") ? $0 + "/" : $0 }
    let paths = (log.files + folders).filter { $0 != target }
    var text = try escaped(target, as: .target) + ":"
    for path in paths { text += " \\\n  " + (try escaped(path, as: .prerequisite)) }
    text += "\n"
    for path in paths { text += "\n" + (try escaped(path, as: .target)) + ":\n" }
    return text
  }

  /// The position of a path in a rule.
  enum Position { case target, prerequisite }

  /// Returns the path escaped for make.
  ///
  /// GNU make removes a backslash only before these characters, so backslashes are doubled only
  /// before them and at the end. `;` and `=` cannot be escaped: the first begins a recipe, the
  /// second makes the rule an assignment.
  static func escaped(_ path: String, as position: Position) throws(DependencyPathError) -> String {
    let isArchiveMember = path.hasSuffix(")") && path.utf8.contains(UInt8(ascii: "("))
    if isArchiveMember || path.utf8.contains(where: { ";=\n\r".utf8.contains($0) }) {
      throw DependencyPathError(path: path)
    }
    var text = path.hasPrefix("~") ? "./" : ""
    var backslashes = 0
    for character in path.unicodeScalars {
      let isEscaped =
        switch character {
        case " ", "\t", "#", ":", "*", "?", "[", "]": true
        case "%": position == .target
        case "|": position == .prerequisite
        default: false
        }
      if isEscaped { text += String(repeating: "\\", count: backslashes + 1) }
      backslashes = character == "\\" ? backslashes + 1 : 0
      text += character == "$" ? "$$" : String(character)
    }
    return text + String(repeating: "\\", count: backslashes)
  }
}
