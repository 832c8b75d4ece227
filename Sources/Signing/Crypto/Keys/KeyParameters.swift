// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// The numbers of a key for OpenSSL. They are wiped after use.
///
/// This is about twenty times faster in a new process than OpenSSL's decoders, which must detect
/// the format.
struct KeyParameters: ~Copyable {
  private var parameters: [OSSL_PARAM] = []
  private var buffers: [UnsafeMutableRawBufferPointer] = []

  deinit {
    for buffer in buffers {
      OPENSSL_cleanse(buffer.baseAddress, buffer.count)
      buffer.deallocate()
    }
  }

  /// Adds a number from big-endian octets. OpenSSL needs the byte order of the machine, which is
  /// little-endian on all platforms of Swift.
  mutating func add(_ name: StaticString, number: ArraySlice<UInt8>) {
    let buffer = allocate(max(number.count, 1))
    buffer[0] = 0
    for (offset, octet) in number.reversed().enumerated() { buffer[offset] = octet }
    parameters.append(
      OSSL_PARAM_construct_BN(
        Self.pointer(name), buffer.baseAddress?.assumingMemoryBound(to: UInt8.self),
        buffer.count))
  }

  mutating func add(_ name: StaticString, octets: ArraySlice<UInt8>) {
    let buffer = allocate(max(octets.count, 1))
    buffer.copyBytes(from: octets)
    parameters.append(
      OSSL_PARAM_construct_octet_string(Self.pointer(name), buffer.baseAddress, octets.count))
  }

  mutating func add(_ name: StaticString, text: StaticString) {
    let buffer = allocate(text.utf8CodeUnitCount + 1)
    buffer.copyBytes(from: UnsafeRawBufferPointer(start: text.utf8Start, count: buffer.count))
    parameters.append(
      OSSL_PARAM_construct_utf8_string(
        Self.pointer(name), buffer.baseAddress?.assumingMemoryBound(to: CChar.self),
        text.utf8CodeUnitCount))
  }

  /// Returns the key (`EVP_PKEY`), which the caller must free, or nil if the numbers are invalid.
  consuming func makeKey(type: String, isPrivate: Bool) -> OpaquePointer? {
    _ = OpenSSL.ready
    guard let context = EVP_PKEY_CTX_new_from_name(nil, type, nil) else { return nil }
    defer { EVP_PKEY_CTX_free(context) }
    guard EVP_PKEY_fromdata_init(context) == 1 else { return nil }
    var key: OpaquePointer?
    var all = parameters
    all.append(OSSL_PARAM_construct_end())
    let selection = isPrivate ? passc_EVP_PKEY_KEYPAIR : passc_EVP_PKEY_PUBLIC_KEY
    guard EVP_PKEY_fromdata(context, &key, selection, &all) == 1 else {
      EVP_PKEY_free(key)
      return nil
    }
    return key
  }

  private mutating func allocate(_ count: Int) -> UnsafeMutableRawBufferPointer {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 8)
    buffers.append(buffer)
    return buffer
  }

  /// Returns the characters of a literal. They live as long as the process, as OpenSSL requires for
  /// parameter names.
  private static func pointer(_ name: StaticString) -> UnsafePointer<CChar> {
    UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
  }
}
