// SPDX-License-Identifier: Apache-2.0

/// What devices write to the log of a service.
package enum LogMessage {
  /// The most of a message that is kept, in characters.
  package static let limit = 1_000

  /// One printable line: controls as `\u{..}`, and not longer than the limit.
  package static func cleaned(_ text: String) -> String {
    var line = ""
    var count = 0
    for scalar in text.unicodeScalars {
      if count == limit {
        line += "…"
        break
      }
      count += 1
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .format, .surrogate, .privateUse,
        .unassigned:
        line += "\\u{\(String(scalar.value, radix: 16))}"
      default: line.unicodeScalars.append(scalar)
      }
    }
    return line
  }

  /// A message without the `[YYYY-MM-DD HH:MM:SS +ZZZZ] ` phones begin it with: the same words are the
  /// same message whenever they come. What begins otherwise stays as it is.
  package static func withoutTime(_ message: String) -> String {
    let bytes = message.utf8
    guard bytes.count > timeForm.utf8.count,
      zip(bytes, timeForm.utf8).allSatisfy({ fits($0.0, $0.1) })
    else { return message }
    return String(Substring(bytes.dropFirst(timeForm.utf8.count)))
  }

  private static let timeForm = "[0000-00-00 00:00:00 +0000] "

  private static func fits(_ byte: UInt8, _ sign: UInt8) -> Bool {
    switch sign {
    case UInt8(ascii: "0"): (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    case UInt8(ascii: "+"): byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
    default: byte == sign
    }
  }

  /// What a message says of the service that got it.
  package enum Cause: String, CaseIterable, Sendable {
    case unauthorized, unexpectedStatus, malformedAnswer, invalidPass, otherIdentity
    case listedUnchanged, ignoredDate, missingDate, unraisedTag, missingTag, spuriousPush
    case listedUnregistered, personalization, unknown

    /// The cause in words, for whoever runs the service.
    package var words: String {
      switch self {
      case .unauthorized: "the service answered 401: another token stands in the pass"
      case .unexpectedStatus: "the service answered with a status the device does not know there"
      case .malformedAnswer:
        "the list was not JSON, or serialNumbers or lastUpdated are not of strings"
      case .invalidPass: "the pass cannot be opened, or its signature or hashes are wrong"
      case .otherIdentity: "the update has another serial number or pass type"
      case .listedUnchanged: "a pass was listed as changed and was the same"
      case .ignoredDate: "the same pass was sent in full although the device has it"
      case .missingDate: "a pass came without Last-Modified"
      case .unraisedTag: "passes were listed and the tag stayed: it was not raised, or damaged"
      case .missingTag: "a list came without lastUpdated"
      case .spuriousPush: "a push came and nothing had changed, or not yet"
      case .listedUnregistered: "a pass was listed that the device does not have"
      case .personalization: "the sign-up ended with a wrong signature or the same pass"
      case .unknown: "not a message that is known"
      }
    }
  }

  /// The cause a message tells of.
  package static func cause(of message: String) -> Cause {
    for (words, cause) in causes where words.allSatisfy({ message.contains($0) }) { return cause }
    return .unknown
  }

  /// The more particular first: they contain the words of the others.
  private static let causes: [([String], Cause)] = [
    (["invalid personaliz"], .personalization),
    (["Personalization request", "was unchanged"], .personalization),
    (["Authentication failure"], .unauthorized),
    (["Unexpected response code"], .unexpectedStatus),
    (["Server response was malformed"], .malformedAnswer),
    (["invalid pass data"], .invalidPass),
    (["Requested serial number", "received serial number"], .otherIdentity),
    (["Requested pass of type", "received pass of type"], .otherIdentity),
    (["Server requested update", "the pass was unchanged"], .listedUnchanged),
    (["ignored the 'if-modified-since' header"], .ignoredDate),
    (["did not provide a 'last-modified' header"], .missingDate),
    (["lastUpdated tag", "remained the same"], .unraisedTag),
    (["omitted a lastUpdated tag"], .missingTag),
    (["spurious push"], .spuriousPush),
    (["Update requested for unregistered serial number"], .listedUnregistered),
  ]
}
