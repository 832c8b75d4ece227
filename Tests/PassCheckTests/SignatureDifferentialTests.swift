// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassCrypto
import PassDiagnostics
import PassReport
import PassTesting
import Testing

/// Compares our result for manifest and signature with that of `openssl cms -verify` and `sha1sum`,
/// on seeded mutations of bundles.
struct SignatureDifferentialTests {
  private static let openssl = ["/usr/bin/openssl", "/usr/local/bin/openssl"]
    .first(where: FileManager.default.isExecutableFile)
  private static let sha1sum = ["/usr/bin/sha1sum", "/bin/sha1sum"]
    .first(where: FileManager.default.isExecutableFile)

  /// 10,000 in CI, fewer on a developer's machine.
  private static let count =
    ProcessInfo.processInfo.environment["CI"] == nil ? 1_000 : 10_000
  private static let seed: UInt64 = 20_260_101

  /// One mutated bundle.
  private struct Mutant {
    let what: String
    let files: [String: [UInt8]]
  }

  @Test(.disabled(if: openssl == nil || sha1sum == nil, "openssl or sha1sum is missing"))
  func agreesWithOpensslAndSha1sumOnEveryMutation() throws {
    var random = SplitMix64(seed: Self.seed)
    let bases = try Self.bases()
    var mutants: [Mutant] = []
    while mutants.count < Self.count {
      let base = bases[mutants.count % bases.count]
      mutants.append(Self.mutant(of: base, &random))
    }
    let checked = try Checkers(mutants.map(\.files))
    var sound = 0
    for (index, mutant) in mutants.enumerated() {
      let ours = try Self.isSound(mutant.files)
      let theirs = checked.isSound(index)
      if theirs { sound += 1 }
      let story: Comment =
        "seed \(Self.seed), mutation \(index), \(mutant.what): ours \(ours), theirs \(theirs)"
      #expect(ours == theirs, story)
    }
    // Both results must occur, or the comparison is meaningless.
    #expect(sound > Self.count / 50 && sound < Self.count * 9 / 10, "\(sound)")
  }

  /// Returns bundles with valid signatures of several kinds.
  private static func bases() throws -> [[String: [UInt8]]] {
    let kinds: [Example.Signature?] = [
      nil, .sha1, .sha512, .indefiniteLengths, .signerByKeyIdentifier, .manyAttributes,
      .unsortedAttributes,
    ]
    return try kinds.map { kind in
      try SampleBundle(.signed(changes: [])).with(kind).files()
    }
  }

  private static func mutant(
    of base: [String: [UInt8]], _ random: inout SplitMix64
  ) -> Mutant {
    var files = base
    let names = base.keys.sorted().filter { $0 != "signature" && $0 != "manifest.json" }
    let name = names[Int(random.next() % UInt64(names.count))]
    switch random.next() % 20 {
    case 0...2:
      return Mutant(what: "untouched", files: files)
    case 3...8:
      files[name] = changed(files[name] ?? [], &random)
      return Mutant(what: "changed \(name)", files: files)
    case 9: files[name] = nil
    case 10: files["added.txt"] = [UInt8(truncatingIfNeeded: random.next())]
    case 11:
      files[name] = files[names[Int(random.next() % UInt64(names.count))]]
      return Mutant(what: "exchanged \(name)", files: files)
    case 12...14: files["manifest.json"] = changed(files["manifest.json"] ?? [], &random)
    default:
      files["signature"] = changed(files["signature"] ?? [], &random)
      return Mutant(what: "changed the signature", files: files)
    }
    return Mutant(what: "file or manifest", files: files)
  }

