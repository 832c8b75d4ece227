// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

extension RehearsalFindings {
  /// A valid registration that the service rejects.
  package static let registerRefused = Finding(
    "rehearse.register.refused", .error, effect: .wrong,
    why: """
      A phone accepts 200 and 201. After any other status it retries with growing pauses and then \
      gives up, and the pass never updates.
      """,
    help: "respond with 201 to a first registration and with 200 to a repeated one",
    source: endpoints,
    walletLog: "Unexpected response code",
    wrong: """
      POST /v1/devices/1f0a/registrations/pass.com.example.gym/A-1
      HTTP/1.1 404 Not Found
      """,
    right: """
      POST /v1/devices/1f0a/registrations/pass.com.example.gym/A-1
      HTTP/1.1 201 Created
      """)

  /// A status that confuses first and repeated registrations.
  package static let registerStatus = Finding(
    "rehearse.register.status", .warning, effect: .style,
    why: """
      Phones accept both. A 201 for an existing registration hides repeated calls in your logs, \
      and a 200 for a new one hides new devices.
      """,
    help: "respond with 201 if the row is new, otherwise with 200",
    source: endpoints,
    wrong: """
      first registration     HTTP/1.1 201 Created
      the same once more     HTTP/1.1 201 Created
      """,
    right: """
      first registration     HTTP/1.1 201 Created
      the same once more     HTTP/1.1 200 OK
      """)

  /// Simultaneous registrations of one device that disturb each other.
  package static let registerRace = Finding(
    "rehearse.register.race", .error, effect: .wrong,
    why: """
      A phone and its watch register within milliseconds of each other. A service that first looks \
      for the row and then inserts it returns an error to one of them, or stores two rows.
      """,
    help: "insert or update in one statement, and respond with 201 only if it inserted",
    source: field,
    wrong: """
      16 equal registrations at the same time:
       1 x HTTP/1.1 201 Created
      14 x HTTP/1.1 200 OK
       1 x HTTP/1.1 500 Internal Server Error
      """,
    right: """
      16 equal registrations at the same time:
       1 x HTTP/1.1 201 Created
      15 x HTTP/1.1 200 OK
      """)

  /// An invalid registration that the service accepts, or that breaks it.
  package static let registerBody = Finding(
    "rehearse.register.body", .warning, effect: .ignored,
    why: """
      Anybody can post here. A body that is not JSON, has no pushToken or has a number in its \
      place is a bad request. A service that accepts it stores a device that no push can reach.
      """,
    help: "respond with 400 unless pushToken is a string of hex digits",
    source: careful,
    wrong: """
      POST /v1/devices/1f0a/registrations/pass.com.example.gym/A-1
      {"pushToken": 17}
      HTTP/1.1 201 Created
      """,
    right: """
      POST /v1/devices/1f0a/registrations/pass.com.example.gym/A-1
      {"pushToken": 17}
      HTTP/1.1 400 Bad Request
      """)

  /// A request body without a size limit.
  package static let bodyUnbounded = Finding(
    "rehearse.body.unbounded", .warning, effect: .style,
    why: """
      The log call needs no authentication. If the service reads the whole body before it checks \
      the size, anybody can fill its memory or disk.
      """,
    help: "stop reading after about 100 kB and respond with 413",
    source: careful,
    wrong: """
      POST /v1/log
      Content-Length: 1048576
      HTTP/1.1 200 OK
      """,
    right: """
      POST /v1/log
      Content-Length: 1048576
      HTTP/1.1 413 Content Too Large
      """)

  /// A status after unregistering that a phone does not accept.
  package static let unregisterStatus = Finding(
    "rehearse.unregister.status", .error, effect: .wrong,
    why: """
      A phone accepts 200 and 201. It treats 204 and 404 as failures and repeats the call for \
      hours. The registration can exist all that time.
      """,
    help: "respond with 200, whether or not there was a registration to remove",
    source: device,
    walletLog: "Unexpected response code",
    wrong: """
      DELETE /v1/devices/1f0a/registrations/pass.com.example.gym/A-1
      HTTP/1.1 204 No Content
      """,
    right: """
      DELETE /v1/devices/1f0a/registrations/pass.com.example.gym/A-1
      HTTP/1.1 200 OK
      """)

  /// An error for a registration that is already removed.
  package static let unregisterAgain = Finding(
    "rehearse.unregister.again", .warning, effect: .ignored,
    why: "A phone that lost the response asks again. After a 404 it keeps asking.",
    help: "respond with 200, whether or not there was a registration to remove",
    source: device,
    wrong: """
      first DELETE           HTTP/1.1 200 OK
      the same once more     HTTP/1.1 404 Not Found
      """,
    right: """
      first DELETE           HTTP/1.1 200 OK
      the same once more     HTTP/1.1 200 OK
      """)

