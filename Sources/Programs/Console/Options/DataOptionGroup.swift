// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import PassBuild
import PassReport
package import PassTemplate

/// Where the row comes from.
package struct DataOptionGroup: ParsableArguments {
  /// The data file of `--data`.
  @Option(
    help: ArgumentHelp(
      "Read .csv, .tsv, .json or .jsonl; - is standard input.",
      valueName: "file"), completion: .file(extensions: ["json", "jsonl", "csv", "tsv"]))
  package var data: String?

  /// How the data is to be read.
  @OptionGroup
  package var form: DataFormOptions

  /// Options that name nothing.
  package init() {}

  /// Every `--set`.
  package var set: [String] { form.set }

  /// What was named.
  package var names: DataNames { form.names(of: data) }
}

/// How data is to be read, wherever it comes from.
package struct DataFormOptions: ParsableArguments {
  /// The format of `--data-format`.
  @Option(
    help: ArgumentHelp(
      "Read the data in this format, whatever its name is.",
      valueName: "format"))
  package var dataFormat: DataFormat?

  /// Every `--set`.
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Give a column this value; it replaces that of the data.", valueName: "column=value"))
  package var set: [String] = []

  /// The folder of `--files`.
  @Option(
    help: ArgumentHelp(
      "Find the files that rows name in this folder.", valueName: "dir"),
    completion: .directory)
  package var files: String?

  /// The delimiter of `--delimiter`.
  @Option(
    help: ArgumentHelp(
      "Separate CSV cells at this character, or tab.",
      valueName: "character"))
  package var delimiter: String?

  /// The encoding of `--encoding`.
  @Option(
    help: ArgumentHelp(
      "Read the data in this encoding, such as windows-1252.", valueName: "name"))
  package var encoding: String?

  /// Options that name nothing.
  package init() {}

  /// What was named, with the data's own name.
  package func names(of data: String?) -> DataNames {
    DataNames(
      data: data, dataFormat: dataFormat, set: set, files: files, delimiter: delimiter,
      encoding: encoding)
  }
}

/// The data as the command line names it.
package struct DataNames: Hashable, Sendable {
  /// The data file of `--data`.
  package var data: String?
  /// The format of `--data-format`.
  package var dataFormat: DataFormat?
  /// Every `--set`.
  package var set: [String] = []
  /// The folder of `--files`.
  package var files: String?
  /// The delimiter of `--delimiter`.
  package var delimiter: String?
  /// The encoding of `--encoding`.
  package var encoding: String?

  /// Names of a command line that is read elsewhere.
  package init(
    data: String? = nil, dataFormat: DataFormat? = nil, set: [String] = [], files: String? = nil,
    delimiter: String? = nil, encoding: String? = nil
  ) {
    self.data = data
    self.dataFormat = dataFormat
    self.set = set
    self.files = files
    self.delimiter = delimiter
    self.encoding = encoding
  }

  /// The options as the reader wants them.
  package func options() throws -> DataOptions {
    var options = DataOptions()
    options.format = dataFormat
    if let delimiter {
      guard let byte = DataOptions.delimiter(delimiter) else {
        throw Failure.usage(
          "\"\(delimiter)\" is not a delimiter, expected one ASCII character or tab",
          help: "write --delimiter ';' or --delimiter tab")
      }
      options.delimiter = byte
    }
    if let encoding {
      if let fault = DataOptions.unknownEncoding(encoding) {
        throw Failure.usage(fault.message, help: OptionNames.help(fault.help, fault.settings))
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
  package func choice(sample: Int? = nil) throws -> DataChoice {
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
