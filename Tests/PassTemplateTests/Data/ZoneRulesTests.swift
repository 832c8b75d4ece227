// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassModel
import PassTesting
import Testing

@testable import PassTemplate

/// Compares the zone table with Foundation and Python, which have the same database.
struct ZoneRulesTests {
  /// A change of a release of the database from those before it.
  fileprivate struct Revision {
    let release: String
    let zones: Set<String>
    let moments: Range<Int>
  }

  fileprivate static let revisions: [Revision] = [
    Revision(
      "2025c",
      ["America/Ensenada", "America/Santa_Isabel", "America/Tijuana", "Mexico/BajaNorte"],
      since: 9_972_000, until: 183_546_000),
    Revision("2026a", ["Europe/Chisinau", "Europe/Tiraspol"], since: 1_648_339_200),
    Revision("2026b", ["America/Vancouver", "Canada/Pacific"], since: 1_793_523_600),
    Revision(
      "2026c", ["America/Edmonton", "America/Yellowknife", "Canada/Mountain"],
      since: 1_793_520_000),
    Revision("2026c", ["Africa/Casablanca", "Africa/El_Aaiun"], since: 1_789_866_000),
    Revision("2026d", ["Asia/Tehran", "Iran"], since: 296_512_200, until: 296_598_600),
    Revision("2026d", ["America/Bogota"], since: 704_782_800, until: 704_869_200),
    Revision("2026d", ["America/Inuvik"], since: 1_793_520_000),
    Revision(
      "2026e", ["America/Winnipeg", "America/Rainy_River", "Canada/Central"],
      since: 1_793_516_400),
    Revision("2026f", ["America/Havana", "Cuba"], since: 1_793_509_200, until: 1_805_000_400),
  ]

  /// Older releases differ in more ways, and newer ones in unknown ways.
  private static let comparable = "2025b"...ZoneRules.dataVersion
  private static let foundation = NSTimeZone.timeZoneDataVersion

  /// Returns times from 1970 to 2100: every month, and one second before and after every change in
  /// the table.
  private static func moments(_ rules: ZoneRules, from year: Int = 1970) -> [Int] {
    var moments: [Int] = []
    for year in year...2100 {
      for month in 1...12 {
        let next = CivilDate.daysSince1970(toMonth: month, of: year) * 86_400
        if var low = moments.last, rules.offset(at: low) != rules.offset(at: next) {
          var high = next
          while high - low > 1 {
            let middle = low + (high - low) / 2
            if rules.offset(at: middle) == rules.offset(at: low) {
              low = middle
            } else {
              high = middle
            }
          }
          moments += [low, high]
        }
        moments.append(next)
      }
    }
    // A month may have two changes.
    let first = moments.first ?? 0
    return moments + rules.changes.map(\.moment).filter { $0 > first }.flatMap { [$0 - 1, $0] }
  }

