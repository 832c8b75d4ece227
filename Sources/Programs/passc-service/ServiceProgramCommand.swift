// SPDX-License-Identifier: Apache-2.0

/// A command that passc-service implements.
protocol ServiceProgramCommand {
  func perform() async throws
}
