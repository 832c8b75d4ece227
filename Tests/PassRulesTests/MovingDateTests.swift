// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassModel
import PassTesting
import Testing

/// Tests of dates that show another day in another time zone.
struct MovingDateTests {
  private static func found(
    _ field: String, in group: String = "headerFields", of origin: PassPackage.Origin
  ) throws -> [Diagnostic] {
    var sample = SamplePass()
    try sample.apply(
      patch: #"{"generic": {"\#(group)": [{"key": "day", "label": "Day", \#(field)}]}}"#)
    sample.origin = origin
    return sample.diagnostics()
  }

  private static let day = #""value": "1990-01-01T00:00:00Z", "dateStyle": "PKDateStyleMedium""#

  @Test(arguments: [
    "headerFields", "primaryFields", "secondaryFields", "auxiliaryFields", "backFields",
  ])
  func areAWarningInTemplatesAndANoteInBundles(_ group: String) throws {
    for (origin, severity) in [(.template, .warning), (.package, .note)]
      as [(PassPackage.Origin, Severity)]
    {
      let found = try Self.found(Self.day, in: group, of: origin)
      #expect(found.map(\.code) == ["field.date.movesWithZone"], "\(group): \(found)")
      #expect(found.map(\.severity) == [severity])
      #expect(found.first?.pointer == "/generic/\(group)/0/dateStyle")
    }
  }

  /// Options that show the time or keep the day, and invalid ones.
  @Test(arguments: [
    (#""timeStyle": "PKDateStyleShort""#, false), (#""ignoresTimeZone": true"#, false),
    (#""timeStyle": "PKDateStyleNone", "ignoresTimeZone": true, "isRelative": true"#, false),
    (#""ignoresTimeZone": "yes""#, true), (#""timeStyle": "short""#, true),
  ])
  func areSilentNextTo(_ options: String, _ hasAnotherFinding: Bool) throws {
    for origin in [PassPackage.Origin.template, .package] {
      let found = try Self.found("\(Self.day), \(options)", of: origin)
      #expect(!found.contains { $0.code == "field.date.movesWithZone" }, "\(found)")
      #expect(!found.isEmpty == hasAnotherFinding, "\(found)")
    }
  }

  @Test func areTheFaultOfTheValueWhenItIsNoDate() throws {
    for value in ["1990-01-01", "soon"] {
      let found = try Self.found(
        #""value": "\#(value)", "dateStyle": "PKDateStyleMedium""#, of: .package)
      #expect(found.map(\.code) == ["field.value.notDate"])
    }
  }
}
