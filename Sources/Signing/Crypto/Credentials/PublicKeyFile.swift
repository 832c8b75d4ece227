// SPDX-License-Identifier: Apache-2.0

package enum PublicKeyFile {
  /// Returns the SubjectPublicKeyInfo of the only key in a file: PEM or DER of a public key or
  /// certificate. Returns nil for other files.
  package static func publicKeyDER(in bytes: [UInt8]) -> [UInt8]? {
    let keys = PEM.blocks(in: bytes).filter { $0.label == "PUBLIC KEY" }.compactMap(\.content)
    let candidates = keys.isEmpty ? [bytes] : keys
    if candidates.count == 1, let key = try? PublicKey(der: candidates[0]) { return key.der }
    let certificates = CredentialFile.certificates(in: bytes)
    return certificates.count == 1 ? certificates[0].publicKeyDER : nil
  }
}
