// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// What a phone's messages say of the web service that got them.
package struct PhoneMessage: Sendable {
  /// The cause in one word, under which messages are counted.
  package let cause: String
  /// The cause in words, for whoever runs the service.
  package let meaning: String
  /// Words that all stand in a message of this cause.
  private let words: [StaticString]

  private init(_ cause: String, _ words: [StaticString], _ meaning: String) {
    self.cause = cause
    self.words = words
    self.meaning = meaning
  }

  /// What a message tells of; nil where its words are not known.
  package static func of(_ text: String) -> PhoneMessage? {
    var text = text
    return text.withUTF8 { bytes in
      all.first { message in message.words.allSatisfy { holds(bytes, $0) } }
    }
  }

  /// Whether some bytes contain others: anybody may send a service messages, and a search by characters
  /// takes a hundred times as long.
  private static func holds(_ bytes: UnsafeBufferPointer<UInt8>, _ words: StaticString) -> Bool {
    guard var place = bytes.baseAddress else { return false }
    let count = words.utf8CodeUnitCount
    let first = Int32(words.utf8Start.pointee)
    let end = place + bytes.count
    while end - place >= count, let found = memchr(place, first, end - place - count + 1) {
      if memcmp(found, words.utf8Start, count) == 0 { return true }
      place = UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) + 1
    }
    return false
  }

  /// The words for a cause; nil where there is none of that name.
  package static func meaning(of cause: String) -> String? {
    all.first { $0.cause == cause }?.meaning
  }

  /// The more particular first: they contain the words of the others.
  private static let all: [PhoneMessage] = [
    PhoneMessage("personalization", ["invalid personaliz"], personalization),
    PhoneMessage(
      "personalization", ["Personalization request", "was unchanged"], personalization),
    PhoneMessage(
      "unauthorized", ["Authentication failure"],
      "the service responded with 401: the pass has another authenticationToken"),
    PhoneMessage(
      "unexpectedStatus", ["Unexpected response code"],
      "the service responded with a status that the device does not accept"),
    PhoneMessage(
      "malformedAnswer", ["Server response was malformed"],
      "the list is not JSON, or serialNumbers or lastUpdated are not strings"),
    PhoneMessage(
      "invalidPass", ["invalid pass data"],
      "the pass cannot be opened, or its signature or hashes are wrong"),
    PhoneMessage(
      "otherIdentity", ["Requested serial number", "received serial number"], otherIdentity),
    PhoneMessage(
      "otherIdentity", ["Requested pass of type", "received pass of type"], otherIdentity),
    PhoneMessage(
      "listedUnchanged", ["Server requested update", "the pass was unchanged"],
      "the service listed a pass as changed, but it was the same"),
    PhoneMessage(
      "ignoredDate", ["ignored the 'if-modified-since' header"],
      "the service sent the whole pass although the device has this version"),
    PhoneMessage(
      "missingDate", ["did not provide a 'last-modified' header"],
      "the response with a pass had no Last-Modified"),
    PhoneMessage(
      "unraisedTag", ["lastUpdated tag", "remained the same"],
      "the service listed passes with the same tag: not raised, or damaged on its way"),
    PhoneMessage(
      "missingTag", ["omitted a lastUpdated tag"], "the list had no lastUpdated"),
    PhoneMessage(
      "spuriousPush", ["spurious push"],
      "the device got a push, but nothing had changed, or not yet"),
    PhoneMessage(
      "listedUnregistered", ["Update requested for unregistered serial number"],
      "the service listed a pass that the device does not have"),
  ]

  private static let personalization =
    "the sign-up ended with a wrong signature or an unchanged pass"
  private static let otherIdentity = "the update has another serial number or pass type identifier"
}
