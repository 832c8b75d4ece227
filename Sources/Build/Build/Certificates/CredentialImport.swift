// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassCrypto
import PassModel

/// Sorts certificates and keys from any files into the folder of an identity.
///
/// Everything is read before anything is written, and no file of the folder is ever replaced.
package struct CredentialImport {
  /// What became of one thing in one file.
  package struct Outcome: Sendable {
    /// How it went.
    package enum State: String, Sendable {
      /// Written.
      case added
      /// The folder has it already.
      case known
      /// Not part of an identity; nothing is lost without it.
      case leftOut
      /// Somebody took the wrong file.
      case wrongKind
    }

    /// How it went.
    package let state: State
    /// The file it came from.
    package let file: String
    /// What it is and where it went.
    package let message: String
    /// What to do about it; nil when there is nothing to do.
    package var help: String?
  }

  private let folder: IdentityFolder
  private let existing: IdentityMaterial
  /// What became of everything so far.
  package private(set) var outcomes: [Outcome] = []

  /// Reads `files`, then writes what belongs to an identity into `folder`.
  ///
  /// - Parameters:
  ///   - password: asked for each file that needs one.
  ///   - givenPassword: the one nobody needs to be asked for, for what the folder holds already.
  /// - Returns: what became of everything, and what the folder holds now.
  /// - Throws: `FileError` and `IdentityFileError`, before anything is written.
  package static func run(
    _ files: [String], into folder: String, password: @escaping (String) throws -> Secret?,
    givenPassword: Secret?
  ) throws -> (outcomes: [Outcome], material: IdentityMaterial) {
    var read: [(file: IdentityMaterial.ReadFile, password: Secret?)] = []
    // "folder/*" names a README and a request too; alone, a wrong file is an error.
    var leftOut: [Outcome] = []
    var last = givenPassword
    for file in files {
      // Kept, since the key is written with the password it came with.
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
    // Nobody is asked for the files that are there already; they mostly share one password.
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

  /// A file of such a name was meant to hold something: often it is a web page, saved as pass.cer.
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

  /// The name of the file that an intermediate of Apple's becomes, and what is said of it.
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

  /// What this run has written.
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

  /// A name as a file: letters, digits, dots and dashes, and no dot in front.
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
  /// The same, with what to do about a request that is not the certificate.
  fileprivate var asImport: IdentityFileError {
    guard looksLike == Credentials.requestName else { return self }
    return IdentityFileError(
      file: file, reason: "is a certificate request",
      help: "upload it at Apple and import the certificate you download there")
  }
}
