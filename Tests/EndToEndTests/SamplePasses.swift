// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassTesting
import Testing

/// Passes made with the binary, for tests of what is done with finished ones.
enum SamplePasses {
  /// A folder with a template for each name and its built pass beside it, `NAME.pkpass`: a
  /// row of the sample each, three at most.
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
