// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Programs run by tests: passc itself, and the strangers that judge what it made.
package enum Program {
  /// What a program left behind.
  package struct Outcome: Sendable {
    /// The exit code; negative when a signal ended it.
    package let status: Int32
    /// Standard output.
    package let output: [UInt8]
    /// Standard error.
    package let errors: String

    /// Standard output as text.
    package var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// Runs a program to its end.
  ///
  /// - Parameter environment: nothing else is inherited but a PATH, when it names none, and what
  ///   sanitizers are told.
  package static func run(
    _ path: String, _ arguments: [String], in folder: String,
    environment: [String: String] = [:], input: [UInt8] = []
  ) throws -> Outcome {
    // Files and not pipes: a full pipe would stop the program and the test with it.
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

  /// What `make sanitize` sets, for a passc that is built with a sanitizer too.
  private static let sanitizers = ProcessInfo.processInfo.environment
    .filter { ["ASAN_OPTIONS", "TSAN_OPTIONS"].contains($0.key) }

  /// Where a program of the machine is, or nil when it is not installed.
  package static func path(of name: String) -> String? {
    ["/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin"].map { "\($0)/\(name)" }
      .first(where: FileManager.default.isExecutableFile)
  }

  /// The root of the repository.
  package static let repository: String = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  /// The passc that was built beside the tests, wherever `swift test` has built both.
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
