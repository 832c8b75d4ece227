// SPDX-License-Identifier: Apache-2.0

import PassCrypto
import PassTesting

/// The check of certificate requests and signatures with OpenSSL's command.
enum StandInRequest {
  /// Returns the public key of a request for an RSA key of 2048 bits with a valid signature.
  static func publicKey(in csr: String) -> [UInt8]? {
    guard let openssl = Program.path(of: "openssl"), let folder = try? TemporaryFolder(),
      (try? folder.add("request.pem", Array(csr.utf8))) != nil,
      let outcome = try? Program.run(
        openssl, ["req", "-in", "request.pem", "-verify", "-noout", "-pubkey"], in: folder.path),
      outcome.status == 0, let der = PublicKeyFile.publicKeyDER(in: Array(outcome.text.utf8)),
      let key = try? PublicKey(der: der), key.kind == .rsa(bits: 2048)
    else { return nil }
    return der
  }

  /// Returns whether a DER signature of SHA-256 is by a key.
  static func verifies(_ signature: [UInt8], _ content: [UInt8], publicKey: [UInt8]) -> Bool {
    guard let openssl = Program.path(of: "openssl"), let folder = try? TemporaryFolder(),
      (try? folder.add("key.pem", Array(PEM.encode("PUBLIC KEY", publicKey).utf8))) != nil,
      (try? folder.add("signature", signature)) != nil, (try? folder.add("content", content)) != nil
    else { return false }
    let outcome = try? Program.run(
      openssl,
      ["dgst", "-sha256", "-verify", "key.pem", "-signature", "signature", "content"],
      in: folder.path)
    return outcome?.status == 0
  }
}
