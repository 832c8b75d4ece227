// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassTesting
import Testing

@testable import PassBuild

struct SerialIndexTests {
  private func key(_ text: String) -> SerialKey {
    SerialKey(passType: "pass.com.example", text: text)
  }

  @Test func namesTheLineOfTheFirst() throws {
    var index = SerialIndex(folder: try TemporaryFolder([:]).path)
    #expect(try index.insert(key("A-1"), line: 2) == nil)
    #expect(try index.insert(key("A-2"), line: 3) == nil)
    #expect(
      try index.insert(key("A-1"), line: 9)
        == SerialIndex.Earlier(line: 2, isSameSpelling: true))
  }

  @Test func knowsWhatDiffersOnlyInCase() throws {
    var index = SerialIndex(folder: try TemporaryFolder([:]).path)
    #expect(try index.insert(key("Äb-1"), line: 2) == nil)
    let earlier = try #require(try index.insert(key("äB-1"), line: 3))
    #expect(earlier == SerialIndex.Earlier(line: 2, isSameSpelling: false))
  }

  /// With memory for 48 entries and a table that grows several times, nothing may be lost.
  @Test(arguments: [64, 1024]) func findsEverythingAgainOnDisk(_ slots: Int) throws {
    let folder = try TemporaryFolder([:])
    var index = SerialIndex(folder: folder.path, bucketsInMemory: slots)
    let count = 30_000
    for number in 1...count {
      #expect(try index.insert(key("S\(number)"), line: number + 1) == nil)
    }
    for number in stride(from: 1, through: count, by: 7) {
      #expect(
        try index.insert(key("S\(number)"), line: 0)
          == SerialIndex.Earlier(line: number + 1, isSameSpelling: true))
    }
    #expect(try Disk.list(folder.path).isEmpty, "the table has no name on the disk")
  }

  /// Computed by hand: echo -n with NUL in between, sha256sum, the first sixteen digits modulo N.
  @Test func sharesRowsAsTheFormulaSays() throws {
    let key = SerialKey(passType: "pass.com.example.gym", text: "A-17")
    let same = SerialKey(passType: "pass.com.example.gym", text: "a-17")
    #expect(key.first == same.first)
    #expect(key.first == 0xd0a8_5449_9bff_cdbd)
    let shards = (1...7).filter { Shard(number: $0, count: 7).contains(key) }
    #expect(shards == [Int(key.first % 7) + 1])
    #expect(Shard(number: 1, count: 7).contains(nil))
    #expect(!Shard(number: 2, count: 7).contains(nil))
  }

  @Test(arguments: ["0/3", "4/3", "1", "1/0", "a/b", "1/2/3", "-1/2", ""])
  func refusesWhatIsNoShard(_ text: String) {
    #expect(Shard(text) == nil)
  }
}
