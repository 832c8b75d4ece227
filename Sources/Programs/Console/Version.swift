// SPDX-License-Identifier: Apache-2.0

import CVersion
import PassTemplate

/// The version that `--version` prints.
package enum Version {
  package static let number = "0.1.0"

  /// The commit, or nil if the build did not know it. A `+` at the end means that the sources had
  /// changed since this commit.
  package static var commit: String? {
    let text = String(cString: passc_commit())
    return text.isEmpty ? nil : text
  }

  /// Returns the version with the commit, the release of the time zone data, and how this copy was
  /// installed.
  package static func text(of program: String) -> String {
    let commit = commit.map { "commit \($0), " } ?? ""
    let installed = Installation.current.map { ", installed \($0.text)" } ?? ""
    return "\(program) \(number) (\(commit)time zones \(ZoneRules.dataVersion))\(installed)"
  }

  /// Returns the version for the argument parser. The release of the time zone data takes time to
  /// load, so only `--version` loads it.
  package static func forParser(of program: String) -> String {
    CommandLine.arguments.contains("--version") ? text(of: program) : number
  }
}
