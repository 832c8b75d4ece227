// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The file mode creation mask (umask) of this process and its children.
package enum FileMask {
  /// The original umask, or nil if it was not changed.
  private static let inherited = Mutex<mode_t?>(nil)

  /// Restricts the permissions of all files that this process creates from now on. Child processes
  /// keep the original umask.
  package static func restrict(to mask: mode_t) {
    inherited.withLock { inherited in
      let before = umask(mask)
      inherited = inherited ?? before
    }
  }

  /// The shell command that sets the umask of a child, or nil if the child inherits the right one.
  ///
  /// `posix_spawn` has no attribute for the umask. Changing it in this process for a moment would
  /// be a race: files that other threads create at that moment would be readable by others.
  package static var commandForChildren: String? {
    inherited.withLock { $0 }.map { "umask \(octal($0))" }
  }

  private static func octal(_ mask: mode_t) -> String { "0" + String(mask & 0o777, radix: 8) }
}
