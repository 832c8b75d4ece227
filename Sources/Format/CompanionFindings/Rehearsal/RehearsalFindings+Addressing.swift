// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

extension RehearsalFindings {
  /// A webServiceURL that ends in /v1.
  package static let doubleVersion = Finding(
    "rehearse.path.doubleVersion", .error, effect: .wrong,
    why: "The phone adds /v1/ itself. It requests /v1/v1/devices and gets 404.",
    help: "remove /v1 from the end of webServiceURL, or serve both paths",
    source: field,
    wrong: """
      "webServiceURL": "https://example.com/v1"
      """,
    right: """
      "webServiceURL": "https://example.com/"
      """)

  /// Two slashes before v1 that the service does not understand.
  package static let slashes = Finding(
    "rehearse.path.slashes", .warning, effect: .ignored,
    why: """
      In every second pass webServiceURL ends in a slash, and some services have then seen two \
      slashes before v1.
      """,
    help: "accept any number of slashes before v1",
    source: field,
    wrong: """
      GET //v1/devices/1f0a/registrations/pass.com.example.gym
      HTTP/1.1 404 Not Found
      """,
    right: """
      GET //v1/devices/1f0a/registrations/pass.com.example.gym
      HTTP/1.1 200 OK
      """)

  /// Escaped characters in a serial number that the service does not understand.
  package static let escapedOnce = Finding(
    "rehearse.path.escaped", .error, effect: .wrong,
    why: """
      Phones escape characters that a path may not contain. The serial number A B arrives as \
      A%20B.
      """,
    help: "decode the path once, and a second time if you do not find the pass",
    source: endpoints,
    wrong: """
      GET /v1/passes/pass.com.example.gym/A%20B
      HTTP/1.1 401 Unauthorized
      """,
    right: """
      GET /v1/passes/pass.com.example.gym/A%20B
      HTTP/1.1 200 OK
      """)

  /// Doubly escaped characters in a serial number that the service does not understand.
  package static let escapedTwice = Finding(
    "rehearse.path.escapedTwice", .warning, effect: .ignored,
    why: """
      Phones escape the percent sign again. The serial number A B arrives as A%2520B. Serial \
      numbers of A-Z a-z 0-9 - . _ ~ avoid this.
      """,
    help: "decode the path a second time if you do not find the pass",
    source: device,
    wrong: """
      GET /v1/passes/pass.com.example.gym/A%2520B
      HTTP/1.1 401 Unauthorized
      """,
    right: """
      GET /v1/passes/pass.com.example.gym/A%2520B
      HTTP/1.1 200 OK
      """)

  /// A hostile path that breaks the service or opens another file.
  package static let traversal = Finding(
    "rehearse.path.odd", .warning, effect: .style,
    why: """
      Serial numbers in requests are untrusted. A path with .. or with escaped slashes must lead \
      to that pass or to 401, never to a file or a server error.
      """,
    help: "look the serial number up, and never use it as a file name",
    source: careful,
    wrong: """
      GET /v1/passes/pass.com.example.gym/..%2f..%2fetc%2fpasswd
      HTTP/1.1 500 Internal Server Error
      """,
    right: """
      GET /v1/passes/pass.com.example.gym/..%2f..%2fetc%2fpasswd
      HTTP/1.1 401 Unauthorized
      """)

  /// A request that ends in a server error.
  package static let serverError = Finding(
    "rehearse.answer.serverError", .error, effect: .wrong,
    why: """
      Phones repeat the request for hours, and anybody can send it on purpose to disturb the \
      service.
      """,
    help: "find the request in the log of your service, and respond with a status below 500",
    source: careful,
    wrong: """
      GET /v1/passes/pass.com.example.gym/A-1
      HTTP/1.1 500 Internal Server Error
      """,
    right: """
      GET /v1/passes/pass.com.example.gym/A-1
      HTTP/1.1 200 OK
      """)

  /// A request without a response.
  package static let broken = Finding(
    "rehearse.answer.broken", .error, effect: .wrong,
    why: "The connection ended, or no response came in time.",
    help: "look for a crash or a deadlock in the service",
    source: careful,
    wrong: """
      GET /v1/passes/pass.com.example.gym/A-1
      (connection closed)
      """,
    right: """
      GET /v1/passes/pass.com.example.gym/A-1
      HTTP/1.1 200 OK
      """)

  static let addressing = [
    doubleVersion, slashes, escapedOnce, escapedTwice, traversal, serverError, broken,
  ]
}
