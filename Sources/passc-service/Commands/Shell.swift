// SPDX-License-Identifier: Apache-2.0

import PassConsole
import PassFiles
import PassIssue

/// Commands that the user gives.
enum Shell {
  /// Runs a command with `sh`. What it prints goes to standard error, since standard output is the
  /// report. No thread waits for it: those that tasks share answer its requests meanwhile.
  ///
  /// - Throws: `Failure` where it was not fine.
  static func run(_ command: String) async throws {
    guard let program = ProgramFile.start("/bin/sh", ["-c", "exec 1>&2\n\(command)"]) else {
      throw Failure.environment("/bin/sh cannot be started")
    }
    while true {
      if let status = program.statusIfEnded() {
        guard status == 0 else {
          throw Failure.environment("the command of --change ended with \(status)")
        }
        return
      }
      // What was interrupted is waited for all the same: it changes a pass.
      await Task { try? await Task.sleep(for: .milliseconds(5)) }.value
    }
  }
}

/// Turns SIGINT and SIGTERM into the end of a task.
enum Interrupts {
  /// The value of a task, which is cancelled when somebody interrupts the program.
  static func cancelling<Value: Sendable>(
    _ task: Task<Value, any Error>
  ) async throws -> Value {
    Interruption.begin()
    let watch = Task {
      while !Interruption.isWanted { try await Task.sleep(for: .milliseconds(50)) }
      task.cancel()
    }
    defer { watch.cancel() }
    return try await task.value
  }
}
