// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCheck
import PassCrypto
import PassDiagnostics
import PassReport
import PassTesting
import Testing

/// Tests that a checker's cache does not change results. A checker that has seen similar passes
/// must report the same as a new one.
struct ShortWayTests {
  private static let seed: UInt64 = 20_261_121

  /// Returns all output for a bundle.
  private static func words(_ outcomes: [PassChecker.Outcome]) -> [String] {
    outcomes.flatMap { outcome in
      let subject = outcome.subject
      return [
        TextWriter(showsNotes: true).text(of: subject.diagnostics),
        subject.verdict.map { "\($0.sentence) \($0.proven)" } ?? "no verdict",
      ]
    }
  }

  /// Returns bundles of one issuer with the same images and certificates, but different pass.json.
  private static func siblings(
    _ kind: Example.Signature?
  ) throws -> [[String: [UInt8]]] {
    try (1...3).map { number in
      var sample = try SampleBundle(
        .signed(changes: [.patch("{\"serialNumber\": \"A-\(number)\"}")]))
      if let kind { sample.changes.append(.signature(kind)) }
      return try sample.files()
    }
  }

  private static func archive(_ files: [String: [UInt8]], deflated: Bool) -> [UInt8] {
    ArchiveSketch(files).changed { sketch in
      for index in sketch.entries.indices { sketch.entries[index].isDeflated = deflated }
    }.bytes
  }

  /// Flips a bit, removes or inserts a byte, or cuts off the end.
  private static func changed(_ bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    guard !bytes.isEmpty else { return [0] }
    var bytes = bytes
    let position = Int(random.next() % UInt64(bytes.count))
    switch random.next() % 8 {
    case 0: bytes.remove(at: position)
    case 1: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: position)
    case 2: bytes.removeLast(min(bytes.count, 1 + position % 40))
    default: bytes[position] ^= 1 << UInt8(random.next() % 8)
    }
    return bytes
  }

  /// Changes a file and its checksum in the archive, or any byte of the archive.
  private static func mutant(
    of files: [String: [UInt8]], deflated: Bool, _ random: inout SplitMix64
  ) -> [UInt8] {
    var files = files
    let names = files.keys.sorted()
    switch random.next() % 10 {
    case 0: return archive(files, deflated: deflated)
    case 1...3: return changed(archive(files, deflated: deflated), &random)
    case 4...6: files["signature"] = changed(files["signature"] ?? [], &random)
    case 7: files["manifest.json"] = changed(files["manifest.json"] ?? [], &random)
    default:
      let name = names[Int(random.next() % UInt64(names.count))]
      files[name] = changed(files[name] ?? [], &random)
    }
    return archive(files, deflated: deflated)
  }

  @Test(
    arguments: [
      (nil, false), (nil, true), (.signerByKeyIdentifier, false), (.indefiniteLengths, false),
      (.unsortedAttributes, true), (.sha1, false),
    ] as [(Example.Signature?, Bool)])
  func saysTheSameOfEveryMutation(kind: Example.Signature?, deflated: Bool) throws {
    var random = SplitMix64(seed: Self.seed)
    let bundles = try Self.siblings(kind)
    let options = try SampleBundle().options()
    var warm = PassChecker(options)
    for files in bundles {
      _ = warm.check(Self.archive(files, deflated: deflated), name: "sample.pkpass")
    }
    var sound = 0
    for round in 0..<300 {
      let bytes = Self.mutant(of: bundles[round % bundles.count], deflated: deflated, &random)
      var cold = PassChecker(options)
      let expected = Self.words(cold.check(bytes, name: "sample.pkpass"))
      let found = Self.words(warm.check(bytes, name: "sample.pkpass"))
      #expect(found == expected, "seed \(Self.seed), mutation \(round)")
      if expected.contains(where: { $0.hasPrefix("nothing found") }) { sound += 1 }
    }
    // Both results must occur, or the comparison is meaningless.
    #expect(sound > 5 && sound < 250, "\(sound)")
  }

  /// The cache ignores only the expected bytes of a signature. Every byte is changed once.
  @Test func noByteOfASignatureIsOverlooked() throws {
    let files = try Self.siblings(nil)
    let signature = try #require(files[1]["signature"])
    let manifest = try #require(files[1]["manifest.json"])
    let first = try CMSMessage(try #require(files[0]["signature"]))
    let verification = first.verify(content: try #require(files[0]["manifest.json"]))
    let shape = try #require(VerifiedSignatureTemplate(first, verification))
    #expect(shape.message(signature, proving: manifest) != nil)
    #expect(shape.message(signature, proving: manifest + [0x20]) == nil)
    var accepted: [Int] = []
    for position in signature.indices {
      var changed = signature
      changed[position] ^= 1
      if shape.message(changed, proving: manifest) != nil { accepted.append(position) }
    }
    #expect(accepted.isEmpty, "\(accepted)")
  }

  /// An image that differs in one byte from a cached one, with the same size and checksum, must be
  /// read again.
  @Test func anImageWithTheSumOfAKnownOneIsReadAnew() throws {
    let sample = SampleBundle()
    var files = try sample.files()
    let options = try sample.options()
    var checker = PassChecker(options)
    _ = checker.check(ArchiveSketch(files).bytes, name: "a.pkpass")
    var image = try #require(files["icon.png"])
    let sum = CRC32.of(image)
    image[image.count - 20] ^= 1
    files["icon.png"] = image
    // The archive has the checksum of the cached image.
    let lying = ArchiveSketch(files).changed { $0.entries[$0["icon.png"]].crc = sum }.bytes
    let codes = checker.check(lying, name: "b.pkpass")[0].subject.diagnostics.map(\.code)
    #expect(codes.contains("archive.entry.damaged"), "\(codes)")
    let honest = checker.check(ArchiveSketch(files).bytes, name: "b.pkpass")[0].subject
    #expect(honest.diagnostics.contains { $0.code == "manifest.hash.mismatch" })
  }

  /// Two languages with the same bytes are read once, but their diagnostics have separate
  /// locations.
  @Test func languagesWithTheSameBytesKeepTheirPlaces() throws {
    let text = Example.Content.text(#""NOBODY" = "Niemand";"#)
    let sample = try SampleBundle(
      .signed(changes: [
        .file("de.lproj/pass.strings", text), .file("fr.lproj/pass.strings", text),
      ]))
    var checker = PassChecker(try sample.options())
    for name in ["a.pkpass", "b.pkpass"] {
      let found = checker.check(try sample.archive(), name: name)[0].subject.diagnostics
        .filter { $0.code == "localisation.key.unused" }.map(\.location)
      #expect(found.map { $0?.file } == ["de.lproj/pass.strings", "fr.lproj/pass.strings"])
      #expect(found.allSatisfy { $0?.bundle == name })
    }
  }
}
