// SPDX-License-Identifier: Apache-2.0

/// A command that passc-app implements. `AppCommandLine` calls `perform()` on the main thread.
protocol AppProgramCommand {
  func perform() throws
}
