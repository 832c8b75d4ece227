// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

package enum ColumnFindings {
  private static let language = Basis.documented("the template language, Columns")

  private static func make(
    _ code: String, _ severity: Severity = .error, why: String, help: String, wrong: String,
    right: String, bad: [String], good: [String]
  ) -> Finding {
    @Sendable func example(_ column: String) -> Example {
      Example(
        [.file("template.json", .text("{\"columns\":{\"a\":\(column)}}"))], file: "template.json")
    }
    return Finding(
      code, severity, effect: .wrong, why: why, help: help, source: language, wrong: wrong,
      right: right, bad: bad.map(example), good: good.map(example))
  }

  /// "columns", or a column in it, that is not an object.
  package static let notObject = make(
    "template.column.notObject",
    why: "\"columns\" is an object, and so is each column in it.",
    help: "write \"name\": { \"type\": \"string\" }",
    wrong: """
      "columns": { "points": "integer" }
      """,
    right: """
      "columns": { "points": { "type": "integer" } }
      """, bad: ["\"string\"", "[]"], good: ["{}"])
  /// A column whose name is empty.
  package static let name = Finding(
    "template.column.emptyName", .error, effect: .wrong,
    why: "No placeholder can use a column without a name.", help: "give the column a name",
    source: language,
    wrong: """
      "columns": { "": { "type": "integer" } }
      """,
    right: """
      "columns": { "points": { "type": "integer" } }
      """,
    bad: [
      Example([.file("template.json", .text(#"{"columns":{"":{}}}"#))], file: "template.json")
    ],
    good: [Example([.file("template.json", .text(#"{"columns":{"a":{}}}"#))])])
  /// A column's type that is not known.
  package static let unknownType = make(
    "template.column.unknownType",
    why: "The type decides how passc reads and checks the cells.",
    help: "use one of: \(ColumnType.allCases.map(\.rawValue).joined(separator: ", "))",
    wrong: """
      "points": { "type": "int" }
      """,
    right: """
      "points": { "type": "integer" }
      """,
    bad: [#"{"type":"int"}"#, #"{"type":"String"}"#], good: [#"{"type":"integer"}"#])
  /// A member of a column's declaration that is not an option.
  package static let unknownOption = make(
    "template.column.unknownOption",
    why: "An unknown option has no effect. The name is probably misspelled.",
    help: "use one of: \(ColumnOption.allCases.map(\.rawValue).joined(separator: ", "))",
    wrong: """
      "tier": { "defualt": "Basic" }
      """,
    right: """
      "tier": { "default": "Basic" }
      """,
    bad: [#"{"defualt":"x"}"#], good: [#"{"default":"x"}"#])
  /// An option that columns of this type do not have.
  package static let unfitOption = make(
    "template.column.unfitOption",
    why: "The option has no meaning for a column of this type.",
    help: "remove the option, or change the column's type",
    wrong: """
      "points": { "type": "integer", "zone": "Europe/Berlin" }
      """,
    right: """
      "points": { "type": "integer" }
      """,
    bad: [#"{"values":["a"]}"#, #"{"type":"integer","zone":"UTC"}"#],
    good: [#"{"type":"enum","values":["a"]}"#])
  /// An option that another one makes useless.
  package static let unusedOption = make(
    "template.column.unusedOption", .warning,
    why: "With this \"format\" every cell has a time, so passc never uses \"time\".",
    help: "remove \"time\"",
    wrong: """
      "visit": { "type": "date", "format": "dd.MM.yyyy HH:mm",
                 "time": "12:00", "zone": "Europe/Berlin" }
      """,
    right: """
      "visit": { "type": "date", "format": "dd.MM.yyyy HH:mm",
                 "zone": "Europe/Berlin" }
      """,
    bad: [#"{"type":"date","format":"yyyy-MM-dd HH:mm","time":"12:00","zone":"UTC"}"#],
    good: [#"{"type":"date","format":"yyyy-MM-dd","time":"12:00","zone":"UTC"}"#])
  /// An option with a value of the wrong kind.
  package static let invalidOption = make(
    "template.column.invalidOption",
    why: "Each option takes one kind of JSON value.",
    help: "write the value as passc help templates shows it",
    wrong: """
      "photo": { "type": "file", "optional": "yes" }
      """,
    right: """
      "photo": { "type": "file", "optional": true }
      """,
    bad: [#"{"optional":"yes"}"#, #"{"from":5}"#, #"{"from":""}"#], good: [#"{"optional":true}"#])
  /// A column's pattern that cannot be read, or that cannot be matched in linear time.
  package static let pattern = make(
    "template.column.pattern",
    why: """
      A pattern that passc cannot read would check nothing. passc matches patterns in one pass \
      through the cell, so that no cell can stop a run. It therefore has no lookahead, no \
      lookbehind and no references back to a group. It also has no flags and no \\Q...\\E. Write \
      plain letters and classes instead.
      """,
    help: "correct the regular expression; in JSON a backslash is written twice",
    wrong: """
      "serial": { "pattern": "[A-Z-[0-9]+" }
      """,
    right: """
      "serial": { "pattern": "[A-Z]-[0-9]+" }
      """,
    bad: [
      #"{"pattern":"[A-Z"}"#, #"{"pattern":"(a"}"#, #"{"pattern":"(a)\\1"}"#,
      #"{"pattern":"(?!00)[0-9]{2}"}"#, #"{"pattern":"(?i)gold"}"#,
    ],
    good: [#"{"pattern":"[A-Z]\\d+"}"#, #"{"pattern":"([a-z0-9]+[._-]?)+"}"#])
  /// The list of values of an enum column is missing, empty or has a value twice.
  package static let values = make(
    "template.column.values",
    why: "passc checks the cells of an enum column against its list of values.",
    help: "add \"values\": [\"Gold\", \"Silver\"], each once and none empty",
    wrong: """
      "tier": { "type": "enum" }
      """,
    right: """
      "tier": { "type": "enum", "values": [ "Gold", "Silver" ] }
      """,
    bad: [
      #"{"type":"enum"}"#, #"{"type":"enum","values":[]}"#, #"{"type":"enum","values":["a",1]}"#,
    ],
    good: [#"{"type":"enum","values":["a"]}"#])
  /// A decimal sign that is neither comma nor point.
  package static let decimal = make(
    "template.column.decimal",
    why: "The decimal sign of numbers in data is a comma or a point.",
    help: "write \"decimal\": \",\" or leave it out",
    wrong: """
      "balance": { "type": "number", "decimal": "comma" }
      """,
    right: """
      "balance": { "type": "number", "decimal": "," }
      """,
    bad: [#"{"type":"number","decimal":"'"}"#, #"{"type":"number","decimal":""}"#],
    good: [#"{"type":"number","decimal":","}"#])
  /// A grouping sign that is not one of the four, or is the decimal sign too.
  package static let grouping = make(
    "template.column.grouping",
    why: """
      The sign separates groups of three digits. If it were the decimal sign too, 1.250 could be \
      read in two ways.
      """,
    help: "write \".\", \",\", \"'\" or \" \", and not the decimal sign",
    wrong: """
      "balance": { "type": "number", "grouping": "." }
      """,
    right: """
      "balance": { "type": "number", "grouping": ".", "decimal": "," }
      """,
    bad: [
      #"{"type":"integer","grouping":"_"}"#, #"{"type":"number","grouping":"."}"#,
      #"{"type":"number","decimal":",","grouping":","}"#,
    ],
    good: [
      #"{"type":"integer","grouping":"."}"#, #"{"type":"number","decimal":",","grouping":"."}"#,
      #"{"type":"number","grouping":","}"#,
    ])
  /// A date format with letters that mean nothing, or without a whole date.
  package static let format = make(
    "template.column.format",
    why: """
      A format consists of yyyy, MM, dd, HH, mm, ss and the signs between them. M, d and H are \
      numbers without a zero in front, and yy is a year after 2000. Other programs use these letters \
      differently (mm and MM, DD and dd), so passc accepts no others.
      """,
    help: "write a format such as dd.MM.yyyy HH:mm, with literal letters in single quotes",
    wrong: """
      "expires": { "type": "date", "format": "DD.MM.YYYY",
                   "time": "23:59:59", "zone": "Europe/Berlin" }
      """,
    right: """
      "expires": { "type": "date", "format": "dd.MM.yyyy",
                   "time": "23:59:59", "zone": "Europe/Berlin" }
      """,
    bad: [
      #"{"type":"date","format":"DD.MM.YYYY","time":"12:00","zone":"UTC"}"#,
      #"{"type":"date","format":"MM/yyyy","time":"12:00","zone":"UTC"}"#,
      #"{"type":"date","format":"yyyy-MM-dd HH","zone":"UTC"}"#,
      #"{"type":"date","format":"dMyyyy","time":"12:00","zone":"UTC"}"#,
    ],
    good: [
      #"{"type":"date","format":"dd.MM.yyyy 'um' HH:mm","zone":"UTC"}"#,
      #"{"type":"date","format":"yyyyMMddTHHmmss","zone":"UTC"}"#,
      #"{"type":"date","format":"d.M.yy H:mm","zone":"UTC"}"#,
    ])
  /// A column's time that is not a time of day, or is missing where its format needs it.
  package static let time = make(
    "template.column.time",
    why: "Wallet needs a time with every date, and passc does not guess one.",
    help: "write \"time\": \"23:59:59\"",
    wrong: """
      "expires": { "type": "date", "time": "24:00", "zone": "Europe/Berlin" }
      """,
    right: """
      "expires": { "type": "date", "time": "23:59", "zone": "Europe/Berlin" }
      """,
    bad: [
      #"{"type":"date","time":"24:00","zone":"UTC"}"#,
      #"{"type":"date","format":"dd.MM.yyyy","zone":"UTC"}"#,
    ],
    good: [#"{"type":"date","time":"23:59","zone":"UTC"}"#])
  /// A column's time zone that is unknown, or is missing where its format needs it.
  package static let zone = make(
    "template.column.zone",
    why: """
      A local time is a moment only together with its time zone. passc knows the zones by the \
      names of the IANA time zone database.
      """,
    help: "write \"zone\": \"Europe/Berlin\", \"UTC\" or a fixed \"+02:00\"",
    wrong: """
      "expires": { "type": "date", "time": "23:59", "zone": "CEST" }
      """,
    right: """
      "expires": { "type": "date", "time": "23:59", "zone": "Europe/Berlin" }
      """,
    bad: [
      #"{"type":"date","zone":"Europe/Berln"}"#, #"{"type":"date","zone":"CEST"}"#,
      #"{"type":"date","format":"dd.MM.yyyy","time":"12:00"}"#,
    ],
    good: [#"{"type":"date","zone":"Asia/Kolkata"}"#, #"{"type":"date","zone":"-03:30"}"#])
  /// A default that the column's own cells could not have.
  package static let defaultValue = make(
    "template.column.default",
    why: "The default replaces empty cells, so it must be a value that the column can have.",
    help: "write a default of the column's type",
    wrong: """
      "points": { "type": "integer", "default": "0" }
      """,
    right: """
      "points": { "type": "integer", "default": 0 }
      """,
    bad: [
      #"{"type":"integer","default":"0"}"#, #"{"type":"integer","default":1.5}"#,
      #"{"type":"enum","values":["a"],"default":"b"}"#, #"{"default":0}"#,
      #"{"type":"date","default":"2025-12-31"}"#,
    ],
    good: [
      #"{"type":"integer","default":0}"#, #"{"default":""}"#,
      #"{"type":"boolean","default":false}"#,
    ])

  /// Every finding about the declarations of columns, in the order of the reference.
  package static let all = [
    notObject, name, unknownType, unknownOption, unfitOption, unusedOption, invalidOption, pattern,
    values, decimal, grouping, format, time, zone, defaultValue,
  ]
}
