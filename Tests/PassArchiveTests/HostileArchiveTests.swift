// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassDiagnostics
import PassTesting
import Testing

@testable import PassArchive

private let seeds: [[UInt8]] = [
  ZIPBuilder(
    Entry("pass.json", Array("{}".utf8)), Entry("en.lproj/", []),
    Entry.deflated("icon.png", [UInt8](repeating: 3, count: 90)), Entry.streamed("signature")
  ).with { $0.comment = Array("made by hand".utf8) }.bytes,
  ZIPBuilder(
    Entry.streamed("a", signature: false), Entry("b").with { $0.localExtra = [1, 0, 0, 0] }
  )
  .bytes,
  ZIPBuilder(
    Entry("a.pkpass", ZIPBuilder(Entry("pass.json"), Entry("b")).bytes),
    Entry("z").with {
      ($0.method, $0.packed, $0.size) = (8, deflateZeros(runs: 20), 5161)
      $0.crc32 = CRC32.of([UInt8](repeating: 0, count: 5161))
      $0.packedSize = UInt32($0.packed.count)
    }
  ).bytes,
]

struct HostileArchiveTests {
  /// 24,000 damaged archives. None may trap, hang or give neither archive nor diagnostic.
  @Test(arguments: 0..<8)
  func survivesDamage(_ part: Int) {
    let seed = UInt64(20_260_101 + part)
    var random = SplitMix64(seed: seed)
    for round in 0..<3000 {
      var bytes = seeds[Int(random.next() % 3)]
      let original = bytes
      switch random.next() % 5 {
      case 0: bytes.removeLast(Int(random.next() % UInt64(bytes.count)) + 1)
      case 1: bytes = (0..<Int(random.next() % 400)).map { _ in UInt8(random.next() & 255) }
      case 2:
        // Replaces a number by an extreme value.
        let width = [1, 2, 4, 8][Int(random.next() % 4)]
        let at = Int(random.next() % UInt64(bytes.count - width))
        let value: UInt8 = random.next() % 2 == 0 ? 0xFF : 0
        for index in at..<(at + width) { bytes[index] = value }
      case 3:
        let from = Int(random.next() % UInt64(bytes.count))
        let count = Int(random.next() % UInt64(bytes.count - from))
        bytes.insert(contentsOf: bytes[from..<(from + count)], at: Int(random.next() % 40))
      default:
        for _ in 0...Int(random.next() % 8) {
          bytes[Int(random.next() % UInt64(bytes.count))] ^= UInt8(1 << (random.next() % 8))
        }
      }
      let (archive, diagnostics) = read(bytes)
      if archive == nil {
        #expect(!diagnostics.isEmpty, "seed \(seed), round \(round)")
      }
      for entry in archive?.entries ?? [] {
        if entry.isIntact {
          #expect(CRC32.of(entry.bytes) == entry.crc32, "seed \(seed), round \(round)")
        } else if bytes != original {
          #expect(!diagnostics.isEmpty, "seed \(seed), round \(round)")
        }
      }
    }
  }

  @Test func everyTruncationIsSaidToBeOne() {
    for seed in seeds {
      for length in 4..<seed.count {
        let codes = read(Array(seed.prefix(length))).diagnostics.map(\.code)
        #expect(codes.contains("archive.file.truncated"), "\(length) of \(seed.count): \(codes)")
      }
    }
  }

  /// Expects a finding and almost no content. Reading takes less than 100 ms in a release build.
  /// The limit of seconds detects a decompression bomb that is unpacked, which takes minutes.
  private func expectRefused(_ bytes: [UInt8], _ code: String, saying words: String? = nil) {
    var found: [Diagnostic] = []
    var intact = 0
    let time = ProcessorTime.ofThread {
      let (archive, diagnostics) = read(bytes)
      found = diagnostics
      intact = archive?.entries.filter(\.isIntact).reduce(0) { $0 + $1.bytes.count } ?? 0
    }
    let isFound = found.contains { $0.code == code && (words.map($0.message.contains) ?? true) }
    #expect(isFound, "\(found.map(\.code)) \(found.map(\.message))")
    #expect(intact < 1 << 20)
    #expect(time < .seconds(5))
  }

