// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// What the log call can have wrong.
extension RehearsalFindings {
  /// The log call is not taken.
  package static let logRefused = Finding(
    "rehearse.log.refused", .warning, effect: .ignored,
    why: """
      What phones write here is the only diagnosis of an update that does not arrive. At \
      anything but 200 it is repeated and then thrown away.
      """,
    help: "answer 200 and keep the lines",
    source: archived,
    wrong: "404 to POST /v1/log",
    right: "200")

  /// A log call that is none breaks the service.
  package static let logBody = Finding(
    "rehearse.log.body", .warning, effect: .style,
    why: "Anybody may post here.",
    help: "answer 400 unless logs is an array of strings",
    source: careful,
    wrong: "500 to a body that is not JSON",
    right: "400")

  static let logging = [
    logRefused, logBody,
  ]
}
