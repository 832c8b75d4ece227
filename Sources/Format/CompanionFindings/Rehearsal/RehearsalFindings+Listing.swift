// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// What the list of changed passes can have wrong.
extension RehearsalFindings {
  /// The list demands a token.
  package static let listToken = Finding(
    "rehearse.list.demandsToken", .error, effect: .wrong,
    why: """
      Phones send no Authorization header with this call: the identifier of the device in the \
      path is the secret. With 401 they never learn of a change.
      """,
    help: "answer the list without looking at Authorization",
    source: endpoints,
    wrong: "401 to GET /v1/devices/DEVICE/registrations/TYPE",
    right: "200 or 204")

  /// The list is answered with a status a phone does not take.
  package static let listStatus = Finding(
    "rehearse.list.status", .error, effect: .wrong,
    why: """
      A phone takes 200 and 204. 304, 400 and 404 are failures to it: it repeats the call and \
      then gives up.
      """,
    help: "answer 204 when nothing has changed",
    source: device,
    walletLog: "Unexpected response code",
    wrong: "304 when nothing has changed",
    right: "204")

  /// The list of an unknown device is an error.
  package static let listUnknown = Finding(
    "rehearse.list.unknownDevice", .warning, effect: .ignored,
    why: """
      A device may come with another identifier at any time. 404 and 400 are failures that it \
      repeats.
      """,
    help: "answer 204",
    source: device,
    wrong: "404 to the list of a device that never registered",
    right: "204")

  /// The list is not what a phone reads.
  package static let listMalformed = Finding(
    "rehearse.list.malformed", .error, effect: .wrong,
    why: """
      Unless it is JSON with serialNumbers as an array of strings, the phone drops the whole \
      answer and fetches nothing.
      """,
    help: "send {\"serialNumbers\": [\"…\"], \"lastUpdated\": \"…\"}",
    source: endpoints,
    walletLog: "Server response was malformed",
    wrong: "{\"serialNumbers\": [17], \"lastUpdated\": \"4\"}",
    right: "{\"serialNumbers\": [\"17\"], \"lastUpdated\": \"4\"}")

  /// lastUpdated is not a string.
  package static let tagNumber = Finding(
    "rehearse.list.tagNumber", .error, effect: .wrong,
    why: "A number makes the whole answer malformed: the phone keeps quiet and never fetches.",
    help: "put the tag in quotes",
    source: field,
    walletLog: "Server response was malformed",
    wrong: "\"lastUpdated\": 1753000000",
    right: "\"lastUpdated\": \"1753000000\"")

  /// The list has no lastUpdated.
  package static let tagMissing = Finding(
    "rehearse.list.tagMissing", .error, effect: .wrong,
    why: """
      Without a tag the phone asks for everything each time, and is told so often of the same \
      passes that it logs them as unchanged.
      """,
    help: "send lastUpdated with every list",
    source: endpoints,
    walletLog: "but omitted a lastUpdated tag",
    wrong: "{\"serialNumbers\": [\"A-1\"]}",
    right: "{\"serialNumbers\": [\"A-1\"], \"lastUpdated\": \"4\"}")

  /// The tag has characters that do not survive a query.
  package static let tagCharacters = Finding(
    "rehearse.list.tagCharacters", .warning, effect: .ignored,
    why: """
      Tags come back as they are: + & = : and / are not escaped. A service that reads + as a \
      blank damages every date with +00:00.
      """,
    help: "make tags of digits, letters, - . and _ alone: a counter as text is best",
    source: field,
    wrong: "\"2026-01-01T00:00:00+00:00\"",
    right: "\"1042\"")

  /// The current tag lists passes again.
  package static let tagStuck = Finding(
    "rehearse.list.tagStuck", .error, effect: .wrong,
    why: """
      A pass that is listed with the newest tag is fetched at each push and each day, unchanged: \
      a tag finer than what is compared, or >= where > is meant.
      """,
    help: "list what has changed after the tag",
    source: field,
    walletLog: "remained the same.",
    wrong: "200 with A-1 to the tag of the answer before",
    right: "204")

  /// A tag that cannot be read is an error.
  package static let tagGarbage = Finding(
    "rehearse.list.tagGarbage", .warning, effect: .ignored,
    why: """
      Tags of an older version of the service, or of a restored backup, come back for years. An \
      error is repeated and then the update is lost.
      """,
    help: "take what cannot be read for no tag",
    source: field,
    wrong: "500 to passesUpdatedSince=%25%2B",
    right: "200 with all passes of the device")

  /// The tag became lower.
  package static let tagFell = Finding(
    "rehearse.list.tagFell", .error, effect: .wrong,
    why: "A phone that has the higher one is not told of changes until the numbers catch up.",
    help: """
      raise one counter in the transaction that changes passes; begin another epoch after a \
      restored backup
      """,
    source: careful,
    wrong: "tag 7 after tag 9",
    right: "tag 10 after tag 9")

  /// A registered pass is not listed without a tag.
  package static let listMissing = Finding(
    "rehearse.list.missing", .error, effect: .wrong,
    why: """
      The first list of a device, or the one after it lost its tag, is to name all its passes of \
      the type that a phone may have an old version of.
      """,
    help: "without a tag list every registered pass of the device",
    source: endpoints,
    wrong: "204 to the first list after a registration, although an update is there",
    right: "200 with the pass")

  /// Nothing new is answered with an empty list.
  package static let listEmpty = Finding(
    "rehearse.list.empty", .warning, effect: .style,
    why: "Phones take it; Apple names 204 for it.",
    help: "answer 204 without a body",
    source: endpoints,
    wrong: "200 with {\"serialNumbers\": [], \"lastUpdated\": \"4\"}",
    right: "204")

  /// The list names passes the device has not registered.
  package static let listForeign = Finding(
    "rehearse.list.foreignSerials", .error, effect: .wrong,
    why: """
      Serial numbers of others are told to whoever asks, and phones log each as unregistered.
      """,
    help: "list registrations of this device alone",
    source: endpoints,
    walletLog: "Update requested for unregistered serial number",
    wrong: "B-2 in the list of a device that registered A-1",
    right: "A-1 alone")

  /// The pass type in the path is not looked at.
  package static let listOtherType = Finding(
    "rehearse.list.otherType", .warning, effect: .ignored,
    why: """
      A device asks for each pass type by itself. Passes of another type are fetched under the \
      wrong one and refused.
      """,
    help: "compare the pass type of the path",
    source: field,
    wrong: "A-1 in the list of pass.com.example.other",
    right: "204")

  static let listing = [
    listToken, listStatus, listUnknown, listMalformed, tagNumber, tagMissing, tagCharacters,
    tagStuck, tagGarbage, tagFell, listMissing, listEmpty, listForeign, listOtherType,
  ]
}
