// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// What can be wrong with the columns of template.json.
package enum ColumnFindings {
  private static let language = Basis.documented("the template language, Columns")

  private static func make(
    _ code: String, _ severity: Severity = .error, why: String, help: String, bad: [String],
    good: [String]
  ) -> Finding {
    @Sendable func example(_ column: String) -> Example {
      Example(
        [.file("template.json", .text("{\"columns\":{\"a\":\(column)}}"))], file: "template.json")
    }
    return Finding(
      code, severity, effect: .wrong, why: why, help: help, source: language,
      bad: bad.map(example), good: good.map(example))
  }

  /// "columns", or a column in it, is no object.
  package static let notObject = make(
    "template.column.notObject",
    why: "\"columns\" is an object, and so is each column in it.",
    help: "write \"name\": { \"type\": \"string\" }", bad: ["\"string\"", "[]"], good: ["{}"])
  /// A column whose name is empty.
  package static let name = Finding(
    "template.column.emptyName", .error, effect: .wrong,
    why: "No placeholder can name it.", help: "give the column a name", source: language,
    bad: [
      Example([.file("template.json", .text(#"{"columns":{"":{}}}"#))], file: "template.json")
    ],
    good: [Example([.file("template.json", .text(#"{"columns":{"a":{}}}"#))])])
  /// A column's type that is not known.
  package static let unknownType = make(
    "template.column.unknownType",
    why: "The type decides how cells are read and checked.",
    help: "use one of: \(ColumnType.allCases.map(\.rawValue).joined(separator: ", "))",
    bad: [#"{"type":"int"}"#, #"{"type":"String"}"#], good: [#"{"type":"integer"}"#])
  /// A member of a column's declaration that no column has.
  package static let unknownOption = make(
    "template.column.unknownOption",
    why: "An option nobody knows does nothing, and was meant to do something.",
    help: "use one of: \(ColumnOption.allCases.map(\.rawValue).joined(separator: ", "))",
    bad: [#"{"defualt":"x"}"#], good: [#"{"default":"x"}"#])
  /// An option that columns of this type do not have.
  package static let unfitOption = make(
    "template.column.unfitOption",
    why: "The option has no meaning for a column of this type.",
    help: "remove it, or change the column's type",
    bad: [#"{"values":["a"]}"#, #"{"type":"integer","zone":"UTC"}"#],
    good: [#"{"type":"enum","values":["a"]}"#])
  /// An option that another one makes useless.
  package static let unusedOption = make(
    "template.column.unusedOption", .warning,
    why: "The column's format has the time in every cell; the option is never used.",
    help: "remove \"time\"",
    bad: [#"{"type":"date","format":"yyyy-MM-dd HH:mm","time":"12:00","zone":"UTC"}"#],
    good: [#"{"type":"date","format":"yyyy-MM-dd","time":"12:00","zone":"UTC"}"#])
  /// The value of an option is of another kind than it takes.
  package static let invalidOption = make(
    "template.column.invalidOption",
    why: "Each option takes one kind of JSON value.",
    help: "write the value as docs/reference/templates.md shows",
    bad: [#"{"optional":"yes"}"#, #"{"from":5}"#, #"{"from":""}"#], good: [#"{"optional":true}"#])
  /// A column's pattern cannot be read, or has parts that cannot be matched in linear time.
  package static let pattern = make(
    "template.column.pattern",
    why: """
      A pattern that cannot be read checks nothing. Patterns are matched in one way through the \
      cell, whatever they are, so that no cell can stop a run: what needs a look back or ahead is \
      not known, nor are flags and quotations, which say nothing that letters and classes cannot.
      """,
    help: "correct the regular expression; in JSON a backslash is written twice",
    bad: [
      #"{"pattern":"[A-Z"}"#, #"{"pattern":"(a"}"#, #"{"pattern":"(a)\\1"}"#,
      #"{"pattern":"(?!00)[0-9]{2}"}"#, #"{"pattern":"(?i)gold"}"#,
    ],
    good: [#"{"pattern":"[A-Z]\\d+"}"#, #"{"pattern":"([a-z0-9]+[._-]?)+"}"#])
  /// The list of values of an enum column is missing, empty or has a value twice.
  package static let values = make(
    "template.column.values",
    why: "An enum column is checked against its list of values.",
    help: "add \"values\": [\"Gold\", \"Silver\"], each once and none empty",
    bad: [
      #"{"type":"enum"}"#, #"{"type":"enum","values":[]}"#, #"{"type":"enum","values":["a",1]}"#,
    ],
    good: [#"{"type":"enum","values":["a"]}"#])
  /// A decimal sign that is neither comma nor point.
  package static let decimal = make(
    "template.column.decimal",
    why: "Numbers in data files have a comma or a point.",
    help: "write \"decimal\": \",\" or leave it out",
    bad: [#"{"type":"number","decimal":"'"}"#, #"{"type":"number","decimal":""}"#],
    good: [#"{"type":"number","decimal":","}"#])
  /// A sign for groups of digits that is none, or is the decimal sign too.
  package static let grouping = make(
    "template.column.grouping",
    why: """
      The sign separates groups of three digits. If it were the decimal sign too, 1.250 could be \
      read in two ways.
      """,
    help: "write \".\", \",\", \"'\" or \" \", and another sign than the decimal one",
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
      A format is made of yyyy, MM, dd, HH, mm, ss and signs between them. Letters have other \
      meanings elsewhere (mm and MM, DD and dd), so none is taken for something near it.
      """,
    help: "write such as dd.MM.yyyy HH:mm; letters that stand in the cell go in single quotes",
    bad: [
      #"{"type":"date","format":"DD.MM.YYYY","time":"12:00","zone":"UTC"}"#,
      #"{"type":"date","format":"MM/yyyy","time":"12:00","zone":"UTC"}"#,
      #"{"type":"date","format":"yyyy-MM-dd HH","zone":"UTC"}"#,
    ],
    good: [
      #"{"type":"date","format":"dd.MM.yyyy 'um' HH:mm","zone":"UTC"}"#,
      #"{"type":"date","format":"yyyyMMddTHHmmss","zone":"UTC"}"#,
    ])
  /// A column's time is no time of day, or is missing where its format needs it.
  package static let time = make(
    "template.column.time",
    why: "Wallet needs a time with every date, and none is assumed.",
    help: "write \"time\": \"23:59:59\"",
    bad: [
      #"{"type":"date","time":"24:00","zone":"UTC"}"#,
      #"{"type":"date","format":"dd.MM.yyyy","zone":"UTC"}"#,
    ],
    good: [#"{"type":"date","time":"23:59","zone":"UTC"}"#])
  /// A column's time zone is unknown, or is missing where its format needs it.
  package static let zone = make(
    "template.column.zone",
    why: "Without the zone's rules a local time is no moment; names follow the IANA list.",
    help: "write \"zone\": \"Europe/Berlin\", \"UTC\" or a fixed \"+02:00\"",
    bad: [
      #"{"type":"date","zone":"Europe/Berln"}"#, #"{"type":"date","zone":"CEST"}"#,
      #"{"type":"date","format":"dd.MM.yyyy","time":"12:00"}"#,
    ],
    good: [#"{"type":"date","zone":"Asia/Kolkata"}"#, #"{"type":"date","zone":"-03:30"}"#])
  /// A default that the column's own cells could not have.
  package static let defaultValue = make(
    "template.column.default",
    why: "The default stands where cells are empty and must be a value the column could hold.",
    help: "write a default of the column's type",
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
