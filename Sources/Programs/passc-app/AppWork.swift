// SPDX-License-Identifier: Apache-2.0

/// A command that passc-app implements. `AppCommandLine` calls `work()` on the main thread.
protocol AppWork {
  func work() throws
}
