// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassRead
import PassTesting
import Testing

/// Tests of the tar reader with bytes in memory, a file and a stream.
struct TarReaderTests {
  private static let long =
    String(repeating: "n", count: 90) + "/" + String(repeating: "m", count: 60)

  private static func tar(_ files: [(String, [UInt8])]) -> [UInt8] {
    var bytes: [UInt8] = []
    for (name, content) in files {
      content.withUnsafeBytes { TarWriter.append([$0], named: name, time: 0, to: &bytes) }
    }
    return bytes
  }

  /// Returns the entries with their lengths, or the error. Checks that all sources agree.
  private static func read(_ bytes: [UInt8]) throws -> [String] {
    func all(_ reader: TarReader) throws -> [String] {
      var reader = reader
      var found: [String] = []
      do {
        while let entry = try reader.next() { found.append("\(entry.name) \(entry.bytes.count)") }
      } catch let error as TarReader.TarError {
        found.append(error.description)
      }
      return found
    }
    let folder = try TemporaryFolder()
    try folder.add("a.tar", bytes)
    let file = try OffsetFile(folder("a.tar"))
    #expect(try TarReader.isTar(file) == TarReader.isTar(bytes))
    let found = try all(TarReader(bytes))
    #expect(try all(TarReader(file)) == found)
    let stream = ForwardBytes(try FileStream(folder("a.tar")))
    #expect(try TarReader.isTar(stream) == TarReader.isTar(bytes))
    #expect(try all(TarReader(stream)) == found)
    return found
  }

  @Test func givesTheFilesTheWriterWrote() throws {
    let files = Self.tar([
      ("a", [1, 2, 3]), ("b", []), (Self.long, Array(repeating: 7, count: 512)),
    ])
    #expect(TarReader.isTar(files))
    #expect(try Self.read(files + TarWriter.end) == ["a 3", "b 0", "\(Self.long) 512"])
  }

  /// A record of a pax header has a length, so its value may contain a line break.
  @Test func readsANameWithLineBreaksInAPaxHeader() throws {
    let name = "first\n30 path=second\n" + String(repeating: "n", count: 120) + ".pkpass"
    #expect(try Self.read(Self.tar([(name, [1])]) + TarWriter.end) == ["\(name) 1"])
  }

  @Test(arguments: [
    // The path is behind a record whose value looks like one.
    ("27 comment=a\n11 path=b.txt\n14 path=c.txt\n", "c.txt"),
    ("12 path=b.c\n14 path=c.txt\n", "c.txt"),
    // Invalid lengths: the name of the header itself is used.
    ("99 path=b.c\n", "a"), ("3 path=b.c\n", "a"), ("path=b.c\n", "a"), ("-1 path=b\n", "a"),
    ("9223372036854775807 path=b\n", "a"), ("13 path=b.c\n", "a"), ("", "a"), (" ", "a"),
  ])
  func readsRecordsOfAPaxHeaderByTheirLength(_ records: String, _ name: String) throws {
    var bytes = Self.tar([("pax", Array(records.utf8)), ("a", [1])])
    // Turns the first file into a header: another type and checksum.
    bytes[156] = UInt8(ascii: "x")
    bytes.replaceSubrange(148..<156, with: [UInt8](repeating: 0x20, count: 8))
    let sum = String(bytes[..<512].reduce(0) { $0 + Int($1) }, radix: 8)
    let digits = String(repeating: "0", count: 6 - sum.count) + sum + "\0 "
    bytes.replaceSubrange(148..<156, with: digits.utf8)
    #expect(try Self.read(bytes + TarWriter.end) == ["\(name) 1"])
  }

  @Test func refusesAnArchiveWithoutAnEnd() throws {
    let files = Self.tar([("a", [1, 2, 3])])
    let complaint = "the tar archive has no end, it was cut off or is still being written"
    #expect(try Self.read(files) == ["a 3", complaint])
    #expect(try Self.read(files + [UInt8](repeating: 0, count: 511)) == ["a 3", complaint])
    // One of the two zero blocks at the end is enough.
    #expect(try Self.read(files + [UInt8](repeating: 0, count: 512)) == ["a 3"])
  }

  @Test func refusesWhatEndsWithinAFileAndWhatIsNoHeader() throws {
    var files = Self.tar([("a", [1, 2, 3])])
    #expect(try Self.read(Array(files.prefix(514))) == ["the tar archive ends within a file"])
    files[0] ^= 1
    #expect(try Self.read(files + TarWriter.end) == ["no header at byte 0 of the tar archive"])
  }

  @Test func passesOverWhatNobodyWants() throws {
    let bytes = Self.tar([("a", [1]), (Self.long, Array(repeating: 7, count: 700)), ("c", [3])])
    let folder = try TemporaryFolder()
    try folder.add("a.tar", bytes + TarWriter.end)
    var reader = TarReader(ForwardBytes(try FileStream(folder("a.tar"))))
    #expect(try reader.next { $0.count == 1 }?.name == "a")
    #expect(try reader.next { $0.count == 1 }?.bytes == [3])
    #expect(try reader.next { $0.count == 1 } == nil)
  }

  @Test func readsNoLargerFileThanItMay() throws {
    let folder = try TemporaryFolder()
    try folder.add("a.tar", Self.tar([("a", [1, 2, 3])]) + TarWriter.end)
    var reader = TarReader(try OffsetFile(folder("a.tar")), limit: 2)
    #expect(throws: TarReader.TarError.self) { try reader.next() }
  }
}
