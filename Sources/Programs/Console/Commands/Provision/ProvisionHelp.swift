// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// Help for options that several commands of `passc provision` have.
package enum ProvisionHelp {
  /// The help for `--profile`.
  package static let profile = ArgumentHelp(
    "The processor: increase, marqeta, wise, enfuce, or a file of one's own.", valueName: "p")
}
