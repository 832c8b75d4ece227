// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassCrypto

/// Certificates in files of which no key is needed: to compare with and to trust.
package enum CertificateFile {
  /// Why a file does not hold what was looked for.
  package struct Unfit: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
  }

  /// Every certificate of a file: PEM, DER or PKCS #7.
  ///
  /// - Throws: `Unfit` where there is none; `FileError`.
  package static func certificates(in file: String) throws -> [Certificate] {
    let found = CredentialFile.certificates(
      in: try Disk.read(file, limit: IdentityMaterial.limitInBytes))
    guard !found.isEmpty else { throw Unfit(description: "\(file) contains no certificate") }
    return found
  }

  /// Apple's authorities and the certificates of these files.
  ///
  /// - Throws: `Unfit`, `FileError`.
  package static func trust(_ files: [String]) throws -> Trust {
    Trust(adding: try files.flatMap(certificates))
  }

  /// The pass certificate of a file, which may hold those of its issuers too.
  ///
  /// - Throws: `Unfit` where there is none, or where it does not say of which team and pass type it
  ///   is; `FileError`.
  package static func passCertificate(in file: String) throws -> Certificate {
    let found = try certificates(in: file)
    let leaf = found.first(where: \.looksLikePassCertificate) ?? found[0]
    guard leaf.looksLikePassCertificate, !leaf.isForOrders else {
      throw Unfit(
        description: "\(file) is not a signing certificate for passes, but that of "
          + leaf.subject.text)
    }
    let missing = [
      leaf.subject.organizationalUnit == nil ? "no OU, expected the team identifier" : nil,
      leaf.subject.userID == nil ? "no UID, expected the pass type identifier" : nil,
    ].compactMap { $0 }
    guard missing.isEmpty else {
      throw Unfit(
        description:
          "\(file) is not a signing certificate of Apple for passes: its subject has "
          + missing.joined(separator: " and "))
    }
    return leaf
  }
}
