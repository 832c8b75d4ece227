// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// A device log message of an iPhone about the web service.
package struct PhoneMessage: Sendable {
  /// The cause in one word. Messages are counted by cause.
  package let cause: String
  /// The cause for the operator of the service.
  package let meaning: String
  /// Strings that occur in every message with this cause.
  private let words: [StaticString]

  private init(_ cause: String, _ words: [StaticString], _ meaning: String) {
    self.cause = cause
    self.words = words
    self.meaning = meaning
  }

  /// Returns the cause of a message, or nil if it is unknown.
  package static func of(_ text: String) -> PhoneMessage? {
    var text = text
    return text.withUTF8 { bytes in
      all.first { message in message.words.allSatisfy { contains(bytes, $0) } }
    }
  }

  /// Returns whether bytes contain a string. Anybody may send messages to a service, and a search
  /// by characters takes a hundred times as long.
  private static func contains(_ bytes: UnsafeBufferPointer<UInt8>, _ words: StaticString) -> Bool {
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

  /// Returns the meaning of a cause, or nil if there is no such cause.
  package static func meaning(of cause: String) -> String? {
    all.first { $0.cause == cause }?.meaning
  }

  /// All causes. Specific ones come first, because their messages also match the general ones.
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
