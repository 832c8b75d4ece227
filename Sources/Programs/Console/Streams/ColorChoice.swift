// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

package enum ColorChoice: String, ExpressibleByArgument, CaseIterable, Sendable {
  /// Color in a terminal, unless `NO_COLOR` is set.
  case auto
  /// Color in files and pipes too.
  case always
  case never
}
