// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
package import PassModel

/// What could be read of an archive.
package struct ReadArchive: Sendable {
  /// How the bytes of an entry are packed.
  package enum Method: Hashable, Sendable {
    case stored, deflated
    /// A method that is refused here, by its number in the format (APPNOTE 4.4.5).
    case other(Int)
  }

  /// One file of the archive; folders are left out.
  package struct Entry: Sendable {
    /// The path as the archive spells it, bytes that are not UTF-8 replaced.
    package let path: String
    /// The path written plainly: slashes for backslashes, no ./ and no empty parts. Where it
    /// differs, that was reported, and everything else is judged by this one.
    package let plainPath: String
    /// The content; of an entry that is not intact what could be read, perhaps nothing.
    package let bytes: [UInt8]
    /// How the bytes are packed, by the number in the directory.
    package let method: Method
    /// The packed size the directory gives, in bytes.
    package let compressedSize: Int
    /// The size the directory gives, in bytes; proven only where `isIntact`.
    package let size: Int
    /// The CRC-32 the directory gives; proven only where `isIntact`.
    package let crc32: UInt32
    /// Where the entry's local header starts, in bytes from the start of the file.
    package let offset: Int
    /// Whether size and check sum are right. Where not, that was reported and the content must
    /// not be judged any further.
    package let isIntact: Bool
    /// The content where it was met before or will be recognised again.
    package var known: KnownContent?
  }

  /// The archive as the user knows it.
  package let name: String
  /// In the order of the archive's directory; a name may come twice.
  package let entries: [Entry]
  /// The folder everything lies in, by mistake, without `/`; that was reported.
  package let enclosingFolder: String?

  /// Where an entry stands in the pass: its plain path without the enclosing folder.
  package func pathInPass(of entry: Entry) -> String {
    guard let folder = enclosingFolder, entry.plainPath.utf8.starts(with: (folder + "/").utf8)
    else { return entry.plainPath }
    return String(decoding: entry.plainPath.utf8.dropFirst(folder.utf8.count + 1), as: UTF8.self)
  }

  /// The intact files sorted by path, manifest.json and signature among them.
  ///
  /// An enclosing folder is taken off, so that its content can be judged; of two entries with
  /// one name the later counts, as when they are unpacked.
  package func packagedFiles() -> [PackagedFile] {
    let files = allFiles()
    var sorted: [PackagedFile] = []
    sorted.reserveCapacity(files.count)
    for file in files {
      if let last = sorted.last, last.path.utf8.elementsEqual(file.path.utf8) {
        sorted.removeLast()
      }
      sorted.append(file)
    }
    return sorted
  }

  /// All intact files sorted by path, those with one path in the order of the archive.
  package func allFiles() -> [PackagedFile] {
    var files: [PackagedFile] = []
    files.reserveCapacity(entries.count)
    for entry in entries where entry.isIntact {
      files.append(
        PackagedFile(
          path: pathInPass(of: entry), bytes: entry.bytes, name: entry.path, bundle: name,
          known: entry.known))
    }
    let order = files.indices.sorted { one, other in
      let (first, second) = (files[one].path.utf8, files[other].path.utf8)
      if first.lexicographicallyPrecedes(second) { return true }
      return one < other && !second.lexicographicallyPrecedes(first)
    }
    return order.map { files[$0] }
  }
}

/// Reads archives from strangers.
package enum ArchiveReader {
  /// Reads every entry within the limits and reports every fault of the archive at its place.
  ///
  /// - Parameters:
  ///   - name: the archive as the user knows it, `outer.pkpasses!inner.pkpass` when nested.
  ///   - pool: contents met in archives before, which need not be unpacked and summed up again.
  /// - Returns: what could be read; nil when it is not an archive or breaks a limit as a whole.
  package static func read(
    _ bytes: [UInt8], name: String, limits: ArchiveLimits = ArchiveLimits(),
    pool: inout ContentPool, report: inout Report
  ) -> ReadArchive? {
    var scan = ArchiveScan(bytes, name: name, limits: limits)
    let archive = scan.run(&pool)
    report.append(scan.diagnostics)
    return archive
  }

  /// Reads every entry of one archive alone, within the limits, and reports every fault of the
  /// archive at its place.
  ///
  /// - Returns: what could be read; nil when it is not an archive or breaks a limit as a whole.
  package static func read(
    _ bytes: [UInt8], name: String, limits: ArchiveLimits = ArchiveLimits(),
    report: inout Report
  ) -> ReadArchive? {
    var pool = ContentPool()
    return read(bytes, name: name, limits: limits, pool: &pool, report: &report)
  }
}
