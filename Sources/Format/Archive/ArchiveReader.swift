// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
package import PassModel

/// The readable content of an archive.
package struct ReadArchive: Sendable {
  /// The compression method of an entry.
  package enum Method: Hashable, Sendable {
    case stored, deflated
    /// A method that passc does not support, by its number in the format (APPNOTE 4.4.5).
    case other(Int)
  }

  /// One file of the archive. Folders are left out.
  package struct Entry: Sendable {
    /// The path as the archive spells it. Invalid UTF-8 is replaced.
    package let path: String
    /// The normalized path: slashes instead of backslashes, no ./ and no empty parts. Everything
    /// else uses this one. If it differs, that has a diagnostic.
    package let plainPath: String
    /// The content. If the entry is not intact, it is the part that could be read, which may be
    /// empty.
    package let bytes: [UInt8]
    /// The compression method in the directory.
    package let method: Method
    /// The packed size in the directory, in bytes.
    package let compressedSize: Int
    /// The size in the directory, in bytes. It is verified only if `isIntact`.
    package let size: Int
    /// The CRC-32 in the directory. It is verified only if `isIntact`.
    package let crc32: UInt32
    /// The offset of the local header, in bytes from the start of the file.
    package let offset: Int
    /// Whether size and checksum are correct. If not, that has a diagnostic and the content must
    /// not be checked further.
    package let isIntact: Bool
    /// The shared content if it was read before or will be recognized again.
    package var known: SharedContent?
  }

  /// The archive as the user knows it.
  package let name: String
  /// The entries in the order of the archive's directory. A name may occur twice.
  package let entries: [Entry]
  /// The folder that contains everything by mistake, without `/`. It has a diagnostic.
  package let enclosingFolder: String?

  /// Returns the path of the entry in the pass: its plain path without the enclosing folder.
  package func pathInPass(of entry: Entry) -> String {
    guard let folder = enclosingFolder, entry.plainPath.utf8.starts(with: (folder + "/").utf8)
    else { return entry.plainPath }
    return String(decoding: entry.plainPath.utf8.dropFirst(folder.utf8.count + 1), as: UTF8.self)
  }

  /// Returns the intact files sorted by path, including manifest.json and signature.
  ///
  /// An enclosing folder is removed from the paths so that its content can be checked. Of two
  /// entries with one name the later one counts, as it does when the archive is unpacked.
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

  /// Returns all intact files sorted by path. Those with one path are in archive order.
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

/// The reader of untrusted archives.
package enum ArchiveReader {
  /// Reads every entry within the limits and reports every error of the archive at its place.
  ///
  /// - Parameters:
  ///   - name: the archive as the user knows it, `outer.pkpasses!inner.pkpass` for a nested one.
  ///   - pool: contents of earlier archives, which need not be unpacked and verified again.
  /// - Returns: the readable content, or nil if it is not an archive or exceeds a limit as a whole.
  package static func read(
    _ bytes: [UInt8], name: String, limits: ArchiveLimits = ArchiveLimits(),
    pool: inout ContentPool, report: inout Report
  ) -> ReadArchive? {
    var scan = ArchiveScan(bytes, name: name, limits: limits)
    let archive = scan.run(&pool)
    report.append(scan.diagnostics)
    return archive
  }

  /// Reads every entry of a single archive within the limits and reports every error at its place.
  ///
  /// - Returns: the readable content, or nil if it is not an archive or exceeds a limit as a whole.
  package static func read(
    _ bytes: [UInt8], name: String, limits: ArchiveLimits = ArchiveLimits(),
    report: inout Report
  ) -> ReadArchive? {
    var pool = ContentPool()
    return read(bytes, name: name, limits: limits, pool: &pool, report: &report)
  }
}
