// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// What can be wrong with a data file, its header and its rows.
package enum DataFindings {
  static let csv = Basis.documented("RFC 4180")
  static let language = Basis.documented("the template language, Data")
  static let limits = Basis.convention("limit of passc")

  /// The columns of examples that are about something else, so that their tables are used.
  private static let anyColumns = #"{"a":{"optional":true}}"#

  /// A template's columns and the data file it is given; the finding stands in the data.
  static func example(
    columns: String = anyColumns, _ data: Example.Content, file: String = "data.csv"
  ) -> Example {
    Example(
      [.file("template.json", .text("{\"columns\":\(columns)}")), .file(file, data)], file: file)
  }

  static func example(columns: String = anyColumns, _ data: String) -> Example {
    example(columns: columns, .text(data))
  }

  // MARK: The file

  /// A data file that holds no text, such as a workbook or a picture.
  package static let notText = Finding(
    "data.file.notText", .error, effect: .wrong,
    why: """
      A workbook or an archive is no text, whatever its name ends with; guessing at its sheets \
      would guess at types, dates and leading zeros.
      """,
    help: "save it as CSV UTF-8 and use that file", source: language,
    bad: [example(.bytes([0x50, 0x4B, 0x03, 0x04] + Array("[Content_Types].xml xl/".utf8)))],
    good: [example(columns: #"{"PK":{}}"#, "PK\n1\n")])
  /// A data file that holds another format than its name says.
  package static let otherFormat = Finding(
    "data.file.otherFormat", .error, effect: .wrong,
    why: "A JSON or HTML file read as CSV gives columns that mean nothing.",
    help: "save the file as CSV UTF-8, or name its format",
    settings: [RunSetting(.dataFormat, "FORMAT")], source: language,
    bad: [example("{\"a\": 1}\n"), example("<!DOCTYPE html><table>")],
    good: [example(columns: #"{"{a}":{}}"#, "{a}\n1\n")])
  /// A data file whose format neither its name nor `--data-format` says.
  package static let unknownFormat = Finding(
    "data.file.unknownFormat", .error, effect: .wrong,
    why: "The format is told by the file's ending, never guessed from its content.",
    help: "name the format: csv, tsv, json or jsonl",
    settings: [RunSetting(.dataFormat, "FORMAT")], source: language,
    bad: [example(.text("a\n1\n"), file: "data.dat")],
    good: [example(.text("a\n1\n"), file: "data.csv")])
  /// A data file without a row, or without a header.
  package static let empty = Finding(
    "data.file.empty", .error, effect: .wrong,
    why: "Without a header there are no columns.",
    help: "begin the file with a line of column names", source: language,
    bad: [example(""), example("\n\n")], good: [example("a\n")])
  /// A .json file with several objects, one after the other.
  package static let manyObjects = Finding(
    "data.file.notOneObject", .error, effect: .wrong,
    why: "A .json file holds one row, as an object; a list would have to be kept in memory whole.",
    help: "save one object per line, as .jsonl (jq -c '.[]' does it)", source: language,
    bad: [example(.text("[{\"a\": 1}]"), file: "data.json")],
    good: [example(.text("{\"a\": 1}"), file: "data.json")])

  // MARK: The encoding

  /// Bytes that mean nothing in the encoding of the data file.
  package static let invalidBytes = Finding(
    "data.encoding.invalid", .error, effect: .wrong,
    why: """
      Bytes that are not UTF-8 are letters of some other encoding, most often é, ü or ñ saved by \
      a spreadsheet. Which one cannot be known, and a wrong guess prints wrong names.
      """,
    help: "save it as UTF-8, or name the encoding it was saved in, such as windows-1252",
    settings: [RunSetting(.encoding, "windows-1252")], source: language,
    bad: [example(.bytes(Array("a\nJos".utf8) + [0xE9, 0x0A]))],
    good: [example("a\nJosé\n")])
  /// `--encoding` names an encoding that is not known.
  package static let unknownEncoding = Finding(
    "data.encoding.unknown", .error, effect: .wrong,
    why: "Only encodings whose tables are known can be read without loss.",
    help: "use one of: \(TextEncoding.names.joined(separator: ", "))", source: language,
    wrong: "--encoding ebcdic",
    right: "--encoding windows-1252")
  /// The bytes of a data file are evidently in another encoding than `--encoding` says.
  package static let contradictedEncoding = Finding(
    "data.encoding.contradicted", .error, effect: .wrong,
    why: "The file begins with the mark of another encoding than the one that was named.",
    help: "name no encoding", settings: [RunSetting(.encoding)], source: language,
    wrong: "--encoding windows-1252 for a file that begins with EF BB BF, UTF-8's mark",
    right: "the same file without --encoding")

  // MARK: Rows

  /// A row with fewer cells than the header.
  package static let tooFewCells = Finding(
    "data.row.tooFewCells", .error, effect: .wrong,
    why: "A row with fewer cells than the header has shifted or lost values.",
    help: "add the missing cells, or quote cells with line breaks", source: csv,
    bad: [example("a,b\n1\n")], good: [example("a,b\n1,\n")])
  /// A row with more cells than the header.
  package static let tooManyCells = Finding(
    "data.row.tooManyCells", .error, effect: .wrong,
    why: """
      A row with more cells than the header often has a delimiter inside an unquoted value; \
      everything behind it has shifted. Empty cells at the end are let pass.
      """,
    help: "put the value with the delimiter into double quotes", source: csv,
    bad: [example("a,points\nDoe, Jane,7\n")], good: [example("a,points\nJane,7,,\n")])
  /// A row with more bytes than a row may have.
  package static let rowTooLarge = Finding(
    "data.row.tooLarge", .error, effect: .wrong,
    why: "A row this large is a quote that never closes, or no data file at all.",
    help: "look for a quote that is not closed near the row's beginning", source: limits,
    wrong: "a row of 70 MB, since a quote in it never closes",
    right: "a row of some hundred bytes")
  /// A cell with more bytes than a cell may have.
  package static let cellTooLarge = Finding(
    "data.cell.tooLarge", .error, effect: .wrong,
    why: "No pass has room for a value this long; most often a quote is not closed.",
    help: "look for a quote that is not closed near the cell's beginning", source: limits,
    wrong: "a name of 17 MB, since a quote in it never closes",
    right: "name: Jane Doe")
  /// A header with more columns than a file may have.
  package static let tooManyColumns = Finding(
    "data.header.tooManyColumns", .error, effect: .wrong,
    why: "A header this wide is a file whose line ends were lost.",
    help: "check the file's line ends and its delimiter", source: limits,
    wrong: "12,000 values in the first line, since the line ends were lost",
    right: "the names of the columns in the first line")
  /// A quote in the middle of a cell that no quote opens.
  package static let strayQuote = Finding(
    "data.quote.stray", .warning, effect: .wrong,
    why: """
      A quote belongs at the beginning of a cell and doubled inside a quoted one. Here it is \
      read as a letter, as most programs do (7" screen).
      """,
    help: "quote the cell and double the quote inside", source: csv,
    bad: [example("a\n7\" screen\n")], good: [example("a\n\"7\"\" screen\"\n")])
  /// A quote that opens no cell, since a blank stands before it.
  package static let quoteAfterBlank = Finding(
    "data.quote.afterBlank", .error, effect: .wrong,
    why: """
      With a blank before it the quote opens nothing: delimiters and line breaks in the cell \
      would split it.
      """,
    help: "remove the blank between the delimiter and the quote", source: csv,
    bad: [example("a,b\n1, \"x\"\n")], good: [example("a,b\n1,\" x\"\n")])
  /// Text between a closing quote and the end of its cell.
  package static let trailingText = Finding(
    "data.quote.trailingText", .error, effect: .wrong,
    why: "Behind a closing quote only a delimiter or the line's end may stand.",
    help: "double the quotes inside the cell", source: csv,
    bad: [example("a\n\"The \"Gym\"\"\n")], good: [example("a\n\"The \"\"Gym\"\"\"\n")])
  /// A quoted cell that is still open at the end of the file.
  package static let unterminatedQuote = Finding(
    "data.quote.unterminated", .error, effect: .wrong,
    why: "The cell that opens here swallows the rest of the file.",
    help: "close the quote; one of the value itself is doubled, inside quotes", source: csv,
    bad: [example("a,b\n1,\"x\n2,y\n")], good: [example("a,b\n1,\"x\n2,y\"\n")])
  /// A row of JSON data that is no object.
  package static let notObject = Finding(
    "data.row.notObject", .error, effect: .wrong,
    why: "Each row of JSON is an object whose members are the columns.",
    help: "write {\"column\": value, ...}", source: language,
    bad: [example(.text("[1, 2]\n"), file: "data.jsonl")],
    good: [example(.text("{\"a\": 1}\n\n"), file: "data.jsonl")])

  /// A value of a program that is to be a row and cannot be taken apart into columns.
  package static let notEncoded = Finding(
    "data.row.notEncoded", .error, effect: .wrong,
    why: """
      A row that a program gives as a value is what the value encodes: its members are the \
      columns. This one has none, or its own code would not encode it.
      """,
    help: "encode an object whose members have the names of the columns", source: language,
    wrong: "the rows of a press are numbers",
    right: "they are values with a member for each column")

  // MARK: Columns

  private static let serial = #"{"serial":{"type":"string"}}"#
  private static let optional = #"{"serial":{"optional":true},"tier":{"optional":true}}"#

  /// The data lacks a column without which no pass can be built.
  package static let missingColumn = Finding(
    "data.column.missing", .error, effect: .wrong,
    why: "A column that is neither optional nor has a default needs a value in every row.",
    help: "add the column to the data, or name its header in the column's \"from\"",
    source: language,
    bad: [example(columns: serial, "name\nJane\n")],
    good: [
      example(columns: serial, "serial\nA-1\n"),
      example(
        columns: #"{"serial":{},"points":{"type":"integer","default":0}}"#, "serial\nA-1\n"),
    ])
  /// The data has a column that is needed in other case only.
  package static let otherCase = Finding(
    "data.column.otherCase", .error, effect: .wrong,
    why: "Column names are compared letter by letter; two may differ in case alone.",
    help: "write both alike, or name the header in the column's \"from\"", source: language,
    bad: [example(columns: serial, "Serial\nA-1\n")],
    good: [example(columns: serial, "Serial,serial\nx,A-1\n")])
  /// The data lacks an optional column and has an unused one of nearly its name.
  package static let nearMissing = Finding(
    "data.column.nearMissing", .warning, effect: .wrong,
    why: """
      An optional column is missing and one of nearly its name is there and not used: every \
      pass would go without the value.
      """,
    help: "write both alike, or name the header in the column's \"from\"", source: language,
    bad: [
      example(columns: optional, "serial,teir\nA-1,Gold\n"),
      example(
        columns: optional, .text("{\"serial\":\"A-1\",\"teir\":\"Gold\"}\n"), file: "data.jsonl"),
    ],
    good: [example(columns: optional, "serial,tier,teir\nA-1,Gold,x\n")])
  /// The data lacks a column that may be absent, and has columns nobody uses.
  package static let unusedColumn = Finding(
    "data.column.unused", .warning, effect: .wrong,
    why: """
      The data lacks a column that is optional or has a default, and has others that nothing \
      uses: perhaps one of them holds the values under another name. Every pass would get the \
      default, such as 0 points. Of JSON data the first row is looked at.
      """,
    help: "if one of them is meant, add its name to the column in template.json as \"from\"",
    source: language,
    bad: [
      example(
        columns: #"{"serial":{},"points":{"type":"integer","default":0}}"#,
        "serial,Guthaben\nA-1,5\n"),
      example(
        columns: #"{"serial":{},"tier":{"optional":true}}"#,
        .text("{\"serial\":\"A-1\",\"Stufe\":\"Gold\"}\n"), file: "data.jsonl"),
    ],
    good: [
      example(
        columns: #"{"serial":{},"tier":{"optional":true}}"#, "serial,tier,colour\nA-1,Gold,red\n"),
      example(columns: #"{"serial":{},"tier":{"optional":true}}"#, "serial\nA-1\n"),
    ])
  /// Data of which no column is used.
  package static let unusedTable = Finding(
    "data.table.unused", .error, effect: .wrong,
    why: """
      None of the table's columns has the name of a column of the template, and all of those may \
      be empty: every row would give the same pass.
      """,
    help: "write the names of the template's columns into the header", source: language,
    bad: [
      example(columns: #"{"tier":{"optional":true}}"#, "Stufe\nGold\n"),
      example(
        columns: #"{"tier":{"default":"Basic"}}"#, .text("{\"Stufe\":\"Gold\"}\n"),
        file: "data.jsonl"),
    ],
    good: [example(columns: #"{"tier":{"optional":true}}"#, "tier\nGold\n")])
  /// A column that is needed stands in the header twice.
  package static let duplicateColumn = Finding(
    "data.column.duplicate", .error, effect: .wrong,
    why: "Of two columns with one name nobody can say which is meant.",
    help: "rename or remove the one that is not meant", source: language,
    bad: [example(columns: serial, "serial,serial\nA-1,A-2\n")],
    good: [example(columns: serial, "serial,note,note\nA-1,x,y\n")])
  /// A column of the header without a name.
  package static let unnamedColumn = Finding(
    "data.column.unnamed", .note, effect: .ignored,
    why: "A column without a name cannot be used; often a stray delimiter ends the header.",
    help: "give it a name if its values are needed", source: language,
    bad: [example("a,,tier\nA-1,x,y\n")], good: [example("a,tier,\nA-1,x,\n")])

  // MARK: --set

  /// An argument of `--set` without a column or an equals sign.
  package static let invalidSet = Finding(
    "data.set.invalid", .error, effect: .wrong,
    why: "A value is given as the name of its column, an equals sign and the value.",
    help: "write COLUMN=VALUE", settings: [RunSetting(.value, "COLUMN=VALUE")], source: language,
    wrong: "--set tier",
    right: "--set tier=Gold")
  /// `--set` gives one column two values.
  package static let duplicateSet = Finding(
    "data.set.duplicate", .error, effect: .wrong,
    why: "Of two values for one column nobody can say which is meant.",
    help: "give the column once", source: language, wrong: "--set tier=Gold --set tier=Silver",
    right: "--set tier=Gold")
  /// `--set` gives a value to a column the template does not have.
  package static let unusedSet = Finding(
    "data.set.unused", .warning, effect: .ignored,
    why: "A value that was typed is meant to appear; often the name is misspelt.",
    help: "use the name of a column in the template", source: language, wrong: "--set teir=Gold",
    right: "--set tier=Gold")

  /// Every finding about data files and `--set`, in the order of the reference.
  package static let all = [
    notText, otherFormat, unknownFormat, empty, manyObjects, invalidBytes, unknownEncoding,
    contradictedEncoding, tooFewCells, tooManyCells, rowTooLarge, cellTooLarge, tooManyColumns,
    strayQuote, quoteAfterBlank, trailingText, unterminatedQuote, notObject, notEncoded,
    missingColumn,
    otherCase, nearMissing, unusedColumn, unusedTable, duplicateColumn, unnamedColumn, invalidSet,
    duplicateSet, unusedSet,
  ]
}
