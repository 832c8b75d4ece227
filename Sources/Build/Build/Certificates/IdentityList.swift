// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
import PassModel

/// The result of an identity check for people.
package struct IdentityList {
  private let colour: Bool

  package init(colour: Bool) { self.colour = colour }

  /// Returns the list. Each line has its line end.
  package func text(of checkup: IdentityCheckup) -> String {
    var text = bold("Files") + "\n"
    let names = checkup.files.map { plain(FilePath.lastComponent($0.name)) }
    let width = min(names.map(\.count).max() ?? 0, 40)
    for (name, file) in zip(names, checkup.files) {
      for (index, content) in file.contents.enumerated() {
        text += "  " + padded(index == 0 ? name : "", width) + "  " + plain(content) + "\n"
      }
    }
    for candidate in checkup.candidates { text += "\n" + self.text(of: candidate, checkup.time) }
    return text
  }

  private func text(of candidate: IdentityCheckup.Candidate, _ time: Int64) -> String {
    let name = candidate.certificateFile ?? candidate.passTypeIdentifier ?? "No certificate"
    var text = bold("\(plain(name)), signing on \(Timestamp.day(time))") + "\n"
    for point in candidate.points {
      text += "  \(mark(point.state))  \(padded(point.topic, 11))  \(plain(point.message))\n"
      if point.state != .ok, let help = point.help {
        text += "                        " + coloured("36", "help:") + " \(plain(help))\n"
      }
    }
    let faults = candidate.points.count { $0.state == .fault }
    if faults == 0 {
      text += "It can sign" + (candidate.isApple ? "." : ", but no iPhone accepts its passes.")
    } else {
      text += "It does not fit: \(faults == 1 ? "1 fault" : "\(faults) faults")."
    }
    return text + "\n"
  }

  private func mark(_ state: IdentityCheckup.State) -> String {
    switch state {
    case .ok: coloured("32", "ok     ")
    case .note: coloured("34", "note   ")
    case .warning: coloured("1;35", "warning")
    case .fault: coloured("1;31", "fault  ")
    }
  }

  /// Names in certificates are untrusted. Control characters could move the cursor of the terminal.
  private func plain(_ text: String) -> String { TextWriter.printable(text) }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private func bold(_ text: String) -> String { coloured("1", text) }

  private func coloured(_ code: String, _ text: String) -> String {
    colour ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
