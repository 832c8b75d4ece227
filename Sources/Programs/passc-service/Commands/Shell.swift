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
    guard
      let program = ProgramFile.start(
        "/bin/sh", ["-c", "exec 1>&2\n\(command)"], inGroup: true)
    else { throw CommandFailureError.environment("cannot start /bin/sh") }
    // The command reads from the terminal as it would without passc, and Ctrl-C reaches it.
    let terminal = TerminalForeground.give(to: program)
    defer { terminal?.takeBack() }
    while true {
      if let status = program.statusIfEnded(whenStopped: { terminal?.stopTogether() }) {
        guard status == 0 else {
          // Ctrl-C goes to the command in the foreground, and not to this process.
          if terminal != nil, status == 128 + SIGINT || status == 128 + SIGQUIT {
            Interruption.request()
          }
          if Interruption.isWanted {
            await end(program)
            throw CancellationError()
          }
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

  /// Terminates a program and its children, and kills those that have not ended after five seconds.
  private static func end(_ program: StartedProgram) async {
    program.terminate()
    // In a separate task, because `Task.sleep` returns at once in this one, which is canceled.
    await Task {
      for _ in 1...500 {
        if program.isGroupGone() { return }
        try? await Task.sleep(for: .milliseconds(10))
      }
      program.kill()
      // A killed process ends at once, but it stays as a zombie until its parent waits for it.
      for _ in 1...100 where !program.isGroupGone() {
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
