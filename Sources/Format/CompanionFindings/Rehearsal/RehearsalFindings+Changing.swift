// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

extension RehearsalFindings {
  /// A changed pass that is not listed.
  package static let changeNotListed = Finding(
    "rehearse.change.notListed", .error, effect: .wrong,
    why: """
      The phone sends the tag it got last, and the response is that nothing has changed. It misses \
      this update until the next one.
      """,
    help: """
      raise the tag in the transaction that changes the pass, and list the passes that changed \
      after the tag
      """,
    source: endpoints,
    wrong: """
      A-1 changes
      GET .../pass.com.example.gym?passesUpdatedSince=4
      HTTP/1.1 204 No Content
      """,
    right: """
      A-1 changes
      GET .../pass.com.example.gym?passesUpdatedSince=4
      {"serialNumbers": ["A-1"], "lastUpdated": "5"}
      """)

  /// A change that does not raise the tag.
  package static let changeTagSame = Finding(
    "rehearse.change.tagSame", .error, effect: .wrong,
    why: "The phone sends the same tag each time and gets the same pass forever.",
    help: "raise the tag with each change",
    source: field,
    walletLog: "remained the same.",
    wrong: """
      before the change   {"serialNumbers": ["A-1"], "lastUpdated": "4"}
      after the change    {"serialNumbers": ["A-1"], "lastUpdated": "4"}
      """,
    right: """
      before the change   {"serialNumbers": ["A-1"], "lastUpdated": "4"}
      after the change    {"serialNumbers": ["A-1"], "lastUpdated": "5"}
      """)

  /// A listed pass that has not changed.
  package static let changeNotServed = Finding(
    "rehearse.change.notServed", .error, effect: .wrong,
    why: """
      The service listed the pass and then returned the old one. The phone keeps the new tag and \
      never asks for this change again.
      """,
    help: "change tag, bytes and date in one transaction",
    source: field,
    walletLog: "but the pass was unchanged.",
    wrong: """
      {"serialNumbers": ["A-1"], "lastUpdated": "5"}
      GET /v1/passes/pass.com.example.gym/A-1
      HTTP/1.1 304 Not Modified
      """,
    right: """
      {"serialNumbers": ["A-1"], "lastUpdated": "5"}
      GET /v1/passes/pass.com.example.gym/A-1
      HTTP/1.1 200 OK
      """)

  /// Two versions with the same Last-Modified.
  package static let changeDateSame = Finding(
    "rehearse.change.dateSame", .error, effect: .wrong,
    why: """
      A phone with the first version sends its date, gets 304 and never sees the second version.
      """,
    help: "use max(now, previous + 1 s) as the date of a version",
    source: careful,
    wrong: """
      first version    Last-Modified: Sun, 20 Jul 2025 08:26:40 GMT
      second version   Last-Modified: Sun, 20 Jul 2025 08:26:40 GMT
      """,
    right: """
      first version    Last-Modified: Sun, 20 Jul 2025 08:26:40 GMT
      second version   Last-Modified: Sun, 20 Jul 2025 08:26:41 GMT
      """)

  /// The second of two quick changes, which is lost.
  package static let changeLost = Finding(
    "rehearse.change.secondLost", .error, effect: .wrong,
    why: "If tags or dates count whole seconds, phones can miss a change in the same second.",
    help: "use a counter of versions in place of the clock",
    source: field,
    wrong: """
      08:26:40.1  first change, the phone gets tag 1753000000
      08:26:40.7  second change
      GET .../pass.com.example.gym?passesUpdatedSince=1753000000
      HTTP/1.1 204 No Content
      """,
    right: """
      08:26:40.1  first change, the phone gets tag 5
      08:26:40.7  second change
      GET .../pass.com.example.gym?passesUpdatedSince=5
      {"serialNumbers": ["A-1"], "lastUpdated": "6"}
      """)

  /// A new version that is another pass.
  package static let changeOtherPass = Finding(
    "rehearse.change.otherPass", .error, effect: .wrong,
    why: """
      Pass type identifier, serial number and authentication token must stay the same for the \
      life of the pass.
      """,
    help: "save both versions and run: passc diff OLD.pkpass NEW.pkpass",
    source: endpoints,
    wrong: """
      before the change   "authenticationToken": "k4XqT0vZ8mLw2sYb"
      after the change    "authenticationToken": "p7RcJ1dHn9uE5gWa"
      """,
    right: """
      before the change   "authenticationToken": "k4XqT0vZ8mLw2sYb"
      after the change    "authenticationToken": "k4XqT0vZ8mLw2sYb"
      """)

  /// A command that changed nothing.
  package static let changeNothing = Finding(
    "rehearse.change.nothing", .note, effect: .ignored,
    why: """
      The command changed neither the list nor a pass, so passc could not check updates.
      """,
    help: "give a command with --change that changes one of the passes",
    source: careful,
    wrong: """
      passc rehearse gym.pkpass --change true
      """,
    right: """
      passc rehearse gym.pkpass --change 'curl -X PUT ...'
      """)

  /// A change without a notification for the customer.
  package static let changeSilent = Finding(
    "rehearse.change.silent", .note, effect: .style,
    why: "Phones announce only changed fields that have a changeMessage with %@.",
    help: "give the field a changeMessage, if the customer should see a notification",
    source: endpoints,
    wrong: """
      {
        "key": "points", "value": 20
      }
      """,
    right: """
      {
        "key": "points", "value": 20,
        "changeMessage": "You have %@ points"
      }
      """)

  static let changing = [
    changeNotListed, changeTagSame, changeNotServed, changeDateSame, changeLost,
    changeOtherPass, changeNothing, changeSilent,
  ]
}
