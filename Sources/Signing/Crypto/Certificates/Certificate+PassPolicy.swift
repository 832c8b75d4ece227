// SPDX-License-Identifier: Apache-2.0

/// Apple's own marks on a certificate (1.2.840.113635.100.*), as its pass policy asks for them.
extension Certificate {
  /// The pass type identifier this certificate signs for: extension 6.1.16, nil when it is absent
  /// or not text. Wallet looks here, not at the subject.
  package var passTypeIdentifier: String? { extensionText(.applePassTypeIdentifier) }

  /// Whether extension 6.1.16 is there, be it text or not.
  package var hasPassTypeExtension: Bool { hasExtension(.applePassTypeIdentifier) }

  /// The text of extension 6.1.26, which NFC certificates carry. Wallet wants its presence.
  package var nfcPassTypeIdentifier: String? { extensionText(.appleNFCPassTypeIdentifier) }

  /// Whether the certificate may sign passes with `nfc` or personalization.json.
  package var isNFCEnabled: Bool { hasExtension(.appleNFCPassTypeIdentifier) }

  /// Whether this is a WWDR intermediate that may issue pass certificates: marker 6.2.1.
  package var hasWWDRMarker: Bool { hasExtension(.appleWWDRMarker) }

  /// Whether the purposes include pass signing (4.14).
  package var hasPassEKU: Bool { extendedKeyUsages.contains(.applePassSigning) }

  /// Whether the purposes include order signing (4.19).
  package var hasOrderEKU: Bool { extendedKeyUsages.contains(.appleOrderSigning) }

  /// Whether the purposes are those of order tracking and not of passes.
  package var isForOrders: Bool { hasOrderEKU && !hasPassEKU }

  /// Whether the purposes include client authentication, which pushing updates needs.
  package var hasClientAuthEKU: Bool { extendedKeyUsages.contains(.clientAuthentication) }

  /// Whether this looks like the certificate of an Apple pass type: any of its marks is there.
  package var looksLikePassCertificate: Bool { hasPassTypeExtension || hasPassEKU }

  private func extensionText(_ oid: OID) -> String? {
    guard let value = extensionValue(oid) else { return nil }
    var reader = ASN1Reader(value)
    guard let element = try? reader.next(), reader.isAtEnd else { return nil }
    return ASN1Text.decode(element.tag, value[element.content])
  }
}