  /// An unregistered pass that is still listed or pushed.
  package static let unregisterKept = Finding(
    "rehearse.unregister.kept", .error, effect: .wrong,
    why: """
      The customer deleted the pass or switched its updates off. Pushes and lists for it drain the \
      battery, and they count against the push limit of all passes with this pass type identifier.
      """,
    help: "delete the registration, and the device with its last registration",
    source: field,
    walletLog: "Update requested for unregistered serial number",
    wrong: """
      DELETE /v1/devices/1f0a/registrations/pass.com.example.gym/A-1
      GET /v1/devices/1f0a/registrations/pass.com.example.gym
      {"serialNumbers": ["A-1"], "lastUpdated": "4"}
      """,
    right: """
      DELETE /v1/devices/1f0a/registrations/pass.com.example.gym/A-1
      GET /v1/devices/1f0a/registrations/pass.com.example.gym
      HTTP/1.1 204 No Content
      """)

  /// A wrong or missing authentication token that the service accepts.
  package static let tokenIgnored = Finding(
    "rehearse.token.ignored", .error, effect: .wrong,
    why: """
      The authentication token is the password of the pass. Without that check, anybody who knows \
      a serial number can read the pass or switch its updates off.
      """,
    help: "respond with 401 unless Authorization is ApplePass and the token of this pass",
    source: endpoints,
    wrong: """
      GET /v1/passes/pass.com.example.gym/A-1
      (no Authorization header)
      HTTP/1.1 200 OK
      """,
    right: """
      GET /v1/passes/pass.com.example.gym/A-1
      (no Authorization header)
      HTTP/1.1 401 Unauthorized
      """)

  /// A scheme other than ApplePass that the service accepts.
  package static let schemeIgnored = Finding(
    "rehearse.token.scheme", .warning, effect: .style,
    why: """
      A service that strips or ignores the scheme also accepts a token that was sent for another \
      purpose. An attacker can then use requests and tools that your other services let through, and \
      get past a proxy that limits attempts with ApplePass.
      """,
    help: "compare the scheme as well: it must be ApplePass",
    source: endpoints,
    wrong: """
      GET /v1/passes/pass.com.example.gym/A-1
      Authorization: Bearer TOKEN_OF_A-1
      HTTP/1.1 200 OK
      """,
    right: """
      GET /v1/passes/pass.com.example.gym/A-1
      Authorization: Bearer TOKEN_OF_A-1
      HTTP/1.1 401 Unauthorized
      """)

  /// An authentication token that opens another pass.
  package static let tokenOfOther = Finding(
    "rehearse.token.otherPass", .error, effect: .wrong,
    why: """
      Every customer has one authentication token. If it opens other passes, each customer can \
      read all of them.
      """,
    help: "compare with the authentication token of the requested pass",
    source: endpoints,
    wrong: """
      GET /v1/passes/pass.com.example.gym/B-2
      Authorization: ApplePass TOKEN_OF_A-1
      HTTP/1.1 200 OK
      """,
    right: """
      GET /v1/passes/pass.com.example.gym/B-2
      Authorization: ApplePass TOKEN_OF_A-1
      HTTP/1.1 401 Unauthorized
      """)

  /// Several passes with one authentication token.
  package static let tokenShared = Finding(
    "rehearse.token.shared", .warning, effect: .style,
    why: """
      The authentication token is in plain text in pass.json. If passes share it, every customer \
      can fetch every pass.
      """,
    help: """
      give each pass a different authenticationToken: --token-key derives them, a ledger \
      remembers random ones
      """,
    source: field,
    wrong: """
      {"serialNumber": "A-1", "authenticationToken": "k4XqT0vZ8mLw2sYb"}
      {"serialNumber": "B-2", "authenticationToken": "k4XqT0vZ8mLw2sYb"}
      """,
    right: """
      {"serialNumber": "A-1", "authenticationToken": "k4XqT0vZ8mLw2sYb"}
      {"serialNumber": "B-2", "authenticationToken": "p7RcJ1dHn9uE5gWa"}
      """)

  /// Responses that show whether a serial number exists.
  package static let refusalsDiffer = Finding(
    "rehearse.token.refusalsDiffer", .warning, effect: .style,
    why: """
      If an unknown serial number and a wrong authentication token get different responses, \
      serial numbers can be guessed one by one.
      """,
    help: "send the same status and the same body for both",
    source: careful,
    wrong: """
      unknown serial number   HTTP/1.1 404 Not Found
      wrong token             HTTP/1.1 401 Unauthorized
      """,
    right: """
      unknown serial number   HTTP/1.1 401 Unauthorized
      wrong token             HTTP/1.1 401 Unauthorized
      """)

  static let registering = [
    registerRefused, registerStatus, registerRace, registerBody, bodyUnbounded,
    unregisterStatus, unregisterAgain, unregisterKept, tokenIgnored, schemeIgnored,
    tokenOfOther, tokenShared, refusalsDiffer,
  ]
}
