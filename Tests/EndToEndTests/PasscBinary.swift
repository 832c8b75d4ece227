// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassTesting
import Testing

/// The built binary, run as a user runs it.
enum PasscBinary {
  typealias Outcome = Program.Outcome

  static let root = URL(fileURLWithPath: Program.repository)

  static func identity(_ name: String) -> String { BuildCase.identity(name) }

  /// 2026-01-01T00:00:00Z.
  static let epoch = BuildCase.epoch

  static func run(
    _ arguments: [String], in folder: String, environment: [String: String] = [:],
    input: [UInt8] = []
  ) throws -> Outcome {
    try Program.run(
      try #require(Program.passc, "passc is not beside the tests"), arguments, in: folder,
      environment: ["SOURCE_DATE_EPOCH": epoch, "HOME": folder].merging(environment) { $1 },
      input: input)
  }

  /// Runs another program. Returns nil if it is not installed.
  static func judge(
    _ name: String, _ arguments: [String], in folder: String, environment: [String: String] = [:]
  ) throws -> Outcome? {
    try path(of: name).map { try Program.run($0, arguments, in: folder, environment: environment) }
  }

  /// Returns the path of an installed program, or nil.
  static func path(of name: String) -> String? { Program.path(of: name) }
}
