// SPDX-License-Identifier: Apache-2.0

import CVersion
import PassBasics
import PassCrypto
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

  /// Returns the version with the commit, the versions of OpenSSL and the time zone data, and how this
  /// copy was installed. A second line says if the version is old.
  package static func text(of program: String) -> String {
    let commit = commit.map { "commit \($0), " } ?? ""
    let installed = Installation.current.map { ", installed \($0.text)" } ?? ""
    let libraries = "OpenSSL \(OpenSSL.version), time zones \(ZoneRules.dataVersion)"
    // SOURCE_DATE_EPOCH makes the output independent of the clock, as in other commands. An invalid
    // time must not stop --version.
    let now = Environment.value("SOURCE_DATE_EPOCH").flatMap { Int64($0) } ?? Environment.now
    let hint = ageHint(
      committed: passc_commit_time(), now: now, installation: Installation.current)
    return "\(program) \(number) (\(commit)\(libraries))\(installed)"
      + (hint.map { "\n\($0)" } ?? "")
  }

  /// Returns advice to update if the commit is more than a year old. It needs no network.
  ///
  /// - Parameters:
  ///   - committed: the time of the commit in seconds since 1970, 0 if unknown.
  ///   - now: the current time in seconds since 1970.
  package static func ageHint(
    committed: Int64, now: Int64, installation: Installation?
  ) -> String? {
    let year: Int64 = 365 * 86_400
    guard committed > 0, now > committed, now - committed > year else { return nil }
    let update = installation.map { " To update, \($0.update)" } ?? ""
    return "This version is more than a year old.\(update)"
  }

  /// Returns the version for the argument parser. The release of the time zone data takes time to
  /// load, so only `--version` loads it.
  package static func forParser(of program: String) -> String {
    CommandLine.arguments.contains("--version") ? text(of: program) : number
  }
}