  @Test func refusesABombThatSaysSo() {
    let packed = deflateZeros(runs: 40_000)
    let entries = (0..<1000).map { index in
      Entry("\(index)", index == 0 ? packed : [])
        .with { entry in
          entry.method = 8
          entry.size = 10_000_000
          entry.packedSize = UInt32(packed.count)
          entry.packed = packed
        }
    }
    // The declared sizes must be enough to reject it, because unpacking would be slow.
    expectRefused(
      ZIPBuilder(Array(entries.prefix(250))).bytes, "archive.limit.exceeded",
      saying: "the limit total-size is")
  }

  @Test func refusesABombThatLiesAboutItsSize() {
    // 10 MB that unpack to 1.6 GB and claim to be 1000 bytes.
    let packed = deflateZeros(runs: 6_200_000)
    let bomb = Entry("a", packed).with { ($0.method, $0.size) = (8, 1000) }
    expectRefused(ZIPBuilder(bomb).bytes, "archive.entry.damaged")
  }

  /// All declared sizes are below the limits. 10 GB that claim to be 60 MB took 253 ms and 155 MB.
  @Test func refusesABombThatClaimsToBeSmallWithoutUnpackingWhatItClaims() throws {
    // 1.6 GB for each 10 MB. Another code would give six times as much.
    let packed = deflateZeros(runs: 6_200_000)
    let claims = { (size: UInt32) in
      { (entry: inout Entry) in (entry.method, entry.size) = (8, size) }
    }
    expectRefused(
      ZIPBuilder(Entry("a", packed).with(claims(60_000_000))).bytes, "archive.limit.exceeded")
    let eight = (0..<8).map {
      Entry("\($0)", Array(packed.prefix(900_000))).with(claims(20_000_000))
    }
    expectRefused(ZIPBuilder(eight).bytes, "archive.limit.exceeded")
    let many = (0..<40).map {
      Entry("\($0)", Array(packed.prefix(100_000))).with(claims(4_000_000))
    }
    expectRefused(ZIPBuilder(many).bytes, "archive.limit.exceeded")
  }

