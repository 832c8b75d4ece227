// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassCrypto

/// Keys and certificates made once per test run.
enum Samples {
  static let start: Int64 = 1_750_000_000
  static let end: Int64 = 2_050_000_000
  static let now: Int64 = 1_800_000_000

  static let authority = Result { try ExampleAuthority(notBefore: start, notAfter: end) }
  static let rsaKey = Result { try PrivateKey.generateRSA2048() }
  static let ecKey = Result { try PrivateKey.generateP256() }

  static func request() -> PassCertificateRequest {
    PassCertificateRequest(
      passTypeIdentifier: "pass.com.example.demo", teamIdentifier: "ABCDE12345",
      organization: "Example GmbH", country: "DE", notBefore: start, notAfter: end)
  }

  static let rsaLeaf = Result {
    try authority.get().issue(request(), publicKeyDER: rsaKey.get().publicKeyDER)
  }
  static let ecLeaf = Result {
    try authority.get().issue(request(), publicKeyDER: ecKey.get().publicKeyDER)
  }

  static func rsaSigner() throws -> CMSSigner {
    try CMSSigner(
      leaf: rsaLeaf.get(), issuer: authority.get().intermediate.certificate, key: rsaKey.get())
  }

  static func ecSigner() throws -> CMSSigner {
    try CMSSigner(
      leaf: ecLeaf.get(), issuer: authority.get().intermediate.certificate, key: ecKey.get())
  }

  static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
}

extension CMSSigner {
  /// Signs bytes that begin like a manifest.
  func sign(manifest: [UInt8], at seconds: Int64) throws(CryptoError) -> [UInt8] {
    try sign(ManifestText(manifest), at: seconds)
  }
}
