// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

package enum CellFindings {
  private static let language = Basis.documented("the template language, Columns")

  private static func make(
    _ code: String, why: String, help: String, settings: [RunSetting] = [], wrong: String,
    right: String, columns: String, bad: [String], good: [String]
  ) -> Finding {
    Finding(
      code, .error, effect: .wrong, why: why, help: help, settings: settings, source: language,
      wrong: wrong, right: right,
      bad: bad.map { DataFindings.example(columns: columns, $0) },
      good: good.map { DataFindings.example(columns: columns, $0) })
  }

  /// An empty cell in a column that requires a value.
  package static let missing = make(
    "data.cell.missing",
    why: "The column is neither optional nor does it have a default, so every row needs a value.",
    help: "fill the cell, or declare the column optional in template.json if it may be empty",
    wrong: """
      serial,name
      A-1,
      """,
    right: """
      serial,name
      A-1,Ada Lovelace
      """,
    columns: #"{"a":{}}"#, bad: ["a,b\n,1\n", "a,b\n\"  \",1\n"], good: ["a,b\n0,1\n"])
  /// An object or array in a column that is read as a string.
  package static let wrongKind = Finding(
    "data.cell.wrongKind", .error, effect: .wrong,
    why: "A placeholder shows text. An object or array is not text.",
    help: "declare the column with \"type\": \"json\", or name a member: {{ member.name }}",
    source: language,
    wrong: """
      pass.json       "value": "{{ member }}"
      members.jsonl   { "serial": "A-1", "member": { "name": "Ada" } }
      """,
    right: """
      pass.json       "value": "{{ member.name }}"
      members.jsonl   { "serial": "A-1", "member": { "name": "Ada" } }
      """,
    bad: [
      DataFindings.example(
        columns: #"{"a":{}}"#, .text("{\"a\":[1]}\n"), file: "data.jsonl")
    ],
    good: [
      DataFindings.example(
        columns: #"{"a":{"type":"json"}}"#, .text("{\"a\":[1]}\n"), file: "data.jsonl")
    ])
  /// A value that does not match the pattern of its column.
  package static let pattern = make(
    "data.pattern.mismatch",
    why: "The column has a pattern in template.json, and the whole value must match it.",
    help: "correct the value, or the column's pattern in template.json",
    wrong: """
      template.json   "serial": { "pattern": "[A-Z]-[0-9]+" }
      members.csv     serial,name
                      A17,Ada Lovelace
      """,
    right: """
      template.json   "serial": { "pattern": "[A-Z]-[0-9]+" }
      members.csv     serial,name
                      A-17,Ada Lovelace
      """,
    columns: #"{"a":{"pattern":"[A-Z]-[0-9]+"}}"#, bad: ["a\nA-17x\n"], good: ["a\nA-17\n"])
  /// A string that a spreadsheet made from a long number.
  package static let scientific = make(
    "data.string.scientific",
    why: """
      A spreadsheet turns a long number such as a card number into 1.23E+12. The other digits are \
      lost. In number columns you can write 1.23e12.
      """,
    help: "format the column as text in the spreadsheet, enter the numbers again and save",
    wrong: """
      serial,card
      A-1,1.23E+12
      """,
    right: """
      serial,card
      A-1,1234567890123
      """,
    columns: #"{"a":{}}"#, bad: ["a\n1.23E+12\n", "a\n\"4,5E+09\"\n"],
    good: ["a\n1.23e12\n", "a\nE+12\n", "a\n12E+12\n"])
  /// An error that a spreadsheet shows in place of a value.
  package static let spreadsheetError = make(
    "data.cell.spreadsheetError",
    why: """
      A spreadsheet shows #N/A and the like if a formula fails, in the language of the program. It \
      shows ##### if a column is too narrow for a number. Neither is a value.
      """,
    help: "correct the formula in the spreadsheet, or empty the cell, and export again",
    wrong: """
      serial,points
      A-1,#N/A
      """,
    right: """
      serial,points
      A-1,12
      """,
    columns: #"{"a":{}}"#,
    bad: ["a\n#N/A\n", "a\n#BEZUG!\n", "a\n#¡VALOR!\n", "a\nErr:502\n", "a\n########\n"],
    good: ["a\nN/A\n", "a\n#17\n", "a\n-\n"])
  /// A formula of a spreadsheet in place of its value.
  package static let formula = make(
    "data.cell.formula",
    why: """
      A cell that begins with = is a formula that was exported in place of its value. If the \
      values of a column really begin with =, declare the column with "verbatim": true.
      """,
    help: "export values in place of formulas, or declare the column with \"verbatim\": true",
    wrong: """
      serial,tier
      A-1,"=VLOOKUP(A2,Tiers,2)"
      """,
    right: """
      serial,tier
      A-1,Gold
      """,
    columns: #"{"a":{},"b":{"verbatim":true,"optional":true}}"#,
    bad: ["a,b\n\"=VLOOKUP(A2,B:C,2)\",\n", "a,b\n=A1,\n"],
    good: ["a,b\na=b,\n", "a,b\nx,=A1\n"])
  /// Text that a program writes if it has no value.
  package static let noValue = make(
    "data.cell.noValue",
    why: """
      Programs write undefined, NaN, nan or [object Object] if they have no value, or one that is \
      not text. passc keeps words that people use too (null, None, N/A).
      """,
    help: "correct the program that wrote the data, or leave the cell empty",
    wrong: """
      serial,name
      A-1,undefined
      """,
    right: """
      serial,name
      A-1,Ada Lovelace
      """,
    columns: #"{"a":{}}"#,
    bad: ["a\nundefined\n", "a\nNaN\n", "a\nnan\n", "a\n[object Object]\n"],
    good: ["a\nnull\n", "a\nNone\n", "a\nNan\n"])
  /// A zero byte in a cell.
  package static let zeroByte = make(
    "data.cell.zeroByte",
    why: "Text has no character U+0000. It comes from a binary field or a broken conversion.",
    help: "export the data again as text, without zero bytes",
    wrong: """
      serial,name
      A-1,A<00>da Lovelace     <00> is a zero byte
      """,
    right: """
      serial,name
      A-1,Ada Lovelace
      """,
    columns: #"{"a":{}}"#, bad: ["a\nA\u{0}da\n"], good: ["a\nAda\n"])
  /// A character that an earlier conversion lost.
  package static let lostCharacter = make(
    "data.encoding.lost",
    why: "U+FFFD replaces a letter that an earlier conversion could not read. The letter is lost.",
    help: "export the data again from its source, as UTF-8",
    wrong: """
      serial,name
      A-1,Renée M\u{FFFD}ller
      """,
    right: """
      serial,name
      A-1,Renée Müller
      """,
    columns: #"{"a":{}}"#, bad: ["a\nM\u{FFFD}ller\n"], good: ["a\nMüller\n"])
  /// Text in UTF-8 that was read with another encoding and written as UTF-8 again.
  package static let twiceEncoded = make(
    "data.encoding.twice",
    why: """
      UTF-8 that was read as windows-1252 shows Ã¼ in place of ü. passc looks for pairs of \
      characters that are one character of UTF-8. Words such as SÃO and MAÇÃ have no such pair.
      """,
    help: "do not name an encoding if the file is UTF-8; otherwise export the data again as UTF-8",
    settings: [RunSetting(.encoding)],
    wrong: """
      serial,name
      A-1,MÃ¼ller
      """,
    right: """
      serial,name
      A-1,Müller
      """,
    columns: #"{"a":{}}"#, bad: ["a\nMÃ¼ller\n", "a\nM√ºller\n"],
    good: ["a\nSÃO PAULO\n", "a\n“MAÇÔ\n", "a\n«CAFÉ»\n"])
  /// A cell of an integer column that is not an integer.
  package static let integer = make(
    "data.integer.invalid",
    why: """
      passc reads an integer as in JSON: digits, with a minus before them if needed. A leading \
      zero or plus would be lost.
      """,
    help: "write the number in digits, or declare the column as a string to keep it as written",
    wrong: """
      serial,points
      A-1,007
      """,
    right: """
      serial,points
      A-1,7
      """,
    columns: #"{"a":{"type":"integer"}}"#,
    bad: ["a\n+5\n", "a\n007\n", "a\n1.5\n", "a\n1 000\n"], good: ["a\n-5\n", "a\n0\n"])
  /// A cell of a number column that is not a number.
  package static let number = make(
    "data.number.invalid",
    why: """
      passc reads a number as in JSON, with the column's own signs for decimals and for groups of \
      three digits. Without these signs 1.000 could be one or a thousand.
      """,
    help: "write the number in digits, or declare the column as a string to keep it as written",
    wrong: """
      template.json   "balance": { "type": "number", "decimal": "," }
      members.csv     serial,balance
                      A-1,12.50
      """,
    right: """
      template.json   "balance": { "type": "number", "decimal": "," }
      members.csv     serial,balance
                      A-1,"12,50"
      """,
    columns: #"{"a":{"type":"number","decimal":","}}"#,
    bad: ["a\n\"1.000,5\"\n", "a\n+5\n", "a\n007\n", "a\n1.5\n"],
    good: ["a\n\"1000,5\"\n", "a\n7\n"])
  /// A cell of a boolean column that is neither true nor false.
  package static let boolean = make(
    "data.boolean.invalid",
    why: "Any other word could mean true or false.",
    help: "write true or false, yes or no, 1 or 0",
    wrong: """
      serial,sauna
      A-1,maybe
      """,
    right: """
      serial,sauna
      A-1,yes
      """,
    columns: #"{"a":{"type":"boolean"}}"#, bad: ["a\nmaybe\n", "a\nx\n"],
    good: ["a\nYES\n", "a\n0\n"])
  /// A cell of an enum column with a value that is not on its list.
  package static let enumeration = make(
    "data.enum.unknown",
    why: "An enum column accepts only the values that template.json lists, letter by letter.",
    help: "use one of the column's values, or add the value in template.json",
    wrong: """
      template.json   "tier": { "type": "enum", "values": ["Basic", "Gold"] }
      members.csv     serial,tier
                      A-1,gold
      """,
    right: """
      template.json   "tier": { "type": "enum", "values": ["Basic", "Gold"] }
      members.csv     serial,tier
                      A-1,Gold
      """,
    columns: #"{"a":{"type":"enum","values":["Gold","Silver"]}}"#,
    bad: ["a\ngold\n", "a\nGlod\n"], good: ["a\nGold\n"])
  /// A cell of a url column that is not an absolute address.
  package static let url = make(
    "data.url.invalid",
    why: "A link needs its scheme and has no spaces. Other characters are percent-encoded.",
    help: "write the whole address, such as https://example.com/a%20b",
    wrong: """
      serial,website
      A-1,example.com/gym
      """,
    right: """
      serial,website
      A-1,https://example.com/gym
      """,
    columns: #"{"a":{"type":"url"}}"#,
    bad: ["a\nexample.com\n", "a\nhttps://a b\n", "a\nhttps:///x\n", "a\n/path\n"],
    good: ["a\nhttps://example.com/?q=%20\n", "a\nmailto:a@example.com\n"])
  /// A cell of a date column that is not a date in the column's format.
  package static let date = make(
    "data.date.invalid",
    why: "If passc guessed how a date is written, it could put the wrong day on a pass.",
    help: "write YYYY-MM-DD, YYYY-MM-DDThh:mm:ss+hh:mm, or set the column's \"format\"",
    wrong: """
      serial,expires
      A-1,31.12.2031
      """,
    right: """
      serial,expires
      A-1,2031-12-31
      """,
    columns: #"{"a":{"type":"date","time":"12:00","zone":"Europe/Berlin"}}"#,
    bad: ["a\n31.12.2025\n", "a\n2025-02-29\n", "a\n2025-12-31T24:00\n"],
    good: ["a\n2024-02-29\n", "a\n2025-12-31T23:59:59Z\n"])
  /// The number of a day in a spreadsheet, in place of a date.
  package static let dayNumber = make(
    "data.date.dayNumber",
    why: """
      Spreadsheets store a date as the number of days since 1900, and export that number if the \
      cells have no date format. In workbooks that count from 1904 the number means a day 4 years \
      and 1 day later.
      """,
    help: "format the cells as dates in the spreadsheet and export it again",
    wrong: """
      serial,expires
      A-1,47118
      """,
    right: """
      serial,expires
      A-1,2028-12-31
      """,
    columns: #"{"a":{"type":"date","time":"12:00","zone":"Europe/Berlin"}}"#,
    bad: ["a\n47118\n", "a\n47118.5\n"], good: ["a\n2028-12-31\n"])
  /// A date without a time in the cell or the column.
  package static let dateWithoutTime = make(
    "data.date.noTime",
    why: """
      Wallet needs a time with every date. A pass that expires at midnight differs from one that \
      expires at noon, so passc does not guess.
      """,
    help: "add \"time\" to the column, such as \"23:59:59\", or write the time in the cell",
    wrong: """
      template.json   "expires": { "type": "date", "zone": "Europe/Berlin" }
      members.csv     serial,expires
                      A-1,2031-12-31
      """,
    right: """
      template.json   "expires": { "type": "date", "zone": "Europe/Berlin" }
      members.csv     serial,expires
                      A-1,2031-12-31 23:59
      """,
    columns: #"{"a":{"type":"date","zone":"Europe/Berlin"}}"#, bad: ["a\n2025-12-31\n"],
    good: ["a\n2025-12-31 18:00\n"])
  /// A date without a time zone in the cell or the column.
  package static let dateWithoutZone = make(
    "data.date.noZone",
    why: """
      The same time of day is a different moment in each time zone, so passc does not guess the
      zone.
      """,
    help: "add \"zone\" to the column, such as \"Europe/Berlin\", or write +hh:mm in the cell",
    wrong: """
      template.json   "starts": { "type": "date" }
      members.csv     serial,starts
                      A-1,2031-05-01 10:00
      """,
    right: """
      template.json   "starts": { "type": "date", "zone": "Europe/Berlin" }
      members.csv     serial,starts
                      A-1,2031-05-01 10:00
      """,
    columns: #"{"a":{"type":"date"}}"#, bad: ["a\n2025-12-31T18:00\n"],
    good: ["a\n2025-12-31T18:00+01:00\n"])
  /// A local time that is skipped when clocks go forward.
  package static let dateNonexistent = make(
    "data.date.nonexistent",
    why: "When clocks go forward, an hour is skipped. A time in that hour does not exist.",
    help: "correct the time, or write it with its offset",
    wrong: """
      template.json   "starts": { "type": "date", "zone": "Europe/Berlin" }
      members.csv     serial,starts
                      A-1,2025-03-30 02:30
      """,
    right: """
      template.json   "starts": { "type": "date", "zone": "Europe/Berlin" }
      members.csv     serial,starts
                      A-1,2025-03-30 03:30
      """,
    columns: #"{"a":{"type":"date","zone":"Europe/Berlin"}}"#, bad: ["a\n2025-03-30T02:30\n"],
    good: ["a\n2025-03-30T03:00\n", "a\n2025-10-26T02:30\n"])
  /// A cell of a json column that is neither array nor object.
  package static let scalarJSON = make(
    "data.json.notContainer",
    why: "The value of a json column is an array or an object.",
    help: "write an array or object, or declare the column with another type",
    wrong: """
      template.json   "seats": { "type": "json" }
      members.jsonl   { "serial": "A-1", "seats": 12 }
      """,
    right: """
      template.json   "seats": { "type": "json" }
      members.jsonl   { "serial": "A-1", "seats": [ { "seatNumber": "12" } ] }
      """,
    columns: #"{"a":{"type":"json"}}"#, bad: ["a\n5\n", "a\n\"\"\"x\"\"\"\n"],
    good: ["a\n[5]\n", "a\n\"{\"\"x\"\": 1}\"\n"])
  /// A cell of a file column that leads out of the folder of files.
  package static let pathOutside = make(
    "data.path.outside",
    why: """
      A row may only name files in the folder of the data, or in the folder that you name for \
      files.
      """,
    help: "write a path inside the folder, without .. and with / between names",
    wrong: """
      serial,photo
      A-1,../photos/ada.png
      """,
    right: """
      serial,photo
      A-1,photos/ada.png
      """,
    columns: #"{"a":{"type":"file"}}"#,
    bad: ["a\n../secret.png\n", "a\n/etc/passwd\n", "a\nphotos\\a.png\n", "a\nC:/a.png\n"],
    good: ["a\nphotos/a..b.png\n"])
  /// A cell of a file column with a missing file.
  package static let pathMissing = make(
    "data.path.missing",
    why: "Without the file, passc cannot put the image into the pass.",
    help: "add the file, correct the cell, or name the folder of the files",
    settings: [RunSetting(.files, "DIR")],
    wrong: """
      members.csv   serial,photo
                    A-1,photos/adda.png
      photos/       ada.png
      """,
    right: """
      members.csv   serial,photo
                    A-1,photos/ada.png
      photos/       ada.png
      """,
    columns: #"{"a":{"type":"file"}}"#,
    bad: ["a\nphotos/missing.png\n"],
    good: ["a\nphotos/a.png\n"])

  /// Every finding about cells, in the order of the reference.
  package static let all = [
    missing, wrongKind, pattern, scientific, spreadsheetError, formula, noValue, zeroByte,
    lostCharacter, twiceEncoded, integer, number, boolean, enumeration, url, date, dayNumber,
    dateWithoutTime, dateWithoutZone, dateNonexistent, scalarJSON, pathOutside, pathMissing,
  ]
}
