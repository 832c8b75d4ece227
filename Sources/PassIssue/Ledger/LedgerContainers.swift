// SPDX-License-Identifier: Apache-2.0

import PassArchive
import PassBundle
import PassCrypto
import PassDiagnostics
import PassFiles
import PassLedger

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The digests of the bundles in .pkpasses and tar files, read once each.
struct LedgerContainers {
  struct Container {
    let size: Int64
    /// By the hash of the entry's name.
    let digests: [UInt64: LedgerDigest]
  }

  /// Why a container cannot be looked into.
  struct Unreadable: Error, CustomStringConvertible { let description: String }

  /// A .pkpasses is asked for by its few passes, a tar by all of them.
  private var opened: [(path: String, container: Result<Container, any Error>)] = []
  private static let keptAtOnce = 8

  /// Reads a container, or says what it held.
  mutating func open(_ path: String) throws -> Container {
    if let known = opened.first(where: { $0.path == path }) { return try known.container.get() }
    let container = Result { try Self.read(path) }
    if opened.count >= Self.keptAtOnce { opened.removeFirst() }
    opened.append((path, container))
    return try container.get()
  }

  private static func read(_ path: String) throws -> Container {
    var tar = try TarStream(path)
    if let first = try tar.next() { return try readTar(tar, first) }
    let bytes = try Disk.read(path)
    var report = Report()
    guard let archive = ArchiveReader.read(bytes, name: path, limits: .init(), report: &report)
    else {
      throw Unreadable(description: report.sorted.first?.message ?? "\(path) is no archive")
    }
    var digests: [UInt64: LedgerDigest] = [:]
    for entry in archive.entries where entry.isIntact {
      digests[LedgerVerification.hash(entry.path)] = LedgerDigest(Digest.sha256(entry.bytes))
    }
    return Container(size: Int64(bytes.count), digests: digests)
  }

  private static func readTar(_ tar: consuming TarStream, _ first: TarStream.Entry) throws
    -> Container
  {
    var digests: [UInt64: LedgerDigest] = [:]
    var entry: TarStream.Entry? = first
    while let current = entry {
      digests[LedgerVerification.hash(current.name)] = LedgerDigest(Digest.sha256(current.bytes))
      entry = try tar.next()
    }
    return Container(size: tar.size, digests: digests)
  }
}

/// The files of a tar of any size, one after the other.
struct TarStream: ~Copyable {
  struct Entry {
    let name: String
    let bytes: [UInt8]
  }

  let size: Int64
  private let path: String
  private let descriptor: Int32
  private var longName: String?
  private static let block = 512

  init(_ path: String) throws {
    self.path = path
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw FileError(.read, path, .system(errno)) }
    var status = stat()
    size = fstat(descriptor, &status) == 0 ? Int64(status.st_size) : 0
  }

  deinit { close(descriptor) }

  /// The next plain file; nil at the end, and at once where this is no tar.
  mutating func next() throws -> Entry? {
    while true {
      let header = try read(Self.block)
      guard header.count == Self.block, header[257..<262].elementsEqual("ustar".utf8) else {
        return nil
      }
      guard let length = TarArchive.number(header[124..<136]) else {
        throw LedgerContainers.Unreadable(description: "\(path) holds a broken tar header")
      }
      guard length <= Disk.ordinaryLimit, Int64(length) <= size else {
        throw LedgerContainers.Unreadable(description: "\(path) holds a file of \(length) bytes")
      }
      let padded = (length + Self.block - 1) / Self.block * Self.block
      var bytes = try read(padded)
      guard bytes.count >= length else {
        throw LedgerContainers.Unreadable(description: "\(path) ends within a file")
      }
      bytes.removeSubrange(length...)
      switch header[156] {
      case UInt8(ascii: "L"): longName = TarArchive.text(bytes[...])
      case UInt8(ascii: "x"): longName = TarArchive.paxPath(bytes[...]) ?? longName
      case UInt8(ascii: "0"), 0:
        defer { longName = nil }
        return Entry(name: longName ?? TarArchive.name(header[...]), bytes: bytes)
      case UInt8(ascii: "g"): continue
      default: longName = nil
      }
    }
  }

  private func read(_ count: Int) throws -> [UInt8] {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        #if canImport(Glibc)
          let got = Glibc.read(descriptor, buffer.baseAddress.map { $0 + filled }, count - filled)
        #else
          let got = Darwin.read(descriptor, buffer.baseAddress.map { $0 + filled }, count - filled)
        #endif
        if got < 0, errno == EINTR { continue }
        if got < 0 { failure = errno }
        if got <= 0 { break }
        filled += got
      }
    }
    if failure != 0 { throw FileError(.read, path, .system(failure)) }
    return bytes
  }
}
