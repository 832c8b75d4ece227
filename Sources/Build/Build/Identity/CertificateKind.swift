// SPDX-License-Identifier: Apache-2.0

package import PassCrypto

/// The purpose of a certificate, to explain to users that they chose the wrong one.
package enum CertificateKind: Equatable {
  /// A signing certificate for passes.
  case pass(isNFC: Bool)
  /// One of Apple's known intermediates or roots, by its name.
  case appleAuthority(String)
  /// An intermediate that is not one of Apple's known ones.
  case intermediate
  /// A root that is not Apple's.
  case root
  /// Another kind of certificate, as a phrase with its article.
  case other(String)

  /// Finds the purpose from constraints, key usages, Apple's extensions and names. It does not
  /// verify the signature or the validity.
  package init(_ certificate: Certificate) {
    if certificate.isCertificateAuthority {
      if let anchor = TrustAnchors.anchor(for: certificate) {
        self = .appleAuthority(anchor.name)
      } else {
        self = certificate.isSelfIssued ? .root : .intermediate
      }
    } else if certificate.looksLikePassCertificate {
      self = .pass(isNFC: certificate.isNFCEnabled)
    } else {
      self = .other(Self.name(of: certificate))
    }
  }

  /// A phrase such as `a signing certificate for passes with NFC`.
  package var inWords: String {
    switch self {
    case .pass(let isNFC):
      isNFC
        ? "a signing certificate for passes with NFC" : "a signing certificate for passes"
    case .appleAuthority(let name): Self.owned(name)
    case .intermediate: "an intermediate certificate that is not Apple's"
    case .root: "a root certificate that is not Apple's"
    case .other(let name): name
    }
  }

  /// Returns `Apple's WWDR G4`, but `Apple Root CA` without a second "Apple's".
  package static func owned(_ name: String) -> String {
    name.hasPrefix("Apple") ? name : "Apple's \(name)"
  }

  private static func name(of certificate: Certificate) -> String {
    if certificate.hasOrderEKU { return "a certificate for Wallet orders" }
    let common = certificate.subject.commonName ?? ""
    // The common name first, because several of these share one extension.
    for (words, name) in commonNames where common.contains(words) { return name }
    for (oid, name) in extensions where certificate.extensionValue(oid) != nil { return name }
    for (oid, name) in purposes
    where certificate.extendedKeyUsages.contains(where: { $0.dotted == oid }) {
      return name
    }
    return "a certificate of another kind (\(certificate.subject.text))"
  }

  private static let commonNames = [
    ("Push Services", "a push certificate (APNs)"),
    ("VoIP Services", "a push certificate for calls (APNs)"),
    ("Website Push ID", "a certificate for website push"),
    ("Order Type ID", "a certificate for Wallet orders"),
    ("Apple Pay Merchant Identity", "an Apple Pay merchant certificate"),
    ("Merchant ID", "an Apple Pay merchant certificate"),
    ("Apple Pay Payment Processing", "an Apple Pay payment processing certificate"),
    ("Apple Development", "an app developer's certificate"),
    ("iPhone Developer", "an app developer's certificate"),
    ("Mac Developer", "an app developer's certificate"),
    ("Apple Distribution", "an app distribution certificate"),
    ("iPhone Distribution", "an app distribution certificate"),
    ("Developer ID", "a Developer ID certificate for Mac apps"),
  ]

  /// Extensions in Apple's leaf certificates, as its certification practice statements list them.
  private static let extensions = [
    ("1.2.840.113635.100.6.3.1", "a push certificate (APNs)"),
    ("1.2.840.113635.100.6.3.2", "a push certificate (APNs)"),
    ("1.2.840.113635.100.6.1.2", "an app developer's certificate"),
    ("1.2.840.113635.100.6.1.4", "an app distribution certificate"),
    ("1.2.840.113635.100.6.32", "an Apple Pay merchant certificate"),
  ]

  private static let purposes = [
    ("1.3.6.1.5.5.7.3.3", "a certificate for signing code"),
    ("1.3.6.1.5.5.7.3.1", "a web server's certificate"),
    ("1.3.6.1.5.5.7.3.4", "a certificate for mail"),
  ]
}

extension Certificate {
  /// The usual name of the certificate, such as `WWDR G4`, or its common name and generation.
  package var displayName: String {
    TrustAnchors.anchor(for: self)?.name ?? subject.authorityName
  }
}
