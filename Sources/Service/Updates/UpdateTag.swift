// SPDX-License-Identifier: Apache-2.0

/// What a device is given as `lastUpdated` and brings back as `passesUpdatedSince`: `EPOCH.N`.
///
/// N is the counter of the pass type, raised in the transaction that changes passes. The epoch is
/// new when a database was restored or another machine took over, since the numbers given out in
/// between are unknown then.
package struct UpdateTag: Hashable, Sendable, CustomStringConvertible {
  /// Letters and digits that name the history the number belongs to.
  package let epoch: String
  /// How many changes of passes of the type were committed in that history.
  package let number: Int64

  /// A tag of this service.
  package init(epoch: String, number: Int64) {
    self.epoch = epoch
    self.number = number
  }

  /// Reads what a device brought back; nil for what no service of this form has given out.
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

  /// As it stands in answers: only characters that come back unchanged from a query.
  package var description: String { "\(epoch).\(number)" }

  /// The number after which a device wants to know of changes: 0, which is everything, without a
  /// tag, for what is no tag, for another epoch and for a number that was never given out. An
  /// answer that is too long costs a 304, one that is too short loses an update.
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
