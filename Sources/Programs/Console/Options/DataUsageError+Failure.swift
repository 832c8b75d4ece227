// SPDX-License-Identifier: Apache-2.0

package import PassBuild
import PassModel

extension DataUsageError {
  /// The sentence for the person, with what to write instead.
  package func failure(template: String, sample: Int?) -> Failure {
    switch self {
    case .noSample:
      .usage(
        "\(template) names no sample in template.json",
        help: "give --data FILE, or add \"sample\": \"sample.csv\"")
    case .sampleIsNoFile(let path):
      .environment("\(path), the template's sample, is not a file")
    case .noEqualsSign(let argument):
      .usage("--set \(argument) has no =", help: "write --set COLUMN=VALUE")
    case .tooFewRows(let file, let rows):
      .usage(
        "\(file) has \(counted(rows, "row")), there is no row \(sample ?? 1)")
    }
  }
}
