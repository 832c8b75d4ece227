// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassTesting
import Testing

struct WholeFileTests {
  /// Calls `body` with several pieces, some empty, and their concatenation.
  private static func withPieces(
    _ count: Int, _ body: ([UnsafeRawBufferPointer], [UInt8]) throws -> Void
  ) throws {
    let bytes = (0..<(count * 37)).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try bytes.withUnsafeBytes { all in
      let pieces = (0..<count).flatMap { number in
        [
          UnsafeRawBufferPointer(rebasing: all[number * 37..<(number + 1) * 37]),
          UnsafeRawBufferPointer(start: nil, count: 0),
        ]
      }
      try body(pieces, bytes)
    }
  }

  /// Includes more pieces than one system call accepts.
  @Test(arguments: [0, 1, 3, 1_600])
  func writesOnePieceAfterTheOther(_ count: Int) throws {
    let folder = try TemporaryFolder()
    let files = WholeFile()
    try Self.withPieces(count) { pieces, bytes in
      #expect(try files.create(folder("a"), pieces))
      #expect(try Disk.read(folder("a")) == bytes)
      #expect(try !files.create(folder("a"), pieces), "it stands there")
      try files.replace(folder("a"), pieces.reversed())
      #expect(try Disk.read(folder("a")).count == bytes.count)
      #expect(try Disk.list(folder.path).map(\.name) == ["a"])
    }
  }

  @Test func tellsAnEmptyFolder() throws {
    let folder = try TemporaryFolder()
    #expect(Disk.isEmpty(folder.path))
    #expect(Disk.isEmpty(folder("missing")))
    try folder.add(["a": "x"])
    #expect(!Disk.isEmpty(folder.path))
    #expect(!Disk.isEmpty(folder("a")), "a file is no empty folder")
  }
}
