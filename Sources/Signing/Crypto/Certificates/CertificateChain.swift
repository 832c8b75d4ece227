// SPDX-License-Identifier: Apache-2.0

/// The certificate chain from a signer to an authority. All signatures are verified, except the one
/// of a trusted intermediate.
package struct CertificateChain: Sendable {
  /// Location of the leaf's issuer.
  package enum Issuer: Sendable {
    /// It is in the signature.
    case embedded(Certificate)
    /// It is not in the signature, but a known authority whose key signed the leaf.
    case trusted(Trust.Authority)
    /// It is unknown.
    case missing
  }

  /// The signer's certificate.
  package let leaf: Certificate
  /// Issuer of the leaf and its location.
  package let issuer: Issuer
  /// The authority at the end of the chain, or nil if the chain does not reach a trusted one.
  package let root: Trust.Authority?
  /// The authority that the leaf names as its issuer. The signature may not be by it.
  package let named: Trust.Authority?
  /// Number of certificates from the leaf to the root, or to the end of an incomplete chain. The
  /// issuer of an added intermediate is assumed to be a root.
  package let length: Int
  /// Certificates of the signature that are part of the chain, including the root if it is there.
  package let used: [Certificate]
  /// The embedded certificates above the leaf's issuer, up to the trusted authority.
  private let above: [Certificate]
  /// The trusted authority above an embedded issuer, if it is not in the signature.
  private let authorityAbove: Trust.Authority?
  /// Reasons to reject the chain although all signatures are valid.
  package let errors: [Problem]
  /// A certificate in the signature with the name of the leaf's issuer, if the issuer was not
  /// found.
  package let namesake: Certificate?
  /// The authority whose certificate is damaged in the signature, if the chain needs it.
  package let damagedCopy: Trust.Authority?

  /// Whether the chain ends at a trusted authority.
  package var isTrusted: Bool { root != nil }
  /// Whether the chain ends at one of Apple's authorities rather than one that the user added.
  package var isApple: Bool { root?.isApple ?? false }

  /// Name of the leaf's issuer for people.
  package var issuerName: String {
    switch issuer {
    case .embedded(let certificate): Self.name(of: certificate)
    case .trusted(let authority): authority.name
    case .missing: named?.name ?? leaf.issuer.authorityName
    }
  }

  /// Whether the leaf's issuer has Apple's extension 6.2.1. Nil if the issuer is unknown.
  package var issuerHasMarker: Bool? {
    switch issuer {
    case .embedded(let certificate): certificate.hasWWDRMarker
    case .trusted(let authority): authority.hasMarker
    case .missing: nil
    }
  }

  /// Maximum number of embedded certificates to try, because each may need a verification.
  private static let maxCandidates = 64

  /// Builds the chain from the certificates of a signature and the trusted authorities.
  package init(leaf: Certificate, among embedded: [Certificate], trust: Trust) {
    let embedded = embedded.prefix(Self.maxCandidates)
    self.leaf = leaf
    named = trust.namedIssuer(of: leaf)
    guard let first = Self.issuer(of: leaf, among: embedded, beside: [leaf]) else {
      let authority = trust.issuer(of: leaf)
      issuer = authority.map { .trusted($0) } ?? .missing
      namesake = embedded.first { $0 != leaf && $0.subject.matches(leaf.issuer) }
      errors = Self.errors(of: [leaf], end: authority, trust: trust)
      used = [leaf]
      above = []
      authorityAbove = nil
      root = authority
      length = authority.map { $0.isRoot ? 2 : 3 } ?? 1
      damagedCopy =
        authority?.isRoot == true ? nil : Self.damagedCopy(among: embedded, of: leaf, trust)
      return
    }
    issuer = .embedded(first)
    var chain = [leaf, first]
    // Apple's chains have three certificates, and no other needs more than a few.
    while let last = chain.last, chain.count < 6, !last.isSelfIssued, trust.authority(last) == nil,
      let next = Self.issuer(of: last, among: embedded, beside: chain)
    {
      chain.append(next)
    }
    var end: Trust.Authority?
    var isEndEmbedded = false
    var count = chain.count
    if let last = chain.last {
      if let authority = trust.authority(last) {
        end = authority
        isEndEmbedded = true
        if !authority.isRoot { count += 1 }
      } else if let authority = trust.issuer(of: last) {
        end = authority
        if !last.isSelfIssued { count += authority.isRoot ? 1 : 2 }
      }
    }
    namesake = nil
    errors = Self.errors(of: chain, end: end, trust: trust)
    above = Array(chain.dropFirst(2))
    authorityAbove = isEndEmbedded ? nil : end
    // A root in the signature counts as used although the chain is already complete without it.
    if let last = chain.last, !last.isSelfIssued,
      let rootCertificate = embedded.first(where: { !chain.contains($0) && last.isSigned(by: $0) })
    {
      chain.append(rootCertificate)
    }
    used = chain
    root = end
    length = count
    damagedCopy = end == nil ? Self.damagedCopy(among: embedded, of: leaf, trust) : nil
  }

  private static func damagedCopy(
    among embedded: ArraySlice<Certificate>, of leaf: Certificate, _ trust: Trust
  ) -> Trust.Authority? {
    embedded.lazy.filter { $0 != leaf }.compactMap { trust.original(of: $0) }.first
  }

  /// Returns the certificate whose key made the signature. It prefers one that may issue
  /// certificates.
  private static func issuer(
    of certificate: Certificate, among candidates: ArraySlice<Certificate>,
    beside known: [Certificate]
  ) -> Certificate? {
    candidates.first {
      !known.contains($0) && $0.mayHaveIssued(certificate) && certificate.isSigned(by: $0)
    } ?? candidates.first { !known.contains($0) && certificate.isSigned(by: $0) }
  }

  /// Returns the name and validity of each certificate of the chain that is not valid at a time
  /// (Unix seconds), from the leaf up to the trusted authority.
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
    case .trusted(let authority) where !authority.isValid(at: seconds):
      found.append((authority.name, authority.notBefore, authority.notAfter))
    default: break
    }
    for certificate in above where !certificate.isValid(at: seconds) {
      found.append((Self.name(of: certificate), certificate.notBefore, certificate.notAfter))
    }
    if let authority = authorityAbove, !authority.isValid(at: seconds) {
      found.append((authority.name, authority.notBefore, authority.notAfter))
    }
    return found
  }
}
