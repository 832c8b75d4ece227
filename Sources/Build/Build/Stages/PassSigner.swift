// SPDX-License-Identifier: Apache-2.0

package import PassArchive
import PassBasics
import PassCrypto
import PassJSON
package import PassModel

/// A checked pass with its manifest, which must be signed.
package struct UnsignedPass: Sendable {
  package let pass: CheckedPass
  /// The bytes of manifest.json.
  package let manifest: [UInt8]
}

/// Makes manifest, signature and archive of one pass after another.
///
/// The first pass is hashed, signed and laid out separately. From the second pass on, files that
/// are the same in every pass of a recipe are hashed and laid out once for all threads, and key and
/// signature are prepared for this thread. Not for use by several threads.
package struct PassSigner {
  private let identity: Identity?
  /// Shared by all signers of a recipe. Nil for single passes.
  private let cache: SharedFileCache?
  private var shared = SharedFiles()
  /// Only from the second pass on: copying the key costs more than one signature gains.
  private var session: SigningSession?
  private var hasSigned = false
  /// The number of passes, up to two.
  private var passes = 0
  /// Created with the first manifest, because it starts OpenSSL. A check of a template does not
  /// need that.
  private lazy var digests = DigestSession()
  private var names: [String: EntryName] = [:]
  private var assembly = ArchiveAssembly()
  private var manifest: [UInt8] = []
  /// The length in bytes of the beginning of the last archive that is the same in every pass.
  private var leadingLength = 0
  private var leadingPieces = 0
  private var leadingDigest: (length: Int, digest: PartialSHA256)?

  /// Creates a signer.
  ///
  /// - Parameter identity: nil to make only manifests.
  package init(_ identity: Identity?) { self.init(identity, shared: nil) }

  init(_ identity: Identity?, shared: SharedFileCache?) {
    self.identity = identity
    cache = shared
  }

  /// Signs and packs one pass, at a time in seconds since 1970.
  package mutating func signAndPackage(_ pass: CheckedPass, at time: Int64) throws
    -> ArchiveAssembly
  {
    let unsigned = try prepare(pass)
    return try archive(of: unsigned, signature: try sign(unsigned, at: time))
  }

  /// Returns the content of a pass with manifest.json and, if there is an identity, the signature.
  package mutating func files(of pass: CheckedPass, at time: Int64) throws -> [PackagedFile] {
    let unsigned = try prepare(pass)
    var files =
      pass.files + [PackagedFile(path: PackageKind.pass.manifest, bytes: unsigned.manifest)]
    if identity != nil {
      files.append(
        PackagedFile(path: PackageKind.pass.signature, bytes: try sign(unsigned, at: time)))
    }
    return files
  }

  mutating func prepare(_ pass: CheckedPass) throws(ArchiveError) -> UnsignedPass {
    UnsignedPass(pass: pass, manifest: try manifest(of: pass.files))
  }

  // MARK: Manifest

  /// Writes manifest.json: the hash of every file by its path.
  ///
  /// - Parameter files: sorted by path, without manifest.json and signature.
  package mutating func manifest(of files: [PackagedFile]) throws(ArchiveError) -> [UInt8] {
    try prepareSharedFiles(files)
    manifest.removeAll(keepingCapacity: true)
    manifest.append(UInt8(ascii: "{"))
    for file in files {
      if manifest.count > 1 { manifest.append(UInt8(ascii: ",")) }
      if let known = shared.file(file) {
        manifest.append(contentsOf: known.manifestMember)
      } else {
        JSONWriter.writeString(file.path, to: &manifest)
        manifest.append(UInt8(ascii: ":"))
        manifest.append(UInt8(ascii: "\""))
        appendHash(of: file.bytes)
        manifest.append(UInt8(ascii: "\""))
      }
    }
    manifest.append(UInt8(ascii: "}"))
    return manifest
  }

  private mutating func prepareSharedFiles(_ files: [PackagedFile]) throws(ArchiveError) {
    guard passes < 2, let cache else { return }
    passes += 1
    guard passes == 2 else { return }
    shared = try cache.files(of: files).apart
  }

  private mutating func appendHash(of bytes: [UInt8]) {
    // Enough for the longest hash.
    var hash: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    withUnsafeMutableBytes(of: &hash) { hash in
      let hash = UnsafeMutableRawBufferPointer(rebasing: hash[..<DigestSession.manifestLength])
      bytes.withUnsafeBytes { digests.manifest($0, into: hash) }
      for byte in hash {
        manifest.append(Self.digit(byte >> 4))
        manifest.append(Self.digit(byte & 15))
      }
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  // MARK: Signature

  /// Signs a manifest at a time in seconds since 1970.
  ///
  /// - Precondition: there is an identity.
  mutating func sign(_ pass: UnsignedPass, at time: Int64) throws(CryptoError) -> [UInt8] {
    guard let identity else { preconditionFailure("signing needs an identity") }
    let manifest = try ManifestText(pass.manifest)
    if let session { return try session.sign(manifest, at: time) }
    guard hasSigned else {
      hasSigned = true
      return try identity.signer.sign(manifest, at: time)
    }
    let session = try SigningSession(identity.signer)
    self.session = session
    return try session.sign(manifest, at: time)
  }

  // MARK: Archive

  /// Lays out the .pkpass. Entries are sorted by path and stored with fixed dates, so that the same
  /// files give the same bytes.
  mutating func archive(
    of unsigned: UnsignedPass, signature: [UInt8]
  ) throws(ArchiveError) -> ArchiveAssembly {
    let files = unsigned.pass.files
    assembly.begin()
    leadingLength = 0
    leadingPieces = 0
    var isLeading = true
    for step in ArchiveSteps(files, shared).steps {
      switch step {
      case .shared(let laidOut):
        assembly.add(laidOut)
        if isLeading {
          leadingLength = assembly.length
          leadingPieces += 1
        }
        continue
      case .addSignatureFile(let number):
        let path = ArchiveSteps.seal[number]
        try add(path, path == PackageKind.pass.signature ? signature : unsigned.manifest)
      case .file(let place): try add(files[place].path, files[place].bytes)
      }
      isLeading = false
    }
    try assembly.finish()
    return assembly
  }

  private mutating func add(_ path: String, _ bytes: [UInt8]) throws(ArchiveError) {
    let name: EntryName
    if let known = names[path] {
      name = known
    } else {
      name = try EntryName(path)
      names[path] = name
    }
    assembly.add(name, bytes)
  }

  /// Returns the SHA-256 of the last archive. The digest of its constant beginning is reused.
  package mutating func digest() -> [UInt8] {
    assembly.withPieces { pieces in
      let leading = leadingPieces
      if leadingDigest?.length != leadingLength {
        leadingDigest = (leadingLength, PartialSHA256(pieces[..<leading]))
      }
      guard let leadingDigest else { return digests.sha256(from: PartialSHA256([]), pieces[...]) }
      return digests.sha256(from: leadingDigest.digest, pieces[leading...])
    }
  }
}
