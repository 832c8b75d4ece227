// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassBuild
import PassCheck

/// Tests invalid rows and damaged bundles. Each of them must give an error, and none may end the
/// process. The damage is random with a fixed seed, so that a failure can be reproduced.
struct BadInput {
  private let probe: FactoryProbe
  /// A factory for a template with a column of every type.
  private let factory: PassFactory

  init(template: String, identity: String) throws {
    probe = try FactoryProbe(template: template, identity: identity)
    factory = try PassFactory(
      template: try Self.everyColumn(icon: try Disk.read("\(template)/icon.png")),
      identity: probe.identity)
  }

  func run(count: Int) async throws {
    let cost = Cost()
    var random = Seeded(state: 20_261_122)
    var refused = 0
    var made = 0
    for number in 0..<count {
      do {
        _ = try await factory.pass(for: Self.wrongRow(number, &random), at: FactoryProbe.time)
      } catch let rejected as DiagnosticsError where !rejected.columns.isEmpty {
        refused += 1
      }
      // These rows may be valid or invalid. The result must be a pass or an error.
      made += try await Self.isMade {
        try await factory.pass(for: Self.anyRow(number, &random), at: FactoryProbe.time)
      }
      made += try await Self.isMade {
        try await factory.pass(for: Member(number, &random), at: FactoryProbe.time)
      }
    }
    let sound = try await probe.factory.pass(for: FactoryProbe.row(1)).bytes
    let checker = Checker()
    var found = 0
    for _ in 0..<count {
      let checked = checker.check(Self.damaged(sound, &random), named: "upload.pkpass")
      if checked.findings.contains(where: { $0.severity == .error }) { found += 1 }
    }
    cost.report(
      "bad", count: 4 * count,
      ",\"refusedRows\":\(refused),\"madeRows\":\(made),\"faultyBundles\":\(found)")
    leave(refused == count && found == count && made > 0 ? 0 : 1)
  }

  /// Returns 1 if a pass was made and 0 if the row was rejected. Any other error is thrown.
  private static func isMade(_ make: () async throws -> SignedPass) async throws -> Int {
    do {
      _ = try await make()
      return 1
    } catch is DiagnosticsError {
      return 0
    } catch is RowEncodingError {
      return 0
    } catch is Member.Unspeakable {
      return 0
    }
  }

  /// Returns a row with one value that is invalid for its column. Another column may have a random
  /// value.
  private static func wrongRow(_ number: Int, _ random: inout Seeded) -> [String: RowValue] {
    var row = soundRow(number)
    if random.next() % 2 == 0 {
      let column = columns[Int(random.next() % UInt64(columns.count))]
      row[column] = anyValue(&random)
    }
    let (column, values) = wrongValues(&random)[Int(random.next() % UInt64(columns.count))]
    row[column] = values[Int(random.next() % UInt64(values.count))]
    if column == "name", random.next() % 4 == 0 { row["name"] = nil }
    return row
  }

  /// Returns values that are invalid for the type of their column.
  private static func wrongValues(
    _ random: inout Seeded
  ) -> [(column: String, values: [RowValue])] {
    let text = text(&random)
    let broken = RowValue.json("{\"a\": [" + text)
    return [
      ("name", [.empty, "", .image([1]), .json("[1]"), broken]),
      (
        "points",
        [
          .string(text + "x"), .decimal("1.5"), RowValue(.nan), .image([]), .json("5.5"), true,
          .date(0), .decimal("1e3"), broken,
        ]
      ),
      (
        "saving",
        [.string("1,5" + text + "€"), false, RowValue(-.infinity), .decimal("1e999"), broken]
      ),
      ("isMember", [2, .string(text + "?"), .decimal("0.5"), .json("{}"), broken]),
      (
        "until",
        [
          .date(.max), .date(.min), .date(0, offsetInMinutes: .min),
          .date(0, offsetInMinutes: .max),
          .date(.max, offsetInMinutes: -1), .date(.min, offsetInMinutes: 1), "31.31.2031", 5,
          broken,
        ]
      ),
      ("tier", [.string("bronze" + text), 1, .json("[]"), broken]),
      ("site", [.string("no address " + text), 80, .json("{}"), broken]),
      ("code", [.string("abc" + text), 123, .decimal("-1"), broken]),
      ("list", ["[1", 5, .decimal("1"), .json("5"), .json("\"x\""), .image([1]), broken]),
      ("photo", ["../x.png", "/etc/passwd", "missing.png", .string("a/../../" + text), broken]),
    ]
  }

  /// Returns a row with random values, sometimes in a column that does not exist.
  private static func anyRow(_ number: Int, _ random: inout Seeded) -> [String: RowValue] {
    var row = soundRow(number)
    for _ in 0..<1 + random.next() % 3 {
      row[columns[Int(random.next() % UInt64(columns.count))]] = anyValue(&random)
    }
    if random.next() % 4 == 0 { row[text(&random)] = anyValue(&random) }
    return row
  }

