// SPDX-License-Identifier: Apache-2.0

/// Data from a reader: a cryptogram, a template with tag `70`, or a whole response with its status
/// word. Apple does not document which of them its reader interfaces return, so all are accepted.
package enum CapturedData {
  /// Returns the cryptogram in the data.
  ///
  /// - Parameter keys: a cryptogram may begin like a template by chance. If its first bytes are the
  ///   identifier of one of these keys, it is a cryptogram.
  package static func cryptogram(
    in bytes: [UInt8], keys: KeyRing
  ) throws(VASError) -> Cryptogram {
    if bytes.count == 2 {
      return try Cryptogram(GetDataResponse(ResponseAPDU(bytes)).cryptogram)
    }
    if keys.contains(bytes.prefix(CryptogramLayout.keyIdentifierLength)),
      (try? wrapped(bytes)) == nil
    {
      return try Cryptogram(bytes)
    }
    guard isWrapped(bytes) else { return try Cryptogram(bytes) }
    return try Cryptogram(wrapped(bytes).cryptogram)
  }

  /// Reads a template, with or without a status word.
  private static func wrapped(_ bytes: [UInt8]) throws(VASError) -> GetDataResponse {
    var rest = bytes[...]
    let outer = try TLV.next(&rest)
    if rest.count == 2 { return try GetDataResponse(ResponseAPDU(bytes)) }
    guard rest.isEmpty else { throw .malformedTLV }
    return try GetDataResponse(template: outer)
  }

  /// Returns whether the data begins with the tag and length of a template, followed by a tag of
  /// this protocol.
  private static func isWrapped(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first, [0x70, 0x6f].contains(first), bytes.count > 2 else {
      return false
    }
    let inner = bytes[1] == 0x81 ? 3 : bytes[1] == 0x82 ? 4 : 2
    return bytes.dropFirst(inner).first == 0x9f
  }
}
