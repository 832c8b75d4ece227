// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The file mode creation mask (umask) of this process and of the programs it starts.
package enum FileMask {
  /// The mask this process was started with; nil while it still has that one.
  private static let inherited = Mutex<mode_t?>(nil)

  /// Takes permissions from every file this process makes from now on. The programs it starts keep
  /// the mask this process was started with.
  package static func restrict(to mask: mode_t) {
    inherited.withLock { inherited in
      let before = umask(mask)
      inherited = inherited ?? before
    }
  }

  /// The shell command that sets the mask of a child program; nil when the child inherits the right
  /// one.
  ///
  /// posix_spawn has no attribute for the mask, and changing that of this process for a moment would
  /// open the files that other threads make in that moment.
  package static var commandForChildren: String? {
    inherited.withLock { $0 }.map { "umask \(octal($0))" }
  }

  private static func octal(_ mask: mode_t) -> String { "0" + String(mask & 0o777, radix: 8) }
}
