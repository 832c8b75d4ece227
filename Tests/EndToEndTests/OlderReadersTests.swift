// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassTesting
import Testing

/// Tests of keys for iOS 17 and other readers in the templates, of Apple's validator, and of data
/// for editors of derived templates.
struct OlderReadersTests {
  private static let templates = [
    "bakery-coupon", "bakery-rewards", "boarding-pass", "concert-ticket", "employee-card",
    "garden-membership", "gym-membership",
  ]

  private static func passJSON(_ path: String) throws -> String {
    String(decoding: try Disk.read(path + "/pass.json"), as: UTF8.self)
  }

  /// relevantDates is new in iOS 18. A template that has it must also have the older key.
  private static func hasBothDates(_ text: String) -> Bool {
    text.contains("\"relevantDates\"") == text.contains("\"relevantDate\":")
  }

  @Test(arguments: templates)
  func templatesHaveTheOlderDateToo(_ name: String) throws {
    let path = "\(Program.repository)/templates/\(name).pass"
    #expect(Self.hasBothDates(try Self.passJSON(path)))
    let run = try PasscBinary.run(["check", path, "--notes"], in: "/")
    #expect(run.status == 0 && !run.text.contains("date.relevant.onlyNew"), "\(run.text)")
  }

  @Test func bothTicketsHaveIt() throws {
    for name in ["boarding-pass", "concert-ticket"] {
      let text = try Self.passJSON("\(Program.repository)/templates/\(name).pass")
      #expect(text.contains("\"relevantDate\":"), "\(name)")
    }
  }

  @Test(arguments: InitTests.styles)
  func startersHaveTheOlderDateToo(_ style: String) throws {
    let folder = try TemporaryFolder()
    let made = try PasscBinary.run(["init", "s.pass", "--style", style], in: folder.path)
    try #require(made.status == 0, "\(made.errors)")
    let text = try Self.passJSON(folder("s.pass"))
    #expect(Self.hasBothDates(text))
    // The other styles have no date.
    if ["eventTicket", "boardingPass"].contains(style) {
      #expect(text.contains("\"relevantDate\":"))
    }
    let run = try PasscBinary.run(["check", "s.pass", "--notes"], in: folder.path)
    #expect(run.status == 0 && !run.text.contains("date.relevant.onlyNew"), "\(run.text)")
  }

  @Test func theBoardingPassSpellsTheZoneOfItsDepartureBothWays() throws {
    let text = try Self.passJSON("\(Program.repository)/templates/boarding-pass.pass")
    for tag in ["departureLocationTimeZone", "departureAirportTimeZone"] {
      #expect(text.contains("\"\(tag)\": \"{{ origin.zone }}\""), "\(tag)")
    }
  }

  @Test func theSnippetForEditorsMapsDerivedTemplatesToTheirSchema() throws {
    let help = try PasscBinary.run(["schema", "--help"], in: "/")
    for words in [
      "passc schema pass --derived > derived.schema.json",
      #"{ "fileMatch": ["*.pass/pass.json", "!gold.pass/pass.json"],"#,
      #"{ "fileMatch": ["gold.pass/pass.json"], "url": "./derived.schema.json" }"#,
    ] {
      #expect(help.text.contains(words), "\(help.text)")
    }
  }
}
