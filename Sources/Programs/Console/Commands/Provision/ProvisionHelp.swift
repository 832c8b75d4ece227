// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// Help of options that several commands of `passc provision` have.
package enum ProvisionHelp {
  package static let profile = ArgumentHelp(
    "Use the format of increase, marqeta, wise, enfuce or this profile.", valueName: "profile")
}
