// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import Testing

@testable import PassTemplate

/// Tests of numbers with separators between groups of three digits.
struct GroupingTests {
  private func integer(_ sign: String, _ text: String) throws -> String {
    let column = #"{"type":"integer","grouping":"\#(sign)"}"#
    let (cell, found) = try cell(column, text)
    return cell?.value.shown ?? found.map(\.code).joined(separator: " ")
  }

  @Test(arguments: [
    (".", "1.250", "1250"), (".", "-1.250.000", "-1250000"), (".", "1250", "1250"),
    (".", "999", "999"), (".", "0", "0"), (",", "12,500", "12500"), ("'", "1'250", "1250"),
    ("'", "1’250", "1250"), ("’", "1'250", "1250"), (" ", "1 250", "1250"),
    (" ", "1\u{A0}250", "1250"), (" ", "1\u{202F}250\u{A0}000", "1250000"),
    ("\u{A0}", "1 250", "1250"), ("\u{202F}", "1\u{202F}250", "1250"),
  ])
  func readsGroupsOfThreeDigits(_ sign: String, _ text: String, _ number: String) throws {
    #expect(try integer(sign, text) == "number \(number)")
  }

  @Test(arguments: [
    "1.25", "1.2500", "1.250.", ".250", "1..250", "1250.000", "0.250", "01.250", "1.250,5",
    "1,250", "1.250.00", "12.34.567", "1.25O", "--1.250", "1.250e3",
  ])
  func rejectsGroupsThatHaveNotThreeDigits(_ text: String) throws {
    #expect(try integer(".", text) == "data.integer.invalid")
  }

  @Test(arguments: [
    (",", ".", "1.024,00", "1024.00"), (",", ".", "1.250", "1250"), (",", ".", "-0,5", "-0.5"),
    (",", ".", "12,5", "12.5"), (",", ".", "1024,00", "1024.00"), (".", ",", "1,024.00", "1024.00"),
    (".", "'", "1'024.5", "1024.5"), (",", " ", "1\u{202F}024,5", "1024.5"),
  ])
  func readsGroupsBesideDecimals(
    _ decimal: String, _ sign: String, _ text: String, _ number: String
  ) throws {
    let column = #"{"type":"number","decimal":"\#(decimal)","grouping":"\#(sign)"}"#
    #expect(try cell(column, text).cell?.value.shown == "number \(number)")
  }

  @Test(arguments: ["1.25", "1.024,", "1,024.00", "1.024.00", "1.024,0.0", "1.0240,00"])
  func rejectsANumberWhoseGroupsAreWrong(_ text: String) throws {
    let column = #"{"type":"number","decimal":",","grouping":"."}"#
    #expect(try cell(column, text).diagnostics.map(\.code) == ["data.number.invalid"])
  }

  /// In JSON a point is the decimal point, whatever the column defines for text.
  @Test
  func readsNumbersOfJSONWithoutGroups() throws {
    let column = #"{"a":{"type":"number","decimal":",","grouping":"."}}"#
    let number = try parse(columns: column, "{\"a\":1.250}\n", name: "data.jsonl")
    #expect(number.rows.first?.first?.value.shown == "number 1.250")
    let text = try parse(columns: column, "{\"a\":\"1.250\"}\n", name: "data.jsonl")
    #expect(text.rows.first?.first?.value.shown == "number 1250")
    let integer = try parse(
      columns: #"{"a":{"type":"integer","grouping":"."}}"#, "{\"a\":1.250}\n", name: "data.jsonl")
    #expect(integer.codes == ["data.integer.invalid"])
  }

  @Test(arguments: [
    #"{"type":"number","grouping":"."}"#, #"{"type":"number","decimal":",","grouping":","}"#,
    #"{"type":"integer","grouping":"_"}"#, #"{"type":"integer","grouping":""}"#,
    #"{"type":"integer","grouping":".."}"#,
  ])
  func rejectsASignThatIsNoneOrTheDecimalOne(_ column: String) throws {
    #expect(try cell(column, "1").diagnostics.map(\.code) == ["template.column.grouping"])
  }

  @Test
  func hasAGroupingInColumnsOfNumbersOnly() throws {
    #expect(
      try cell(#"{"grouping":"."}"#, "1").diagnostics.map(\.code) == ["template.column.unfitOption"]
    )
  }
}
