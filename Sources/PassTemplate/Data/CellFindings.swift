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
    help: "fill the cell, or declare the column optional or with a default in template.json",
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
  /// A cell of an integer column that is no integer.
  package static let integer = make(
    "data.integer.invalid",
    why: """
      An integer is written as in JSON: digits, perhaps a minus before them. A leading zero or \
      plus would be lost.
      """,
    help: "write digits only, or declare the column as a string to keep it as it is written",
    columns: #"{"a":{"type":"integer"}}"#,
    bad: ["a\n+5\n", "a\n007\n", "a\n1.5\n", "a\n1 000\n"], good: ["a\n-5\n", "a\n0\n"])
  /// A cell of a number column that is no number.
  package static let number = make(
    "data.number.invalid",
    why: """
      A number is written as in JSON once the column's decimal sign is replaced. With a second \
      sign for thousands nobody can say whether 1.000 is one or a thousand.
      """,
    help: "write plain digits, set \"decimal\" on the column, or declare it as a string",
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
  /// A date whose time neither the cell nor the column says.
  package static let dateWithoutTime = make(
    "data.date.noTime",
    why: "Wallet needs a time with every date; midnight and noon are not the same pass.",
    help: "add \"time\": \"23:59:59\" to the column in template.json, or the time to the cell",
    columns: #"{"a":{"type":"date","zone":"Europe/Berlin"}}"#, bad: ["a\n2025-12-31\n"],
    good: ["a\n2025-12-31 18:00\n"])
  /// A date whose time zone neither the cell nor the column says.
  package static let dateWithoutZone = make(
    "data.date.noZone",
    why: "The same clock time is another moment in every time zone; none is assumed.",
    help:
      "add \"zone\": \"Europe/Berlin\" to the column in template.json, or Z or +hh:mm to the cell",
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
    missing, wrongKind, pattern, scientific, integer, number, boolean, enumeration, url, date,
    dateWithoutTime, dateWithoutZone, dateNonexistent, scalarJSON, pathOutside, pathMissing,
  ]
}
