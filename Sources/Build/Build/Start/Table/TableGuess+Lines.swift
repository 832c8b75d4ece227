// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassTemplate

extension TableGuess {
  /// One guess with its reason, for people.
  package struct Line: Sendable, Hashable {
    /// A column by its header, or a property of the table.
    package let subject: String
    /// What it was taken for.
    package let guess: String
    /// The evidence.
    package let reason: String
    /// The place where it can be changed: a member of template.json or pass.json.
    package let place: String
  }

  /// Everything that was guessed, columns first.
  package func lines(organization: String) -> [Line] {
    var lines = columns.map { column in
      Line(
        subject: column.header.isEmpty ? "(no name)" : column.header,
        guess: Self.description(for: column), reason: column.reason,
        place: column.isUsed ? "columns.\(column.name)" : "pass.json, a new field")
    }
    if let encoding = profile.encoding {
      lines.append(
        Line(
          subject: "encoding", guess: encoding.name, reason: encoding.reason, place: "data.encoding"
        ))
    }
    if let delimiter = profile.delimiter {
      lines.append(
        Line(
          subject: "delimiter", guess: Self.spelling(ofDelimiter: delimiter),
          reason: "the first line has most of them", place: "data.delimiter"))
    }
    if columns.contains(where: { $0.isUsed && $0.reading.type == .date }) {
      lines.append(
        Line(
          subject: "time zone", guess: zone.name, reason: zone.reason, place: "columns, zone"))
    }
    if let language {
      lines.append(
        Line(
          subject: "language", guess: language.name, reason: "words of the headers",
          place: "labels of pass.json"))
    }
    lines.append(
      Line(
        subject: "organization", guess: organization, reason: "the name of the folder",
        place: "pass.json, organizationName"))
    return lines
  }

  /// Returns a delimiter as it is written in template.json.
  static func spelling(ofDelimiter byte: UInt8) -> String {
    byte == 0x09 ? "tab" : String(Character(UnicodeScalar(byte)))
  }

  private static func description(for column: GuessedColumn) -> String {
    let role: String
    switch column.role {
    case .serial: role = "serial number"
    case .name: role = "name"
    case .firstName: role = "first name"
    case .lastName: role = "last name"
    case .points: role = "points"
    case .balance: role = "balance"
    case .tier: role = "tier"
    case .expires: role = "end of validity"
    case .date: role = "date"
    case .event: role = "event"
    case .venue: role = "venue"
    case .photo: return "photo"
    case .phone: role = "telephone"
    case .code: role = "code"
    case .other: role = "more information"
    case .mail: return "e-mail, never on the pass"
    case .secret: return "private, never on the pass"
    case .unused: return "not on the pass"
    }
    return role + ", " + description(for: column.reading)
  }

  private static func description(for reading: ColumnReading) -> String {
    switch reading.type {
    case .date: "date " + (reading.format ?? "ISO 8601")
    case .integer:
      "whole number" + (reading.grouping.map { " 1\($0)000" } ?? "")
    case .number:
      "number " + (reading.grouping.map { "1\($0)000" } ?? "0")
        + (reading.decimal.map { "\($0)50" } ?? "")
    case .url: "address"
    case .file: "file"
    case .string, .boolean, .enum, .json: "text"
    }
  }
}
