// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import Testing

@testable import PassTemplate

/// Tests of cells with remains of spreadsheets, programs and conversions instead of values.
struct LeftoverTests {
  @Test(arguments: [
    "#N/A", "#n/a", "#REF!", "#VALUE!", "#NAME?", "#DIV/0!", "#NUM!", "#NULL!", "#SPILL!",
    "#CALC!", "#FIELD!", "#GETTING_DATA", "#NV", "#BEZUG!", "#WERT!", "#ZAHL!", "#ÜBERLAUF!",
    "#VALEUR!", "#NOM?", "#NOMBRE!", "#NUL!", "#¡VALOR!", "#¡REF!", "#¿NOMBRE?", "#¡NUM!",
    "#¡DIV/0!", "#N/D", "#VALORE!", "#RIF!", "#NOME?", "#N/D!", "#ARG!", "#ADR!", "#NAZWA?",
    "#LICZBA!", "#DZIEL/0!", "＃Ｎ／Ａ", "＃ＲＥＦ！", "#スピル!", "Err:502", "Err :508",
    "##", "########", " #N/A ",
  ])
  func rejectsAnErrorOfASpreadsheetInEveryTypeOfColumn(_ text: String) throws {
    for column in [
      "{}", #"{"trim":false}"#, #"{"pattern":".*"}"#, #"{"type":"integer"}"#,
      #"{"type":"number"}"#, #"{"type":"boolean"}"#, #"{"type":"date","zone":"UTC"}"#,
      #"{"type":"url"}"#, #"{"type":"enum","values":["x"]}"#, #"{"type":"json"}"#,
      #"{"type":"file"}"#, #"{"optional":true}"#, #"{"default":"x"}"#,
    ] {
      let found = try cell(column, text).diagnostics
      #expect(found.map(\.code) == ["data.cell.spreadsheetError"], "\(column)")
      #expect(found.first?.location == Location(file: "data.csv", line: 2, column: 1))
    }
  }

  @Test(arguments: [
    "null", "None", "N/A", "-", "nil", "Nan", "nan bread", "NAN", "(nil)", "\\n", "#", "#17",
    "#1 fan", "#nv", "# N/A",
    "#GYM", "a#N/A", "see #REF! here", "Err", "Err:5", "Error: none", "Undefined", "undefined x",
    "[object]", "[x]", "a = b", "dGVzdA==", "SÃO PAULO", "São João", "MAÇÃ", "“MAÇÔ",
    "IRMÃ’S", "AMANHÃ…", "LÃ – pura", "MANHÃ\u{A0}DE SOL", "«CAFÉ»", "“Café”…", "JOSÉ’S", "HÂLÂ",
    "“HÂLÔ", "HYVÄ”", "PÅ…", "Ångström", "5 Å²", "Müller–Lüdenscheidt", "naïve café", "ÄÖÜäöüß",
    "Łódź", "Þórður", "ÞÓRÐUR", "Владимир", "Ελλάδα", "名古屋", "√2", "x√π", "├── src", "ESPAÑA…",
    "Ürün®", "‘Ñ’", "CORAÇÃO", "Ã", "Ãô", "30 °C", "£5", "½",
  ])
  func keepsWordsAndNamesThatOnlyLookLikeOne(_ text: String) throws {
    let (cell, found) = try cell("{}", text)
    #expect(found.isEmpty, "\(found.map(\.message))")
    #expect(cell?.value.shown == "text \(text)")
  }

