// SPDX-License-Identifier: Apache-2.0

extension ZoneData {
  /// Returns the record of a zone by any of its names, or nil for other names. Letter case counts.
  package static func record(named name: String) -> StaticString? {
    var name = name
    return name.withUTF8 { name in
      records.first { record in record.withUTF8Buffer { isRecord($0, of: name) } }
    }
  }

  /// Returns whether a name is one of those before the first semicolon of the record.
  private static func isRecord(
    _ record: UnsafeBufferPointer<UInt8>, of name: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    var start = 0
    for (index, byte) in record.enumerated() {
      let isEnd = byte == UInt8(ascii: ";")
      guard isEnd || byte == UInt8(ascii: " ") else { continue }
      if index - start == name.count, record[start..<index].elementsEqual(name) { return true }
      if isEnd { return false }
      start = index + 1
    }
    return false
  }
}
