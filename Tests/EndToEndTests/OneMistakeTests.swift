// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassTesting
import Testing

/// One mistake gives one finding, and what it suggests is right.
struct OneMistakeTests {
  /// The findings of `passc check gym.pass` after a change of its files.
  private static func findings(
    _ change: (TemporaryFolder) throws -> Void, _ arguments: [String] = []
  ) throws -> (codes: [String], text: String) {
    let folder = try TemporaryFolder()
    let made = try PasscBinary.run(["init", "gym.pass"], in: folder.path)
    try #require(made.status == 0, "\(made.errors)")
    try change(folder)
    let outcome = try PasscBinary.run(["check", "gym.pass"] + arguments, in: folder.path)
    let codes = outcome.text.split(separator: "\n").compactMap { line -> String? in
      guard line.hasSuffix("]"), !line.hasPrefix(" "), let start = line.lastIndex(of: "[") else {
        return nil
      }
      return String(line[line.index(after: start)...].dropLast())
    }
    return (codes, outcome.text)
  }

  private static func edited(
    _ file: String, _ old: String, _ new: String
  ) -> (TemporaryFolder) throws -> Void {
    { folder in
      let text = String(decoding: try Disk.read(folder(file)), as: UTF8.self)
      try #require(text.contains(old), "\(file) has no \(old)")
      try folder.add(file, Array(text.replacing(old, with: new).utf8))
    }
  }

  @Test(arguments: [
    ("storeCard\":", "storecard\":", "did you mean storeCard?"),
    ("storeCard\":", "storeCrad\":", "did you mean storeCard?"),
  ])
  func aMisspeltStyleIsOneFinding(_ old: String, new: String, help: String) throws {
    let found = try Self.findings(Self.edited("gym.pass/pass.json", "\"" + old, "\"" + new))
    #expect(found.codes == ["style.key.missing"], "\(found.text)")
    #expect(found.text.contains("help: \(help)\n"), "\(found.text)")
  }

  @Test func aMisspeltPlaceholderIsFoundWhereItIsWritten() throws {
    let found = try Self.findings(
      Self.edited("gym.pass/pass.json", "{{ points }}", "{{ pionts }}"))
    #expect(found.codes == ["data.column.missing"], "\(found.text)")
    #expect(found.text.contains("gym.pass/pass.json:25:"), "\(found.text)")
    #expect(found.text.contains("help: did you mean {{ points }}?\n"), "\(found.text)")
  }

  @Test func aHeaderInCapitalsIsOneFinding() throws {
    let found = try Self.findings(
      { folder in
        let text = String(decoding: try Disk.read(folder("gym.pass/sample.csv")), as: UTF8.self)
        let lines = text.split(separator: "\n", maxSplits: 1)
        try folder.add("members.csv", Array("\(lines[0].uppercased())\n\(lines[1])".utf8))
      }, ["--data", "members.csv"])
    #expect(found.codes == ["data.column.otherCase"], "\(found.text)")
    #expect(found.text.contains("the header has \"CARD\", "), "\(found.text)")
  }

  @Test(arguments: ["Card|Name|Points|Tier|Valid until\n1|2|3|4|5\n", "a,b\n1,2\n"])
  func aTableOfOtherColumnsIsOneFinding(_ table: String) throws {
    let found = try Self.findings(
      { try $0.add("members.csv", Array(table.utf8)) }, ["--data", "members.csv"])
    #expect(found.codes == ["data.column.missing"], "\(found.text)")
    #expect(found.text.contains("(--delimiter '|')") == table.contains("|"), "\(found.text)")
  }

  @Test func aRowOfOtherMembersIsOneFinding() throws {
    let found = try Self.findings(
      { try $0.add("m.jsonl", Array(#"{"CARD":"1","NAME":"x"}"#.utf8)) }, ["--data", "m.jsonl"])
    #expect(found.codes.filter { $0 == "data.cell.missing" }.count == 1, "\(found.text)")
  }

  @Test func misspeltColumnsAreOneFinding() throws {
    let found = try Self.findings(
      Self.edited("gym.pass/template.json", "\"columns\"", "\"colums\""))
    #expect(found.codes == ["template.setting.unknown"], "\(found.text)")
  }
}
