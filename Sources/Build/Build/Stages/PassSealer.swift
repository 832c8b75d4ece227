// SPDX-License-Identifier: Apache-2.0

package import PassArchive
package import PassCrypto
import PassJSON
import PassModel

/// Seals one pass after another: manifest, signature, archive. One per worker; a batch has as many as
/// threads, a press as many as tasks that are at work at once.
///
/// Gives the bytes `CheckedPass.sealed` and `SignedBundle.archive` give, which `givesTheBytesOfBuild` of
/// IssueTests holds equal; those hash and copy every file of a pass, this only what is its own.
package struct PassSealer {
  private let shared: SharedFiles
  private var places = KnownPlaces()
  private let session: SigningSession
  private let digests = DigestSession()
  private var names: [String: EntryName] = [:]
  private var recent = RecentFiles()
  private var assembly = ArchiveAssembly()
  private var manifest: [UInt8] = []
  /// What all signatures begin with: certificates, mostly.
  private var signatureBeginning: ArchiveAssembly.Beginning?
  /// How far the archive laid out last holds nothing but files that are the same in every pass.
  private var leadingLength = 0
  private var leadingPieces = 0
  private var leadingDigest: (length: Int, digest: PartialSHA256)?

  /// A sealer with a copy of the identity's key; throws when OpenSSL cannot copy it.
  package init(shared: SharedFiles, identity: Identity) throws(CryptoError) {
    self.shared = shared.apart
    session = try SigningSession(identity.signer)
  }

  /// The SHA-256 of the archive laid out last. Of the files at its beginning that are the same
  /// in every pass it is known already.
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

  /// The archive of the pass sealed last.
  package var archive: ArchiveAssembly { assembly }

  /// The manifest of the pass described last.
  package var manifestBytes: [UInt8] { manifest }

  /// Writes the manifest.
  package mutating func describe(_ pass: CheckedPass) {
    manifest.removeAll(keepingCapacity: true)
    manifest.append(UInt8(ascii: "{"))
    if !places.fit(pass.files) { places.look(at: pass.files, shared) }
    for place in places.known.indices {
      if manifest.count > 1 { manifest.append(UInt8(ascii: ",")) }
      if let known = places.known[place] {
        manifest.append(contentsOf: known.manifestMember)
        continue
      }
      let file = pass.files[place]
      if let known = try? recent.meet(file) {
        manifest.append(contentsOf: known.manifestMember)
      } else {
        JSONWriter.writeString(file.path, to: &manifest)
        manifest.append(UInt8(ascii: ":"))
        manifest.append(UInt8(ascii: "\""))
        appendSHA1(of: file.bytes)
        manifest.append(UInt8(ascii: "\""))
      }
    }
    manifest.append(UInt8(ascii: "}"))
  }

  /// Takes the manifest of a pass that was described before, perhaps by another sealer.
  mutating func describe(asManifest bytes: [UInt8]) { manifest = bytes }

  /// Signs the manifest that was described, at a time in seconds since 1970.
  package mutating func sign(at time: Int64) throws(CryptoError) -> [UInt8] {
    try session.sign(ManifestText(manifest), at: time)
  }

  /// Lays out the archive.
  package mutating func layOut(_ pass: CheckedPass, signature: [UInt8]) throws(ArchiveError) {
    assembly.begin()
    leadingLength = 0
    leadingPieces = 0
    var isLeading = true
    if !places.fit(pass.files) { places.look(at: pass.files, shared) }
    for step in places.steps {
      switch step {
      case .shared(let laidOut):
        assembly.add(laidOut)
        if isLeading {
          leadingLength = assembly.length
          leadingPieces += 1
        }
        continue
      case .seal(let number): try addSeal(KnownPlaces.seal[number], signature)
      case .file(let place):
        let file = pass.files[place]
        if let known = recent.known(file) {
          assembly.add(known.laidOut)
        } else {
          try add(file.path, file.bytes)
        }
      }
      isLeading = false
    }
    try assembly.finish()
  }

  private mutating func addSeal(_ path: String, _ signature: [UInt8]) throws(ArchiveError) {
    guard path == "signature" else { return try add(path, manifest) }
    let length = session.constantLength
    if signatureBeginning?.length != length {
      signatureBeginning = .init(signature[..<length])
    }
    try add(path, signature, beginning: signatureBeginning)
  }

  private mutating func add(
    _ path: String, _ bytes: [UInt8], beginning: ArchiveAssembly.Beginning? = nil
  ) throws(ArchiveError) {
    let name: EntryName
    if let known = names[path] {
      name = known
    } else {
      name = try EntryName(path)
      names[path] = name
    }
    assembly.add(name, bytes, beginning: beginning)
  }

  private mutating func appendSHA1(of bytes: [UInt8]) {
    var hash: (UInt64, UInt64, UInt32) = (0, 0, 0)
    withUnsafeMutableBytes(of: &hash) { hash in
      let hash = UnsafeMutableRawBufferPointer(rebasing: hash[..<20])
      bytes.withUnsafeBytes { digests.sha1($0, into: hash) }
      for byte in hash {
        manifest.append(Self.digit(byte >> 4))
        manifest.append(Self.digit(byte & 15))
      }
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
