// SPDX-License-Identifier: Apache-2.0

import PassArchive
import PassTesting
import Testing

struct ArchiveAssemblyTests {
  /// The result must equal that of the archive writer. The buffer is reused.
  @Test func givesTheBytesOfTheWriter() throws {
    var random = SplitMix64(seed: 4)
    var assembly = ArchiveAssembly()
    let names = ["a.png", "de.lproj/pass.strings", "manifest.json", "ü.png", "z"]
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let laidOut = try names.map { try EntryName($0) }
    let shared = try ["b.png", "bü.png", "c.png"].enumerated().map { number, path in
      try ArchiveEntry(path: path, bytes: Array(repeating: UInt8(number), count: 5000 * number))
    }
    let together = LaidOutFiles(shared)
    let single = LaidOutFiles(1, of: together)
    for _ in 0..<50 {
      assembly.begin()
      var entries: [ArchiveEntry] = []
      for (name, entry) in zip(names, laidOut) {
        let count = Int.random(in: 0..<300, using: &random)
        let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
        assembly.add(entry, bytes)
        entries.append(try ArchiveEntry(path: name, bytes: bytes))
        if name == "a.png" {
          if Bool.random(using: &random) {
            assembly.add(LaidOutFiles(apartFrom: together))
            entries += shared
          } else {
            assembly.add(single)
            entries.append(shared[1])
          }
        }
      }
      try assembly.finish()
      let expected = try ArchiveWriter.archive(of: entries)
      #expect(assembly.bytes == expected)
      #expect(assembly.length == expected.count)
      #expect(assembly.withPieces { $0.flatMap(Array.init) } == expected)
    }
  }
}
