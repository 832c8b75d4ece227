// SPDX-License-Identifier: Apache-2.0

import PassArchive
import PassBasics
import PassCrypto
import PassDiagnostics
import PassRead

/// The digests of the bundles in .pkpasses and tar files. Each file is read once.
struct LedgerContainers {
  struct Container {
    let size: Int64
    /// By the hash of the entry's name.
    let digests: [UInt64: LedgerDigest]
  }

  /// The reason why a container cannot be read.
  struct ContainerError: Error, CustomStringConvertible { let description: String }

  /// The containers that were read last. A .pkpasses file is needed for a few passes, a tar file
  /// for all passes of a run.
  private var opened: [(path: String, container: Result<Container, any Error>)] = []
  private static let openAtOnce = 8

  /// Reads a container, or returns its content if it was read before.
  mutating func open(_ path: String) throws -> Container {
    if let known = opened.first(where: { $0.path == path }) { return try known.container.get() }
    let container = Result { try Self.read(path) }
    if opened.count >= Self.openAtOnce { opened.removeFirst() }
    opened.append((path, container))
    return try container.get()
  }

  private static func read(_ path: String) throws -> Container {
    let file = try OffsetFile(path)
    if try TarReader.isTar(file) { return try readTar(file, path) }
    let bytes = try Disk.read(path)
    var report = Report()
    guard let archive = ArchiveReader.read(bytes, name: path, limits: .init(), report: &report)
    else {
      throw ContainerError(description: report.sorted.first?.message ?? "\(path) is not an archive")
    }
    var digests: [UInt64: LedgerDigest] = [:]
    for entry in archive.entries where entry.isIntact {
      digests[LedgerVerification.hash(entry.path)] = LedgerDigest(Digest.sha256(entry.bytes))
    }
    return Container(size: Int64(bytes.count), digests: digests)
  }

  private static func readTar(_ file: OffsetFile, _ path: String) throws -> Container {
    var digests: [UInt64: LedgerDigest] = [:]
    var tar = TarReader(file)
    do {
      while let entry = try tar.next() {
        digests[LedgerVerification.hash(entry.name)] = LedgerDigest(Digest.sha256(entry.bytes))
      }
    } catch let error as TarReader.TarError {
      throw ContainerError(description: "cannot read \(path): \(error.description)")
    }
    return Container(size: Int64(file.size), digests: digests)
  }
}
