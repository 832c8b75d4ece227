// SPDX-License-Identifier: Apache-2.0

/// SIGINT and SIGTERM as requests to stop after the current work. A second signal ends the process
/// at once.
package enum Interruption {
  /// A pipe that the signal handler writes to. A handler may call few functions, and `write` is
  /// one.
  nonisolated(unsafe) private static let pipe: UnsafeMutablePointer<Int32> = {
    let ends = UnsafeMutablePointer<Int32>.allocate(capacity: 2)
    ends.initialize(repeating: -1, count: 2)
    return ends
  }()

  /// Catches SIGINT and SIGTERM from now on. A second call does nothing.
  package static func begin() {
    guard pipe[0] < 0, makePipe(pipe) == 0 else { return }
    for number in [SIGINT, SIGTERM] {
      let previous = signal(number) { number in
        var byte: UInt8 = 1
        _ = write(Interruption.pipe[1], &byte, 1)
        signal(number, SIG_DFL)
      }
      // A signal that is ignored on purpose (nohup, a background job) stays ignored.
      if unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(number, SIG_IGN)
      }
    }
    // Some launchers start a process with blocked signals, and new threads inherit that.
    var wanted = sigset_t()
    sigemptyset(&wanted)
    sigaddset(&wanted, SIGINT)
    sigaddset(&wanted, SIGTERM)
    pthread_sigmask(SIG_UNBLOCK, &wanted, nil)
  }

  /// Whether a signal has arrived since `begin()`.
  package static var isWanted: Bool {
    guard pipe[0] >= 0 else { return false }
    var request = pollfd(fd: pipe[0], events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) == 1
  }

  /// Asks for the same as a signal does, for a signal that reached only a child.
  package static func request() {
    guard pipe[0] >= 0 else { return }
    var byte: UInt8 = 1
    _ = write(pipe[1], &byte, 1)
  }

  /// Blocks the thread until a signal has arrived since `begin()`. Returns at once without
  /// `begin()`.
  package static func wait() {
    guard pipe[0] >= 0 else { return }
    var request = pollfd(fd: pipe[0], events: Int16(POLLIN), revents: 0)
    while poll(&request, 1, -1) < 0 && errno == EINTR {}
  }
}

private func makePipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 { pipe(ends) }
