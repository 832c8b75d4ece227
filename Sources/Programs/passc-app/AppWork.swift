// SPDX-License-Identifier: Apache-2.0

/// The work of a command of this program. `AppCommandLine` runs it on the main thread.
protocol AppWork {
  func work() throws
}
