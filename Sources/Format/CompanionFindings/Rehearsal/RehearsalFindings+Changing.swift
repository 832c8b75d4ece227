// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// What a change of a pass can do wrong.
extension RehearsalFindings {
  /// A changed pass is not listed.
  package static let changeNotListed = Finding(
    "rehearse.change.notListed", .error, effect: .wrong,
    why: """
      The phone asks with the tag it was given and is told that nothing has changed: the update \
      is lost for it until the next one.
      """,
    help: """
      raise the tag in the transaction that changes the pass, and list what has changed after \
      the tag
      """,
    source: endpoints,
    wrong: "204 to the tag from before the change",
    right: "200 with the pass")

  /// A change does not raise the tag.
  package static let changeTagSame = Finding(
    "rehearse.change.tagSame", .error, effect: .wrong,
    why: "The phone asks with the same tag again and is told of the same pass for ever.",
    help: "raise the tag with each change",
    source: field,
    walletLog: "remained the same.",
    wrong: "tag 4 before and after the change",
    right: "tag 4, then 5")

  /// A listed pass has not changed.
  package static let changeNotServed = Finding(
    "rehearse.change.notServed", .error, effect: .wrong,
    why: """
      The service listed the pass and then handed out the old one: the phone keeps the new tag \
      and is never told again.
      """,
    help: "change tag, bytes and date in one transaction",
    source: field,
    walletLog: "but the pass was unchanged.",
    wrong: "304 or the old bytes to the get call after the list",
    right: "the new bytes")

  /// Two versions have one Last-Modified.
  package static let changeDateSame = Finding(
    "rehearse.change.dateSame", .error, effect: .wrong,
    why: "A phone that has the first one sends its date, gets 304, and never sees the second.",
    help: "take max(now, previous + 1 s) for the date of a version",
    source: careful,
    wrong: "the same date for two versions",
    right: "a later second for the second one")

  /// The second of two quick changes is lost.
  package static let changeLost = Finding(
    "rehearse.change.secondLost", .error, effect: .wrong,
    why: "Tags to the second, or dates of one second, hide what changes twice within it.",
    help: "count versions instead of taking the clock",
    source: field,
    wrong: "204 to the tag of the first of two changes",
    right: "200 with the pass")

  /// The new version is another pass.
  package static let changeOtherPass = Finding(
    "rehearse.change.otherPass", .error, effect: .wrong,
    why: "Type, serial number and token must stay for as long as the pass lives.",
    help: "see what passc diff says of the two versions",
    source: endpoints,
    wrong: "another authenticationToken after the change",
    right: "the same one")

  /// The command changed nothing.
  package static let changeNothing = Finding(
    "rehearse.change.nothing", .note, effect: .ignored,
    why: "List and pass are the same after it as before it, so updates could not be judged.",
    help: "give a command with --change that changes one of the passes",
    source: careful,
    wrong: "--change true",
    right: "--change 'curl -X PUT …'")

  /// The holder is not told of the change.
  package static let changeSilent = Finding(
    "rehearse.change.silent", .note, effect: .style,
    why: "Only changed fields with a changeMessage that has %@ are announced.",
    help: "give the field a changeMessage, if the holder should know",
    source: endpoints,
    wrong: "points 10, then 20, without changeMessage",
    right: "\"changeMessage\": \"You have %@ points\"")

  static let changing = [
    changeNotListed, changeTagSame, changeNotServed, changeDateSame, changeLost,
    changeOtherPass, changeNothing, changeSilent,
  ]
}
