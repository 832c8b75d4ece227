// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// The findings about a data file, its header and its rows.
package enum DataFindings {
  static let csv = Basis.documented("RFC 4180")
  static let language = Basis.documented("the template language, Data")
  static let limits = Basis.convention("limit of passc")

  /// The columns of examples that show something else, so that no column of their tables is unused.
  private static let anyColumns = #"{"a":{"optional":true}}"#

  /// Makes an example of a template's columns and a data file. The finding is in the data.
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

  /// A data file that is neither text nor an Excel workbook, such as an image.
  package static let notText = Finding(
    "data.file.notText", .error, effect: .wrong,
    why: """
      passc reads tables of text and Excel workbooks (.xlsx without a password). Other workbooks \
      and archives are neither, whatever their names end with.
      """,
    help: "save it as .xlsx or CSV UTF-8 and use that file", source: language,
    wrong: """
      passc issue gym.pass --data members.ods -o out
      """,
    right: """
      passc issue gym.pass --data members.csv -o out
      """,
    bad: [example(.bytes([0x50, 0x4B, 0x03, 0x04] + Array("[Content_Types].xml xl/".utf8)))],
    good: [example(columns: #"{"PK":{}}"#, "PK\n1\n")])
  /// A data file in another format than its name suggests.
  package static let otherFormat = Finding(
    "data.file.otherFormat", .error, effect: .wrong,
    why: "If passc read a JSON or HTML file as CSV, the columns would make no sense.",
    help: "save the file as CSV UTF-8, or name its format",
    settings: [RunSetting(.dataFormat, "FORMAT")], source: language,
    wrong: """
      members.csv     { "serial": "A-1", "points": 12 }
      """,
    right: """
      members.jsonl   { "serial": "A-1", "points": 12 }
      """,
    bad: [example("{\"a\": 1}\n"), example("<!DOCTYPE html><table>")],
    good: [example(columns: #"{"{a}":{}}"#, "{a}\n1\n")])
  /// A data file whose format is given neither by its name nor by `--data-format`.
  package static let unknownFormat = Finding(
    "data.file.unknownFormat", .error, effect: .wrong,
    why: """
      passc takes the format from the end of the file's name and never guesses it from the \
      content.
      """,
    help: "name the format: csv, tsv, json, jsonl or xlsx",
    settings: [RunSetting(.dataFormat, "FORMAT")], source: language,
    wrong: """
      passc issue gym.pass --data members.dat -o out
      """,
    right: """
      passc issue gym.pass --data members.dat --data-format csv -o out
      """,
    bad: [example(.text("a\n1\n"), file: "data.dat")],
    good: [example(.text("a\n1\n"), file: "data.csv")])
  /// A data file without a row, or without a header.
  package static let empty = Finding(
    "data.file.empty", .error, effect: .wrong,
    why: "The first line of the file names the columns. This file has none.",
    help: "begin the file with a line of column names", source: language,
    wrong: """
      members.csv   (empty)
      """,
    right: """
      members.csv   serial,name,points
      """,
    bad: [example(""), example("\n\n")], good: [example("a\n")])
  /// A .json file with several objects, one after the other.
  package static let manyObjects = Finding(
    "data.file.notOneObject", .error, effect: .wrong,
    why: """
      A .json file contains one row, as an object. passc would have to keep a list in memory \
      whole.
      """,
    help: "save one object per line: jq -c '.[]' members.json > members.jsonl", source: language,
    wrong: """
      members.json    [ { "serial": "A-1" },
                        { "serial": "A-2" } ]
      """,
    right: """
      members.jsonl   { "serial": "A-1" }
                      { "serial": "A-2" }
      """,
    bad: [example(.text("[{\"a\": 1}]"), file: "data.json")],
    good: [example(.text("{\"a\": 1}"), file: "data.json")])

  // MARK: The encoding

  /// Bytes that are not valid in the encoding of the data file.
  package static let invalidBytes = Finding(
    "data.encoding.invalid", .error, effect: .wrong,
    why: """
      The bytes are letters of some other encoding, most often é, ü or ñ saved by a spreadsheet. \
      passc does not guess which encoding it is: a wrong guess prints wrong names on passes.
      """,
    help: "save it as UTF-8, or name the encoding it was saved in, such as windows-1252",
    settings: [RunSetting(.encoding, "windows-1252")], source: language,
    wrong: """
      serial,name
      A-1,José        é is the byte E9 (windows-1252)
      """,
    right: """
      serial,name
      A-1,José        é is the bytes C3 A9 (UTF-8)
      """,
    bad: [example(.bytes(Array("a\nJos".utf8) + [0xE9, 0x0A]))],
    good: [example("a\nJosé\n")])
  /// `--encoding` names an encoding that is not known.
  package static let unknownEncoding = Finding(
    "data.encoding.unknown", .error, effect: .wrong,
    why: "passc reads only the encodings it has a table for, so that no letter is lost.",
    help: "use one of: \(TextEncoding.names.joined(separator: ", "))", source: language,
    wrong: """
      passc issue gym.pass --data members.csv --encoding ebcdic
      """,
    right: """
      passc issue gym.pass --data members.csv --encoding windows-1252
      """)
  /// A data file whose bytes show another encoding than that of `--encoding`.
  package static let contradictedEncoding = Finding(
    "data.encoding.contradicted", .error, effect: .wrong,
    why: "The file begins with the byte order mark of another encoding than the one you named.",
    help: "do not name an encoding, here or in template.json", settings: [RunSetting(.encoding)],
    source: language,
    wrong: """
      members.csv   EF BB BF 73 65 ...   begins with the mark of UTF-8
      passc issue gym.pass --data members.csv --encoding windows-1252
      """,
    right: """
      members.csv   EF BB BF 73 65 ...   begins with the mark of UTF-8
      passc issue gym.pass --data members.csv
      """)

  // MARK: Rows

  /// A row with fewer cells than the header.
  package static let tooFewCells = Finding(
    "data.row.tooFewCells", .error, effect: .wrong,
    why: """
      A row with fewer cells than the header has lost values, or they are in the wrong columns.
      """,
    help: "add the missing cells, or put a cell with a line break into double quotes", source: csv,
    wrong: """
      serial,name,points
      A-1,Ada Lovelace
      """,
    right: """
      serial,name,points
      A-1,Ada Lovelace,12
      """,
    bad: [example("a,b\n1\n")], good: [example("a,b\n1,\n")])
  /// A row with more cells than the header.
  package static let tooManyCells = Finding(
    "data.row.tooManyCells", .error, effect: .wrong,
    why: """
      Often one value contains the delimiter and is not quoted, so everything after it is in the \
      wrong column. Empty cells at the end are allowed.
      """,
    help: "put the value with the delimiter into double quotes", source: csv,
    wrong: """
      serial,name,points
      A-1,Lovelace, Ada,12
      """,
    right: """
      serial,name,points
      A-1,"Lovelace, Ada",12
      """,
    bad: [example("a,points\nDoe, Jane,7\n")], good: [example("a,points\nJane,7,,\n")])
  /// A row with more bytes than a row may have.
  package static let rowTooLarge = Finding(
    "data.row.tooLarge", .error, effect: .wrong,
    why: """
      A row this large usually contains a quote that is never closed, or the file is not a table of
      data.
      """,
    help: "look for an unclosed quote near the beginning of the row", source: limits,
    wrong: """
      members.jsonl   { "serial": "A-1", "photo": "iVBORw0KGgo..." }   70 MB
      """,
    right: """
      members.jsonl   { "serial": "A-1", "photo": "photos/A-1.png" }
      """)
  /// A cell with more bytes than a cell may have.
  package static let cellTooLarge = Finding(
    "data.cell.tooLarge", .error, effect: .wrong,
    why: "No pass has room for a value this long. Usually a quote is not closed.",
    help: "look for an unclosed quote near the beginning of the cell", source: limits,
    wrong: """
      serial,photo
      A-1,iVBORw0KGgo...     17 MB
      """,
    right: """
      serial,photo
      A-1,photos/A-1.png
      """)
  /// A header with more columns than a file may have.
  package static let tooManyColumns = Finding(
    "data.header.tooManyColumns", .error, effect: .wrong,
    why: "A header with so many columns usually means that the line ends of the file were lost.",
    help: "check the line ends and the delimiter of the file", source: limits,
    wrong: """
      serial,name,A-1,Ada Lovelace,A-2,...     12,000 columns
      """,
    right: """
      serial,name
      A-1,Ada Lovelace
      """)
  /// A quote in the middle of a cell that no quote opens.
  package static let unexpectedQuote = Finding(
    "data.quote.stray", .warning, effect: .wrong,
    why: """
      A quote belongs at the beginning of a cell. Inside a quoted cell it is doubled. passc reads \
      this one as a letter, as most programs do (7" screen).
      """,
    help: "quote the cell and double the quote inside", source: csv,
    wrong: """
      serial,size
      A-1,7" locker
      """,
    right: """
      serial,size
      A-1,"7"" locker"
      """,
    bad: [example("a\n7\" screen\n")], good: [example("a\n\"7\"\" screen\"\n")])
  /// A quote that opens no cell because a space precedes it.
  package static let quoteAfterBlank = Finding(
    "data.quote.afterBlank", .error, effect: .wrong,
    why: """
      After a space the quote does not open a quoted cell, so delimiters and line breaks in the \
      cell would split it.
      """,
    help: "remove the space between the delimiter and the quote", source: csv,
    wrong: """
      serial,name
      A-1, "Ada Lovelace"
      """,
    right: """
      serial,name
      A-1,"Ada Lovelace"
      """,
    bad: [example("a,b\n1, \"x\"\n")], good: [example("a,b\n1,\" x\"\n")])
  /// Text between a closing quote and the end of its cell.
  package static let trailingText = Finding(
    "data.quote.trailingText", .error, effect: .wrong,
    why: "After a closing quote only a delimiter or a line break may follow.",
    help: "double the quotes inside the cell", source: csv,
    wrong: """
      serial,name
      A-1,"Ada "Countess" Lovelace"
      """,
    right: """
      serial,name
      A-1,"Ada ""Countess"" Lovelace"
      """,
    bad: [example("a\n\"The \"Gym\"\"\n")], good: [example("a\n\"The \"\"Gym\"\"\"\n")])
  /// A quoted cell that is still open at the end of the file.
  package static let unterminatedQuote = Finding(
    "data.quote.unterminated", .error, effect: .wrong,
    why: "Without its closing quote, the cell continues to the end of the file.",
    help: "end the value with a double quote, and write each one inside it twice",
    source: csv,
    wrong: """
      serial,name
      A-1,"Ada Lovelace
      A-2,Grace Hopper
      """,
    right: """
      serial,name
      A-1,"Ada Lovelace"
      A-2,Grace Hopper
      """,
    bad: [example("a,b\n1,\"x\n2,y\n")], good: [example("a,b\n1,\"x\n2,y\"\n")])
  /// A row of JSON data that is not an object.
  package static let notObject = Finding(
    "data.row.notObject", .error, effect: .wrong,
    why: "Each row of JSON data is an object whose members are the columns.",
    help: "write {\"column\": value, ...}", source: language,
    wrong: """
      members.jsonl   [ "A-1", 12 ]
      """,
    right: """
      members.jsonl   { "serial": "A-1", "points": 12 }
      """,
    bad: [example(.text("[1, 2]\n"), file: "data.jsonl")],
    good: [example(.text("{\"a\": 1}\n\n"), file: "data.jsonl")])

  /// A value in a program that is used as a row but has no members to use as columns.
  package static let notEncoded = Finding(
    "data.row.notEncoded", .error, effect: .wrong,
    why: """
      The columns of a row are the members of the object that your value encodes. This value \
      encodes no object, or its own code failed to encode it.
      """,
    help: "encode an object whose members have the names of the columns", source: language,
    wrong: """
      let rows = [12, 240]
      """,
    right: """
      let rows = [Member(serial: "A-1", points: 12)]
      """)

  // MARK: Columns

  private static let serial = #"{"serial":{"type":"string"}}"#
  private static let optional = #"{"serial":{"optional":true},"tier":{"optional":true}}"#

  /// Data without a required column.
  package static let missingColumn = Finding(
    "data.column.missing", .error, effect: .wrong,
    why: "A column that is neither optional nor has a default needs a value in every row.",
    help: "add the column to the data, or name its header in the column's \"from\"",
    source: language,
    wrong: """
      pass.json     "serialNumber": "{{ serial }}"
      members.csv   number,name
                    A-1,Ada Lovelace
      """,
    right: """
      pass.json     "serialNumber": "{{ serial }}"
      members.csv   serial,name
                    A-1,Ada Lovelace
      """,
    bad: [example(columns: serial, "name\nJane\n")],
    good: [
      example(columns: serial, "serial\nA-1\n"),
      example(
        columns: #"{"serial":{},"points":{"type":"integer","default":0}}"#, "serial\nA-1\n"),
    ])
  /// A required column that the data has only in another case.
  package static let otherCase = Finding(
    "data.column.otherCase", .error, effect: .wrong,
    why: """
      passc compares the names of columns letter by letter. Two columns may differ only in case.
      """,
    help: "write the header as the template does, or give its spelling as \"from\" of the column",
    source: language,
    wrong: """
      pass.json     "serialNumber": "{{ serial }}"
      members.csv   Serial,name
                    A-1,Ada Lovelace
      """,
    right: """
      pass.json     "serialNumber": "{{ serial }}"
      members.csv   serial,name
                    A-1,Ada Lovelace
      """,
    bad: [example(columns: serial, "Serial\nA-1\n")],
    good: [example(columns: serial, "Serial,serial\nx,A-1\n")])
  /// Data without an optional column and with an unused one that has a similar name.
  package static let nearMissing = Finding(
    "data.column.nearMissing", .warning, effect: .wrong,
    why: """
      An optional column is missing, and an unused column has almost the same name. Every pass \
      would lack the value.
      """,
    help: "write the header as the template does, or give its spelling as \"from\" of the column",
    source: language,
    wrong: """
      template.json   "columns": { "tier": { "optional": true } }
      members.csv     serial,teir
                      A-1,Gold
      """,
    right: """
      template.json   "columns": { "tier": { "optional": true } }
      members.csv     serial,tier
                      A-1,Gold
      """,
    bad: [
      example(columns: optional, "serial,teir\nA-1,Gold\n"),
      example(
        columns: optional, .text("{\"serial\":\"A-1\",\"teir\":\"Gold\"}\n"), file: "data.jsonl"),
    ],
    good: [example(columns: optional, "serial,tier,teir\nA-1,Gold,x\n")])
  /// Data without a column that may be absent, and with unused columns.
  package static let unusedColumn = Finding(
    "data.column.unused", .warning, effect: .wrong,
    why: """
      The data lacks a column that is optional or has a default, and it has others that the \
      template does not use. Perhaps one of them contains the values under another name. Every \
      pass would get the default, such as 0 points. For JSON data passc checks the first row.
      """,
    help: "if one of them is meant, add its name to the column in template.json as \"from\"",
    source: language,
    wrong: """
      template.json   "points": { "type": "integer", "default": 0 }
      members.csv     serial,Guthaben
                      A-1,12
      """,
    right: """
      template.json   "points": { "type": "integer", "default": 0,
                                  "from": "Guthaben" }
      members.csv     serial,Guthaben
                      A-1,12
      """,
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
  /// Data without any used column.
  package static let unusedTable = Finding(
    "data.table.unused", .error, effect: .wrong,
    why: """
      No column of the table has the name of a column of the template, and all the template's \
      columns may be empty. Every row would give the same pass.
      """,
    help: "write the names of the template's columns into the header", source: language,
    wrong: """
      template.json   "columns": { "tier": { "optional": true } }
      members.csv     Stufe
                      Gold
      """,
    right: """
      template.json   "columns": { "tier": { "optional": true } }
      members.csv     tier
                      Gold
      """,
    bad: [
      example(columns: #"{"tier":{"optional":true}}"#, "Stufe\nGold\n"),
      example(
        columns: #"{"tier":{"default":"Basic"}}"#, .text("{\"Stufe\":\"Gold\"}\n"),
        file: "data.jsonl"),
    ],
    good: [example(columns: #"{"tier":{"optional":true}}"#, "tier\nGold\n")])
  /// A required column that occurs twice in the header.
  package static let duplicateColumn = Finding(
    "data.column.duplicate", .error, effect: .wrong,
    why: "If two columns have the same name, passc cannot know which of them you mean.",
    help: "rename or remove one of them", source: language,
    wrong: """
      serial,name,serial
      A-1,Ada Lovelace,A-2
      """,
    right: """
      serial,name,old serial
      A-1,Ada Lovelace,A-2
      """,
    bad: [example(columns: serial, "serial,serial\nA-1,A-2\n")],
    good: [example(columns: serial, "serial,note,note\nA-1,x,y\n")])
  /// A column of the header without a name.
  package static let unnamedColumn = Finding(
    "data.column.unnamed", .note, effect: .ignored,
    why: "A column without a name cannot be used. Often the header has one delimiter too many.",
    help: "name the column if you need its values", source: language,
    wrong: """
      serial,,tier
      A-1,Ada Lovelace,Gold
      """,
    right: """
      serial,name,tier
      A-1,Ada Lovelace,Gold
      """,
    bad: [example("a,,tier\nA-1,x,y\n")], good: [example("a,tier,\nA-1,x,\n")])

  // MARK: --set

  /// An argument of `--set` without a column or an equals sign.
  package static let invalidSet = Finding(
    "data.set.invalid", .error, effect: .wrong,
    why: "A value consists of the name of its column, an equals sign and the value.",
    help: "name the column and its value", settings: [RunSetting(.value, "COLUMN=VALUE")],
    source: language,
    wrong: """
      passc build gym.pass --set serial=A-1 --set tier
      """,
    right: """
      passc build gym.pass --set serial=A-1 --set tier=Gold
      """)
  /// Two values of `--set` for one column.
  package static let duplicateSet = Finding(
    "data.set.duplicate", .error, effect: .wrong,
    why: "If a column has two values, passc cannot know which of them you mean.",
    help: "give the column one value", source: language,
    wrong: """
      passc build gym.pass --set tier=Gold --set tier=Silver
      """,
    right: """
      passc build gym.pass --set tier=Gold
      """)
  /// A value of `--set` for a column that the template does not have.
  package static let unusedSet = Finding(
    "data.set.unused", .warning, effect: .ignored,
    why: """
      The template does not use this column, so the value appears nowhere. The name is probably \
      misspelled.
      """,
    help: "use the name of a column of the template", source: language,
    wrong: """
      passc build gym.pass --set serial=A-1 --set teir=Gold
      """,
    right: """
      passc build gym.pass --set serial=A-1 --set tier=Gold
      """)

  /// Every finding about data files and `--set`, in the order of the reference.
  package static let all = [
    notText, otherFormat, unknownFormat, empty, manyObjects, invalidBytes, unknownEncoding,
    contradictedEncoding, tooFewCells, tooManyCells, rowTooLarge, cellTooLarge, tooManyColumns,
    unexpectedQuote, quoteAfterBlank, trailingText, unterminatedQuote, notObject, notEncoded,
    missingColumn,
    otherCase, nearMissing, unusedColumn, unusedTable, duplicateColumn, unnamedColumn, invalidSet,
    duplicateSet, unusedSet,
  ]
}
