// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
package import PassTemplate

/// The data of the passes, as given to build, check, issue, diff and the library.
package struct DataChoice: Sendable {
  /// The data file of `--data`, `-` for standard input. Nil if none was named.
  package var file: String?
  package var options = DataOptions()
  /// `--sample N`: the number of the row, from 1. Without `file` it is a row of the template's own
  /// sample.
  package var sample: Int?
  /// Values of columns that `--set` gives, each as `COLUMN=VALUE`.
  package var assignments: [String] = []
  /// The folder of `--files`, with the files that rows name. Nil for the folder of the data.
  package var folder: String?
  /// Columns of the data, by their headers, that the run uses in addition to those of the template,
  /// such as that of `--group-by`.
  package var additionalColumns: Set<String> = []

  package init() {}

  /// Whether neither a data file nor a sample was named. `given` may still contain values.
  package var isEmpty: Bool { file == nil && sample == nil }

  /// Returns the choice with the template's own sample as its file if `--sample` asks for it.
  ///
  /// - Throws: `DataUsageError` if the template has no sample, or if its sample is not a file.
  package func withSample(of template: Template) throws(DataUsageError) -> DataChoice {
    guard file == nil, sample != nil else { return self }
    guard let sample = template.settings.sample else { throw .noSample }
    var choice = self
    choice.file = sample
    // A template may be untrusted. Reading a pipe in it could block forever.
    if let kind = try? Disk.kind(of: sample, followingLinks: true), kind != .file {
      throw .sampleIsNoFile(sample)
    }
    return choice
  }
}

/// A usage error that leaves no row. Errors in the data are diagnostics instead.
package enum DataUsageError: Error {
  /// The template has no `sample`.
  case noSample
  /// The template's sample is not a file, but for example a folder or a pipe.
  case sampleIsNoFile(String)
  /// A `--set` without `=`.
  case noEqualsSign(String)
  /// The data has fewer rows than the requested number.
  case tooFewRows(file: String, rows: Int)
}
