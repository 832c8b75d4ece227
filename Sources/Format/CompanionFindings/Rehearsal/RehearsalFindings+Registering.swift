// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// What registering and unregistering can be done wrong.
extension RehearsalFindings {
  /// A right registration is not taken.
  package static let registerRefused = Finding(
    "rehearse.register.refused", .error, effect: .wrong,
    why: """
      A phone takes 200 and 201. At any other answer it tries again with growing pauses and then \
      gives up: the pass never updates itself.
      """,
    help: "answer 201 to a first registration and 200 to a repeated one",
    source: endpoints,
    walletLog: "Unexpected response code",
    wrong: "404 to POST /v1/devices/DEVICE/registrations/TYPE/SERIAL",
    right: "201")

  /// First and repeated registrations are told apart wrongly.
  package static let registerStatus = Finding(
    "rehearse.register.status", .warning, effect: .style,
    why: """
      Phones take both, but 201 for a registration that was there already hides repetition in \
      the logs, and 200 for a new one hides new devices.
      """,
    help: "answer 201 when the row is new, else 200",
    source: endpoints,
    wrong: "201 to each of two equal registrations",
    right: "201, then 200")

  /// Registrations of one device at once disturb each other.
  package static let registerRace = Finding(
    "rehearse.register.race", .error, effect: .wrong,
    why: """
      A phone and its watch register within milliseconds. A service that looks and then inserts \
      answers one of them with an error, or stores two rows.
      """,
    help: "insert or update in one statement, and answer 201 to the one that inserted",
    source: field,
    wrong: "a 500 among 16 equal registrations at once",
    right: "one 201 and 15 times 200")

  /// A registration that is none is taken or breaks the service.
  package static let registerBody = Finding(
    "rehearse.register.body", .warning, effect: .ignored,
    why: """
      Anybody may post here. What is not JSON, has no pushToken or a number in its place is a \
      bad request; taken, it becomes a device that pushes never reach.
      """,
    help: "answer 400 unless pushToken is a string of hex digits",
    source: careful,
    wrong: "500 to a body that is not JSON",
    right: "400")

  /// A body of any size is read.
  package static let bodyUnbounded = Finding(
    "rehearse.body.unbounded", .warning, effect: .style,
    why: """
      The log call takes no authentication, and a body that is read whole before it is judged \
      fills memory or disk.
      """,
    help: "stop reading after some 100 kB and answer 413",
    source: careful,
    wrong: "200 to a log call of 1 MB",
    right: "413")

  /// Unregistering is answered with a status a phone does not take.
  package static let unregisterStatus = Finding(
    "rehearse.unregister.status", .error, effect: .wrong,
    why: """
      A phone takes 200 and 201. It takes 204 and 404 for failures, repeats the call for hours, \
      and the registration may stand all that time.
      """,
    help: "answer 200, with or without a registration to remove",
    source: device,
    walletLog: "Unexpected response code",
    wrong: "204 to DELETE",
    right: "200")

  /// Unregistering what is not registered is an error.
  package static let unregisterAgain = Finding(
    "rehearse.unregister.again", .warning, effect: .ignored,
    why: "A phone that lost the answer asks again; at 404 it goes on asking.",
    help: "answer 200 whether or not there was a registration",
    source: device,
    wrong: "404 to the second of two equal DELETE requests",
    right: "200 to both")

  /// An unregistered pass is still listed or pushed.
  package static let unregisterKept = Finding(
    "rehearse.unregister.kept", .error, effect: .wrong,
    why: """
      The pass was deleted or its updates switched off. Pushes and lists for it cost battery, \
      and count against the limit of pushes of all passes of the type.
      """,
    help: "remove the registration, and the device with its last one",
    source: field,
    walletLog: "Update requested for unregistered serial number",
    wrong: "the serial number in the list after DELETE",
    right: "204 to the list")

  /// A wrong or missing token is taken.
  package static let tokenIgnored = Finding(
    "rehearse.token.ignored", .error, effect: .wrong,
    why: """
      The token is the password of the pass. Without it anybody who knows a serial number reads \
      the pass, or switches its updates off.
      """,
    help: "answer 401 unless the header is ApplePass and the pass's own token",
    source: endpoints,
    wrong: "200 to a get call without Authorization",
    right: "401")

  /// Another scheme than ApplePass is taken.
  package static let schemeIgnored = Finding(
    "rehearse.token.scheme", .warning, effect: .style,
    why: """
      A service that strips or ignores the scheme takes tokens out of places they were not meant \
      for.
      """,
    help: "compare the scheme too",
    source: endpoints,
    wrong: "200 to Authorization: Bearer TOKEN",
    right: "401")

  /// The token of another pass opens this one.
  package static let tokenOfOther = Finding(
    "rehearse.token.otherPass", .error, effect: .wrong,
    why: """
      Every holder has one token. If it opens other passes, each holder can read all of them.
      """,
    help: "compare with the token of the pass that is asked for",
    source: endpoints,
    wrong: "200 to the get call of pass B with the token of pass A",
    right: "401")

  /// Several passes have one token.
  package static let tokenShared = Finding(
    "rehearse.token.shared", .warning, effect: .style,
    why: """
      The token stands in clear in pass.json: with a shared one every holder can fetch every \
      pass.
      """,
    help: """
      give each pass a token of its own: --token-key derives them, a ledger remembers random \
      ones
      """,
    source: field,
    wrong: "one authenticationToken in two passes",
    right: "two")

  /// Refusals tell whether a serial number exists.
  package static let refusalsDiffer = Finding(
    "rehearse.token.refusalsDiffer", .warning, effect: .style,
    why: """
      When an unknown serial number and a wrong token are answered differently, serial numbers \
      can be guessed one by one.
      """,
    help: "answer both with the same status and the same bytes",
    source: careful,
    wrong: "404 to an unknown serial number, 401 to a wrong token",
    right: "401 with the same body to both")

  static let registering = [
    registerRefused, registerStatus, registerRace, registerBody, bodyUnbounded,
    unregisterStatus, unregisterAgain, unregisterKept, tokenIgnored, schemeIgnored,
    tokenOfOther, tokenShared, refusalsDiffer,
  ]
}
