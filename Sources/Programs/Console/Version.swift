// SPDX-License-Identifier: Apache-2.0

import CVersion
import PassTemplate

/// What `--version` says.
package enum Version {
  /// The number alone.
  package static let number = "0.1.0"

  /// The commit, with a `+` behind it where the sources had changed since; nil where the build did
  /// not know it.
  package static var commit: String? {
    let text = String(cString: passc_commit())
    return text.isEmpty ? nil : text
  }

  /// The number with the commit, and with the release of the data that came with it.
  package static func text(of program: String) -> String {
    let commit = commit.map { "commit \($0), " } ?? ""
    return "\(program) \(number) (\(commit)time zones \(ZoneRules.dataVersion))"
  }

  /// What the argument parser is to say: asking for the release of the data loads it, which no
  /// other command should pay for.
  package static func forParser(of program: String) -> String {
    CommandLine.arguments.contains("--version") ? text(of: program) : number
  }
}
