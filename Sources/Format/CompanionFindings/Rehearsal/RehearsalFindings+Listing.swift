// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

extension RehearsalFindings {
  /// A list that requires an authentication token.
  package static let listToken = Finding(
    "rehearse.list.demandsToken", .error, effect: .wrong,
    why: """
      Phones send no Authorization header with this call. The device library identifier in the \
      path is the secret. If the service responds with 401, phones never learn of a change.
      """,
    help: "do not check Authorization for the list",
    source: endpoints,
    wrong: """
      GET /v1/devices/1f0a/registrations/pass.com.example.gym
      HTTP/1.1 401 Unauthorized
      """,
    right: """
      GET /v1/devices/1f0a/registrations/pass.com.example.gym
      HTTP/1.1 200 OK
      """)

  /// A status of the list that a phone does not accept.
  package static let listStatus = Finding(
    "rehearse.list.status", .error, effect: .wrong,
    why: """
      A phone accepts 200 and 204. It treats 304, 400 and 404 as failures: it repeats the call and \
      then gives up.
      """,
    help: "respond with 204 if nothing has changed",
    source: device,
    walletLog: "Unexpected response code",
    wrong: """
      GET /v1/devices/1f0a/registrations/pass.com.example.gym
      HTTP/1.1 304 Not Modified
      """,
    right: """
      GET /v1/devices/1f0a/registrations/pass.com.example.gym
      HTTP/1.1 204 No Content
      """)

  /// An error for the list of an unknown device.
  package static let listUnknown = Finding(
    "rehearse.list.unknownDevice", .warning, effect: .ignored,
    why: """
      A device can come with another identifier, or without passes, at any time. It treats 404 and \
      400 as failures, repeats the call for hours and then gives up, with the update it asked for.
      """,
    help: "respond with 204",
    source: device,
    wrong: """
      GET /v1/devices/NEVER_REGISTERED/registrations/pass.com.example.gym
      HTTP/1.1 404 Not Found
      """,
    right: """
      GET /v1/devices/NEVER_REGISTERED/registrations/pass.com.example.gym
      HTTP/1.1 204 No Content
      """)

  /// A list that a phone cannot read.
  package static let listMalformed = Finding(
    "rehearse.list.malformed", .error, effect: .wrong,
    why: """
      The list must be JSON with serialNumbers as an array of strings. Otherwise the phone drops \
      the whole response and fetches nothing.
      """,
    help: "send {\"serialNumbers\": [\"…\"], \"lastUpdated\": \"…\"}",
    source: endpoints,
    walletLog: "Server response was malformed",
    wrong: """
      {"serialNumbers": [17], "lastUpdated": "4"}
      """,
    right: """
      {"serialNumbers": ["17"], "lastUpdated": "4"}
      """)

  /// A lastUpdated that is not a string.
  package static let tagNumber = Finding(
    "rehearse.list.tagNumber", .error, effect: .wrong,
    why: """
      If lastUpdated is a number, the whole response is malformed. The phone shows nothing and \
      never fetches the pass.
      """,
    help: "put the value of lastUpdated in quotes",
    source: field,
    walletLog: "Server response was malformed",
    wrong: """
      {"serialNumbers": ["A-1"], "lastUpdated": 1753000000}
      """,
    right: """
      {"serialNumbers": ["A-1"], "lastUpdated": "1753000000"}
      """)

  /// A list without lastUpdated.
  package static let tagMissing = Finding(
    "rehearse.list.tagMissing", .error, effect: .wrong,
    why: """
      Without lastUpdated the phone has no tag and requests everything each time. It gets the same \
      passes so often that it logs them as unchanged.
      """,
    help: "send lastUpdated with every list",
    source: endpoints,
    walletLog: "but omitted a lastUpdated tag",
    wrong: """
      {"serialNumbers": ["A-1"]}
      """,
    right: """
      {"serialNumbers": ["A-1"], "lastUpdated": "4"}
      """)

  /// A tag with characters that do not survive a query.
  package static let tagCharacters = Finding(
    "rehearse.list.tagCharacters", .warning, effect: .ignored,
    why: """
      Phones send tags back as they are: + & = : and / are not escaped. A service that reads + as \
      a space damages every date with +00:00.
      """,
    help: "use only digits, letters, - . and _ in tags: a counter as a string is best",
    source: field,
    wrong: """
      {"serialNumbers": ["A-1"], "lastUpdated": "2026-01-01T00:00:00+00:00"}
      """,
    right: """
      {"serialNumbers": ["A-1"], "lastUpdated": "1042"}
      """)

  /// A tag that the service decodes in another way than phones encode it.
  package static let tagDecoded = Finding(
    "rehearse.list.tagDecoded", .error, effect: .wrong,
    why: """
      Phones leave + & = : and / in a tag as they are. Your service decodes the query in another \
      way, for example + as a space, so it gets another tag than it sent. Phones then get an error, \
      the same passes at each request, or no changes at all.
      """,
    help: """
      use only digits, letters, - . and _ in tags: a counter as a string is best; or read the tag \
      from the raw query
      """,
    source: field,
    wrong: """
      {"serialNumbers": ["A-1"], "lastUpdated": "2026-01-01T00:00:00+00:00"}
      GET ...?passesUpdatedSince=2026-01-01T00:00:00+00:00
      HTTP/1.1 400 Bad Request
      """,
    right: """
      {"serialNumbers": ["A-1"], "lastUpdated": "1042"}
      GET ...?passesUpdatedSince=1042
      HTTP/1.1 204 No Content
      """)

