// SPDX-License-Identifier: Apache-2.0

import PassArchive
import Testing

struct ArchiveAssemblyTests {
  /// The writer of single archives decides; the buffer is used again.
  @Test func givesTheBytesOfTheWriter() throws {
    var random = SplitMix64(state: 4)
    var assembly = ArchiveAssembly()
    let names = ["a.png", "de.lproj/pass.strings", "manifest.json", "ü.png", "z"]
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let laidOut = try names.map { try EntryName($0) }
    let shared = try ArchiveEntry(path: "b.png", bytes: Array(repeating: 9, count: 5000))
    for _ in 0..<50 {
      assembly.begin()
      var entries: [ArchiveEntry] = []
      for (name, entry) in zip(names, laidOut) {
        let count = Int.random(in: 0..<300, using: &random)
        let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
        assembly.add(entry, bytes)
        entries.append(try ArchiveEntry(path: name, bytes: bytes))
        if name == "a.png" {
          assembly.add(shared)
          entries.append(shared)
        }
      }
      try assembly.finish()
      #expect(assembly.bytes == (try ArchiveWriter.archive(of: entries)))
    }
  }
}
