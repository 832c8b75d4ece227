// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassConsole
import PassIssue

enum Shell {
  /// Runs a command with `sh`. Its output goes to standard error, because standard output has the
  /// report.
  ///
  /// It polls and does not block its thread, because the simulated devices share the threads of
  /// tasks and must answer the command's requests. If the task is canceled, the command and its
  /// children are terminated.
  ///
  /// - Throws: `CommandFailureError` if the command fails, `CancellationError` if it was interrupted.
  static func run(_ command: String) async throws {
    // At a terminal the command stays in our process group. In another group it could not read from
    // the terminal, and Ctrl-C would not reach it.
    guard
      let program = ProgramFile.start(
        "/bin/sh", ["-c", "exec 1>&2\n\(command)"], inGroup: isatty(STDIN_FILENO) == 0)
    else { throw CommandFailureError.environment("cannot start /bin/sh") }
    while true {
      if let status = program.statusIfEnded() {
        guard status == 0 else {
          // The signal that ended the command may be a Ctrl-C that this process got too.
          if Interruption.isWanted { throw CancellationError() }
          throw CommandFailureError.environment(
            "the command of --change failed with exit status \(status)")
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

  /// Terminates a program, and kills it if it has not ended after two seconds.
  private static func end(_ program: StartedProgram) async {
    program.terminate()
    // In a separate task, because `Task.sleep` returns at once in this one, which is canceled.
    await Task {
      for pause in 1... {
        if program.statusIfEnded() != nil { return }
        if pause == 200 { program.kill() }
        try? await Task.sleep(for: .milliseconds(10))
      }
    }.value
  }
}

/// Cancels a task on SIGINT and SIGTERM.
enum Interrupts {
  /// Returns the value of a task. Cancels the task when the program is interrupted.
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
