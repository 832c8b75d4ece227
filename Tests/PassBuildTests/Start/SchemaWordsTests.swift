// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel
import PassTesting
import Testing

@testable import PassBuild

/// Tests of the texts of the schemas that editors show.
struct SchemaWordsTests {
  private static let schemas = [
    PassSchema.text(), PassSchema.text(isDerived: true), TemplateSchema.text,
  ]

  /// Returns every object of the schemas.
  private static func objects(in bytes: [UInt8]) throws -> [JSONValue] {
    var report = Report()
    let document = try #require(JSONReader.read(bytes, name: "schema.json", report: &report))
    return document.nodes.indices.map { document.value($0) }.filter(\.isObject)
  }

  @Test func noDescriptionCarriesShorthand() throws {
    var count = 0
    for schema in Self.schemas {
      for object in try Self.objects(in: schema) {
        guard let text = object["description"]?.string else { continue }
        count += 1
        let words = text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        for word in ["ARC", "PKG", "PB", "DEV", "HIG", "A27", "A18", "WILD", "W25", "W26"] {
          #expect(!words.contains(word), "\(text)")
        }
        for part in [
          "not checked by", "the device", "a validator", "undocumented", "runtime schema",
        ] {
          #expect(!text.contains(part), "\(text)")
        }
      }
    }
    #expect(count > 500)
  }

  @Test func everyPatternHasAMessage() throws {
    var count = 0
    for schema in Self.schemas {
      for object in try Self.objects(in: schema) where object["pattern"]?.string != nil {
        count += 1
        let message = object["patternErrorMessage"]?.string ?? ""
        #expect(message.count > 10, "\(object["pattern"]?.string ?? "")")
      }
    }
    #expect(count > 15)
  }

  @Test func itsWordsAreThoseOfKeysThatExist() {
    let paths = Set(KeyTable.all.map(\.path))
    for path in SchemaKeywords.descriptions.keys { #expect(paths.contains(path), "\(path)") }
  }
}
