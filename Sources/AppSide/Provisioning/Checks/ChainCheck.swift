// SPDX-License-Identifier: Apache-2.0

import PassCompanionFindings
import PassCrypto
import PassDiagnostics
import PassJSON

/// Checks of the certificates from PassKit: leaf first, root last.
///
/// Messages contain nothing from an untrusted certificate, only Apple's names.
struct ChainCheck {
  typealias Link = (place: JSONValue, content: Certificate)

  let options: ProvisioningOptions
  let scheme: EncryptionScheme
  var report: Report

  /// Severity of a violation of Apple's policy: an error unless the run trusts other roots too.
  private var policy: Severity { options.trusted.isEmpty ? .error : .warning }

  mutating func check(_ given: [Link], _ list: JSONValue) {
    guard given.count >= 2 else {
      report(
        ProvisioningFindings.chainCount,
        "the request has \(counted(given.count, "certificate")), expected at least leaf and "
          + "intermediate",
        at: list)
      return
    }
    let isInOrder = firstBreak(given) == nil
    var chain = given
    if let broken = firstBreak(given) {
      chain = given.reversed()
      let isReversed = firstBreak(chain) == nil
      report(
        ProvisioningFindings.chainOrder,
        isReversed
          ? "the certificates are in reverse order"
          : "certificate \(broken + 1) is not signed by certificate \(broken + 2)",
        at: given[broken].place,
        help: isReversed ? "send them in PassKit's order: leaf first, root last" : nil)
      guard isReversed else { return }
    }
    if isInOrder { checkCount(chain, list) }
    checkLeaf(chain[0])
    checkIssuer(chain[1])
    checkRoot(chain[chain.count - 1])
    checkTime(chain)
  }

  /// Returns the index of the first certificate that is not signed by the key of the next one.
  /// Names are ignored.
  private func firstBreak(_ chain: [Link]) -> Int? {
    zip(chain, chain.dropFirst()).enumerated().first { _, pair in
      !pair.0.content.isSigned(byPublicKeyDER: pair.1.content.publicKeyDER)
    }?.offset
  }

  private mutating func checkCount(_ chain: [Link], _ list: JSONValue) {
    if chain.count == 2, !chain[1].content.isSelfSigned {
      report(
        ProvisioningFindings.chainCount, "there are 2 certificates, the root is missing",
        at: list, severity: .note)
    } else if chain.count > 3 {
      report(
        ProvisioningFindings.chainCount,
        "there are \(chain.count) certificates, expected at most 3",
        at: list, severity: .warning)
    }
  }

  private mutating func checkLeaf(_ leaf: Link) {
    let kind = leaf.content.publicKeyKind
    let isCurve: Bool
    switch kind {
    case .ec(curveName: "P-256"): isCurve = true
    case .rsa(let bits) where bits >= 2048: isCurve = false
    default:
      report(
        ProvisioningFindings.leafKey,
        "the leaf's key is \(kind), expected EC P-256 or RSA of 2048 bits", at: leaf.place)
      return
    }
    if isCurve != (scheme == .ecc) {
      report(
        ProvisioningFindings.leafKey, "the leaf's key is \(kind), the scheme is \(scheme.rawValue)",
        at: leaf.place)
      return
    }
    let usage = leaf.content.keyUsage ?? []
    let isUsable =
      usage.contains(.keyEncipherment) || isCurve && usage.contains(.keyAgreement)
    if !isUsable {
      report(
        ProvisioningFindings.leafUsage,
        "the key usage of the leaf allows neither key encipherment nor key agreement",
        at: leaf.place, severity: policy)
    }
    if let marker = OID(dotted: EnciphermentChain.marker), !leaf.content.hasExtension(marker) {
      report(
        ProvisioningFindings.leafMarker, "the leaf has no extension \(EnciphermentChain.marker)",
        at: leaf.place, severity: policy)
    }
  }

  private mutating func checkIssuer(_ intermediate: Link) {
    let name = intermediate.content.subject.commonName
    guard name != EnciphermentChain.intermediateName else { return }
    report(
      ProvisioningFindings.chainIssuer,
      "the name of the intermediate is not \(EnciphermentChain.intermediateName)",
      at: intermediate.place)
  }

  private mutating func checkRoot(_ last: Link) {
    let trust = Trust(adding: options.trusted)
    if trust.authority(last.content)?.isRoot == true { return }
    if let issuer = trust.issuer(of: last.content), issuer.isRoot { return }
    report(
      ProvisioningFindings.chainRoot,
      options.trusted.isEmpty
        ? "the chain does not end at an Apple root"
        : "the chain does not end at an Apple root or at another trusted root",
      at: last.place, severity: options.trusted.isEmpty ? .error : .note)
  }

  private mutating func checkTime(_ chain: [Link]) {
    for (index, link) in chain.enumerated() where !link.content.isValid(at: options.now) {
      let when = options.now < link.content.notBefore ? "not valid yet" : "expired"
      report(
        ProvisioningFindings.chainExpired, "certificate \(index + 1) is \(when)", at: link.place)
    }
  }
}
