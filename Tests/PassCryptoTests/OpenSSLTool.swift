// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassTesting

/// The `openssl` command, which checks our output independently.
enum OpenSSLTool {
  static let path: String? = ["/usr/bin/openssl", "/usr/local/bin/openssl", "/bin/openssl"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  static var isMissing: Bool { path == nil }

  struct Outcome {
    let status: Int32
    let output: Data
    let errors: String

    var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// Runs `openssl` in a folder, without the configuration of the machine.
  static func run(_ arguments: [String], in folder: URL) throws -> Outcome {
    let process = ChildProcess()
    process.executableURL = URL(fileURLWithPath: path ?? "/usr/bin/openssl")
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let output = folder.appendingPathComponent("out-\(UUID().uuidString)")
    let errors = folder.appendingPathComponent("err-\(UUID().uuidString)")
    for file in [output, errors] {
      _ = FileManager.default.createFile(atPath: file.path, contents: nil)
    }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, output: try Data(contentsOf: output),
      errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
  }

  /// Calls `body` with a temporary folder and deletes it afterwards.
  static func inFolder<Value>(_ body: (URL) throws -> Value) throws -> Value {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "passc-crypto-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }
}

extension URL {
  func write(_ name: String, _ bytes: [UInt8]) throws {
    try Data(bytes).write(to: appendingPathComponent(name))
  }

  func write(_ name: String, _ text: String) throws {
    try write(name, Array(text.utf8))
  }

  func read(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: appendingPathComponent(name)))
  }
}
