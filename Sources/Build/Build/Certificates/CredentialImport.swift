// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassCrypto
import PassModel

/// Sorts certificates and keys from any files into the folder of an identity.
///
/// It reads all files before it writes any, and never replaces a file of the folder.
package struct CredentialImport {
  package struct Outcome: Sendable {
    package enum State: String, Sendable {
      /// Written to the folder.
      case added
      /// The folder already contains it.
      case known
      /// Not part of an identity, and not needed.
      case leftOut
      /// A file that was probably selected by mistake.
      case wrongKind
    }

    package let state: State
    package let file: String
    /// A description of the item and where it was written.
    package let message: String
    package var help: String?
  }

  private let folder: IdentityFolder
  private let existing: IdentityMaterial
  package private(set) var outcomes: [Outcome] = []

  /// Reads `files`, then writes the parts of an identity into `folder`.
  ///
  /// - Parameters:
  ///   - password: called for each file that needs one.
  ///   - givenPassword: a password known without a prompt, used for files already in the folder.
  /// - Returns: the result for every item, and the content of the folder afterwards.
  /// - Throws: `FileError` and `IdentityFileError`, before anything is written.
  package static func run(
    _ files: [String], into folder: String, password: @escaping (String) throws -> Secret?,
    givenPassword: Secret?
  ) throws -> (outcomes: [Outcome], material: IdentityMaterial) {
    var read: [(file: IdentityMaterial.ReadFile, password: Secret?)] = []
    // "folder/*" also matches a README and a request. A wrong file is an error only if it is the
    // only one.
    var leftOut: [Outcome] = []
    var last = givenPassword
    for file in files {
      // The key is written with the same password that opened it.
      var used: Secret?
      let source = IdentitySource {
        used = try password($0)
        last = used ?? last
        return used
      }
      var material = IdentityMaterial()
      do {
        try material.readNamed(file, source)
      } catch let error as FileError where files.count > 1 && error.isFolder {
        leftOut.append(.init(state: .leftOut, file: file, message: "a folder, left out"))
      } catch let error as IdentityFileError {
        guard files.count > 1, let looksLike = error.looksLike,
          looksLike == Credentials.requestName || !Self.promisesMore(file)
        else { throw error.asImport }
        leftOut.append(.init(state: .leftOut, file: file, message: "\(looksLike), left out"))
      }
      read += material.files.map { ($0, used) }
    }
    guard !read.isEmpty else {
      throw IdentityFileError(
        file: files.joined(separator: ", "), reason: "no certificate or private key in them")
    }
    // Do not prompt for the files that are already in the folder. They mostly have the same
    // password.
    var source = IdentitySource { _ in last }
    source.folder = try Disk.kind(of: folder, followingLinks: true) == .folder ? folder : nil
    var run = CredentialImport(
      folder: try IdentityFolder(making: folder),
      existing: try IdentityMaterial.readPassingOverLocked(source))
    for (file, password) in read { try run.add(file, password) }
    run.outcomes += leftOut
    source.folder = folder
    return (run.outcomes, try IdentityMaterial.readPassingOverLocked(source))
  }

  /// Writes certificates that were not read from a file into `folder`.
  ///
  /// - Parameters:
  ///   - origin: what the outcomes name in place of a file.
  ///   - givenPassword: a password for keys that are already in the folder.
  /// - Returns: the result for every certificate, in the same order.
  package static func run(
    _ certificates: [Certificate], from origin: String, into folder: String,
    givenPassword: Secret?
  ) throws -> [Outcome] {
    var source = IdentitySource { _ in givenPassword }
    source.folder = folder
    var run = CredentialImport(
      folder: try IdentityFolder(making: folder),
      existing: try IdentityMaterial.readPassingOverLocked(source))
    for certificate in certificates { try run.add(certificate, from: origin) }
    return run.outcomes
  }

  /// Returns whether the file name suggests a certificate or key. Such a file is often a web page
  /// that was saved as pass.cer.
  private static func promisesMore(_ file: String) -> Bool {
    ["cer", "crt", "pem", "der", "key", "p12", "pfx", "p7b", "p8"].contains(
      FilePath.extension(file).lowercased())
  }

  private mutating func add(_ file: IdentityMaterial.ReadFile, _ password: Secret?) throws {
    for certificate in file.contents.certificates { try add(certificate, from: file.file) }
    for key in file.contents.keys { try add(key, file, password) }
    for other in file.contents.otherContents {
      outcomes.append(.init(state: .leftOut, file: file.file, message: "\(other), left out"))
    }
  }

  // MARK: Certificates

  private mutating func add(_ certificate: Certificate, from file: String) throws {
    let kind = CertificateKind(certificate)
    if let known = knownCertificates[certificate] {
      outcomes.append(.init(state: .known, file: file, message: "\(kind.inWords), is \(known)"))
      return
    }
    switch kind {
    case .pass(let isNFC):
      let type = certificate.passTypeIdentifier ?? certificate.subject.userID ?? "pass"
      let end = Timestamp.day(certificate.notAfter)
      let team = certificate.subject.organizationalUnit ?? "missing"
      try write(
        certificate, as: "\(Self.fileName(type))-until-\(end).pem", from: file,
        "signing certificate\(isNFC ? " with NFC" : "") for \(type), team \(team), until \(end)")
    case .appleAuthority:
      guard let anchor = TrustAnchors.anchor(for: certificate), !anchor.isRoot else { fallthrough }
      let (name, words) = Self.file(for: anchor)
      try write(certificate, as: name, from: file, words)
    case .root:
      outcomes.append(
        .init(
          state: .leftOut, file: file,
          message: "root certificate \(certificate.displayName), left out: passes do not contain it"
        ))
    case .intermediate:
      let isApples = TrustAnchors.issuer(of: certificate)?.isRoot == true
      try write(
        certificate, as: "intermediate-\(Self.fileName(certificate.displayName)).pem", from: file,
        isApples
          ? "intermediate \(certificate.displayName), signed by Apple's root"
          : "intermediate \(certificate.displayName), which is not Apple's")
    case .other(let name):
      outcomes.append(
        .init(
          state: .wrongKind, file: file, message: "\(name), not for signing passes: left out",
          help: "to get a Pass Type ID certificate, run: passc cert request"))
    }
  }

  /// Returns the file name for one of Apple's intermediates, and the message about it.
  package static func file(for anchor: TrustAnchor) -> (name: String, words: String) {
    let warning =
      anchor.hasWWDRMarker ? "" : "; it issues no signing certificates, it lacks extension 6.2.1"
    return (
      "\(fileName(anchor.name)).pem",
      "Apple's intermediate \(anchor.name), known by its SHA-256\(warning)"
    )
  }

  private mutating func write(
    _ certificate: Certificate, as name: String, from file: String, _ words: String
  ) throws {
    let path = try folder.add(Array(certificate.pem.utf8), as: name)
    added[certificate] = path
    outcomes.append(.init(state: .added, file: file, message: "\(words): \(path)"))
  }

  /// The file names that this run has written.
  private var added: [Certificate: String] = [:]

  private var knownCertificates: [Certificate: String] {
    var known = added
    for named in existing.certificates { known[named.content] = named.file }
    return known
  }

  // MARK: Keys

  private mutating func add(
    _ key: PrivateKey, _ file: IdentityMaterial.ReadFile, _ password: Secret?
  ) throws {
    let words = "private key, \(key.kind)"
    if let known = knownKeys.first(where: { $0.key.publicKeyDER == key.publicKeyDER }) {
      outcomes.append(
        .init(state: .known, file: file.file, message: "\(words), is \(known.file)"))
      return
    }
    let secret = file.wasEncrypted ? password.flatMap { $0.count == 0 ? nil : $0 } : nil
    let path = try folder.add(key, as: "key.pem", password: secret)
    addedKeys.append((key, path))
    let how =
      secret != nil
      ? "encrypted with AES-256 and the same password"
      : file.contents.kind == .pkcs12
        ? "not encrypted, as the file had no password"
        : "not encrypted, as before"
    outcomes.append(
      .init(state: .added, file: file.file, message: "\(words), \(how): \(path)"))
  }

  private var addedKeys: [(key: PrivateKey, file: String)] = []

  private var knownKeys: [(key: PrivateKey, file: String)] {
    existing.keys.compactMap { named in
      (named.content as? PrivateKey).map { ($0, named.file) }
    } + addedKeys
  }

  /// Turns a name into a file name of letters, digits, dots and dashes, without a dot at the start.
  private static func fileName(_ text: String) -> String {
    var name = ""
    for byte in text.utf8.prefix(100) {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"):
        name.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        if !name.hasSuffix("-") { name += "-" }
      }
    }
    while name.hasPrefix(".") || name.hasPrefix("-") { name.removeFirst() }
    while name.hasSuffix("-") { name.removeLast() }
    return name.isEmpty ? "certificate" : name
  }
}

extension IdentityFileError {
  /// The same error, with help if the file is a certificate request instead of the certificate.
  fileprivate var asImport: IdentityFileError {
    guard looksLike == Credentials.requestName else { return self }
    return IdentityFileError(
      file: file, reason: "is a certificate request",
      help: "upload it at Apple and import the certificate you download there")
  }
}
