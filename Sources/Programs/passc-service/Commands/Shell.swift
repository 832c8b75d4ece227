// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassConsole
import PassIssue

/// Commands that the user gives.
enum Shell {
  /// Runs a command with `sh`. What it prints goes to standard error, since standard output is the
  /// report. No thread waits for it: those that tasks share answer its requests meanwhile.
  ///
  /// Where its task is cancelled it is ended, with all it has started.
  ///
  /// - Throws: `Failure` where it was not fine, `CancellationError` where it was ended.
  static func run(_ command: String) async throws {
    // At a terminal it stays in our process group: another could not read from there, and Control-C
    // reaches it too.
    guard
      let program = ProgramFile.start(
        "/bin/sh", ["-c", "exec 1>&2\n\(command)"], inGroup: isatty(STDIN_FILENO) == 0)
    else { throw Failure.environment("cannot start /bin/sh") }
    while true {
      if let status = program.statusIfEnded() {
        guard status == 0 else {
          // What ended it may have been meant for us.
          if Interruption.isWanted { throw CancellationError() }
          throw Failure.environment("the command of --change failed with exit status \(status)")
        }
        return
      }
      do {
        try await Task.sleep(for: .milliseconds(5))
      } catch {
        await end(program)
        throw error
      }
    }
  }

  /// Asks a program to end, and ends it where it has not after two seconds.
  private static func end(_ program: StartedProgram) async {
    program.terminate()
    // In a task of its own, since this one is cancelled.
    await Task {
      for pause in 1... {
        if program.statusIfEnded() != nil { return }
        if pause == 200 { program.kill() }
        try? await Task.sleep(for: .milliseconds(10))
      }
    }.value
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
