// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassTesting
import Testing

/// The built binary, run as a person runs it.
enum PasscBinary {
  typealias Outcome = Program.Outcome

  /// The root of the repository.
  static let root = URL(fileURLWithPath: Program.repository)

  /// A folder of certs-example/.
  static func identity(_ name: String) -> String { BuildCase.identity(name) }

  /// 2026-01-01T00:00:00Z.
  static let epoch = BuildCase.epoch

  /// Runs passc.
  ///
  /// - Parameters:
  ///   - environment: nothing else is inherited; signing time and home are set unless given.
  static func run(
    _ arguments: [String], in folder: String, environment: [String: String] = [:],
    input: [UInt8] = []
  ) throws -> Outcome {
    try Program.run(
      try #require(Program.passc, "passc is not beside the tests"), arguments, in: folder,
      environment: ["SOURCE_DATE_EPOCH": epoch, "HOME": folder].merging(environment) { $1 },
      input: input)
  }

  /// Runs any program; nil when the machine does not have it.
  static func judge(
    _ name: String, _ arguments: [String], in folder: String, environment: [String: String] = [:]
  ) throws -> Outcome? {
    try path(of: name).map { try Program.run($0, arguments, in: folder, environment: environment) }
  }

  /// Where a program of the machine is.
  static func path(of name: String) -> String? { Program.path(of: name) }
}
