// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// The result of OpenSSL's verification, the same as `openssl cms -verify -binary -noverify`.
///
/// OpenSSL reads some damaged messages that our reader rejects, and the other way round. OpenSSL
/// decides whether the content is verified. Our reader finds the errors to report. This takes about
/// 300 µs.
enum SecondOpinion: Equatable {
  case proven
  /// Reasons from OpenSSL for people.
  case rejected(String)
  /// The message is so large that OpenSSL could take minutes, as it computes every signer and hash.
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
    self = isProven ? .proven : .rejected(reasons.last ?? "without a reason")
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