  fileprivate static func anyValue(_ random: inout Seeded) -> RowValue {
    let extremes: [Int64] = [.min, .min + 1, -1, 0, 1, 60, 1_440, .max - 1, .max]
    func extreme(_ random: inout Seeded) -> Int64 {
      extremes[Int(random.next() % UInt64(extremes.count))]
    }
    switch random.next() % 12 {
    case 0: return .string(text(&random))
    case 1: return .integer(Int64(truncatingIfNeeded: random.next()))
    case 2: return .integer(extreme(&random))
    case 3: return .decimal(text(&random))
    case 4: return RowValue(Double(bitPattern: random.next()))
    case 5: return .boolean(random.next() % 2 == 0)
    case 6: return .date(extreme(&random), offsetInMinutes: Int(extreme(&random)))
    case 7: return .date(Int64(truncatingIfNeeded: random.next()))
    case 8: return .json(text(&random))
    case 9: return .json("[\(random.next()), {\"a\": \"\(random.next())\"}]")
    case 10: return .image(picture(&random))
    default: return .empty
    }
  }

  /// Returns bytes that start like a PNG and continue at random, for example with huge sizes or
  /// wrong lengths.
  fileprivate static func picture(_ random: inout Seeded) -> [UInt8] {
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
    bytes += Array("IHDR".utf8)
    for _ in 0..<8 {
      bytes.append(random.next() % 3 == 0 ? 0xFF : UInt8(truncatingIfNeeded: random.next()))
    }
    bytes += [8, 6, 0, 0, 0] + Array(text(&random).utf8)
    if random.next() % 3 == 0 { bytes.removeLast(Int(random.next() % UInt64(bytes.count))) }
    return bytes
  }

  /// A row of encoded values. Some of their types do not encode anything.
  private struct Member: Encodable {
    struct Unspeakable: Error {}
    struct Spelled: Encodable, RowValueConvertible {
      let rowValue: RowValue
      func encode(to encoder: any Encoder) throws {}
    }
    let serial: String
    let name = "Ada"
    var points: Double?
    var saving: Float?
    var list: [[String: Spelled]]?
    var photo: [UInt8]?
    var tier: Spelled?
    let willNot: Bool

    enum CodingKeys: CodingKey { case serial, name, points, saving, list, photo, tier }

    init(_ number: Int, _ random: inout Seeded) {
      serial = "B-\(number)"
      willNot = random.next() % 16 == 0
      switch random.next() % 6 {
      case 0: points = Double(bitPattern: random.next())
      case 1: saving = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
      case 2: list = [[BadInput.text(&random): Spelled(rowValue: BadInput.anyValue(&random))]]
      case 3: list = []
      case 4: photo = BadInput.picture(&random)
      default: tier = Spelled(rowValue: BadInput.anyValue(&random))
      }
    }

    func encode(to encoder: any Encoder) throws {
      if willNot { throw Unspeakable() }
      var members = encoder.container(keyedBy: CodingKeys.self)
      try members.encode(serial, forKey: .serial)
      try members.encode(name, forKey: .name)
      try members.encodeIfPresent(points, forKey: .points)
      try members.encodeIfPresent(saving, forKey: .saving)
      try members.encodeIfPresent(list, forKey: .list)
      try members.encodeIfPresent(photo, forKey: .photo)
      try members.encodeIfPresent(tier, forKey: .tier)
    }
  }

  // MARK: A template with a column of every type

  private static let columns = [
    "name", "points", "saving", "isMember", "until", "tier", "site", "code", "list", "photo",
  ]

  private static func soundRow(_ number: Int) -> [String: RowValue] {
    ["serial": .string("B-\(number)"), "name": "Ada Example"]
  }

  private static func everyColumn(icon: [UInt8]) throws -> Template {
    let columns = """
      { "serial": {}, "name": {},
        "points": {"type": "integer", "optional": true},
        "saving": {"type": "number", "optional": true},
        "isMember": {"type": "boolean", "optional": true},
        "until": {"type": "date", "format": "dd.MM.yyyy", "time": "12:00",
          "zone": "Europe/Berlin", "optional": true},
        "tier": {"type": "enum", "values": ["gold", "silver"], "optional": true},
        "site": {"type": "url", "optional": true},
        "code": {"pattern": "[A-Z]{3}", "optional": true},
        "list": {"type": "json", "optional": true},
        "photo": {"type": "file", "optional": true} }
      """
    func field(_ name: String) -> String {
      "{ \"$if\": \"\(name)\", \"key\": \"\(name)\", \"label\": \"\(name)\", "
        + "\"value\": \"{{ \(name) }}\" }"
    }
    let pass = """
      { "formatVersion": 1, "serialNumber": "{{ serial }}", "organizationName": "Gym",
        "description": "A card", "voided": "{{ isMember }}", "expirationDate": "{{ until }}",
        "userInfo": "{{ list }}", "generic": {
          "primaryFields": [{ "key": "name", "label": "Name", "value": "{{ name }}" }],
          "backFields": [
            \(["points", "saving", "tier", "site", "code"].map(field).joined(separator: ", "))] } }
      """
    let settings = """
      { "columns": \(columns), "images": { "thumbnail.png": "{{ photo }}" } }
      """
    return try Template.load(files: [
      "pass.json": Array(pass.utf8), "template.json": Array(settings.utf8),
      "icon.png": icon, "icon@2x.png": icon, "icon@3x.png": icon,
    ])
  }

  fileprivate static func text(_ random: inout Seeded) -> String {
    let bytes = (0..<Int(random.next() % 40)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a bundle that is truncated, has changed bytes or has a part twice, or random bytes.
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

/// A SplitMix64 generator. It gives the same numbers for the same seed.
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