  /// Changes, removes or inserts a byte, or cuts off the end. It appends nothing, because openssl
  /// ignores data after the end and passc does not.
  private static func changed(_ bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    guard !bytes.isEmpty else { return [0] }
    var bytes = bytes
    let position = Int(random.next() % UInt64(bytes.count))
    switch random.next() % 8 {
    case 0: bytes.remove(at: position)
    case 1: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: position)
    case 2: bytes.removeLast(1 + position % 40 < bytes.count ? 1 + position % 40 : 1)
    default: bytes[position] ^= 1 << UInt8(random.next() % 8)
    }
    return bytes
  }

  private static func isSound(_ files: [String: [UInt8]]) throws -> Bool {
    let sample = SampleBundle()
    let subject = try SampleBundle.check(
      ArchiveSketch(files).bytes, sample.options())
    return !subject.diagnostics.contains {
      $0.severity == .error
        // A listed pass.json that is missing is reported once, with this code.
        && ($0.code.hasPrefix("manifest.") || $0.code == "package.passJSON.missing"
          || isAboutProof($0.code)
          || ($0.code.hasPrefix("json.") && $0.location?.file == "manifest.json"))
    }
  }

  /// openssl verifies only digest and signature value here, not chain and time. If openssl accepts
  /// what strict parsers reject, passc has a separate finding for the form.
  private static func isAboutProof(_ code: String) -> Bool {
    let other = [
      "signature.chain.", "signature.time.", "signature.certificate.", "signature.issuer.",
      "signature.form.irregular",
    ]
    return code == "signature.certificate.damaged"
      || (code.hasPrefix("signature.") && !other.contains(where: code.hasPrefix))
  }

  /// The two programs. Each is started as rarely as possible.
  private struct Checkers {
    private var verified: [String: Bool] = [:]
    private var sums: [String: String] = [:]
    private let bundles: [[String: [UInt8]]]

    init(_ bundles: [[String: [UInt8]]]) throws {
      self.bundles = bundles
      let folder = try TemporaryFolder()
      var pairs: [String] = []
      var contents: [String] = []
      var known: Set<String> = []
      for files in bundles {
        let key = Self.key(files)
        if known.insert(key).inserted {
          try folder.add("\(key).m", files["manifest.json"] ?? [])
          try folder.add("\(key).s", files["signature"] ?? [])
          pairs.append(key)
        }
        for (_, bytes) in files {
          let name = Self.name(bytes)
          if known.insert(name).inserted {
            try folder.add("\(name).f", bytes)
            contents.append(name)
          }
        }
      }
      try folder.add("pairs", Array((pairs.joined(separator: "\n") + "\n").utf8))
      try folder.add("contents", Array(contents.map { "\($0).f\n" }.joined().utf8))
      let text = try Self.run(
        """
        verify() {
          if "$openssl" cms -verify -binary -inform DER -in "$1.s" -content "$1.m" -noverify \\
            -out /dev/null 2>/dev/null; then echo "$1 good"; else echo "$1 bad"; fi
        }
        awk 'NR % 2' pairs > odd; awk 'NR % 2 == 0' pairs > even
        while read -r key; do verify "$key"; done < odd > odd.out &
        while read -r key; do verify "$key"; done < even > even.out
        wait
        cat odd.out even.out
        xargs "$sha1sum" < contents
        """, in: folder.path)
      for line in text.split(separator: "\n") {
        let words = line.split(separator: " ")
        guard words.count == 2 else { continue }
        if words[1].hasSuffix(".f") {
          sums[String(words[1].dropLast(2))] = String(words[0])
        } else {
          verified[String(words[0])] = words[1] == "good"
        }
      }
      #expect(verified.count == pairs.count && sums.count == contents.count)
    }

    func isSound(_ index: Int) -> Bool {
      let files = bundles[index]
      guard verified[Self.key(files)] == true,
        let manifest = files["manifest.json"],
        let object = try? JSONSerialization.jsonObject(with: Data(manifest)),
        let listed = object as? [String: String]
      else { return false }
      let content = files.filter { $0.key != "manifest.json" && $0.key != "signature" }
      return Set(listed.keys) == Set(content.keys)
        && content.allSatisfy { listed[$0.key] == sums[Self.name($0.value)] }
    }

    private static func name(_ bytes: [UInt8]) -> String { Digest.sha256Hex(bytes) }

    private static func key(_ files: [String: [UInt8]]) -> String {
      name((files["manifest.json"] ?? []) + [0] + (files["signature"] ?? []))
    }

    private static func run(_ script: String, in folder: String) throws -> String {
      let process = ChildProcess()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", script]
      process.currentDirectoryURL = URL(fileURLWithPath: folder)
      process.environment = [
        "openssl": openssl ?? "", "sha1sum": sha1sum ?? "", "OPENSSL_CONF": "/dev/null",
        "PATH": "/usr/bin:/bin",
      ]
      let pipe = Pipe()
      process.standardOutput = pipe
      try process.run()
      let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      return text
    }
  }
}

extension SampleBundle {
  /// Returns the bundle with another kind of signature.
  fileprivate func with(_ kind: Example.Signature?) -> SampleBundle {
    var copy = self
    if let kind { copy.changes.append(.signature(kind)) }
    return copy
  }
}
