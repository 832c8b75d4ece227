// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
package import PassTemplate

/// Which data passes are made from, as build, check, issue, diff and the library are asked for it.
package struct DataChoice: Sendable {
  /// The data file of `--data`, `-` for standard input; nil when none was named.
  package var file: String?
  /// How the data is to be read.
  package var options = DataOptions()
  /// `--sample N`: which row, from 1; without `file` of the template's own sample.
  package var sample: Int?
  /// Values of columns that `--set` gives, each as `COLUMN=VALUE`.
  package var given: [String] = []
  /// The folder of `--files`, where files that rows name lie; nil for the data's own folder.
  package var folder: String?
  /// Columns of the data that the run uses besides those of the template, such as that of
  /// `--group-by`, by their headers.
  package var alsoUsed: Set<String> = []

  /// No data at all.
  package init() {}

  /// Whether neither a data file nor a sample was named; `given` may hold values all the same.
  package var isEmpty: Bool { file == nil && sample == nil }

  /// The same choice with the template's own sample where `--sample` asks for it.
  ///
  /// - Throws: `DataUsageError` when the template has no sample, or one that is not a file.
  package func withSample(of template: Template) throws(DataUsageError) -> DataChoice {
    guard file == nil, sample != nil else { return self }
    guard let sample = template.settings.sample else { throw .noSample }
    var choice = self
    choice.file = sample
    // A template may be a stranger's: a pipe in it would be waited for without end.
    if let kind = try? Disk.kind(of: sample, followingLinks: true), kind != .file {
      throw .sampleIsNoFile(sample)
    }
    return choice
  }
}

/// Why there is no row, where that is a question of usage and not of the data.
package enum DataUsageError: Error {
  /// The template has no `sample` to take a row of.
  case noSample
  /// The template's sample is a folder, a pipe or the like.
  case sampleIsNoFile(String)
  /// A `--set` without `=`.
  case noEqualsSign(String)
  /// The data has fewer rows than asked for.
  case tooFewRows(file: String, rows: Int)
}