  @Test(
    .enabled(
      if: comparable.contains(foundation), "Foundation's zones are of another time: \(foundation)"))
  func tellsTheOffsetsThatFoundationTells() throws {
    var compared = 0
    var differing: [String] = []
    for name in ZoneRules.names {
      guard let zone = TimeZone(identifier: name) else { continue }
      let rules = try #require(ZoneRules(named: name), "\(name)")
      let revisions = Self.revisions.filter {
        $0.zones.contains(name) && Self.foundation < $0.release
      }
      for moment in Self.moments(rules) where !revisions.contains(where: { $0.moments ~= moment }) {
        let expected = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment)))
        if rules.offset(at: moment) != expected {
          differing.append("\(name) \(moment): \(rules.offset(at: moment)), not \(expected)")
          break
        }
      }
      compared += 1
    }
    #expect(compared > 400)
    #expect(differing.isEmpty, "\(differing.count):\n\(differing.joined(separator: "\n"))")
  }

  private static let python = Program.path(of: "python3")

  /// Python's folder with the same release, and the first year in which every place is correct. It
  /// is PYTHONTZPATH or the system's, as packaged by Debian. Otherwise it is that of the outside
  /// validators, in which places that agree since 1970 share one history.
  private static let database: (folder: String, since: Int)? = {
    let libraries = "\(Program.repository)/.build/judges/lib"
    let pythons = (try? FileManager.default.contentsOfDirectory(atPath: libraries)) ?? []
    let folders =
      [ProcessInfo.processInfo.environment["PYTHONTZPATH"], "/usr/share/zoneinfo"]
      .compactMap { $0 } + pythons.map { "\(libraries)/\($0)/site-packages/tzdata/zoneinfo" }
    let found = folders.first { folder in
      (try? String(contentsOfFile: folder + "/tzdata.zi", encoding: .utf8))?
        .hasPrefix("# version \(ZoneRules.dataVersion)\n") == true
    }
    return found.map { ($0, $0.hasPrefix(libraries) ? 1970 : 1840) }
  }()

  private static let script = """
    import datetime, sys, zoneinfo
    start = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
    for line in sys.stdin:
        name, *samples = line.split()
        zone = zoneinfo.ZoneInfo(name)
        for sample in samples:
            moment, offset = sample.split("=")
            there = (start + datetime.timedelta(seconds=int(moment))).astimezone(zone)
            expected = int(there.utcoffset().total_seconds())
            if expected != int(offset):
                print(name, moment, "is", offset, "not", expected)
                break
    print("done")
    """

  @Test(
    .enabled(if: python != nil, "python3 is not installed"),
    .enabled(
      if: database != nil, "no release \(ZoneRules.dataVersion) is here: run scripts/judges.sh"))
  func tellsTheOffsetsThatPythonTells() throws {
    let python = try #require(Self.python)
    let database = try #require(Self.database)
    var input = ""
    for name in ZoneRules.names {
      let rules = try #require(ZoneRules(named: name), "\(name)")
      input += name
      for moment in Self.moments(rules, from: database.since) {
        input += " \(moment)=\(rules.offset(at: moment))"
      }
      input += "\n"
    }
    let outcome = try Program.run(
      python, ["-c", Self.script], in: "/",
      environment: ["PYTHONTZPATH": database.folder],
      input: Array(input.utf8))
    #expect(outcome.errors.isEmpty)
    #expect(outcome.text == "done\n")
  }

  @Test func readsEveryRecord() {
    for record in ZoneData.records {
      #expect(ZoneRules(record: record.description) != nil, "\(record)")
    }
    #expect(ZoneData.records.count > 300)
    #expect(Set(TimeZoneName.all).count == TimeZoneName.all.count)
  }

  @Test(arguments: [
    "", "/", "A/B", "Europe", "Europe/", "Europe/Munich", "europe/berlin", "Europe/Berlin ",
    "Europe/Berlin;", "Africa/Abidjan Africa/Accra", "CET", "EST5EDT", "Z", "Factory", "é/é",
    "../etc/passwd", "America/New_York/",
  ])
  func knowsNoSuchZone(_ name: String) {
    #expect(ZoneRules(named: name) == nil)
  }

  @Test(arguments: [
    "", "A", ";;;", "A;;;", "A;x;;", "A;0;A;", "A;0;B1;", "A;0;a1;", "A;0;;3600",
    "A;0;;0 1 3.5/1 4", "A;0;;0 1 13.1.0/0 10.5.0/0",
  ])
  func readsNoSuchRecord(_ record: String) {
    #expect(ZoneRules(record: record) == nil)
  }

  @Test(arguments: [
    // Germany changed its clocks on 27 March 2022, 01:00 UTC. The rule continues forever.
    ("Europe/Berlin", 1_648_342_799, 3600), ("Europe/Berlin", 1_648_342_800, 7200),
    ("Europe/Berlin", 253_402_300_799, 3600), ("Europe/Berlin", -2_840_144_000, 3208),
    // Summer at New Year.
    ("Australia/Sydney", 4_102_444_800, 39_600), ("Australia/Sydney", 4_117_996_800, 36_000),
    // Half an hour.
    ("Australia/Lord_Howe", 4_102_444_800, 39_600), ("Australia/Lord_Howe", 4_117_996_800, 37_800),
    // Standard time in summer and negative daylight saving time in winter, by law.
    ("Europe/Dublin", 4_102_444_800, 0), ("Europe/Dublin", 4_117_996_800, 3600),
    ("UTC", 0, 0), ("Etc/GMT+1", 0, -3600), ("US/Pacific", 0, -28_800),
  ])
  func tellsTheOffset(_ name: String, _ moment: Int, _ offset: Int) throws {
    #expect(try #require(ZoneRules(named: name)).offset(at: moment) == offset)
  }
}

extension ZoneRulesTests.Revision {
  fileprivate init(_ release: String, _ zones: Set<String>, since: Int, until: Int = .max) {
    self.init(release: release, zones: zones, moments: since..<until)
  }
}
