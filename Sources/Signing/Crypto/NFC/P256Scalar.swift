// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// The private number of a P-256 key, ready for Diffie-Hellman. Safe from every thread; wiped when
/// it is let go.
///
/// Works on the curve itself and not through EVP: a peer that is only an X costs a third less that
/// way, and a cofactor of 1 leaves nothing to check once the point is on the curve.
package final class P256Scalar: Sendable {
  // Never changed after the initialiser.
  nonisolated(unsafe) private let number: OpaquePointer

  /// The number from its 32 big-endian octets; nil for zero and for what is not below the order.
  package convenience init?(_ octets: some Collection<UInt8>) {
    guard octets.count == P256Group.coordinateLength else { return nil }
    var copy = Array(octets)
    defer { Secret.wipe(&copy) }
    guard let number = BN_secure_new() else { return nil }
    BN_bin2bn(copy, Int32(copy.count), number)
    self.init(owning: number)
  }

  /// The number of a private key; nil when the key is on another curve.
  package convenience init?(_ key: PrivateKey) {
    guard key.kind == .ec(curveName: "P-256") else { return nil }
    var number: OpaquePointer?
    guard EVP_PKEY_get_bn_param(key.pointer, "priv", &number) == 1, let number else {
      OpenSSL.clearErrors()
      return nil
    }
    self.init(owning: number)
  }

  private init?(owning number: OpaquePointer) {
    guard let group = P256Group.shared, BN_is_zero(number) == 0,
      BN_cmp(number, EC_GROUP_get0_order(group.pointer)) < 0
    else {
      BN_clear_free(number)
      return nil
    }
    BN_set_flags(number, BN_FLG_CONSTTIME)
    self.number = number
  }

  deinit { BN_clear_free(number) }

  /// The point that belongs to the number.
  package func publicKey() throws(CryptoError) -> P256PublicKey {
    try P256PublicKey(
      point: Self.onGroup { group, point, context in
        guard EC_POINT_mul(group, point, number, nil, nil, context) == 1 else { return nil }
        var octets = [UInt8](repeating: 0, count: P256Group.coordinateLength + 1)
        let length = EC_POINT_point2oct(
          group, point, POINT_CONVERSION_COMPRESSED, &octets, octets.count, context)
        return length == octets.count ? octets : nil
      })
  }

  /// The X of the product with the point that has this X: the Diffie-Hellman secret, always 32
  /// octets. Which of the two points with that X is meant does not matter.
  ///
  /// - Returns: nil when X is not below the field's prime or belongs to no point.
  package func sharedSecret(withX x: some Collection<UInt8>) throws(CryptoError) -> Secret? {
    guard x.count == P256Group.coordinateLength else { return nil }
    var isOnCurve = true
    var product = try Self.onGroup { group, point, context in
      // Also checks that X is below the prime and has a Y.
      guard EC_POINT_oct2point(group, point, [0x02] + x, x.count + 1, context) == 1 else {
        isOnCurve = false
        return []
      }
      guard let coordinate = BN_CTX_get(context),
        EC_POINT_mul(group, point, nil, point, number, context) == 1,
        EC_POINT_get_affine_coordinates(group, point, coordinate, nil, context) == 1
      else { return nil }
      var octets = [UInt8](repeating: 0, count: P256Group.coordinateLength)
      let length = BN_bn2binpad(coordinate, &octets, Int32(octets.count))
      BN_clear(coordinate)
      return length == Int32(octets.count) ? octets : nil
    }
    guard isOnCurve else {
      OpenSSL.clearErrors()
      return nil
    }
    defer { Secret.wipe(&product) }
    return Secret(product)
  }

  private static func onGroup(
    _ body: (_ group: OpaquePointer, _ point: OpaquePointer, _ context: OpaquePointer) -> [UInt8]?
  ) throws(CryptoError) -> [UInt8] {
    guard let group = P256Group.shared?.pointer, let context = BN_CTX_secure_new() else {
      throw CryptoError("the curve P-256 cannot be used")
    }
    defer { BN_CTX_free(context) }
    BN_CTX_start(context)
    defer { BN_CTX_end(context) }
    guard let point = EC_POINT_new(group) else { throw CryptoError("no point could be made") }
    defer { EC_POINT_clear_free(point) }
    guard let octets = body(group, point, context) else {
      throw CryptoError("the P-256 multiplication failed")
    }
    return octets
  }
}

/// The curve's constants, made once.
private struct P256Group: Sendable {
  /// Octets of a coordinate and of a private number.
  static let coordinateLength = 32

  // Only read after it was made; every call has its own point and its own scratch numbers.
  nonisolated(unsafe) let pointer: OpaquePointer

  static let shared: P256Group? = {
    _ = OpenSSL.ready
    return EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1).map { P256Group(pointer: $0) }
  }()
}

extension PrivateKey {
  /// The P-256 key with this private number, 32 big-endian octets.
  package convenience init(p256Scalar octets: [UInt8]) throws(CryptoError) {
    var der = DERWriter.sequence(
      DERWriter.integer(1), DERWriter.octetString(octets),
      DERWriter.element(0xa0, DERWriter.oid(.p256)))
    defer { Secret.wipe(&der) }
    try self.init(der: der)
  }
}
