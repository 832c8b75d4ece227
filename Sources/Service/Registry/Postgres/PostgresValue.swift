// SPDX-License-Identifier: Apache-2.0

/// An argument of a statement, sent in the binary format of PostgreSQL.
enum PostgresValue {
  case integer(Int64)
  case text(String?)
  case bytes([UInt8])
  case integers([Int64])
  case reals([Double])
  case texts([String?])
  case bytesOfMany([[UInt8]])

  /// The object identifier of the type in `pg_type`.
  var type: UInt32 {
    switch self {
    case .integer: 20
    case .text: 25
    case .bytes: 17
    case .integers: 1_016
    case .reals: 1_022
    case .texts: 1_009
    case .bytesOfMany: 1_001
    }
  }

  /// Appends the bytes of the value, or returns false for NULL.
  func write(to buffer: inout [UInt8]) -> Bool {
    switch self {
    case .integer(let value): buffer.appendBigEndian(value)
    case .text(nil): return false
    case .text(let value?): buffer += PostgresText.encoded(value)
    case .bytes(let value): buffer += value
    case .integers(let values):
      Self.head(values.count, hasNull: false, of: 20, &buffer)
      for value in values {
        buffer.appendBigEndian(Int32(8))
        buffer.appendBigEndian(value)
      }
    case .reals(let values):
      Self.head(values.count, hasNull: false, of: 701, &buffer)
      for value in values {
        buffer.appendBigEndian(Int32(8))
        buffer.appendBigEndian(Int64(bitPattern: value.bitPattern))
      }
    case .texts(let values):
      Self.head(values.count, hasNull: values.contains { $0 == nil }, of: 25, &buffer)
      for value in values {
        guard let value else {
          buffer.appendBigEndian(Int32(-1))
          continue
        }
        let bytes = PostgresText.encoded(value)
        buffer.appendBigEndian(Int32(bytes.count))
        buffer += bytes
      }
    case .bytesOfMany(let values):
      Self.head(values.count, hasNull: false, of: 17, &buffer)
      for value in values {
        buffer.appendBigEndian(Int32(value.count))
        buffer += value
      }
    }
    return true
  }

  /// Appends the header of an array: number of dimensions, whether it has NULLs, type, count, and
  /// the lower bound 1.
  private static func head(
    _ count: Int, hasNull: Bool, of type: Int32, _ buffer: inout [UInt8]
  ) {
    buffer.appendBigEndian(Int32(count == 0 ? 0 : 1))
    buffer.appendBigEndian(Int32(hasNull ? 1 : 0))
    buffer.appendBigEndian(type)
    guard count > 0 else { return }
    buffer.appendBigEndian(Int32(count))
    buffer.appendBigEndian(Int32(1))
  }
}

/// Encoding of text for PostgreSQL, which accepts every character but U+0000.
///
/// Serial numbers and device library identifiers may contain it. U+0000 is stored as U+0001 "0",
/// and U+0001 as U+0001 "1".
enum PostgresText {
  static func encoded(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    guard bytes.contains(where: { $0 < 2 }) else { return bytes }
    return bytes.flatMap { $0 < 2 ? [1, UInt8(ascii: "0") + $0] : [$0] }
  }

  static func decoded(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    guard bytes.contains(1) else { return String(decoding: bytes, as: UTF8.self) }
    var plain: [UInt8] = []
    var isEscaped = false
    for byte in bytes {
      if isEscaped {
        plain.append(byte &- UInt8(ascii: "0"))
        isEscaped = false
      } else if byte == 1 {
        isEscaped = true
      } else {
        plain.append(byte)
      }
    }
    return String(decoding: plain, as: UTF8.self)
  }
}

extension [UInt8] {
  fileprivate mutating func appendBigEndian(_ value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
  }
}
