// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// What OpenSSL's own verifier says of a signature: the judgement of
/// `openssl cms -verify -binary -noverify`, made by the same functions.
///
/// OpenSSL reads some damaged messages that our walk refuses, and the other way round. Its
/// judgement decides what is proven, ours says what is wrong. It costs about 300 µs.
enum SecondOpinion: Equatable {
  case proven
  /// OpenSSL's reasons, for people.
  case refused(String)
  /// A message so large that asking could take minutes: each signer and each hash is computed.
  case notAsked

  init(signature: [UInt8], content: [UInt8]) {
    _ = OpenSSL.ready
    guard signature.count <= Int32.max, content.count <= Int32.max else {
      self = .notAsked
      return
    }
    OpenSSL.clearErrors()
    let isProven = signature.withUnsafeBytes { signature in
      content.withUnsafeBytes { content in Self.isProven(signature, content) }
    }
    let reasons = OpenSSL.drainErrors()
    self = isProven ? .proven : .refused(reasons.last ?? "without a reason")
  }

  private static func isProven(
    _ signature: UnsafeRawBufferPointer, _ content: UnsafeRawBufferPointer
  ) -> Bool {
    guard let input = BIO_new_mem_buf(signature.baseAddress, Int32(signature.count)) else {
      return false
    }
    defer { BIO_free(input) }
    guard let message = d2i_CMS_bio(input, nil) else { return false }
    defer { CMS_ContentInfo_free(message) }
    guard let signed = BIO_new_mem_buf(content.baseAddress, Int32(content.count)) else {
      return false
    }
    defer { BIO_free(signed) }
    let flags = UInt32(CMS_BINARY) | UInt32(CMS_NO_SIGNER_CERT_VERIFY)
    return CMS_verify(message, nil, nil, signed, nil, flags) == 1
  }
}
