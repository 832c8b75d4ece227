// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassTesting
import Testing

@testable import PassIssue

/// Tests that the fast comparison of many passes agrees with a lookup of each one.
struct ComparingTests {
  private static let type = "pass.com.example.gym"
  private let folder = try! TemporaryFolder()
  private let ledger: Ledger

  /// Creates passes of many kinds. Serial `S<n>` is made from content n.
  init() throws {
    ledger = try Ledger(folder("a.ledger"), access: .creating)
    let other = try ledger.begin(describe("pass.com.example.other"), now: 1).run
    for number in 0..<20 { try other.issue("S\(number)", number) }
    for (part, certificate) in [1, 2].enumerated() {
      let run = try ledger.begin(describe(certificate: certificate), now: 1).run
      for number in part * 60..<part * 60 + 60 {
        let serial = "S\(number)"
        // For an imported pass the content is unknown.
        let content = number == 38 ? nil : digest(number)
        let outcome = try run.reserve([
          Reservation(
            serial: serial, digests: PassDigests(row: nil, holder: nil, content: content),
            token: number % 3 == 0 ? .ifNew("t\(number)") : .none)
        ])
        guard case .reserved(let reserved) = outcome[0] else {
          throw UnexpectedOutcome(description: "\(outcome)")
        }
        if number % 11 == 0 { continue }
        let path = number % 7 == 0 ? "elsewhere/\(serial)" : "\(serial).pkpass"
        let file = PlacedFile(
          folder: number % 5 == 0 ? "/old" : "/out", path: path,
          size: number % 13 == 0 ? 7 : 20_000, entry: number % 13 == 0 ? "x.pkpass" : nil)
        try run.finish([
          IssuedBundle(
            reserved, digest: digest(-number), size: 20_000, file: number % 17 == 0 ? nil : file,
            time: 5)
        ])
      }
      try run.end(RunCounts(), now: 2)
    }
  }

  private static let places: [LedgerCriteria.FilePlace] = [
    .nowhere, .below("/out"), .below("/old"), .below("/never"), .recorded, .unasked,
  ]

  /// Returns the result for one pass by the documented rules.
  private func expected(_ sought: SoughtPass, _ criteria: LedgerCriteria) throws -> String {
    guard let pass = try ledger.find(sought.serial, passType: criteria.passType) else {
      return "unknown"
    }
    let isInPlace: Bool
    switch criteria.place {
    case .nowhere: isInPlace = false
    case .below(let path):
      isInPlace =
        pass.file?.folder == path && pass.file?.path == sought.path && pass.file?.entry == nil
    case .recorded: isInPlace = pass.file != nil && pass.file?.entry == nil
    case .unasked: isInPlace = true
    }
    guard isInPlace, criteria.matches(pass, for: sought) else { return "other \(pass.id)" }
    let isElsewhere = criteria.place == .recorded || pass.file?.path != sought.path
    return Self.described(
      .same(
        size: pass.file?.size, file: isElsewhere ? pass.file : nil, bundle: pass.bundle,
        bundleSize: pass.bundleSize))
  }

  private static func described(_ status: LedgerStatus) -> String {
    switch status {
    case .unknown: "unknown"
    case .same(let size, let file, let bundle, let bundleSize):
      "same \(size.map { "\($0)" } ?? "-") \(file?.fullPath ?? "-") \(bundle?.hex ?? "-") "
        + "\(bundleSize.map { "\($0)" } ?? "-")"
    case .other(let pass): "other \(pass.id)"
    }
  }

  private func sought(_ number: Int, _ random: inout SplitMix64) -> SoughtPass {
    let serial = "S\(number)"
    switch random.next() % 12 {
    case 0: return SoughtPass(serial: serial, content: nil, path: "\(serial).pkpass")
    case 1: return SoughtPass(serial: serial, content: digest(-1), path: "\(serial).pkpass")
    case 2:
      return SoughtPass(serial: "s\(number)", content: digest(number), path: "\(serial).pkpass")
    case 3: return SoughtPass(serial: serial, content: digest(number), path: "odd")
    default: return SoughtPass(serial: serial, content: digest(number), path: "\(serial).pkpass")
    }
  }

  @Test func saysOfManyWhatALookAtEachSays() throws {
    var random = SplitMix64(seed: 9)
    var kinds: [Substring: Int] = [:]
    for round in 0..<60 {
      // In order, with gaps, reversed and shuffled. Some passes are unknown.
      var numbers = Array(0..<130)
      switch round % 4 {
      case 1: numbers = numbers.filter { _ in random.next() % 3 != 0 }
      case 2: numbers.reverse()
      case 3: numbers.shuffle(using: &random)
      default: break
      }
      let criteria = LedgerCriteria(
        passType: round % 10 == 9 ? "pass.com.example.other" : Self.type,
        certificate: round % 3 == 0 ? nil : digest(round % 3 == 1 ? 1 : 99),
        place: Self.places[round % Self.places.count])
      let sought = numbers.map { self.sought($0, &random) }
      let found = try ledger.compare(sought, criteria).map { Self.described($0) }
      let expected = try sought.map { try self.expected($0, criteria) }
      #expect(found == expected, "round \(round)")
      for text in found { kinds[text.prefix { $0 != " " }, default: 0] += 1 }
    }
    #expect(kinds.keys.sorted() == ["other", "same", "unknown"])
    #expect(kinds.values.allSatisfy { $0 > 100 }, "\(kinds)")
  }

  @Test func knowsNothingOfAPassTypeItHasNeverSeen() throws {
    let standings = try ledger.compare(
      [SoughtPass(serial: "S1", content: digest(1), path: "S1.pkpass")],
      LedgerCriteria(passType: "pass.com.example.new", certificate: nil, place: .unasked))
    #expect(standings.map { Self.described($0) } == ["unknown"])
  }
}
