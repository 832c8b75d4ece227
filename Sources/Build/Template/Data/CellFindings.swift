// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// What can be wrong with a cell.
package enum CellFindings {
  private static let language = Basis.documented("the template language, Columns")

  private static func make(
    _ code: String, why: String, help: String, settings: [RunSetting] = [], columns: String,
    bad: [String], good: [String]
  ) -> Finding {
    Finding(
      code, .error, effect: .wrong, why: why, help: help, settings: settings, source: language,
      bad: bad.map { DataFindings.example(columns: columns, $0) },
      good: good.map { DataFindings.example(columns: columns, $0) })
  }

  /// A cell is empty whose column has to have a value.
  package static let missing = make(
    "data.cell.missing",
    why: "The column is neither optional nor has a default.",
    help: "fill the cell, or declare the column optional in template.json if it may be empty",
    columns: #"{"a":{}}"#, bad: ["a,b\n,1\n", "a,b\n\"  \",1\n"], good: ["a,b\n0,1\n"])
  /// An object or array where the column is read as text.
  package static let wrongKind = Finding(
    "data.cell.wrongKind", .error, effect: .wrong,
    why: "An object or array has no text of its own; a placeholder cannot show it.",
    help: "declare the column with \"type\": \"json\", or name a member: {{ member.name }}",
    source: language,
    bad: [
      DataFindings.example(
        columns: #"{"a":{}}"#, .text("{\"a\":[1]}\n"), file: "data.jsonl")
    ],
    good: [
      DataFindings.example(
        columns: #"{"a":{"type":"json"}}"#, .text("{\"a\":[1]}\n"), file: "data.jsonl")
    ])
  /// A value its column's pattern does not match.
  package static let pattern = make(
    "data.pattern.mismatch",
    why: "The template's author said what the column's values look like.",
    help: "correct the value, or the column's pattern in template.json",
    columns: #"{"a":{"pattern":"[A-Z]-[0-9]+"}}"#, bad: ["a\nA-17x\n"], good: ["a\nA-17\n"])
  /// A text that a spreadsheet made of a long number.
  package static let scientific = make(
    "data.string.scientific",
    why: """
      1.23E+12 is what a spreadsheet makes of a long number such as a card number; the digits \
      that are missing are lost.
      """,
    help: "format the column as text in the spreadsheet, enter the numbers again and save",
    columns: #"{"a":{}}"#, bad: ["a\n1.23E+12\n", "a\n\"4,5E+09\"\n"],
    good: ["a\n1.23e12\n", "a\nE+12\n", "a\n12E+12\n"])
  /// An error that a spreadsheet shows in place of a value.
  package static let spreadsheetError = make(
    "data.cell.spreadsheetError",
    why: """
      #N/A and its like are what a spreadsheet shows if a formula fails, in the language of the \
      program. ##### is a number in a column that is too narrow. Neither is a value.
      """,
    help: "correct the formula in the spreadsheet, or empty the cell, and export again",
    columns: #"{"a":{}}"#,
    bad: ["a\n#N/A\n", "a\n#BEZUG!\n", "a\n#¡VALOR!\n", "a\nErr:502\n", "a\n########\n"],
    good: ["a\nN/A\n", "a\n#17\n", "a\n-\n"])
  /// A formula of a spreadsheet in place of its value.
  package static let formula = make(
    "data.cell.formula",
    why: """
      A cell that begins with = is a formula that was exported in place of its value. Columns \
      whose values really begin so are declared with "verbatim": true.
      """,
    help: "export values in place of formulas, or declare the column with \"verbatim\": true",
    columns: #"{"a":{},"b":{"verbatim":true,"optional":true}}"#,
    bad: ["a,b\n\"=VLOOKUP(A2,B:C,2)\",\n", "a,b\n=A1,\n"],
    good: ["a,b\na=b,\n", "a,b\nx,=A1\n"])
  /// What a program writes for a value it does not have.
  package static let noValue = make(
    "data.cell.noValue",
    why: """
      undefined, NaN and [object Object] are what programs write if they have no value, or none \
      that is text. Words that people use too (null, None, N/A) are kept.
      """,
    help: "correct the program that wrote the data, or leave the cell empty",
    columns: #"{"a":{}}"#, bad: ["a\nundefined\n", "a\nNaN\n", "a\n[object Object]\n"],
    good: ["a\nnull\n", "a\nNone\n", "a\nNan\n"])
  /// A zero byte in a cell.
  package static let zeroByte = make(
    "data.cell.zeroByte",
    why: "No text has a character U+0000. It comes from a binary field or a broken conversion.",
    help: "export the data again as text, without zero bytes",
    columns: #"{"a":{}}"#, bad: ["a\nA\u{0}da\n"], good: ["a\nAda\n"])
  /// A character that an earlier conversion lost.
  package static let lostCharacter = make(
    "data.encoding.lost",
    why: "U+FFFD stands for a letter that an earlier conversion could not read. It is gone.",
    help: "export the data again from where it comes from, as UTF-8",
    columns: #"{"a":{}}"#, bad: ["a\nM\u{FFFD}ller\n"], good: ["a\nMüller\n"])
  /// Text in UTF-8 that was read with another encoding and written as UTF-8 again.
  package static let twiceEncoded = make(
    "data.encoding.twice",
    why: """
      UTF-8 that was read as windows-1252 shows ü as Ã¼. passc looks for pairs of characters that \
      are one character of UTF-8. Words such as SÃO and MAÇÃ have no such pair.
      """,
    help: "name no encoding if the file is UTF-8, else export the data again as UTF-8",
    settings: [RunSetting(.encoding)],
    columns: #"{"a":{}}"#, bad: ["a\nMÃ¼ller\n", "a\nM√ºller\n"],
    good: ["a\nSÃO PAULO\n", "a\n“MAÇÔ\n", "a\n«CAFÉ»\n"])
  /// A cell of an integer column that is no integer.
  package static let integer = make(
    "data.integer.invalid",
    why: """
      An integer is written as in JSON: digits, perhaps a minus before them. A leading zero or \
      plus would be lost.
      """,
    help: "write the number in digits, or declare the column as a string to keep it as written",
    columns: #"{"a":{"type":"integer"}}"#,
    bad: ["a\n+5\n", "a\n007\n", "a\n1.5\n", "a\n1 000\n"], good: ["a\n-5\n", "a\n0\n"])
  /// A cell of a number column that is no number.
  package static let number = make(
    "data.number.invalid",
    why: """
      A number is written as in JSON, with the column's own signs for decimals and for groups of \
      three digits. Without them 1.000 could be one or a thousand.
      """,
    help: "write the number in digits, or declare the column as a string to keep it as written",
    columns: #"{"a":{"type":"number","decimal":","}}"#,
    bad: ["a\n\"1.000,5\"\n", "a\n+5\n", "a\n007\n", "a\n1.5\n"],
    good: ["a\n\"1000,5\"\n", "a\n7\n"])
  /// A cell of a boolean column that says neither yes nor no.
  package static let boolean = make(
    "data.boolean.invalid",
    why: "Any other word could mean either.",
    help: "write true or false, yes or no, 1 or 0",
    columns: #"{"a":{"type":"boolean"}}"#, bad: ["a\nmaybe\n", "a\nx\n"],
    good: ["a\nYES\n", "a\n0\n"])
  /// A cell of an enum column with a value that is not on its list.
  package static let enumeration = make(
    "data.enum.unknown",
    why: "The template knows only the values it lists.",
    help: "use one of the column's values, or add the value in template.json",
    columns: #"{"a":{"type":"enum","values":["Gold","Silver"]}}"#,
    bad: ["a\ngold\n", "a\nGlod\n"], good: ["a\nGold\n"])
  /// A cell of a url column that is no absolute address.
  package static let url = make(
    "data.url.invalid",
    why: "A link needs its scheme and no blanks; other characters are percent-encoded.",
    help: "write the whole address, such as https://example.com/a%20b",
    columns: #"{"a":{"type":"url"}}"#,
    bad: ["a\nexample.com\n", "a\nhttps://a b\n", "a\nhttps:///x\n", "a\n/path\n"],
    good: ["a\nhttps://example.com/?q=%20\n", "a\nmailto:a@example.com\n"])
  /// A cell of a date column that is no date in the column's format.
  package static let date = make(
    "data.date.invalid",
    why: "A date that is read wrongly puts a wrong day on a pass.",
    help: "write YYYY-MM-DD, YYYY-MM-DDThh:mm:ss+hh:mm, or set the column's \"format\"",
    columns: #"{"a":{"type":"date","time":"12:00","zone":"Europe/Berlin"}}"#,
    bad: ["a\n31.12.2025\n", "a\n2025-02-29\n", "a\n2025-12-31T24:00\n"],
    good: ["a\n2024-02-29\n", "a\n2025-12-31T23:59:59Z\n"])
  /// The number a spreadsheet keeps for a day, in place of a date.
  package static let dayNumber = make(
    "data.date.dayNumber",
    why: """
      Spreadsheets keep a date as the number of days since 1900 and export that number if the \
      cells have no date format. Workbooks that count from 1904 mean a day 4 years and 1 day later.
      """,
    help: "format the cells as dates in the spreadsheet and export it again",
    columns: #"{"a":{"type":"date","time":"12:00","zone":"Europe/Berlin"}}"#,
    bad: ["a\n47118\n", "a\n47118.5\n"], good: ["a\n2028-12-31\n"])
  /// A date whose time neither the cell nor the column says.
  package static let dateWithoutTime = make(
    "data.date.noTime",
    why: "Wallet needs a time with every date; midnight and noon are not the same pass.",
    help:
      "add the \"time\" that is meant to the column, such as \"23:59:59\", or write it in the cell",
    columns: #"{"a":{"type":"date","zone":"Europe/Berlin"}}"#, bad: ["a\n2025-12-31\n"],
    good: ["a\n2025-12-31 18:00\n"])
  /// A date whose time zone neither the cell nor the column says.
  package static let dateWithoutZone = make(
    "data.date.noZone",
    why: "The same clock time is another moment in every time zone; none is assumed.",
    help:
      "add the \"zone\" of the times to the column, such as \"Europe/Berlin\", or +hh:mm to the cell",
    columns: #"{"a":{"type":"date"}}"#, bad: ["a\n2025-12-31T18:00\n"],
    good: ["a\n2025-12-31T18:00+01:00\n"])
  /// A local time that is skipped when clocks go forward.
  package static let dateNonexistent = make(
    "data.date.nonexistent",
    why: "When clocks go forward an hour is skipped; a time in it never happens.",
    help: "correct the time, or write it with its offset",
    columns: #"{"a":{"type":"date","zone":"Europe/Berlin"}}"#, bad: ["a\n2025-03-30T02:30\n"],
    good: ["a\n2025-03-30T03:00\n", "a\n2025-10-26T02:30\n"])
  /// A cell of a json column that is neither array nor object.
  package static let scalarJSON = make(
    "data.json.notContainer",
    why: "A json column stands in the pass as an array or object.",
    help: "write an array or object, or declare the column with another type",
    columns: #"{"a":{"type":"json"}}"#, bad: ["a\n5\n", "a\n\"\"\"x\"\"\"\n"],
    good: ["a\n[5]\n", "a\n\"{\"\"x\"\": 1}\"\n"])
  /// A cell of a file column that leads out of the folder of files.
  package static let pathOutside = make(
    "data.path.outside",
    why:
      "A file named by data may only come from the folder of the data, or the one named for files.",
    help: "name the file relative to the folder, with / and no parent folder in it",
    columns: #"{"a":{"type":"file"}}"#,
    bad: ["a\n../secret.png\n", "a\n/etc/passwd\n", "a\nphotos\\a.png\n", "a\nC:/a.png\n"],
    good: ["a\nphotos/a..b.png\n"])
  /// A cell of a file column that names a file which is not there.
  package static let pathMissing = make(
    "data.path.missing",
    why: "The pass would be built without its picture.",
    help: "add the file, correct the cell, or say where the files are",
    settings: [RunSetting(.files, "DIR")], columns: #"{"a":{"type":"file"}}"#,
    bad: ["a\nphotos/missing.png\n"],
    good: ["a\nphotos/a.png\n"])

  /// Every finding about cells, in the order of the reference.
  package static let all = [
    missing, wrongKind, pattern, scientific, spreadsheetError, formula, noValue, zeroByte,
    lostCharacter, twiceEncoded, integer, number, boolean, enumeration, url, date, dayNumber,
    dateWithoutTime, dateWithoutZone, dateNonexistent, scalarJSON, pathOutside, pathMissing,
  ]
}
