// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBasics
import PassBuild
import PassConsole
import PassDiagnostics
import PassModel
import PassReport
import PassTemplate

/// The options of `init` about a table.
struct TableOptions: ParsableArguments {
  static let title = "Table"

  @Option(
    name: .customLong("from"),
    help: ArgumentHelp(
      "Start from this table, or Pass Designer's export.", valueName: "file"),
    completion: .file(extensions: ["csv", "tsv", "jsonl", "json", "xlsx", "pkpasstemplate", "zip"]))
  var table: String?

  @Option(
    help: ArgumentHelp(
      "Read dates such as 01.02.2026 in this order.", valueName: "order"))
  var dateOrder: DateOrder?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Say what a column is: a type, or its use.", valueName: "name=type"))
  var column: [String] = []

  @Option(
    help: ArgumentHelp(
      "Separate CSV cells at this character, or tab.", valueName: "character"))
  var delimiter: String?

  @Option(
    help: ArgumentHelp(
      "Read the table in this encoding, such as windows-1252.", valueName: "name"))
  var encoding: String?

  @Option(
    help: ArgumentHelp(
      "Read this sheet of a workbook.", valueName: "name"))
  var sheet: String?

  /// The options without which `--from` makes no sense.
  var others: [String] {
    [
      dateOrder.map { _ in "--date-order" }, column.first.map { _ in "--column" },
      delimiter.map { _ in "--delimiter" }, encoding.map { _ in "--encoding" },
      sheet.map { _ in "--sheet" },
    ].compactMap { $0 }
  }

  /// Rejects options about a table without a table.
  func checkTable() throws {
    guard table == nil, let option = others.first else { return }
    throw CommandFailureError.usage(
      "\(option) is about a table, and there is none", help: "give --from FILE, your table")
  }

  /// Returns the answers on the command line.
  ///
  /// - Throws: `CommandFailureError` with exit code 2.
  func answers() throws -> TableAnswers {
    var answers = TableAnswers()
    if let dateOrder { answers.add(.dateOrder(dateOrder)) }
    let types = ColumnAnswer.allCases.map(\.rawValue)
    for argument in column {
      // A header may have an equals sign, a type has none.
      guard let sign = argument.lastIndex(of: "="), sign != argument.startIndex else {
        throw CommandFailureError.usage(
          "--column is \"\(argument)\", expected NAME=TYPE",
          help: "write the header and a type, such as --column Points=integer")
      }
      let type = String(argument[argument.index(after: sign)...])
      guard let answer = ColumnAnswer(rawValue: type) else {
        let nearest = NearestName.of(type, among: types)
        throw CommandFailureError.usage(
          "--column has the type \"\(type)\", expected one of \(types.joined(separator: ", "))",
          help: nearest.map { "did you mean \($0)?" })
      }
      answers.add(.column(String(argument[..<sign]).trimmingBlanks, answer))
    }
    return answers
  }

  /// Returns the form of the table, as far as it was given.
  func form() throws -> DataOptions {
    var options = try DataNames(
      data: table, delimiter: delimiter, encoding: encoding, sheet: sheet
    ).options()
    if let table { options.format = DataFormat.of(fileName: table) }
    return options
  }

  /// Returns an answer as the option that gives it.
  static func description(for answer: TableAnswers.Answer) -> String {
    switch answer {
    case .encoding(let name): "--encoding \(name)"
    case .dateOrder(let order): "--date-order \(order.rawValue)"
    case .column(let header, let answer):
      "--column " + ShellWord.quoted("\(header)=\(answer.rawValue)")
    }
  }
}

extension DateOrder: ExpressibleByArgument {}
