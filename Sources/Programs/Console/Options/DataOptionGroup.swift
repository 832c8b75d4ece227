// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import PassBuild
import PassReport
package import PassTemplate

/// Options that name the data.
package struct DataOptionGroup: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read .csv, .tsv, .json, .jsonl or .xlsx; - is standard input.",
      valueName: "file"), completion: .file(extensions: ["json", "jsonl", "csv", "tsv", "xlsx"]))
  package var data: String?

  @OptionGroup
  package var form: DataFormOptions

  package init() {}

  package var set: [String] { form.set }

  /// The data options as a value.
  package var names: DataNames { form.names(of: data) }
}

/// Options that describe the form of the data, for data from any place.
package struct DataFormOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read the data in this format, whatever the file name.",
      valueName: "format"))
  package var dataFormat: DataFormat?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Give a column this value; it replaces that of the data.", valueName: "column=value"))
  package var set: [String] = []

  @Option(
    help: ArgumentHelp(
      "Look in this folder for the files that rows name.", valueName: "dir"),
    completion: .directory)
  package var files: String?

  @Option(
    help: ArgumentHelp(
      "Separate CSV cells at this character, or tab.",
      valueName: "character"))
  package var delimiter: String?

  @Option(
    help: ArgumentHelp(
      "Read the data in this encoding, such as windows-1252.", valueName: "name"))
  package var encoding: String?

  @Option(
    help: ArgumentHelp(
      "Read this sheet of an .xlsx file.", valueName: "name"))
  package var sheet: String?

  package init() {}

  /// Returns the data options as a value, with the name of the data.
  package func names(of data: String?) -> DataNames {
    DataNames(
      data: data, dataFormat: dataFormat, set: set, files: files, delimiter: delimiter,
      encoding: encoding, sheet: sheet)
  }
}

/// The data options of a command line. The values are as they were typed.
package struct DataNames: Hashable, Sendable {
  /// The data file, `-` for standard input.
  package var data: String?
  /// The format, or nil to detect it from the name.
  package var dataFormat: DataFormat?
  /// Every `COLUMN=VALUE` of `--set`.
  package var set: [String] = []
  /// The folder with files that rows name.
  package var files: String?
  /// One ASCII character or `tab`, or nil to detect it.
  package var delimiter: String?
  /// The name of the encoding, or nil for the default.
  package var encoding: String?
  /// The sheet of a workbook, or nil for the only one with rows.
  package var sheet: String?

  package init(
    data: String? = nil, dataFormat: DataFormat? = nil, set: [String] = [], files: String? = nil,
    delimiter: String? = nil, encoding: String? = nil, sheet: String? = nil
  ) {
    self.data = data
    self.dataFormat = dataFormat
    self.set = set
    self.files = files
    self.delimiter = delimiter
    self.encoding = encoding
    self.sheet = sheet
  }

  /// Validates the options and converts them for the reader.
  ///
  /// - Throws: `CommandFailureError` with exit code 2.
  package func options() throws -> DataOptions {
    var options = DataOptions()
    options.format = dataFormat
    if let delimiter {
      guard let byte = DataOptions.delimiter(delimiter) else {
        throw CommandFailureError.usage(
          "\"\(delimiter)\" is not a delimiter, expected one ASCII character or tab",
          help: "write --delimiter ';' or --delimiter tab")
      }
      options.delimiter = byte
    }
    if let encoding {
      if let fault = DataOptions.unknownEncoding(encoding) {
        throw CommandFailureError.usage(
          fault.message, help: OptionNames.help(fault.help, fault.settings))
      }
      options.encoding = encoding
    }
    options.sheet = sheet
    if data == "-", dataFormat == nil {
      throw CommandFailureError.usage(
        "standard input has no name that tells its format",
        help: "give --data-format csv, tsv, json, jsonl or xlsx")
    }
    return options
  }

  /// Converts the options for the library.
  ///
  /// - Parameter sample: the value of `--sample`, for commands with this option.
  package func choice(sample: Int? = nil) throws -> DataChoice {
    var choice = DataChoice()
    choice.file = data
    choice.options = try options()
    choice.sample = sample
    choice.assignments = set
    choice.folder = files
    return choice
  }
}

extension DataFormat: ExpressibleByArgument {}