  /// A pass may have 20 MB, including repetitive content and large files that compress well.
  @Test(.enabled(if: Program.path(of: "zip") != nil, "zip is not installed"))
  func readsLargePassesOfWhateverTheyHold() throws {
    var random = SplitMix64(seed: 7)
    let noise = (0..<1_000_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    let files: [(String, [UInt8])] = [
      ("a.bin", noise + [UInt8](repeating: 0, count: 9_000_000)), ("b.bin", noise),
      ("c.bin", noise),
      ("pass.json", Array((0..<60_000).map { "{\"a\": \"some words, \($0)\"}\n" }.joined().utf8)),
    ]
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "passc-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, bytes) in files { try Data(bytes).write(to: folder.appending(path: name)) }
    let packer = ChildProcess()
    packer.executableURL = URL(fileURLWithPath: try #require(Program.path(of: "zip")))
    packer.currentDirectoryURL = folder
    packer.arguments = ["-q", "a.zip"] + files.map(\.0)
    try packer.run()
    packer.waitUntilExit()
    #expect(packer.terminationStatus == 0)
    let (archive, diagnostics) = read(
      [UInt8](try Data(contentsOf: folder.appending(path: "a.zip"))))
    #expect(diagnostics.isEmpty, "\(diagnostics.map(\.message))")
    let entries = archive?.entries ?? []
    #expect(entries.map(\.path) == files.map(\.0))
    for (entry, file) in zip(entries, files) {
      // Compares first, because printing a difference of millions of bytes would be slow.
      let isSame = entry.bytes == file.1
      #expect(isSame, "\(file.0)")
    }
  }

  @Test func refusesABombOfOverlappingEntries() {
    // 4000 entries share one kernel that unpacks to 60 MB in total: 240 GB in 100 kB.
    let packed = deflateZeros(runs: 2000)
    var kernel = Entry("0", packed).with { ($0.method, $0.size) = (8, 516_001) }
    kernel.crc32 = CRC32.of([UInt8](repeating: 0, count: 516_001))
    let others = (1..<4000).map { index in
      kernel.with {
        $0.name = Array("\(index)".utf8)
        ($0.isWritten, $0.offset) = (false, 0)
      }
    }
    expectRefused(ZIPBuilder([kernel] + others).bytes, "archive.entry.overlapping")
  }

  @Test func readsAPassOf20MBWithoutComplaint() throws {
    let image = (0..<20_000_000).map { UInt8(truncatingIfNeeded: $0 ^ ($0 >> 8)) }
    let bytes = try ArchiveWriter.archive(of: [
      ArchiveEntry(path: "strip.png", bytes: image), ArchiveEntry(path: "pass.json", bytes: [1]),
    ])
    let (archive, diagnostics) = read(bytes)
    #expect(diagnostics.isEmpty)
    #expect(archive?.entries.last?.bytes == image)
  }
}

struct OddArchiveTests {
  /// Properties of published bundles, which are therefore not errors.
  private static let script = """
    import io, os, sys, zipfile
    class Pipe(io.RawIOBase):
        # Cannot seek, so that sizes come behind the data.
        def __init__(self, f): self.f = f
        def writable(self): return True
        def write(self, b): return self.f.write(b)
    body = os.urandom(3000) + b"a" * 90000
    def fill(z, kinds=(0,)):
        names = ["signature", "icon@2x.png", "pass.json", "en.lproj/pass.strings", "manifest.json"]
        for i, n in enumerate(names):
            z.writestr(zipfile.ZipInfo(n), body, compress_type=kinds[i % len(kinds)])
    def archive(name, kinds, out=None, comment=b"", folders=False, extra=None):
        f = open(os.path.join(sys.argv[1], name), "wb")
        with zipfile.ZipFile(out(f) if out else f, "w") as z:
            if folders: z.writestr("en.lproj/", b"")
            fill(z, kinds)
            if extra: z.writestr(extra, body, compress_type=8)
            z.comment = comment
        f.close()
    archive("stored", (0,))
    archive("deflated", (8,))
    archive("mixed", (0, 8))
    archive("descriptors", (8,), out=Pipe)
    archive("storedDescriptors", (0,), out=Pipe)
    archive("comment", (8,), comment=b"hello" * 100)
    archive("folders", (8,), folders=True)
    archive("utf8", (8,), extra="Z\\u00fcrich.png")
    """

  @Test(.enabled(if: exists("python3"), "python3 is not installed"))
  func readsWhatPythonWrites() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let outcome = try run("python3", ["-c", Self.script, folder.path])
    #expect(outcome.code == 0, "\(outcome.output)")
    try expectFine(folder, count: 8)
  }

  @Test(.enabled(if: exists("zip"), "zip is not installed"))
  func readsWhatInfoZIPWrites() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = """
      set -e
      mkdir -p "$1/src/en.lproj"; cd "$1/src"
      for f in pass.json icon.png manifest.json signature en.lproj/pass.strings; do
        seq 1 20000 > "$f"
      done
      zip -qr ../plain . ; zip -qrX ../noextra . ; zip -qr0 ../stored . ; zip -qrD ../nofolders .
      zip -qr -fd ../descriptors . ; zip -qr - . > ../piped.zip ; zip -qr -z ../comment . < /dev/null
      cd ..; rm -r src
      """
    let outcome = try run("sh", ["-c", script, "sh", folder.path])
    #expect(outcome.code == 0, "\(outcome.output)")
    try expectFine(folder, count: 7)
  }

  @Test(arguments: [true, false])
  func readsDataDescriptors(signature: Bool) {
    let bytes = ZIPBuilder(
      Entry.streamed("pass.json", signature: signature),
      Entry.streamed("icon.png", [], signature: signature)
    ).bytes
    let (archive, diagnostics) = read(bytes)
    #expect(diagnostics.isEmpty, "\(diagnostics.map(\.message))")
    #expect(archive?.entries.map(\.isIntact) == [true, true])
  }

  private func temporaryFolder() throws -> URL {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("passc-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    return url
  }

  private func expectFine(_ folder: URL, count: Int) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.count == count, "\(names)")
    for name in names {
      let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
      let (archive, diagnostics) = read(bytes)
      #expect(diagnostics.isEmpty, "\(name): \(diagnostics.map(\.message))")
      let entries = try #require(archive).entries
      #expect(entries.count >= 5 && entries.allSatisfy(\.isIntact), "\(name)")
    }
  }
}
