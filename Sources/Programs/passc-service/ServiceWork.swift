// SPDX-License-Identifier: Apache-2.0

/// The work of a command of this program.
protocol ServiceWork {
  /// Does the work.
  func work() async throws
}
