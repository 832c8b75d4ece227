// SPDX-License-Identifier: Apache-2.0

/// What a reader hands on: a cryptogram alone, a `70` template, or a whole response with its status
/// word. Apple does not say which of them its reader interfaces return, so all are taken.
package enum CapturedData {
  /// Finds the cryptogram.
  ///
  /// - Parameter keys: a bare cryptogram may begin like a template by chance; that its first bytes
  ///   name one of these keys decides.
  package static func cryptogram(
    in bytes: [UInt8], keys: KeyRing
  ) throws(VASError) -> Cryptogram {
    if bytes.count == 2 {
      return try Cryptogram(GetDataResponse(ResponseAPDU(bytes)).cryptogram)
    }
    if keys.holds(bytes.prefix(CryptogramLayout.keyIdentifierLength)),
      (try? wrapped(bytes)) == nil
    {
      return try Cryptogram(bytes)
    }
    guard looksWrapped(bytes) else { return try Cryptogram(bytes) }
    return try Cryptogram(wrapped(bytes).cryptogram)
  }

  /// A template, or a template and a status word.
  private static func wrapped(_ bytes: [UInt8]) throws(VASError) -> GetDataResponse {
    var rest = bytes[...]
    let outer = try TLV.next(&rest)
    if rest.count == 2 { return try GetDataResponse(ResponseAPDU(bytes)) }
    guard rest.isEmpty else { throw .malformedTLV }
    return try GetDataResponse(template: outer)
  }

  /// A template's tag and length, then a tag of ours.
  private static func looksWrapped(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first, [0x70, 0x6f].contains(first), bytes.count > 2 else {
      return false
    }
    let inner = bytes[1] == 0x81 ? 3 : bytes[1] == 0x82 ? 4 : 2
    return bytes.dropFirst(inner).first == 0x9f
  }
}
