// SPDX-License-Identifier: Apache-2.0

import PassCrypto
import PassNFC

private let key = (try? PrivateKey(p256Scalar: [UInt8](repeating: 0x11, count: 32)))
  .flatMap { ReaderKey($0) }
private let type = "pass.com.example.loyalty"

/// Decrypts cryptograms: the bytes, and the bytes with the identifier of an existing key. Then
/// encrypts the bytes as a message, which must decrypt to the same message.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Input(start, count).bytes
  guard let key else { return 0 }
  let ring = KeyRing([key])
  open(bytes, ring)
  open(key.publicKey.keyIdentifier + bytes.dropFirst(4), ring)
  seal(bytes, key, ring)
  return 0
}

private func open(_ bytes: [UInt8], _ ring: KeyRing) {
  guard let cryptogram = try? CapturedData.cryptogram(in: bytes, keys: ring) else { return }
  expect(
    (CryptogramLayout.shortestLength...bytes.count).contains(cryptogram.bytes.count),
    "a cryptogram lies within the bytes")
  do {
    let message = try ring.decrypt(cryptogram, passTypeIdentifiers: [type])
    expect(
      message.message.count == cryptogram.bytes.count - CryptogramLayout.shortestLength,
      "a message is as long as its ciphertext")
    _ = (message.text, message.time.iso8601, message.age(at: .max), message.age(at: .min))
  } catch {
    expect(error is VASError, "\(error) is no fault of the bytes")
  }
}

private func seal(_ bytes: [UInt8], _ key: ReaderKey, _ ring: KeyRing) {
  guard let ephemeral = P256Scalar([UInt8](repeating: 0x42, count: 32)) else { return }
  let message = Array(bytes.dropFirst(5).prefix(64))
  let time = VASTime(seconds: bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) })
  let variant: CryptogramVariant = (bytes.dropFirst(4).first ?? 0) & 1 == 0 ? .v1 : .v0
  guard
    let sealed = try? Cryptogram.encrypt(
      message, at: time, to: key.publicKey, merchant: MerchantIdentifier(passTypeIdentifier: type),
      ephemeral: ephemeral, variant: variant)
  else { return expect(false, "every message can be sealed") }
  let response = GetDataResponse(mobileToken: Array(bytes.prefix(32)), cryptogram: sealed.bytes)
  for form in [sealed.bytes, response.response.bytes, Array(response.response.bytes.dropLast(2))] {
    let opened = try? ring.decrypt(
      CapturedData.cryptogram(in: form, keys: ring), passTypeIdentifiers: ["pass.other", type])
    expect(opened?.message == message && opened?.time == time, "what was sealed opens")
    expect(opened?.variant == variant && opened?.passTypeIdentifier == type, "as what it was")
  }
}
