// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The openssl command, which checks our output independently.
package enum OpenSSLCommand {
  /// Whether the openssl command is missing. Tests that need it are then skipped.
  package static let isMissing = !["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].contains {
    FileManager.default.isExecutableFile(atPath: $0 + "/openssl")
  }

  /// The arguments and output of a command with a status other than 0.
  package struct Failed: Error, CustomStringConvertible {
    package let description: String
  }

  /// Runs openssl in a folder. Returns standard output and error together.
  ///
  /// - Throws: `Failed` if the status is not 0.
  @discardableResult
  package static func run(_ arguments: [String], in folder: String) throws -> String {
    let process = ChildProcess()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["openssl"] + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    let pipe = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let text = String(decoding: output, as: UTF8.self)
    guard process.terminationStatus == 0 else {
      throw Failed(description: "openssl \(arguments.joined(separator: " ")): \(text)")
    }
    return text
  }
}