  @Test(arguments: ["=VLOOKUP(A2,B:C,2)", "=A1", "=\"00417\"", "=", "=1+1"])
  func rejectsAFormulaUnlessTheColumnIsVerbatim(_ text: String) throws {
    #expect(try cell("{}", text).diagnostics.map(\.code) == ["data.cell.formula"])
    #expect(
      try cell(#"{"type":"integer"}"#, text).diagnostics.map(\.code) == ["data.cell.formula"])
    #expect(try cell(#"{"verbatim":true}"#, text).cell?.value.shown == "text \(text)")
  }

  @Test(arguments: [
    "undefined", "NaN", "nan", "NaT", "(null)", "\\N", "[object Object]", "[object Undefined]",
  ])
  func rejectsWhatAProgramWritesWithoutAValue(_ text: String) throws {
    #expect(try cell("{}", text).diagnostics.map(\.code) == ["data.cell.noValue"])
    let escaped = text.split(separator: "\\", omittingEmptySubsequences: false)
      .joined(separator: "\\\\")
    let json = try parse(
      columns: #"{"a":{}}"#, "{\"a\":\"\(escaped)\"}\n", name: "data.jsonl"
    ).codes
    #expect(json == ["data.cell.noValue"])
  }

  @Test(arguments: [
    #"{"type":"number"}"#, #"{"type":"number","decimal":","}"#, #"{"type":"integer"}"#, "{}",
  ])
  func rejectsANumberThatASpreadsheetShortened(_ column: String) throws {
    for text in ["1.23E+15", "1,23E+15", "4E+09", "-1.2E+100"] {
      let found = try cell(column, text).diagnostics
      #expect(found.map(\.code) == ["data.string.scientific"], "\(text) in \(column)")
      #expect(found.first?.location == Location(file: "data.csv", line: 2, column: 1))
    }
  }

  @Test func keepsAnExponentThatAProgramWrote() throws {
    #expect(try cell(#"{"type":"number"}"#, "1.23e15").cell?.value.shown == "number 1.23e15")
    let json = try parse(
      columns: #"{"a":{"type":"number"}}"#, "{\"a\":1.23E+15}\n", name: "data.jsonl")
    #expect(json.rows.first?.first?.value.shown == "number 1.23E+15", "\(json.codes)")
  }

  @Test(arguments: [
    ("MÃ¼ller", "Müller"), ("MÃœLLER", "MÜLLER"), ("KÃ–HLER", "KÖHLER"), ("StraÃŸe", "Straße"),
    ("JosÃ©", "José"), ("ZoÃ«", "Zoë"), ("NoÃ«l", "Noël"), ("maÃ®tre", "maître"),
    ("Ã–sterreich", "Österreich"), ("Ã“scar", "Óscar"), ("ESPAÃ‘A", "ESPAÑA"),
    ("MARÃ\u{8D}A", "MARÍA"), ("voilÃ\u{A0}", "voilà"), ("SÃ£o Paulo", "São Paulo"),
    ("WaÅ‚Ä™sa", "Wałęsa"), ("Å»aneta", "Żaneta"), ("IÄŸdÄ±r", "Iğdır"), ("NÂ°5", "N°5"),
    ("Itâ€™s", "It’s"), ("5 â‚¬", "5 €"), ("ÐŸÑ€Ð¸Ð²ÐµÑ‚", "Привет"), ("æ—¥æœ¬", "日本"),
    ("ðŸ˜€", "😀"), ("Mu\u{C3}\u{9F}", "Muß"),
  ])
  func rejectsUTF8ThatWasEncodedTwice(_ text: String, _ meant: String) throws {
    let found = try cell("{}", text).diagnostics
    #expect(found.map(\.code) == ["data.encoding.twice"])
    #expect(found.first?.message.contains("\"\(meant)\"") == true, "\(found.map(\.message))")
    #expect(try cell(#"{"verbatim":true}"#, text).diagnostics.isEmpty)
  }

  @Test(arguments: ["M√ºller", "Gr√∂√üe", "M├╝ller", "Stra√üe"])
  func rejectsUTF8ThatWasReadWithAnotherEncoding(_ text: String) throws {
    #expect(try cell("{}", text).diagnostics.map(\.code) == ["data.encoding.twice"])
  }

  @Test
  func rejectsZeroBytesAndLostCharactersWhateverTheColumnSays() throws {
    for column in ["{}", #"{"verbatim":true}"#, #"{"type":"json"}"#] {
      #expect(try cell(column, "A\0da").diagnostics.map(\.code) == ["data.cell.zeroByte"])
      #expect(try cell(column, "M\u{FFFD}ller").diagnostics.map(\.code) == ["data.encoding.lost"])
    }
    let json = try parse(
      columns: #"{"a":{}}"#, "{\"a\":\"A\\u0000da\"}\n", name: "data.jsonl"
    ).codes
    #expect(json == ["data.cell.zeroByte"])
  }

  @Test
  func looksIntoTheStringsOfJSON() throws {
    let csv = try cell(
      #"{"type":"json"}"#, ##"[{"label":"x","value":"#N/A"}]"##
    ).diagnostics
    #expect(csv.map(\.code) == ["data.cell.spreadsheetError"])
    #expect(csv.first?.location?.column == 30)
    let lines = try parse(
      columns: #"{"a":{"type":"json"}}"#, "{\"a\":[\"undefined\",\"ok\"]}\n", name: "data.jsonl")
    #expect(lines.codes == ["data.cell.noValue"])
    #expect(lines.diagnostics.first?.location?.column == 7)
  }

  @Test
  func takesAValueOfAnEnumAndADefaultByTheirDeclaration() throws {
    #expect(
      try cell(##"{"type":"enum","values":["#N/A"]}"##, "#N/A").cell?.value.shown == "text #N/A")
    #expect(
      try cell(#"{"default":"undefined"}"#, "x").diagnostics.map(\.code)
        == ["template.column.default"])
  }

  @Test
  func looksAtValuesThatAreGiven() throws {
    let found = try parse(columns: #"{"a":{},"b":{}}"#, "a\n1\n", given: ["b=#N/A"]).diagnostics
    #expect(found.map(\.code) == ["data.cell.spreadsheetError"])
    #expect(found.first?.location?.file == "--set b")
  }

  // MARK: Day numbers

  @Test(arguments: [
    ("47118", "2028-12-31"), ("45351", "2024-02-29"), ("10000", "1927-05-18"),
    ("99999", "2173-10-13"), ("25569", "1970-01-01"), ("47118.5", "2028-12-31"),
    ("47118,75", "2028-12-31"),
  ])
  func namesTheDateOfASpreadsheetsDayNumber(_ number: String, _ date: String) throws {
    for column in [
      #"{"type":"date","time":"12:00","zone":"UTC"}"#,
      #"{"type":"date","format":"dd.MM.yyyy","time":"12:00","zone":"UTC"}"#,
    ] {
      let found = try cell(column, number).diagnostics
      #expect(found.map(\.code) == ["data.date.dayNumber"])
      #expect(found.first?.message.hasSuffix("a spreadsheet's day number for \(date)") == true)
    }
  }

  @Test(arguments: ["2028", "09999", "471180", "47118.", "47118.5x", "20281231"])
  func takesOtherNumbersForNoDay(_ number: String) throws {
    let found = try cell(#"{"type":"date","time":"12:00","zone":"UTC"}"#, number).diagnostics
    #expect(found.map(\.code) == ["data.date.invalid"])
  }
}
