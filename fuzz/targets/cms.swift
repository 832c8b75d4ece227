// SPDX-License-Identifier: Apache-2.0

import PassCrypto

/// Reads signatures: CMS in DER and BER, the certificates, digest, signature value and chain.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Input(start, count)
  guard let message = try? CMSMessage(input.bytes) else {
    // Reads the bytes as a certificate too, so that the fuzzer reaches the certificate reader
    // without a CMS message.
    if let certificate = try? Certificate(der: input.bytes) { use(certificate, among: []) }
    return 0
  }
  let content = message.attachedContent ?? Array("{}".utf8)
  let verification = message.verify(content: content)
  _ = verification.provesContent
  _ = verification.faults.map { "\($0)" }
  for signer in message.signers {
    if let leaf = message.certificate(of: signer) { use(leaf, among: message.certificates) }
  }
  return 0
}

private let trust = Trust()

private func use(_ leaf: Certificate, among certificates: [Certificate]) {
  let chain = CertificateChain(leaf: leaf, among: certificates, trust: trust)
  _ = "\(chain)".count
}
