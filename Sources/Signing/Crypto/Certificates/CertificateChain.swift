// SPDX-License-Identifier: Apache-2.0

/// The way from a signer's certificate to an authority: every signature on it is verified with a
/// key, but for that of an intermediate that is trusted itself.
package struct CertificateChain: Sendable {
  /// Where the issuer of the leaf was found.
  package enum Issuer: Sendable {
    /// In the signature.
    case embedded(Certificate)
    /// Not in the signature, but known: the leaf carries its signature.
    case known(Trust.Authority)
    /// Nowhere.
    case missing
  }

  /// The signer's certificate, at which the chain begins.
  package let leaf: Certificate
  /// The issuer of the leaf, and where it was found.
  package let issuer: Issuer
  /// The root the chain ends in; nil when it ends before any authority that is trusted.
  package let root: Trust.Authority?
  /// The authority the leaf names as its issuer, verified or not.
  package let named: Trust.Authority?
  /// The number of certificates from the leaf to the root, both included, or as far as the chain
  /// goes. Of an added intermediate the issuer is taken to be a root.
  package let length: Int
  /// Certificates of the signature that are on the way, the root included where it is there.
  package let used: [Certificate]
  /// What makes verifiers refuse the chain although every signature is right.
  package let faults: [Fault]
  /// A certificate of the signature that bears the name of the leaf's issuer, which was not found.
  package let namesake: Certificate?

  /// Whether the chain ends at an authority that is trusted.
  package var isTrusted: Bool { root != nil }
  /// Whether the chain ends at an authority of Apple's and not at one the user added.
  package var isApple: Bool { root?.isApple ?? false }

  /// The name of the leaf's issuer as people know it.
  package var issuerName: String {
    switch issuer {
    case .embedded(let certificate): Self.name(of: certificate)
    case .known(let authority): authority.name
    case .missing: named?.name ?? leaf.issuer.commonName ?? leaf.issuer.text
    }
  }

  /// Whether the leaf's issuer carries Apple's marker 6.2.1; nil when the issuer is not known.
  package var issuerHasMarker: Bool? {
    switch issuer {
    case .embedded(let certificate): certificate.hasWWDRMarker
    case .known(let authority): authority.hasMarker
    case .missing: nil
    }
  }

  /// Of more certificates than this the rest is not tried: each may cost a verification.
  private static let limitOfCandidates = 64

  /// Builds the chain from the certificates at hand.
  package init(leaf: Certificate, among embedded: [Certificate], trust: Trust) {
    let embedded = embedded.prefix(Self.limitOfCandidates)
    self.leaf = leaf
    named = trust.namedIssuer(of: leaf)
    guard let first = Self.issuer(of: leaf, among: embedded, beside: [leaf]) else {
      let authority = trust.issuer(of: leaf)
      issuer = authority.map { .known($0) } ?? .missing
      namesake = embedded.first { $0 != leaf && $0.subject.matches(leaf.issuer) }
      faults = Self.faults(of: [leaf], end: authority, trust: trust)
      used = [leaf]
      root = authority
      length = authority.map { $0.isRoot ? 2 : 3 } ?? 1
      return
    }
    issuer = .embedded(first)
    var chain = [leaf, first]
    // Apple's chains have three certificates; nobody's needs more than a few.
    while let last = chain.last, chain.count < 6, !last.isSelfIssued, trust.authority(last) == nil,
      let next = Self.issuer(of: last, among: embedded, beside: chain)
    {
      chain.append(next)
    }
    var end: Trust.Authority?
    var count = chain.count
    if let last = chain.last {
      if let authority = trust.authority(last) {
        end = authority
        if !authority.isRoot { count += 1 }
      } else if let authority = trust.issuer(of: last) {
        end = authority
        if !last.isSelfIssued { count += authority.isRoot ? 1 : 2 }
      }
    }
    namesake = nil
    faults = Self.faults(of: chain, end: end, trust: trust)
    // The root beside its own intermediate is used too, though the chain is known without it.
    if let last = chain.last, !last.isSelfIssued,
      let rootCertificate = embedded.first(where: { !chain.contains($0) && last.isSigned(by: $0) })
    {
      chain.append(rootCertificate)
    }
    used = chain
    root = end
    length = count
  }

  /// The certificate whose key made the signature, one that may issue rather than one that may not.
  private static func issuer(
    of certificate: Certificate, among candidates: ArraySlice<Certificate>,
    beside known: [Certificate]
  ) -> Certificate? {
    candidates.first {
      !known.contains($0) && $0.mayHaveIssued(certificate) && certificate.isSigned(by: $0)
    } ?? candidates.first { !known.contains($0) && certificate.isSigned(by: $0) }
  }

  /// The certificates of the chain that are not valid at a moment (Unix seconds), by name.
  package func notValid(
    at seconds: Int64
  ) -> [(name: String, notBefore: Int64, notAfter: Int64)] {
    var found: [(name: String, notBefore: Int64, notAfter: Int64)] = []
    if !leaf.isValid(at: seconds) {
      found.append(("the signer's certificate", leaf.notBefore, leaf.notAfter))
    }
    switch issuer {
    case .embedded(let certificate) where !certificate.isValid(at: seconds):
      found.append((issuerName, certificate.notBefore, certificate.notAfter))
    case .known(let authority) where !authority.isValid(at: seconds):
      found.append((authority.name, authority.notBefore, authority.notAfter))
    default: break
    }
    return found
  }
}
