// SPDX-License-Identifier: Apache-2.0

/// SIGINT and SIGTERM as a wish to stop: what was begun is finished. A second one ends the process
/// at once.
package enum Interruption {
  /// The ends of a pipe: the signal's handler may do little more than write to it.
  nonisolated(unsafe) private static let pipe: UnsafeMutablePointer<Int32> = {
    let ends = UnsafeMutablePointer<Int32>.allocate(capacity: 2)
    ends.initialize(repeating: -1, count: 2)
    return ends
  }()

  /// Catches SIGINT and SIGTERM from now on; a second call changes nothing.
  package static func begin() {
    guard pipe[0] < 0, makePipe(pipe) == 0 else { return }
    for number in [SIGINT, SIGTERM] {
      let previous = signal(number) { number in
        var byte: UInt8 = 1
        _ = write(Interruption.pipe[1], &byte, 1)
        signal(number, SIG_DFL)
      }
      // One that is ignored on purpose (nohup, a job in the background) stays so.
      if unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(number, SIG_IGN)
      }
    }
    // Some launchers leave signals blocked, and so would every thread that is made from now on.
    var wanted = sigset_t()
    sigemptyset(&wanted)
    sigaddset(&wanted, SIGINT)
    sigaddset(&wanted, SIGTERM)
    pthread_sigmask(SIG_UNBLOCK, &wanted, nil)
  }

  /// Whether one of the signals has come since `begin()`.
  package static var isWanted: Bool {
    guard pipe[0] >= 0 else { return false }
    var request = pollfd(fd: pipe[0], events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) == 1
  }

  /// Sleeps until one of the signals has come since `begin()`; returns at once without it.
  package static func wait() {
    guard pipe[0] >= 0 else { return }
    var request = pollfd(fd: pipe[0], events: Int16(POLLIN), revents: 0)
    while poll(&request, 1, -1) < 0 && errno == EINTR {}
  }
}

private func makePipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 { pipe(ends) }
