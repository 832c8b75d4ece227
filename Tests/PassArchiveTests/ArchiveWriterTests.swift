// SPDX-License-Identifier: Apache-2.0

import CZip
import Foundation
import PassDiagnostics
import PassTesting
import Testing

@testable import PassArchive

/// Runs a program. Returns its exit code and output.
func run(_ program: String, _ arguments: [String]) throws -> (code: Int32, output: String) {
  let process = ChildProcess()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = [program] + arguments
  let pipe = Pipe()
  process.standardOutput = pipe
  process.standardError = pipe
  try process.run()
  let output = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return (process.terminationStatus, String(decoding: output, as: UTF8.self))
}

func exists(_ program: String) -> Bool {
  (try? run("sh", ["-c", "command -v \(program)"]))?.code == 0
}

func withArchive<T>(_ bytes: [UInt8], _ body: (String) throws -> T) throws -> T {
  let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("passc-test-\(UUID().uuidString).zip")
  try Data(bytes).write(to: url)
  defer { try? FileManager.default.removeItem(at: url) }
  return try body(url.path)
}

struct ArchiveWriterTests {
  /// Unsorted names, a name beyond ASCII, an empty file, and a file larger than any buffer.
  static let files: [(String, [UInt8])] = [
    ("signature", Array("s".utf8)), ("icon.png", (0..<100_000).map { UInt8($0 * 7 & 255) }),
    ("en.lproj/pass.strings", []), ("pass.json", Array("{}".utf8)),
    ("Zürich.png", [1, 2, 3]), ("B.png", [4]),
  ]

  static func entries() throws -> [ArchiveEntry] {
    try files.map { path, bytes throws(ArchiveError) in try ArchiveEntry(path: path, bytes: bytes) }
  }

  @Test func laysOutTheseBytes() throws {
    // One entry `a` with "hello": local header, name, data, directory header, name, end record.
    let bytes = try ArchiveWriter.archive(of: [
      ArchiveEntry(path: "a", bytes: Array("hello".utf8))
    ])
    let hex = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(
      hex == """
        504b03040a0000000000000021008\
        6a610360500000005000000010000006168656c6c6f\
        504b010214030a00000000000000210086a61036050000000500000001000000000000000000\
        0000a4810000000061\
        504b050600000000010001002f000000240000000000
        """)
  }

  @Test func writesTheSameBytesInWhateverOrder() throws {
    let entries = try Self.entries()
    let expected = try ArchiveWriter.archive(of: entries)
    #expect(try ArchiveWriter.archive(of: entries.reversed()) == expected)
    var buffer: [UInt8] = [1, 2, 3]
    try ArchiveWriter.append(entries, to: &buffer)
    #expect(buffer == [1, 2, 3] + expected)
  }

  @Test func ourReaderFindsEverythingAndNoFault() throws {
    let (archive, diagnostics) = read(try ArchiveWriter.archive(of: Self.entries()))
    #expect(diagnostics.isEmpty)
    let entries = try #require(archive).entries
    #expect(
      entries.map(\.path) == [
        "B.png", "Zürich.png", "en.lproj/pass.strings", "icon.png", "pass.json", "signature",
      ])
    #expect(entries.allSatisfy { $0.isIntact && $0.method == .stored })
    for entry in entries {
      #expect(Self.files.contains { $0.0 == entry.path && $0.1 == entry.bytes })
    }
  }

  @Test(.enabled(if: exists("unzip"), "unzip is not installed"))
  func unzipAcceptsIt() throws {
    let bytes = try ArchiveWriter.archive(of: Self.entries())
    try withArchive(bytes) { path in
      let test = try run("unzip", ["-t", path])
      #expect(test.code == 0, "\(test.output)")
      let listing = try run("unzip", ["-Z", path])
      #expect(listing.output.contains("-rw-r--r--"), "\(listing.output)")
      #expect(listing.output.contains("80-Jan-01 00:00"), "\(listing.output)")
    }
  }

  @Test(.enabled(if: exists("python3"), "python3 is not installed"))
  func pythonAcceptsIt() throws {
    let script = """
      import sys, zipfile
      with zipfile.ZipFile(sys.argv[1]) as z:
          assert z.testzip() is None
          names = [i.filename.encode() for i in z.infolist()]
          assert names == sorted(names) and len(names) == 6, names
          for i in z.infolist():
              assert i.compress_type == 0 and i.date_time == (1980, 1, 1, 0, 0, 0), i
              assert not i.extra and not i.comment and i.extract_version == 10, i
              assert i.flag_bits == (0 if i.filename.isascii() else 0x800), i
              assert i.external_attr >> 16 == 0o100644 and i.create_system == 3, i
          assert z.read("pass.json") == b"{}" and len(z.read("icon.png")) == 100000
          assert "Z\\u00fcrich.png" in z.namelist() and not z.comment
      """
    let bytes = try ArchiveWriter.archive(of: Self.entries())
    try withArchive(bytes) { path in
      let outcome = try run("python3", ["-c", script, path])
      #expect(outcome.code == 0, "\(outcome.output)")
    }
  }

  @Test func libzipAcceptsItStrictly() throws {
    let bytes = try ArchiveWriter.archive(of: Self.entries())
    try withArchive(bytes) { path in
      var code: Int32 = 0
      let archive = try #require(zip_open(path, ZIP_RDONLY | ZIP_CHECKCONS, &code), "\(code)")
      defer { zip_discard(archive) }
      #expect(zip_get_num_entries(archive, 0) == 6)
      for (name, content) in Self.files {
        let file = try #require(zip_fopen(archive, name, 0))
        defer { zip_fclose(file) }
        var read = [UInt8](repeating: 0, count: content.count + 1)
        #expect(zip_fread(file, &read, UInt64(read.count)) == content.count)
        #expect(read.dropLast() == content[...])
      }
    }
  }

  @Test(arguments: [
    "", "/a", "a//b", "a/", "./a", "a/..", "..", "a\\b", "a\0",
    String(repeating: "n", count: 65_536),
  ])
  func refusesThePath(_ path: String) {
    #expect(throws: ArchiveError.self) { try ArchiveEntry(path: path, bytes: []) }
  }

  @Test func refusesOnePathTwiceButNotTwoUnicodeForms() throws {
    let composed = try ArchiveEntry(path: "\u{E9}", bytes: [1])
    let decomposed = try ArchiveEntry(path: "e\u{301}", bytes: [2])
    #expect(throws: Never.self) { try ArchiveWriter.archive(of: [composed, decomposed]) }
    let error = #expect(throws: ArchiveError.self) {
      try ArchiveWriter.archive(of: [composed, decomposed, composed])
    }
    #expect(error?.description == "two entries have the path \"\u{E9}\"")
  }

  @Test func refusesMoreThanTheFormatHolds() throws {
    let many = try (0...65_535).map { number throws(ArchiveError) in
      try ArchiveEntry(path: "\(number)", bytes: [])
    }
    #expect(throws: ArchiveError.self) { try ArchiveWriter.archive(of: many) }
    #expect(throws: Never.self) { try ArchiveWriter.archive(of: Array(many.dropLast())) }
    let large = [UInt8](repeating: 0, count: 64 << 20)
    let heavy = try (0..<64).map { number throws(ArchiveError) in
      try ArchiveEntry(path: "\(number)", bytes: large, crc32: 0)
    }
    #expect(throws: ArchiveError.self) { try ArchiveWriter.archive(of: heavy) }
  }
}
