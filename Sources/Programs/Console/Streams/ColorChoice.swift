// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// When the output has colors.
package enum ColorChoice: String, ExpressibleByArgument, CaseIterable, Sendable {
  /// In a terminal, unless `NO_COLOR` is set.
  case auto
  /// In files and pipes too.
  case always
  /// Never.
  case never
}
