// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassDiagnostics
import PassTesting
import Testing

@testable import PassTemplate

/// Compares the reader with Python's csv module.
struct CSVDifferentialTests {
  private static let script = """
    import csv, io, json, sys
    for line in sys.stdin:
        text, delimiter = json.loads(line)
        rows, failed = [], False
        try:
            for row in csv.reader(io.StringIO(text, newline=''), delimiter=delimiter, strict=True):
                rows.append(row)
        except csv.Error:
            failed = True
        print(json.dumps([rows, failed]))
    """

  private static let python = [
    "/usr/bin/python3", "/usr/local/bin/python3", "/opt/homebrew/bin/python3",
  ]
  .first { FileManager.default.isExecutableFile(atPath: $0) }

  private struct Answer: Decodable {
    let rows: [[String]]
    let failed: Bool

    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      rows = try list.decode([[String]].self)
      failed = try list.decode(Bool.self)
    }
  }

  /// Returns a small file, often well-formed and often not.
  private static func file(_ delimiter: String, _ random: inout SplitMix64) -> String {
    let pieces = [
      "a", "bc", "1", " ", "é", "😀", "\"\"", ",", ";", "\t", "x y", "", "", "'",
    ]
    let breaks = ["\n", "\r\n", "\r"]
    let columns = Int.random(in: 1...4, using: &random)
    var text = ""
    for row in 0...Int.random(in: 0...5, using: &random) {
      let width =
        Int.random(in: 0..<12, using: &random) == 0
        ? Int.random(in: 1...5, using: &random) : columns
      for column in 0..<width {
        if column > 0 { text += delimiter }
        var content = ""
        for _ in 0..<Int.random(in: 0...3, using: &random) {
          content += pieces.randomElement(using: &random) ?? ""
        }
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<8: text += "\"" + content + (breaks.randomElement(using: &random) ?? "") + "\""
        case 8..<10: text += "\"" + content + "\""
        case 10: text += "\"" + content
        case 11: text += content + "\""
        case 12: text += "\"" + content + "\"x"
        default: text += content.filter { $0 != "\"" && String($0) != delimiter }
        }
      }
      if row < 5 || Bool.random(using: &random) {
        text += breaks.randomElement(using: &random) ?? ""
      }
    }
    return text
  }

  @Test(.enabled(if: python != nil, "python3 is not installed"))
  func readsWhatPythonReads() throws {
    let seed: UInt64 = 20_240
    var random = SplitMix64(seed: seed)
    let delimiters = [",", ";", "\t"]
    var files: [(text: String, delimiter: String)] = []
    for number in 0..<20_000 {
      let delimiter = delimiters[number % 3]
      files.append((Self.file(delimiter, &random), delimiter))
    }
    let answers = try askPython(files)
    #expect(answers.count == files.count)
    var compared = 0
    for ((text, delimiter), answer) in zip(files, answers) {
      let cut = try cut(text, delimiter)
      let expected = answer.rows.filter { !$0.isEmpty }
      if answer.failed {
        // Python stops at an error. The rows before it must be equal, and we must find an error,
        // too.
        #expect(Array(cut.rows.prefix(expected.count)) == expected, "\(text.debugDescription)")
        #expect(cut.hasFault, "\(text.debugDescription)")
      } else {
        #expect(cut.rows == expected, "\(text.debugDescription)")
        #expect(!cut.hasFault, "\(text.debugDescription)")
        compared += 1
      }
    }
    // The comparison is meaningless if nearly every file is malformed.
    #expect(compared > 6000, "only \(compared) files were well formed, seed \(seed)")
  }

  /// Returns our result without what Python does not check: headers, widths, quotes in plain cells.
  private func cut(_ text: String, _ delimiter: String) throws -> (rows: [[String]], hasFault: Bool)
  {
    let bytes = Array(text.utf8)
    guard
      let input = try TextInput(pieces(bytes, of: 5), encoding: .utf8),
      let byte = delimiter.utf8.first
    else { return ([], false) }
    var lines = CSVLines(input: input, delimiter: byte)
    var rows: [[String]] = []
    var hasFault = false
    while let line = try lines.next() {
      // Python returns no row for an empty line, but one for an empty quoted cell.
      if line.bytes.isEmpty { continue }
      hasFault =
        hasFault
        || line.errors.contains { $0.0 == .trailingText || $0.0 == .unterminated }
      rows.append(
        line.bytes.withUnsafeBufferPointer { bytes in
          line.spans.map { String(decoding: Row.content(of: $0, in: bytes), as: UTF8.self) }
        })
    }
    return (rows, hasFault)
  }

  private func askPython(_ files: [(text: String, delimiter: String)]) throws -> [Answer] {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("passc-csv-\(UInt64.random(in: 0...UInt64.max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (question, answer) = (
      folder.appendingPathComponent("in"), folder.appendingPathComponent("out")
    )
    var text = Data()
    for file in files {
      text += try JSONEncoder().encode([file.text, file.delimiter])
      text.append(0x0A)
    }
    try text.write(to: question)
    try Data().write(to: answer)
    let process = ChildProcess()
    process.executableURL = URL(fileURLWithPath: try #require(Self.python))
    process.arguments = ["-X", "utf8", "-c", Self.script]
    process.standardInput = try FileHandle(forReadingFrom: question)
    process.standardOutput = try FileHandle(forWritingTo: answer)
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let decoder = JSONDecoder()
    return try Data(contentsOf: answer).split(separator: 0x0A).map {
      try decoder.decode(Answer.self, from: Data($0))
    }
  }
}
