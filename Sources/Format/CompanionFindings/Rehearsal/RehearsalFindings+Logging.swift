// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

extension RehearsalFindings {
  /// A log call that the service rejects.
  package static let logRefused = Finding(
    "rehearse.log.refused", .warning, effect: .ignored,
    why: """
      The device log messages are the only way to find out why an update does not arrive. After \
      any status other than 200 a phone repeats the call and then throws the messages away.
      """,
    help: "respond with 200 and keep the messages",
    source: archived,
    wrong: """
      POST /v1/log
      {"logs": ["[2026-11-27 08:26:40 +0000] Get pass task ..."]}
      HTTP/1.1 404 Not Found
      """,
    right: """
      POST /v1/log
      {"logs": ["[2026-11-27 08:26:40 +0000] Get pass task ..."]}
      HTTP/1.1 200 OK
      """)

  /// A message that a phone logs and that no other finding explains.
  package static let phoneLogged = Finding(
    "rehearse.phone.logged", .error, effect: .wrong,
    why: """
      The simulated phone wrote this message for the log of your service, as a real one does. It \
      did not accept a response, so an update or a registration failed.
      """,
    help: "look in the timeline for the request before the message, and correct its response",
    source: device,
    wrong: """
      GET /v1/devices/1f0a/registrations/pass.com.example.gym
      {"serialNumbers": ["A-1"], "lastUpdated": null}
      phone logs: Server response was malformed
      """,
    right: """
      GET /v1/devices/1f0a/registrations/pass.com.example.gym
      {"serialNumbers": ["A-1"], "lastUpdated": "4"}
      """)

  /// An invalid log call that breaks the service.
  package static let logBody = Finding(
    "rehearse.log.body", .warning, effect: .style,
    why: "Anybody can post here, without a token.",
    help: "respond with 400 unless logs is an array of strings",
    source: careful,
    wrong: """
      POST /v1/log
      not JSON
      HTTP/1.1 500 Internal Server Error
      """,
    right: """
      POST /v1/log
      not JSON
      HTTP/1.1 400 Bad Request
      """)

  static let logging = [
    logRefused, logBody, phoneLogged,
  ]
}
