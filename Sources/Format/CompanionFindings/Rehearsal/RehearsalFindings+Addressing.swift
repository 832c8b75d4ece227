// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// What paths can be read wrongly.
extension RehearsalFindings {
  /// webServiceURL ends in /v1.
  package static let doubleVersion = Finding(
    "rehearse.path.doubleVersion", .error, effect: .wrong,
    why: "The phone adds /v1/ itself: it asks for /v1/v1/devices and gets 404.",
    help: "take /v1 off webServiceURL, or serve both",
    source: field,
    wrong: "https://example.com/v1",
    right: "https://example.com/")

  /// Two slashes before v1 are not understood.
  package static let slashes = Finding(
    "rehearse.path.slashes", .warning, effect: .ignored,
    why: "When webServiceURL ends in a slash, as in every second pass, services have seen two.",
    help: "take any run of slashes before v1",
    source: field,
    wrong: "404 to //v1/log",
    right: "200")

  /// Escaped characters in the serial number are not understood.
  package static let escapedOnce = Finding(
    "rehearse.path.escaped", .error, effect: .wrong,
    why: "What a path may not hold is escaped; the serial number A B comes as A%20B.",
    help: "decode the path once, and when nothing is found twice",
    source: endpoints,
    wrong: "401 to A%20B for the serial number A B",
    right: "201")

  /// Characters that were escaped twice are not understood.
  package static let escapedTwice = Finding(
    "rehearse.path.escapedTwice", .warning, effect: .ignored,
    why: "Phones escape the percent sign again: the serial number A B comes as A%2520B.",
    help: """
      decode a second time when nothing is found; serial numbers of A-Z a-z 0-9 - . _ ~ never \
      meet this
      """,
    source: device,
    wrong: "401 to A%2520B for the serial number A B",
    right: "201")

  /// An odd path breaks the service or leads elsewhere.
  package static let traversal = Finding(
    "rehearse.path.odd", .warning, effect: .style,
    why: """
      Serial numbers come from strangers: .. and escapes of slashes must lead to that pass or to \
      401, never to a file or an error of the server.
      """,
    help: "look the serial number up, and never make a file name of it",
    source: careful,
    wrong: "500 to a serial number of 1,000 letters",
    right: "401")

  /// A request is answered with an error of the server.
  package static let serverError = Finding(
    "rehearse.answer.serverError", .error, effect: .wrong,
    why: """
      Phones repeat it for hours; whoever sends it on purpose has found a way to disturb the \
      service.
      """,
    help: "find the request in the service's own log; every request has an answer below 500",
    source: careful,
    wrong: "500",
    right: "401")

  /// A request has no answer.
  package static let broken = Finding(
    "rehearse.answer.broken", .error, effect: .wrong,
    why: "The connection ended or nothing came in time.",
    help: "look for a crash or a lock in the service",
    source: careful,
    wrong: "a connection that ends without an answer",
    right: "any answer")

  static let addressing = [
    doubleVersion, slashes, escapedOnce, escapedTwice, traversal, serverError, broken,
  ]
}
