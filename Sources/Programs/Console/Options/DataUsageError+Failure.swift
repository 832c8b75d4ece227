// SPDX-License-Identifier: Apache-2.0

package import PassBuild
import PassModel

extension DataUsageError {
  /// Converts the error to a message with help.
  package func failure(template: String, sample: Int?) -> CommandFailureError {
    switch self {
    case .noSample:
      .usage(
        "\(template) names no sample in template.json",
        help: "give the data with --data FILE, or add to template.json: \"sample\": \"sample.csv\"")
    case .sampleIsNoFile(let path):
      .environment(
        "\(path), the template's sample, is not a file",
        help: "name a table in template.json, such as \"sample\": \"sample.csv\"")
    case .noEqualsSign(let argument):
      .usage("--set \(argument) has no =", help: "write --set \(argument)=VALUE")
    case .tooFewRows(let file, let rows):
      .usage(
        "\(file) has \(counted(rows, "row")), but no row \(sample ?? 1)",
        help: rows == 0
          ? "add a row to \(file)"
          : rows == 1 ? "write --sample 1" : "write --sample with a number from 1 to \(rows)")
    }
  }
}
