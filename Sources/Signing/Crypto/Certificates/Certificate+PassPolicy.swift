// SPDX-License-Identifier: Apache-2.0

/// Apple's extensions (1.2.840.113635.100.*) that its policy for passes requires.
extension Certificate {
  /// The pass type identifier in extension 6.1.16. Nil if absent or not text. Wallet uses it rather
  /// than the subject.
  package var passTypeIdentifier: String? { extensionText(.applePassTypeIdentifier) }

  /// Whether extension 6.1.16 is present, even if it is not text.
  package var hasPassTypeExtension: Bool { hasExtension(.applePassTypeIdentifier) }

  /// Text of extension 6.1.26 of certificates with the NFC permission. Wallet requires only its
  /// presence.
  package var nfcPassTypeIdentifier: String? { extensionText(.appleNFCPassTypeIdentifier) }

  /// Whether the certificate may sign passes with `nfc` or personalization.json.
  package var isNFCEnabled: Bool { hasExtension(.appleNFCPassTypeIdentifier) }

  /// Whether this is a WWDR intermediate that may issue signing certificates (extension 6.2.1).
  package var hasWWDRMarker: Bool { hasExtension(.appleWWDRMarker) }

  /// Whether the purposes include signing passes (4.14).
  package var hasPassEKU: Bool { extendedKeyUsages.contains(.applePassSigning) }

  /// Whether the purposes include signing orders (4.19).
  package var hasOrderEKU: Bool { extendedKeyUsages.contains(.appleOrderSigning) }

  /// Whether it is for orders and not for passes.
  package var isForOrders: Bool { hasOrderEKU && !hasPassEKU }

  /// Whether the purposes include client authentication, which is required to push updates.
  package var hasClientAuthEKU: Bool { extendedKeyUsages.contains(.clientAuthentication) }

  /// Whether this may be Apple's signing certificate for passes, by any of its extensions.
  package var looksLikePassCertificate: Bool { hasPassTypeExtension || hasPassEKU }

  private func extensionText(_ oid: OID) -> String? {
    guard let value = extensionValue(oid) else { return nil }
    var reader = ASN1Reader(value)
    guard let element = try? reader.next(), reader.isAtEnd else { return nil }
    return ASN1Text.decode(element.tag, value[element.content])
  }
}
