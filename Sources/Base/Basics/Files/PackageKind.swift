// SPDX-License-Identifier: Apache-2.0

/// A kind of signed package: the files it needs, and how it is named and served. The hashes of its
/// manifest are in PassCrypto, as `manifestAlgorithm`. Another kind of Apple's, such as an order,
/// would be a case here.
package enum PackageKind: Sendable {
  case pass

  /// Path of the document with the content.
  package var document: String {
    switch self {
    case .pass: "pass.json"
    }
  }

  /// Path of the file with the hashes of all others.
  package var manifest: String {
    switch self {
    case .pass: "manifest.json"
    }
  }

  /// Path of the signature of the manifest.
  package var signature: String {
    switch self {
    case .pass: "signature"
    }
  }

  /// Files that the issuer adds when it signs.
  package var signatureFiles: [String] { [manifest, signature] }
  /// Files that every package contains.
  package var requiredFiles: [String] { [document, manifest, signature] }

  /// Extension of a file with one package, without the dot.
  package var fileExtension: String {
    switch self {
    case .pass: "pkpass"
    }
  }

  /// Extension of a file with several packages.
  package var groupExtension: String {
    switch self {
    case .pass: "pkpasses"
    }
  }

  /// Extensions of files with one package or several.
  package var fileExtensions: [String] { [fileExtension, groupExtension] }

  /// Media type of one package.
  package var contentType: String {
    switch self {
    case .pass: "application/vnd.apple.pkpass"
    }
  }

  /// Media type of several packages in one file.
  package var groupContentType: String {
    switch self {
    case .pass: "application/vnd.apple.pkpasses"
    }
  }

  /// Returns whether the issuer adds the file when it signs, so that it is not in the manifest.
  package func isOwnFile(_ path: String) -> Bool { path == manifest || path == signature }

  /// Returns whether a path has the extension of one package. Its case does not matter.
  package func isName(_ path: String) -> Bool {
    FilePath.extension(path).lowercased() == fileExtension
  }

  /// Returns the name of a package with its own ending, if a server or a browser gave it another
  /// one, such as `gym.pkpass.zip` or `gym.pkpass?id=1`. Returns nil for other names.
  package func ownName(of path: String) -> String? {
    let name = FilePath.lastComponent(path)
    let lower = name.lowercased()
    guard !isNameOfFile(name), lower.utf8.count == name.utf8.count else { return nil }
    if let range = lower.firstRange(of: "." + fileExtension) {
      let length = lower.utf8.distance(from: lower.startIndex, to: range.upperBound)
      return String(decoding: name.utf8.prefix(length), as: UTF8.self)
    }
    return lower.hasSuffix(".zip") && lower.utf8.count > 4
      ? "\(name.dropLast(4)).\(fileExtension)" : nil
  }

  /// Returns whether a path has the extension of one package or several.
  package func isNameOfFile(_ path: String) -> Bool {
    fileExtensions.contains(FilePath.extension(path).lowercased())
  }
}
