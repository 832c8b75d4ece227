// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics

/// Cleaning and interpretation of log messages that devices send to the service.
package enum LogMessage {
  /// The maximum length of a kept message, in Unicode scalars.
  package static let limit = 1_000

  /// Makes a message one printable line: escapes control characters as `\u{..}` and cuts it at
  /// `limit`.
  ///
  /// Anyone can send messages, so this has to be fast. Phones write ASCII, which is copied in runs.
  /// For each other character the general category is looked up.
  package static func cleaned(_ text: String) -> String {
    var text = text
    return text.withUTF8 { bytes in
      var line: [UInt8] = []
      line.reserveCapacity(min(bytes.count, limit) + 3)
      var place = 0
      var count = 0
      while place < bytes.count {
        if count == limit {
          line += "…".utf8
          break
        }
        let run = bytes[place...].prefix(limit - count).prefix { (0x20..<0x7F).contains($0) }
        if run.isEmpty {
          let length = lengthOfScalar(bytes[place])
          add(bytes[place..<min(place + length, bytes.count)], to: &line)
          place += length
          count += 1
        } else {
          line += run
          place += run.count
          count += run.count
        }
      }
      return String(decoding: line, as: UTF8.self)
    }
  }

  /// Returns the length of a UTF-8 sequence in bytes, from its first byte.
  private static func lengthOfScalar(_ first: UInt8) -> Int {
    first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
  }

  private static func add(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, to line: inout [UInt8]) {
    guard let scalar = String(decoding: bytes, as: UTF8.self).unicodeScalars.first else { return }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .format, .surrogate, .privateUse,
      .unassigned:
      line += "\\u{\(String(scalar.value, radix: 16))}".utf8
    default: line += bytes
    }
  }

  /// Removes the time `[YYYY-MM-DD HH:MM:SS +ZZZZ] ` at the beginning of a phone's message.
  ///
  /// Without it, repeated messages are equal. Messages with another beginning are unchanged.
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

  /// The problem of the service that a message reports.
  package enum Cause: String, CaseIterable, Sendable {
    case unauthorized, unexpectedStatus, malformedAnswer, invalidPass, otherIdentity
    case listedUnchanged, ignoredDate, missingDate, unraisedTag, missingTag, spuriousPush
    case listedUnregistered, personalization, unknown

    /// An explanation for the operator of the service.
    package var pattern: String {
      PhoneMessage.meaning(of: rawValue) ?? "unknown message"
    }
  }

  package static func cause(of message: String) -> Cause {
    PhoneMessage.of(message).flatMap { Cause(rawValue: $0.cause) } ?? .unknown
  }
}
