// SPDX-License-Identifier: Apache-2.0

import PassBuild
import PassCheck

/// Rows that are wrong and bundles that are broken: each has to give an error, none may end the
/// program. Damage is drawn from a seed, so that what fails can be found again.
struct BadInput {
  private let probe: PressProbe

  init(template: String, identity: String) throws {
    probe = try PressProbe(template: template, identity: identity)
  }

  func run(count: Int) async throws {
    let cost = Cost()
    var random = Seeded(state: 20_261_122)
    var refused = 0
    for number in 0..<count {
      do {
        _ = try await probe.press.pass(for: Self.row(number, &random))
      } catch let rejected as Rejected where !rejected.columns.isEmpty {
        refused += 1
      }
    }
    let sound = try await probe.press.pass(for: PressProbe.row(1)).bytes
    let checker = Checker()
    var found = 0
    for _ in 0..<count {
      let checked = checker.check(Self.damaged(sound, &random), named: "upload.pkpass")
      if checked.findings.contains(where: { $0.severity == .error }) { found += 1 }
    }
    cost.report("bad", count: 2 * count, ",\"refusedRows\":\(refused),\"faultyBundles\":\(found)")
    leave(refused == count && found == count ? 0 : 1)
  }

  /// A row with one value that its column cannot take.
  private static func row(_ number: Int, _ random: inout Seeded) -> [String: RowValue] {
    var row = PressProbe.row(number)
    switch random.next() % 8 {
    case 0: row["points"] = .string(text(&random) + "x")
    case 1: row["points"] = .decimal("1.5")
    case 2: row["balance"] = .string("1,5" + text(&random) + "€")
    case 3: row["balance"] = .boolean(true)
    case 4: row["serial"] = RowValue.none
    case 5: row["member"] = nil
    case 6: row["points"] = .image([1, 2, 3])
    default: row["balance"] = .json("{\"a\": [" + text(&random))
    }
    return row
  }

  private static func text(_ random: inout Seeded) -> String {
    let bytes = (0..<Int(random.next() % 40)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A bundle cut, with bytes changed, or with a piece twice.
  private static func damaged(_ sound: [UInt8], _ random: inout Seeded) -> [UInt8] {
    var bytes = sound
    func place() -> Int { Int(random.next() % UInt64(bytes.count)) }
    switch random.next() % 4 {
    case 0: bytes.removeLast(1 + Int(random.next() % UInt64(bytes.count - 1)))
    case 1:
      let start = place()
      bytes.insert(contentsOf: bytes[..<min(start, 5_000)], at: start)
    case 2:
      bytes = (0..<Int(random.next() % 400)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    default: for _ in 0..<1 + random.next() % 8 { bytes[place()] ^= UInt8(1 + random.next() % 255) }
    }
    return bytes
  }
}

/// SplitMix64: the same numbers for the same seed.
struct Seeded {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
