// SPDX-License-Identifier: Apache-2.0

import CZip
package import PassBasics

/// An untrusted zip archive whose entries are unpacked in pieces, so that it may be larger than
/// memory.
package final class ZIPFile {
  /// The reason why an archive or an entry cannot be read.
  package enum Fault: Error, Equatable {
    /// The archive or the entry is damaged, in words.
    case damaged(String)
    /// A limit is exceeded, in words.
    case tooLarge(String)
  }

  /// Limits as for passes, except that an entry is never in memory as a whole.
  package struct Limits: Sendable {
    /// The most entries, including folders.
    package var entries = 16_384
    /// The most bytes of one entry, unpacked.
    package var entrySize = 4 << 30
    /// The most bytes that one packed byte may unpack to, in any stretch of 8 MiB.
    package var ratio = ArchiveLimits().ratio

    /// Creates the default limits.
    package init() {}
  }

  private let source: SpilledSource
  private let archive: OpaquePointer
  private let limits: Limits
  /// The numbers of the entries by their lower-cased names.
  private let numbers: [String: UInt64]

  /// Reads the directory of an archive.
  package init(_ bytes: SpilledBytes, limits: Limits = Limits()) throws(Fault) {
    let source = SpilledSource(bytes)
    var error = zip_error_t()
    zip_error_init(&error)
    defer { zip_error_fini(&error) }
    guard let zip = source.makeSource(&error) else { throw Self.zipError(&error, source) }
    guard let archive = zip_open_from_source(zip, ZIP_RDONLY, &error) else {
      zip_source_free(zip)
      throw Self.zipError(&error, source)
    }
    do throws(Fault) {
      numbers = try Self.numbers(archive, limits)
    } catch {
      zip_discard(archive)
      throw error
    }
    (self.source, self.archive, self.limits) = (source, archive, limits)
  }

  // Nothing was changed, so nothing is written. The call also frees libzip's source.
  deinit { zip_discard(archive) }

  private static func numbers(
    _ archive: OpaquePointer, _ limits: Limits
  ) throws(Fault) -> [String: UInt64] {
    let count = zip_get_num_entries(archive, 0)
    guard count <= limits.entries else {
      throw .tooLarge("it has \(count) entries, the limit is \(limits.entries)")
    }
    var numbers: [String: UInt64] = [:]
    for number in 0..<UInt64(max(count, 0)) {
      guard let name = zip_get_name(archive, number, 0) else { continue }
      let key = String(cString: name).lowercased()
      guard numbers.updateValue(number, forKey: key) == nil else {
        throw .damaged("it has two entries with the name \(key)")
      }
    }
    return numbers
  }

  /// Returns whether there is an entry with a name, in any case.
  package func contains(_ name: String) -> Bool { numbers[name.lowercased()] != nil }

  /// Returns whether an entry fits a condition, by its lower-cased name.
  package func contains(where fits: (String) -> Bool) -> Bool { numbers.keys.contains(where: fits) }

  /// Opens an entry, whose name may be in another case. Returns nil if there is none.
  package func entry(_ name: String) throws(Fault) -> Entry? {
    guard let number = numbers[name.lowercased()] else { return nil }
    guard let file = zip_fopen_index(archive, number, 0) else {
      throw .damaged(String(cString: zip_strerror(archive)).lowercased())
    }
    return Entry(file, of: self)
  }

  private static func zipError(_ error: inout zip_error_t, _ source: SpilledSource) -> Fault {
    .damaged(String(cString: zip_error_strerror(&error)).lowercased())
  }

  /// An entry that is being unpacked. Only one entry of an archive may be open at a time, because
  /// the ratio is measured by what the archive reads.
  package final class Entry {
    private static let pieceInBytes = 64 << 10

    private let file: OpaquePointer
    private let zip: ZIPFile
    private var unpacked = 0
    /// The start of the stretch, in unpacked bytes and in packed bytes read for them.
    private var stretch: (out: Int, packed: Int)

    fileprivate init(_ file: OpaquePointer, of zip: ZIPFile) {
      (self.file, self.zip) = (file, zip)
      stretch = (0, zip.source.bytesRead)
    }

    deinit { zip_fclose(file) }

    /// Returns the next bytes, or nil at the end, after libzip has verified the checksum.
    package func next() throws -> [UInt8]? {
      var outcome: Int64 = 0
      let piece = [UInt8](unsafeUninitializedCapacity: Self.pieceInBytes) { buffer, count in
        guard let base = buffer.baseAddress else { return }
        outcome = Int64(zip_fread(file, base, UInt64(Self.pieceInBytes)))
        count = max(0, Int(outcome))
      }
      if let failure = zip.source.failure { throw failure }
      guard outcome >= 0 else {
        throw Fault.damaged(String(cString: zip_file_strerror(file)).lowercased())
      }
      guard outcome > 0 else { return nil }
      unpacked += piece.count
      try checkLimits()
      return piece
    }

    private func checkLimits() throws(Fault) {
      guard unpacked <= zip.limits.entrySize else {
        throw .tooLarge("it unpacks to more than \(zip.limits.entrySize >> 20) MB")
      }
      guard unpacked - stretch.out >= Inflater.stretchInBytes else { return }
      let packed = zip.source.bytesRead - stretch.packed + Inflater.readAheadInBytes
      guard packed >= (unpacked - stretch.out) / zip.limits.ratio else {
        throw .tooLarge(
          "it unpacks \(packed) bytes to \(unpacked - stretch.out) on its way, the limit ratio is "
            + "\(zip.limits.ratio)")
      }
      stretch = (unpacked, zip.source.bytesRead)
    }
  }
}

/// The bytes of an archive in memory or in a file without a name.
private final class SpilledSource: ZIPSource {
  private let bytes: SpilledBytes
  /// The error of the disk that made a read fail.
  private(set) var failure: FileError?

  init(_ bytes: SpilledBytes) {
    self.bytes = bytes
    super.init(length: bytes.count)
  }

  override func read(
    into target: UnsafeMutableRawBufferPointer, at position: Int
  ) -> Int {
    let count = min(target.count, length - position)
    guard count > 0 else { return 0 }
    do throws(FileError) {
      try bytes.read(into: UnsafeMutableRawBufferPointer(rebasing: target[..<count]), at: position)
      return count
    } catch {
      failure = error
      return -1
    }
  }
}
