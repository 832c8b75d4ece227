// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Programs run by tests: passc, and other programs that check its output.
package enum Program {
  /// The result of a program.
  package struct Outcome: Sendable {
    /// Exit code, or the negative signal that ended it.
    package let status: Int32
    package let output: [UInt8]
    package let errors: String

    package var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// Runs a program and waits for its end.
  ///
  /// - Parameter environment: the environment. Only PATH, if it is not in here, and sanitizer
  ///   options are added.
  package static func run(
    _ path: String, _ arguments: [String], in folder: String,
    environment: [String: String] = [:], input: [UInt8] = []
  ) throws -> Outcome {
    // Files instead of pipes, because a full pipe would block the program and the test (deadlock).
    let streams = try TemporaryFolder(["out": "", "err": ""])
    try streams.add("in", input)
    let process = ChildProcess()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.environment = sanitizers.merging(["PATH": "/usr/bin:/bin"]) { $1 }
      .merging(environment) { $1 }
    process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: streams("in")))
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: streams("out")))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: streams("err")))
    try process.run()
    process.waitUntilExit()
    let hasExited = process.terminationReason == .exit
    return Outcome(
      status: hasExited ? process.terminationStatus : -process.terminationStatus,
      output: Array(try Data(contentsOf: URL(fileURLWithPath: streams("out")))),
      errors: String(
        decoding: try Data(contentsOf: URL(fileURLWithPath: streams("err"))), as: UTF8.self))
  }

  /// Options of `make sanitize`, for a passc built with a sanitizer.
  private static let sanitizers = ProcessInfo.processInfo.environment
    .filter { ["ASAN_OPTIONS", "TSAN_OPTIONS"].contains($0.key) }

  /// Returns the path of an installed program, or nil.
  package static func path(of name: String) -> String? {
    ["/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin"].map { "\($0)/\(name)" }
      .first(where: FileManager.default.isExecutableFile)
  }

  /// The root of the repository.
  package static let repository: String = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  /// The passc built with the tests, wherever `swift test` has put it, or nil.
  package static let passc: String? = {
    var folders = CommandLine.arguments.filter { $0.contains(".xctest") }.map { argument in
      let bundle = argument.components(separatedBy: ".xctest")[0]
      return URL(fileURLWithPath: bundle).deletingLastPathComponent()
    }
    folders += [CommandLine.arguments.first].compactMap { $0 }
      .map { URL(fileURLWithPath: $0).deletingLastPathComponent() }
    folders.append(URL(fileURLWithPath: repository).appendingPathComponent(".build/debug"))
    return folders.map { $0.appendingPathComponent("passc").path }
      .first(where: FileManager.default.isExecutableFile)
  }()
}
