// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassDiagnostics
import Synchronization

extension Console {
  /// The look of messages and findings of this process.
  package struct Display: Hashable, Sendable {
    package var color = ColorChoice.auto
    /// Whether findings show the text at their place.
    package var showsExcerpts = true

    package init(color: ColorChoice = .auto, showsExcerpts: Bool = true) {
      self.color = color
      self.showsExcerpts = showsExcerpts
    }
  }

  private static let chosen = Mutex(Display())

  /// The settings from the command line. The parser sets them, and other threads can read them.
  package static var display: Display {
    get { chosen.withLock { $0 } }
    set { chosen.withLock { $0 = newValue } }
  }

  /// Whether messages on standard error have color.
  package static var hasColour: Bool { hasColour(on: STDERR_FILENO) }

  /// Whether the result on standard output has color.
  package static var resultHasColour: Bool { hasColour(on: STDOUT_FILENO) }

  private static func hasColour(on descriptor: Int32) -> Bool {
    switch display.color {
    case .always: true
    case .never: false
    case .auto:
      isatty(descriptor) == 1 && environment("NO_COLOR")?.isEmpty ?? true
        && environment("TERM") != "dumb"
    }
  }

  /// Returns the number of columns of a terminal, or 80 if the descriptor is not a terminal.
  package static func width(of descriptor: Int32) -> Int {
    var size = winsize()
    guard isatty(descriptor) == 1, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 1
    else { return 80 }
    return Int(size.ws_col)
  }

  /// Returns how findings show the text at their place, or nil to leave it out.
  ///
  /// - Parameter descriptor: the stream that is printed to, or nil for a file.
  package static func excerpts(on descriptor: Int32?) -> ExcerptStyle? {
    guard display.showsExcerpts else { return nil }
    // The last column stays empty, because some terminals begin a new line after it.
    let width = descriptor.map { Self.width(of: $0) - 1 } ?? 80
    return ExcerptStyle(width: min(width, 240), showsCells: !isInCI)
  }

  /// Whether a CI system runs this process. Other people may be able to read its logs, so the cells
  /// of a table are not shown there.
  private static var isInCI: Bool {
    ["true", "1"].contains(environment("CI")?.lowercased())
  }
}