  /// A list that repeats passes although the tag is current.
  package static let tagStuck = Finding(
    "rehearse.list.tagStuck", .error, effect: .wrong,
    why: """
      If the newest tag still lists a pass, phones fetch it unchanged at each push and each day. \
      Usual causes are a tag with more digits than the service compares, and >= in place of >.
      """,
    help: "list only passes that changed after the tag",
    source: field,
    walletLog: "remained the same.",
    wrong: """
      GET .../pass.com.example.gym?passesUpdatedSince=4
      {"serialNumbers": ["A-1"], "lastUpdated": "4"}
      """,
    right: """
      GET .../pass.com.example.gym?passesUpdatedSince=4
      HTTP/1.1 204 No Content
      """)

  /// An error for a tag that the service cannot read.
  package static let tagGarbage = Finding(
    "rehearse.list.tagGarbage", .warning, effect: .ignored,
    why: """
      Tags of an older version of the service or of a restored backup come back for years. A phone \
      repeats the call after an error, and then loses the update.
      """,
    help: "if you cannot read a tag, list the passes as if there was none",
    source: field,
    wrong: """
      GET .../pass.com.example.gym?passesUpdatedSince=%25%2B
      HTTP/1.1 500 Internal Server Error
      """,
    right: """
      GET .../pass.com.example.gym?passesUpdatedSince=%25%2B
      {"serialNumbers": ["A-1"], "lastUpdated": "4"}
      """)

  /// A tag that is lower than before.
  package static let tagFell = Finding(
    "rehearse.list.tagFell", .error, effect: .wrong,
    why: "A phone with the higher tag sees no changes until the numbers catch up.",
    help: """
      raise one counter in the transaction that changes passes; start another epoch after you \
      restore a backup
      """,
    source: careful,
    wrong: """
      before the change   {"serialNumbers": ["A-1"], "lastUpdated": "9"}
      after the change    {"serialNumbers": ["A-1"], "lastUpdated": "7"}
      """,
    right: """
      before the change   {"serialNumbers": ["A-1"], "lastUpdated": "9"}
      after the change    {"serialNumbers": ["A-1"], "lastUpdated": "10"}
      """)

  /// A registered pass that the list without a tag does not name.
  package static let listMissing = Finding(
    "rehearse.list.missing", .error, effect: .wrong,
    why: """
      The first list of a device, or the list after it lost its tag, must name all its passes of \
      this pass type identifier. The phone may have an old version of any of them.
      """,
    help: "if there is no tag, list every registered pass of the device",
    source: endpoints,
    wrong: """
      GET /v1/devices/1f0a/registrations/pass.com.example.gym
      HTTP/1.1 204 No Content
      """,
    right: """
      GET /v1/devices/1f0a/registrations/pass.com.example.gym
      {"serialNumbers": ["A-1"], "lastUpdated": "4"}
      """)

  /// An empty list in place of 204.
  package static let listEmpty = Finding(
    "rehearse.list.empty", .warning, effect: .style,
    why: "Phones accept an empty list, but Apple documents 204 for it.",
    help: "respond with 204 and no body",
    source: endpoints,
    wrong: """
      HTTP/1.1 200 OK
      {"serialNumbers": [], "lastUpdated": "4"}
      """,
    right: """
      HTTP/1.1 204 No Content
      """)

  /// A list with passes that the device has not registered.
  package static let listForeign = Finding(
    "rehearse.list.foreignSerials", .error, effect: .wrong,
    why: """
      The list shows serial numbers of other customers to anybody who asks, and phones log each of \
      them as unregistered.
      """,
    help: "list only the registrations of this device",
    source: endpoints,
    walletLog: "Update requested for unregistered serial number",
    wrong: """
      POST /v1/devices/1f0a/registrations/pass.com.example.gym/A-1
      GET /v1/devices/1f0a/registrations/pass.com.example.gym
      {"serialNumbers": ["A-1", "B-2"], "lastUpdated": "4"}
      """,
    right: """
      POST /v1/devices/1f0a/registrations/pass.com.example.gym/A-1
      GET /v1/devices/1f0a/registrations/pass.com.example.gym
      {"serialNumbers": ["A-1"], "lastUpdated": "4"}
      """)

  /// A list that ignores the pass type identifier in the path.
  package static let listOtherType = Finding(
    "rehearse.list.otherType", .warning, effect: .ignored,
    why: """
      A device asks for each pass type identifier separately. It fetches passes of another one \
      under the wrong identifier and then rejects them.
      """,
    help: "compare the pass type identifier in the path",
    source: field,
    wrong: """
      GET /v1/devices/1f0a/registrations/pass.com.example.gym.other
      {"serialNumbers": ["A-1"], "lastUpdated": "4"}
      """,
    right: """
      GET /v1/devices/1f0a/registrations/pass.com.example.gym.other
      HTTP/1.1 204 No Content
      """)

  static let listing = [
    listToken, listStatus, listUnknown, listMalformed, tagNumber, tagMissing, tagCharacters,
    tagDecoded, tagStuck, tagGarbage, tagFell, listMissing, listEmpty, listForeign, listOtherType,
  ]
}
