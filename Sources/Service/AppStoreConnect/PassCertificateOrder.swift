// SPDX-License-Identifier: Apache-2.0

package import PassBasics
package import PassCrypto
import PassModel

/// An order for a signing certificate: the request, and what the certificate has to be.
package struct PassCertificateOrder: Sendable {
  package let passType: String
  /// The name that the pass type identifier gets if it is registered.
  package var name: String
  /// Whether passes with NFC can be signed. A renewal is of the same kind.
  package let isNFC: Bool
  /// The team of the certificate that is renewed, or nil if it is not known.
  package var team: String?
  /// Certificates that are not the one to issue, although they may have the same key.
  package var existing: [Certificate] = []
  /// PEM of the certificate signing request.
  package let request: String
  /// SubjectPublicKeyInfo of the key that signed the request.
  package let publicKeyDER: [UInt8]

  package init(
    passType: String, name: String, isNFC: Bool, team: String?, request: String,
    publicKeyDER: [UInt8]
  ) {
    self.passType = passType
    self.name = name
    self.isNFC = isNFC
    self.team = team
    self.request = request
    self.publicKeyDER = publicKeyDER
  }

  /// The name of the kind in the API.
  package var type: String { isNFC ? "PASS_TYPE_ID_WITH_NFC" : "PASS_TYPE_ID" }

  /// The body that registers the pass type identifier.
  package var registration: JSONTree {
    [
      "data": [
        "type": "passTypeIds",
        "attributes": ["name": .string(name), "identifier": .string(passType)],
      ]
    ]
  }

  /// The body that requests the certificate.
  ///
  /// - Parameter id: the identifier of the resource, which is not the pass type identifier.
  package func body(passTypeID id: String) -> JSONTree {
    [
      "data": [
        "type": "certificates",
        "attributes": ["certificateType": .string(type), "csrContent": .string(request)],
        "relationships": [
          "passTypeId": ["data": ["type": "passTypeIds", "id": .string(id)]]
        ],
      ]
    ]
  }

  /// Returns the reason why a certificate is not what was ordered, or nil if it is.
  ///
  /// - Parameter now: seconds since 1970.
  func fault(of certificate: Certificate, now: Int64) -> String? {
    if certificate.publicKeyDER != publicKeyDER { return "it is for another key" }
    guard certificate.looksLikePassCertificate, certificate.hasPassEKU else {
      return "it is not for passes"
    }
    if certificate.passTypeIdentifier != passType {
      return "it is for \(certificate.passTypeIdentifier ?? "no pass type identifier")"
    }
    if certificate.isNFCEnabled != isNFC {
      return certificate.isNFCEnabled ? "it is for NFC" : "it is not for NFC"
    }
    let itsTeam = certificate.subject.organizationalUnit
    if let team, itsTeam != team { return "it is for team \(itsTeam ?? "missing")" }
    if itsTeam?.isEmpty ?? true { return "it has no team identifier" }
    if now > certificate.notAfter {
      return "it expired on \(Timestamp.day(certificate.notAfter))"
    }
    // A clock that is a little behind is common.
    if now + 86_400 < certificate.notBefore {
      return "it is valid from \(Timestamp.day(certificate.notBefore))"
    }
    return nil
  }
}
