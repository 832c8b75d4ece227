// SPDX-License-Identifier: Apache-2.0

/// A tag that a device gets as `lastUpdated` and sends back as `passesUpdatedSince`: `EPOCH.N`.
///
/// N is the counter of the pass type identifier. The transaction that changes passes raises it. The
/// epoch changes when a database is restored or another machine takes over, because the numbers
/// that were given out in between are unknown then.
package struct UpdateTag: Hashable, Sendable, CustomStringConvertible {
  /// Letters and digits that identify the history of the number.
  package let epoch: String
  /// Number of committed changes of passes of the type in that history.
  package let number: Int64

  package init(epoch: String, number: Int64) {
    self.epoch = epoch
    self.number = number
  }

  /// Reads a tag from a device, or returns nil for anything that does not have the form of a tag.
  package init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8.prefix(Self.limitInBytes + 1))
    guard bytes.count <= Self.limitInBytes, let dot = bytes.firstIndex(of: UInt8(ascii: ".")) else {
      return nil
    }
    let digits = bytes[(dot + 1)...]
    guard dot > 0, bytes[..<dot].allSatisfy(Self.isEpochByte), !digits.isEmpty,
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let number = Int64(String(decoding: digits, as: UTF8.self))
    else { return nil }
    self.init(epoch: String(decoding: bytes[..<dot], as: UTF8.self), number: number)
  }

  /// The text in responses. It has only characters that a query does not change.
  package var description: String { "\(epoch).\(number)" }

  /// Returns the number after which changes are listed.
  ///
  /// It is 0, which lists every pass, if there is no tag, if the tag is invalid, if it has another
  /// epoch, and if its number was never given out. A list that is too long costs a 304 for each
  /// pass. A list that is too short loses an update.
  package static func start(of text: String?, epoch: String, current: Int64) -> Int64 {
    guard let text, let tag = UpdateTag(text), tag.epoch == epoch, tag.number <= current else {
      return 0
    }
    return tag.number
  }

  private static let limitInBytes = 64

  private static func isEpochByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: false
    }
  }
}
