// SPDX-License-Identifier: Apache-2.0

/// The terminal of this process while a program that leads a process group has it.
///
/// In the background, a program that reads from the terminal is stopped, and Ctrl-C does not reach
/// it. It still leads a separate process group, so that its children can be ended too.
package struct TerminalForeground: Sendable {
  private let program: StartedProgram
  private let own: pid_t

  /// Gives the terminal of standard input to a program.
  ///
  /// - Returns: nil if standard input is not a terminal, or this process is in the background.
  package static func give(to program: StartedProgram) -> TerminalForeground? {
    let own = getpgrp()
    guard isatty(STDIN_FILENO) == 1, tcgetpgrp(STDIN_FILENO) == own else { return nil }
    let terminal = TerminalForeground(program: program, own: own)
    terminal.giveAgain()
    return terminal
  }

  /// Makes this process group the one that reads from the terminal.
  package func takeBack() { Self.setForeground(own) }

  /// Stops this process too, after Ctrl-Z has stopped the program. Both continue together.
  package func stopTogether() {
    takeBack()
    _ = PassBasics.kill(0, SIGTSTP)
    giveAgain()
  }

  private func giveAgain() {
    Self.setForeground(program.process)
    // It may have read from the terminal before, which stopped it.
    _ = PassBasics.kill(-program.process, SIGCONT)
  }

  private static func setForeground(_ group: pid_t) {
    // In the background, this call sends SIGTTOU, which would stop this process.
    var blocked = sigset_t()
    var previous = sigset_t()
    sigemptyset(&blocked)
    sigaddset(&blocked, SIGTTOU)
    pthread_sigmask(SIG_BLOCK, &blocked, &previous)
    _ = tcsetpgrp(STDIN_FILENO, group)
    pthread_sigmask(SIG_SETMASK, &previous, nil)
  }
}
