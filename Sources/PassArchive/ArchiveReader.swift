// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
package import PassModel

/// What could be read of an archive.
package struct ReadArchive: Sendable {
  /// How the bytes of an entry are packed.
  package enum Method: Hashable, Sendable {
    case stored, deflated
    /// A method nobody may use here, by its number in the format.
    case other(Int)
  }

  /// One file of the archive; folders are left out.
  package struct Entry: Sendable {
    /// The path as the archive spells it, bytes that are not UTF-8 replaced.
    package let path: String
    /// The content; of an entry that is not intact what could be read, perhaps nothing.
    package let bytes: [UInt8]
    package let method: Method
    /// The packed size the directory gives, in bytes.
    package let compressedSize: Int
    /// The size the directory gives, in bytes; nobody has to believe it.
    package let size: Int
    /// The check sum the directory gives.
    package let crc32: UInt32
    /// Where the entry's local header starts, in bytes from the start of the file.
    package let offset: Int
    /// Whether size and check sum are right. Where not, that was reported and the content must
    /// not be judged any further.
    package let isIntact: Bool
  }

  /// The archive as the user knows it.
  package let name: String
  /// In the order of the archive's directory; a name may come twice.
  package let entries: [Entry]
  /// The folder everything lies in, by mistake, without `/`; that was reported.
  package let enclosingFolder: String?

  /// The intact files sorted by path, manifest.json and signature among them.
  ///
  /// An enclosing folder is taken off, so that its content can be judged; of two entries with
  /// one name the later counts, as when they are unpacked.
  package func packagedFiles() -> [PackagedFile] {
    var byPath: [[UInt8]: PackagedFile] = [:]
    for entry in entries where entry.isIntact {
      var path = Array(entry.path.utf8)
      if let enclosingFolder {
        let prefix = Array((enclosingFolder + "/").utf8)
        if path.starts(with: prefix) { path.removeFirst(prefix.count) }
      }
      byPath[path] = PackagedFile(
        path: String(decoding: path, as: UTF8.self), bytes: entry.bytes, name: entry.path,
        bundle: name)
    }
    return byPath.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
  }
}

/// Reads archives from strangers.
package enum ArchiveReader {
  /// Reads every entry within the limits and reports every fault of the archive at its place.
  ///
  /// - Parameters:
  ///   - name: the archive as the user knows it, `outer.pkpasses!inner.pkpass` when nested.
  /// - Returns: what could be read; nil when it is no archive or breaks a limit as a whole.
  package static func read(
    _ bytes: [UInt8], name: String, limits: ArchiveLimits = ArchiveLimits(),
    report: inout Report
  ) -> ReadArchive? {
    var scan = ArchiveScan(bytes, name: name, limits: limits)
    let archive = scan.run()
    report.append(scan.diagnostics)
    return archive
  }
}
