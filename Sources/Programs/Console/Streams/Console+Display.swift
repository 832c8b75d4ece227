// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassDiagnostics
import Synchronization

extension Console {
  /// How this process shows messages and findings.
  package struct Display: Hashable, Sendable {
    /// When there are colors.
    package var color = ColorChoice.auto
    /// Whether the text at a place is shown.
    package var showsExcerpts = true

    /// The usual look, or another one.
    package init(color: ColorChoice = .auto, showsExcerpts: Bool = true) {
      self.color = color
      self.showsExcerpts = showsExcerpts
    }
  }

  private static let chosen = Mutex(Display())

  /// The display that the command line asks for.
  package static var display: Display {
    get { chosen.withLock { $0 } }
    set { chosen.withLock { $0 = newValue } }
  }

  /// Whether messages on standard error have colors.
  package static var hasColour: Bool { hasColour(on: STDERR_FILENO) }

  /// Whether the result on standard output has colors.
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

  /// The columns of a terminal; 80 for anything else.
  package static func width(of descriptor: Int32) -> Int {
    var size = winsize()
    guard isatty(descriptor) == 1, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 1
    else { return 80 }
    return Int(size.ws_col)
  }

  /// How the text at a place is shown; nil to leave it out.
  ///
  /// - Parameter descriptor: where it is printed; nil for a file.
  package static func excerpts(on descriptor: Int32?) -> ExcerptStyle? {
    guard display.showsExcerpts else { return nil }
    // The last column stays free: some terminals begin a new line behind it.
    let width = descriptor.map { Self.width(of: $0) - 1 } ?? 80
    return ExcerptStyle(width: min(width, 240), showsCells: !isInCI)
  }

  /// Whether a CI system runs this process, whose logs others can read.
  private static var isInCI: Bool {
    ["true", "1"].contains(environment("CI")?.lowercased())
  }
}
