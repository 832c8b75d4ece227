// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassTesting
import Testing

/// Passes built with the binary, for tests of finished ones.
enum SamplePasses {
  /// Returns a folder with a template for each name and its built pass `NAME.pkpass`. Each uses
  /// another row of the sample, three at most.
  static func folder(_ names: [String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (index, name) in names.enumerated() {
      let made = try PasscBinary.run(
        ["init", "\(name).pass", "--style", "generic"], in: folder.path)
      try #require(made.status == 0, "\(made.errors)")
      let built = try PasscBinary.run(
        ["build", "\(name).pass", "--sample", "\(index + 1)"]
          + ["--identity", PasscBinary.identity("ordinary"), "-o", "\(name).pkpass"],
        in: folder.path)
      try #require(built.status == 0, "\(built.errors)")
    }
    return folder
  }
}
