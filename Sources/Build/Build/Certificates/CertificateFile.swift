// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassCrypto

/// Reads certificates from files without a key, for comparison or as trusted roots.
package enum CertificateFile {
  /// The reason why a file does not contain the expected certificate.
  package struct CertificateFileError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
  }

  /// Returns every certificate of a PEM, DER or PKCS #7 file.
  ///
  /// - Throws: `FileError`, or `CertificateFileError` if there is no certificate.
  package static func certificates(in file: String) throws -> [Certificate] {
    let found = CredentialFile.certificates(
      in: try Disk.read(file, limit: IdentityMaterial.limitInBytes))
    guard !found.isEmpty else {
      throw CertificateFileError(description: "\(file) contains no certificate")
    }
    return found
  }

  /// Returns trust in Apple's authorities and in the certificates of these files.
  ///
  /// - Throws: `CertificateFileError`, `FileError`.
  package static func trust(_ files: [String]) throws -> Trust {
    Trust(adding: try files.flatMap(certificates))
  }

  /// Returns the signing certificate of a file, which may also contain the certificates of its
  /// issuers.
  ///
  /// - Throws: `FileError`, or `CertificateFileError` if there is no signing certificate or if it lacks the team
  ///   identifier or the pass type identifier.
  package static func passCertificate(in file: String) throws -> Certificate {
    let found = try certificates(in: file)
    let leaf = found.first(where: \.looksLikePassCertificate) ?? found[0]
    guard leaf.looksLikePassCertificate, !leaf.isForOrders else {
      throw CertificateFileError(
        description: "\(file) is not a signing certificate for passes, but that of "
          + leaf.subject.text)
    }
    let missing = [
      leaf.subject.organizationalUnit == nil ? "no OU, expected the team identifier" : nil,
      leaf.subject.userID == nil ? "no UID, expected the pass type identifier" : nil,
    ].compactMap { $0 }
    guard missing.isEmpty else {
      throw CertificateFileError(
        description:
          "\(file) is not a signing certificate of Apple for passes: its subject has "
          + missing.joined(separator: " and "))
    }
    return leaf
  }
}
