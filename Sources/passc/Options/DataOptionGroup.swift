// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBuild
import PassTemplate

/// Where the row comes from.
struct DataOptionGroup: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The data: .json with one object, .jsonl, .csv or .tsv; - is standard input.",
      valueName: "file"), completion: .file(extensions: ["json", "jsonl", "csv", "tsv"]))
  var data: String?

  @Option(
    help: ArgumentHelp(
      "The format of the data when its name does not tell: csv, tsv, json or jsonl.",
      valueName: "format"))
  var dataFormat: DataFormat?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp("Give a column a value, as COLUMN=VALUE.", valueName: "column=value"))
  var set: [String] = []

  @Option(
    help: ArgumentHelp(
      "The folder of the files a row names; else that of the data.", valueName: "dir"),
    completion: .directory)
  var files: String?

  @Option(
    help: ArgumentHelp(
      "The delimiter of the CSV: one character or tab; found from the header otherwise.",
      valueName: "character"))
  var delimiter: String?

  @Option(
    help: ArgumentHelp(
      "The encoding of the data; UTF-8 and UTF-16 with a mark are found.", valueName: "name"))
  var encoding: String?

  /// What was named.
  var names: DataNames {
    DataNames(
      data: data, dataFormat: dataFormat, set: set, files: files, delimiter: delimiter,
      encoding: encoding)
  }

  /// The options as the reader wants them.
  func options() throws -> DataOptions { try names.options() }
}

/// The data as the command line names it.
struct DataNames: Hashable, Sendable {
  var data: String?
  var dataFormat: DataFormat?
  var set: [String] = []
  var files: String?
  var delimiter: String?
  var encoding: String?

  /// The options as the reader wants them.
  func options() throws -> DataOptions {
    var options = DataOptions()
    options.format = dataFormat
    if let delimiter {
      guard let byte = DataOptions.delimiter(delimiter) else {
        throw Failure.usage("\"\(delimiter)\" is no delimiter: give one ASCII character or tab")
      }
      options.delimiter = byte
    }
    if let encoding {
      if let fault = DataOptions.unknownEncoding(encoding) {
        throw Failure.usage(fault.message, help: fault.help)
      }
      options.encoding = encoding
    }
    if data == "-", dataFormat == nil {
      throw Failure.usage(
        "standard input has no name that tells its format",
        help: "give --data-format csv, tsv, json or jsonl")
    }
    return options
  }

  /// The data as the library takes it.
  ///
  /// - Parameter sample: `--sample`, where the command has it.
  func choice(sample: Int? = nil) throws -> DataChoice {
    var choice = DataChoice()
    choice.file = data
    choice.options = try options()
    choice.sample = sample
    choice.given = set
    choice.folder = files
    return choice
  }
}

extension DataFormat: ExpressibleByArgument {}
