// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassConsole

/// A progress line that is overwritten on a terminal. Nothing is written if standard error is not a
/// terminal.
struct ProgressLine {
  private let verb: String
  private let isShown: Bool
  private let start = ContinuousClock.now
  private var last = ContinuousClock.now
  private var isVisible = false

  /// - Parameter verb: the participle in front of the numbers, such as `verified`.
  init(_ verb: String) {
    self.verb = verb
    isShown = Disk.isTerminal(standardError: true) && !Console.isQuiet
  }

  /// Shows the line after the first half second, at most ten times a second.
  mutating func show(_ done: Int, of total: Int) {
    guard isShown else { return }
    let now = ContinuousClock.now
    guard start.duration(to: now) > .milliseconds(500),
      last.duration(to: now) > .milliseconds(100)
    else { return }
    last = now
    isVisible = true
    let share = total > 0 ? ", \(done * 100 / total) %" : ""
    Disk.writeStandardError(Array("\r\u{1B}[K\(verb) \(done) of \(total)\(share)".utf8))
  }

  /// Erases the line, so that something else can be printed.
  mutating func clear() {
    if isVisible { Disk.writeStandardError(Array("\r\u{1B}[K".utf8)) }
    isVisible = false
  }
}
