// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// Points of elliptic curves as octets.
enum ECPoint {
  /// Returns the uncompressed public point of a private scalar.
  static func publicPoint(
    of scalar: ArraySlice<UInt8>, on curve: OID
  ) throws(CryptoError) -> [UInt8] {
    try onGroup(curve) { group, point in
      guard let length = Int32(exactly: scalar.count), length <= 128 else { return false }
      let number = scalar.withUnsafeBytes {
        BN_bin2bn($0.baseAddress?.assumingMemoryBound(to: UInt8.self), length, nil)
      }
      defer { BN_clear_free(number) }
      guard BN_is_zero(number) == 0, BN_cmp(number, EC_GROUP_get0_order(group)) < 0 else {
        return false
      }
      BN_set_flags(number, BN_FLG_CONSTTIME)
      return EC_POINT_mul(group, point, number, nil, nil, nil) == 1
    }
  }

  /// Checks that a point in any form is on the curve. Returns it as uncompressed or compressed
  /// octets.
  static func uncompressed(
    _ octets: ArraySlice<UInt8>, on curve: OID, compress: Bool = false
  ) throws(CryptoError) -> [UInt8] {
    try onGroup(curve, compress: compress) { group, point in
      octets.withUnsafeBytes { bytes in
        // This also checks that the point is on the curve.
        EC_POINT_oct2point(
          group, point, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, nil)
          == 1
      } && EC_POINT_is_at_infinity(group, point) == 0
    }
  }

  private static func onGroup(
    _ curve: OID, compress: Bool = false, _ body: (OpaquePointer, OpaquePointer) -> Bool
  ) throws(CryptoError) -> [UInt8] {
    _ = OpenSSL.ready
    guard let known = Curve.all.first(where: { $0.oid == curve }),
      let group = EC_GROUP_new_by_curve_name(OBJ_txt2nid(pointer(known.opensslName)))
    else { throw CryptoError("the curve \(curve) is unknown") }
    defer { EC_GROUP_free(group) }
    guard let point = EC_POINT_new(group) else { throw CryptoError("no point could be made") }
    defer { EC_POINT_clear_free(point) }
    guard body(group, point) else {
      throw CryptoError("the point is not on curve \(known.name)")
    }
    let form = compress ? POINT_CONVERSION_COMPRESSED : POINT_CONVERSION_UNCOMPRESSED
    let length = EC_POINT_point2oct(group, point, form, nil, 0, nil)
    return [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      count = EC_POINT_point2oct(group, point, form, buffer.baseAddress, length, nil)
    }
  }

  private static func pointer(_ name: StaticString) -> UnsafePointer<CChar> {
    UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
  }
}
