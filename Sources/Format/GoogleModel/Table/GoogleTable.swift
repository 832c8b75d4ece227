// SPDX-License-Identifier: Apache-2.0

/// The classes, objects and enumerations of Google's Wallet API, revision 2026-08-06, as far as a
/// payload can contain them.
package enum GoogleTable {
  /// Every kind of object by its name, such as `LoyaltyClass`.
  package static let schemas: [String: GoogleSchema] = {
    var schemas: [String: GoogleSchema] = [:]
    for (name, lines) in sections(of: classes) + sections(of: parts) {
      schemas[name] = GoogleSchema(name: name, members: lines.map(GoogleMember.init(line:)))
    }
    return schemas
  }()

  /// The words of each enumeration, and the deprecated spellings with their word of today.
  package static let enumerations: [String: (words: [String], former: [String: String])] = {
    var enumerations: [String: (words: [String], former: [String: String])] = [:]
    for (name, lines) in sections(of: words) {
      var former: [String: String] = [:]
      for line in lines { for old in line.dropFirst() { former[old] = line[0] } }
      enumerations[name] = (lines.map { $0[0] }, former)
    }
    return enumerations
  }()

  /// Splits a table at the lines that begin with a colon. Lines are lists of words.
  private static func sections(of text: String) -> [(name: String, lines: [[String]])] {
    var sections: [(name: String, lines: [[String]])] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix(":") {
        sections.append((String(line.dropFirst()), []))
      } else if !sections.isEmpty {
        sections[sections.count - 1].lines.append(line.split(separator: " ").map(String.init))
      }
    }
    return sections
  }
}

/// A kind of object in Google's API.
package struct GoogleSchema: Sendable {
  package let name: String
  /// The members in the order of the description.
  package let members: [GoogleMember]
  private let byName: [String: GoogleMember]

  init(name: String, members: [GoogleMember]) {
    self.name = name
    self.members = members
    byName = Dictionary(members.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  package subscript(name: String) -> GoogleMember? { byName[name] }

  /// The alternatives: an object has exactly one of these members.
  package var alternatives: [String] {
    switch name {
    case "CardRowTemplateInfo": ["oneItem", "twoItems", "threeItems"]
    case "FlightCarrier": ["carrierIataCode", "carrierIcaoCode"]
    case "Image": ["sourceUri", "privateImageId"]
    case "LoyaltyPointsBalance": ["string", "int", "double", "money"]
    default: []
    }
  }
}

/// A member of a kind of object.
package struct GoogleMember: Sendable {
  package enum Kind: Sendable, Hashable {
    case string, integer, number, boolean
    /// A 64-bit integer, which JSON has as a string.
    case int64
    case object(String)
  }

  /// The form of a string.
  package enum Form: String, Sendable {
    case id, color, airport, digits, carrier, icao, sha256, module
  }

  package enum Time: String, Sendable {
    /// With or without an offset.
    case any
    /// The clock at an airport, without an offset.
    case local
  }

  /// A limit of characters or elements.
  package struct Limit: Sendable {
    package enum Effect: Character, Sendable {
      case rejected = "x"
      case cut = "c"
      case notShown = "d"
      case recommended = "r"
    }
    package let effect: Effect
    package let count: Int
  }

  package let name: String
  package let kind: Kind
  package private(set) var isArray = false
  package private(set) var isRequired = false
  package private(set) var isDeprecated = false
  package private(set) var isSetByGoogle = false
  package private(set) var enumeration: String?
  package private(set) var limit: Limit?
  package private(set) var form: Form?
  package private(set) var time: Time?

  /// Reads a line of the table, which is part of the source code.
  init(line: [String]) {
    name = line[0]
    var type = line[1][...]
    if type.hasPrefix("[") {
      isArray = true
      type = type.dropFirst().dropLast()
    }
    switch type {
    case "string": kind = line.contains("int64") ? .int64 : .string
    case "integer": kind = .integer
    case "number": kind = .number
    case "boolean": kind = .boolean
    default: kind = .object(String(type))
    }
    for word in line.dropFirst(2) {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      switch parts[0] {
      case "required": isRequired = true
      case "deprecated": isDeprecated = true
      case "google": isSetByGoogle = true
      case "words": enumeration = parts.last
      case "form": form = parts.last.flatMap(Form.init)
      case "time": time = parts.last.flatMap(Time.init)
      case "limit":
        if let text = parts.last, let sign = text.first, let effect = Limit.Effect(rawValue: sign),
          let count = Int(text.dropFirst())
        {
          limit = Limit(effect: effect, count: count)
        }
      default: break
      }
    }
  }
}
