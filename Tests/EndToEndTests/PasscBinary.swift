// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassTesting
import Testing

/// The built binary, run as a person runs it.
enum PasscBinary {
  struct Outcome {
    let status: Int32
    let output: [UInt8]
    let errors: String

    var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// The root of the repository.
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// A folder of certs-example/.
  static func identity(_ name: String) -> String {
    root.appendingPathComponent("certs-example/\(name)").path
  }

  /// 2026-01-01T00:00:00Z.
  static let epoch = "1767225600"

  /// Runs passc.
  ///
  /// - Parameters:
  ///   - environment: nothing else is inherited; signing time and home are set unless given.
  static func run(
    _ arguments: [String], in folder: String, environment: [String: String] = [:],
    input: [UInt8] = []
  ) throws -> Outcome {
    let binary = try #require(binary, "passc is not beside the tests")
    var variables = ["SOURCE_DATE_EPOCH": epoch, "HOME": folder, "PATH": "/usr/bin:/bin"]
    variables.merge(environment) { $1 }
    return try run(binary, arguments, in: folder, environment: variables, input: input)
  }

  /// Runs any program; nil when the machine does not have it.
  static func judge(
    _ name: String, _ arguments: [String], in folder: String
  ) throws -> Outcome? {
    guard let path = path(of: name) else { return nil }
    return try run(
      URL(fileURLWithPath: path), arguments, in: folder, environment: ["PATH": "/usr/bin:/bin"])
  }

  /// Where a program of the machine is.
  static func path(of name: String) -> String? {
    ["/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin"].map { "\($0)/\(name)" }
      .first(where: FileManager.default.isExecutableFile)
  }

  private static func run(
    _ program: URL, _ arguments: [String], in folder: String, environment: [String: String],
    input: [UInt8] = []
  ) throws -> Outcome {
    // Files and not pipes: a full pipe would stop the program and the test with it.
    let streams = try TemporaryFolder(["out": "", "err": ""])
    try streams.add("in", input)
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.environment = environment
    process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: streams("in")))
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: streams("out")))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: streams("err")))
    try process.run()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus,
      output: Array(try Data(contentsOf: URL(fileURLWithPath: streams("out")))),
      errors: String(
        decoding: try Data(contentsOf: URL(fileURLWithPath: streams("err"))), as: UTF8.self))
  }

  /// Beside the test bundle, wherever `swift test` has built both.
  private static let binary: URL? = {
    var candidates = [Foundation.Bundle.main.bundleURL]
    candidates += Foundation.Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
    candidates += [CommandLine.arguments.first].compactMap { $0 }
      .map { URL(fileURLWithPath: $0).deletingLastPathComponent() }
    candidates.append(root.appendingPathComponent(".build/debug"))
    return candidates.map { $0.appendingPathComponent("passc") }.first {
      FileManager.default.isExecutableFile(atPath: $0.path)
    }
  }()
}
