// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
import PassModel

/// A single reading of an untrusted archive. It finds its parts, compares them and unpacks what is
/// intact.
///
/// No number in the file is used before it was compared with the length of the file, and none is
/// used to reserve memory.
struct ArchiveScan {
  /// An entry of the directory.
  struct Record {
    var nameBytes: ArraySlice<UInt8>
    var name: String
    var flags: Int
    var method: Int
    var crc32: UInt32
    var compressedSize: Int
    var size: Int
    /// The expected offset of the local header, from the start of the file.
    var offset: Int
    var madeBy: Int
    var attributes: Int
    /// The number of the archive part it starts in, from 0.
    var disk = 0
    /// The packed bytes, or nil if they cannot be found.
    var data: Range<Int>?
    /// All bytes of the entry in the file, including its data descriptor.
    var extent: Range<Int>?
    /// The differences in the local header, in words.
    var differences: [String] = []
    /// The normalized path, or nil if `nameBytes` is normalized already.
    var plainName: [UInt8]?
    /// The name in an extra field, if it differs.
    var otherName: ArraySlice<UInt8>?
    /// The error of an extra field of the directory or the local header, in words.
    var extraFault: String?
    /// Whether an error was reported that makes the content unreadable.
    var isUnreadable = false

    var isFolder: Bool {
      nameBytes.last == UInt8(ascii: "/") || isMarkedAsFolder && size == 0
        || nameBytes.last == UInt8(ascii: "\\") && size == 0
    }
    /// Whether the attributes mark a folder, whatever name and size are.
    var isMarkedAsFolder: Bool { attributes >> 16 & 0o170000 == 0o040000 }
    /// The path with slashes and without empty parts. All other checks use it.
    var pathBytes: ArraySlice<UInt8> { plainName.map { $0[...] } ?? nameBytes }
    var isEncrypted: Bool { flags & 0x2041 != 0 }
    var hasDataDescriptor: Bool { flags & 8 != 0 }
  }

  let bytes: [UInt8]
  let name: String
  let limits: ArchiveLimits
  var diagnostics: [Diagnostic] = []
  var records: [Record] = []
  /// Bytes that belong to no entry, each with the entry in front of them.
  var gaps: [(bytes: Range<Int>, before: Int?)] = []
  /// Whether the structure is broken. That has a diagnostic, and errors that follow from it are not
  /// reported.
  var isBroken = false
  /// Whether the archive unpacks to more than any pass.
  private var isLarge = false

  init(_ bytes: [UInt8], name: String, limits: ArchiveLimits) {
    self.bytes = bytes
    self.name = name
    self.limits = limits
  }

  mutating func run(_ pool: inout ContentPool) -> ReadArchive? {
    let archive = readAll(&pool)
    guard diagnostics.contains(where: { $0.severity == .error }) else { return archive }
    let damage: (description: String, help: String)
    if let text = TextDamage(bytes) {
      damage = (text.description, text.help)
    } else if hasConvertedLineEnds(&pool) {
      damage = (
        "was converted as text, which made CR LF of each line feed",
        "copy it as binary: type binary in FTP, write *.pkpass binary in .gitattributes"
      )
    } else {
      return archive
    }
    // Every other error follows from this one.
    diagnostics = []
    report(ArchiveFindings.readAsText, "\(name) \(damage.description)", help: damage.help)
    return nil
  }

  /// Returns whether the archive has no error with LF in place of each CR LF.
  private func hasConvertedLineEnds(_ pool: inout ContentPool) -> Bool {
    guard bytes.count <= Self.restoredLimit, starts(0, with: ZIPSignature.localHeader) else {
      return false
    }
    var restored: [UInt8] = []
    restored.reserveCapacity(bytes.count)
    for byte in bytes {
      if byte == 0x0A, restored.last == 0x0D { restored.removeLast() }
      restored.append(byte)
    }
    guard restored.count < bytes.count else { return false }
    var scan = ArchiveScan(restored, name: name, limits: limits)
    return scan.readAll(&pool) != nil && !scan.diagnostics.contains { $0.severity == .error }
  }

  /// The most bytes of an archive that is read again with other line ends.
  private static let restoredLimit = 4 << 20

  private mutating func readAll(_ pool: inout ContentPool) -> ReadArchive? {
    guard bytes.count < UInt32.max else {
      reportLimit("the file has \(bytes.count) bytes, the limit is 4 GB")
      return nil
    }
    if let end = findEnd() {
      guard readDirectory(end) else { return nil }
      if records.isEmpty, !isBroken {
        report(ArchiveFindings.noEntries, "the archive has no entries")
      }
      checkNames()
      readLocalHeaders(before: end.directory)
      checkLayout(end)
      reportExtraFields()
    } else {
      guard bytes.starts(with: [0x50, 0x4B, 3, 4]) else {
        reportUnsupportedArchive()
        return nil
      }
      report(
        ArchiveFindings.truncated,
        "the archive ends after \(bytes.count) bytes, before the directory that every zip ends with"
      )
      isBroken = true
      recoverFromLocalHeaders()
    }
    checkEntries()
    guard withinTotal() else {
      reportGaps([])
      return nil
    }
    let folder = enclosingFolder()
    let entries = readEntries(&pool)
    reportGaps(Set(entries.lazy.filter { !$0.isIntact }.map(\.offset)))
    return ReadArchive(name: name, entries: entries, enclosingFolder: folder)
  }

  // MARK: Numbers

  /// Returns a little-endian number of 1, 2, 4 or 8 bytes, or nil after the end of the file.
  func number(_ position: Int, _ count: Int) -> Int? {
    guard position >= 0, position <= bytes.count, bytes.count - position >= count else {
      return nil
    }
    return bytes.withUnsafeBytes { bytes in
      switch count {
      case 2:
        Int(UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt16.self)))
      case 4:
        Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self)))
      case 8:
        Int(
          clamping: UInt64(
            littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)))
      default: Int(bytes[position])
      }
    }
  }

  func starts(_ position: Int, with signature: UInt32) -> Bool {
    number(position, 4) == Int(signature)
  }

  // MARK: Reporting

  /// Reports a problem of the archive as a whole.
  mutating func report(_ finding: Finding, _ message: String, help: String? = nil) {
    diagnostics.append(
      Diagnostic(finding: finding, message: message, location: Location(file: name), help: help))
  }

  /// About a file that is something else than an archive.
  private mutating func reportUnsupportedArchive() {
    let kind = FileKind(bytes, name: name)
    let isTable = if case .table = kind { true } else { false }
    let isDocument = FilePath.lastComponent(name) == PackageKind.pass.document
    let folder = FilePath.parent(name)
    diagnostics.append(
      Diagnostic(
        finding: ArchiveFindings.notZip, message: "\(name) is \(kind.name), not a pass",
        location: Location(file: name),
        help: isTable
          ? "to check the rows of a table, use a template"
          : isDocument && folder != "."
            ? "did you mean \(folder)?"
            : UnsupportedArchive.wrapped(bytes)?.help ?? UnsupportedArchive.help(for: kind.name),
        settings: isTable ? [RunSetting(.rows, name)] : []))
  }

  /// About one entry.
  mutating func report(
    _ finding: Finding, _ message: String, entry: String, severity: Severity? = nil
  ) {
    diagnostics.append(
      Diagnostic(
        finding: finding, severity: severity, message: message,
        location: Location(bundle: name, file: plain(entry))))
  }

  /// Reports an exceeded limit of passc. The rest is not checked.
  mutating func reportLimit(_ message: String, entry: String? = nil) {
    let message = message + "; passc did not check the pass"
    if let entry {
      report(ArchiveFindings.limit, message, entry: entry)
    } else {
      report(ArchiveFindings.limit, message)
    }
  }

  // MARK: Content

  /// Reports links, devices, encryption, unknown methods and limits of one entry.
  private mutating func checkEntries() {
    for index in records.indices {
      let record = records[index]
      if !record.isFolder, record.isMarkedAsFolder {
        report(
          ArchiveFindings.irregularName,
          "\(shown(record.name)) is marked as a folder, but has \(record.size) bytes of content",
          entry: record.name)
      }
      let count = diagnostics.count
      let kind = record.attributes >> 16 & 0o170000
      let isUnix = record.madeBy == 3 || record.madeBy == 19
      if isUnix, kind == 0o120000 {
        report(
          ArchiveFindings.symbolicLink, "\(shown(record.name)) is a symbolic link, not a file",
          entry: record.name)
      } else if isUnix, ![0, 0o100000, 0o040000].contains(kind) {
        report(
          ArchiveFindings.special, "\(shown(record.name)) is a device, pipe or socket, not a file",
          entry: record.name)
      }
      if record.isFolder {
        if record.size > 0 {
          report(
            ArchiveFindings.irregularName,
            "\(shown(record.name)) names a folder, but has \(record.size) bytes of content",
            entry: record.name)
        }
        continue
      }
      if record.isEncrypted {
        report(
          ArchiveFindings.encrypted, "\(shown(record.name)) is encrypted", entry: record.name)
      } else if record.method != 0, record.method != 8 {
        report(
          ArchiveFindings.unknownMethod,
          "\(shown(record.name)) is packed with method \(record.method), expected 0 or 8",
          entry: record.name)
      }
      checkLimits(record)
      if diagnostics.count > count { records[index].isUnreadable = true }
    }
  }

  private mutating func checkLimits(_ record: Record) {
    if record.nameBytes.count > limits.nameLength {
      exceeded(
        "the name \(shown(record.name)) has \(record.nameBytes.count) bytes", "name-length",
        limits.nameLength, record)
    }
    if record.size > limits.entrySize {
      exceeded(
        "\(shown(record.name)) has \(record.size) bytes", "entry-size", limits.entrySize, record)
    } else if record.size > 1 << 20,
      record.size / max(record.compressedSize, 1) >= limits.ratio
    {
      exceeded(
        "\(shown(record.name)) unpacks \(record.compressedSize) bytes to \(record.size)", "ratio",
        limits.ratio, record)
    }
  }

  private mutating func exceeded(_ what: String, _ name: String, _ limit: Int, _ record: Record) {
    reportLimit("\(what), the limit \(name) is \(limit)", entry: record.name)
  }

  /// Returns whether the unpacked size is within the limits. It runs before anything is unpacked.
  private mutating func withinTotal() -> Bool {
    let total = sum { $0.size }
    if total > limits.totalSize {
      reportLimit(
        "the entries unpack to \(total) bytes, the limit total-size is \(limits.totalSize)")
      return false
    }
    isLarge = total > ArchiveLimits.largestPass
    guard isLarge else { return true }
    let packed = sum { $0.compressedSize }
    if total / max(packed, 1) >= limits.ratio {
      reportLimit(
        "the entries unpack \(packed) bytes to \(total), the limit ratio is \(limits.ratio)")
      return false
    }
    return true
  }

  /// Returns a sum over all entries that would be unpacked, with the numbers in the directory.
  private func sum(_ size: (Record) -> Int) -> Int {
    var total = 0
    for record in records where isReadable(record) {
      // Each entry is within a limit, but the user may have set that limit high enough for an
      // overflow.
      let (sum, isOver) = total.addingReportingOverflow(size(record))
      total = isOver ? .max : sum
    }
    return total
  }

  private func isReadable(_ record: Record) -> Bool {
    !record.isFolder && !record.isUnreadable && record.data != nil
  }

  private mutating func readEntries(_ pool: inout ContentPool) -> [ReadArchive.Entry] {
    let known = records.map { isReadable($0) ? content(of: $0, in: pool) : nil }
    let deflated = records.indices.filter {
      known[$0] == nil && isReadable(records[$0]) && records[$0].method == 8
    }
    let pieces = deflated.map { index in
      let record = records[index]
      return Inflater.Piece(
        packed: record.data ?? 0..<0, size: record.size, crc32: record.crc32)
    }
    var inflated = Inflater.inflate(pieces, of: bytes, ratio: isLarge ? limits.ratio : nil)
      .makeIterator()
    var entries: [ReadArchive.Entry] = []
    entries.reserveCapacity(records.count)
    for (index, record) in records.enumerated() where !record.isFolder {
      var content: [UInt8] = []
      var fault: String?
      var isRefused = false
      var kept = known[index]
      if let kept {
        content = kept.bytes
      } else if isReadable(record), let data = record.data {
        if record.method == 0 {
          content = Array(bytes[data])
          fault = storedContentError(content, record)
        } else {
          switch inflated.next() {
          case .whole(let bytes): content = bytes
          case .damaged(let bytes, let reason): (content, fault) = (bytes, reason)
          case .rejected(let bomb):
            isRefused = true
            reportLimit("\(shown(record.name)) \(bomb)", entry: record.name)
          case .skipped: isRefused = true
          case nil: fault = "it was not unpacked"
          }
        }
        if let fault {
          report(
            ArchiveFindings.damaged, "\(shown(record.name)) is damaged: \(fault)",
            entry: record.name)
        } else if !isRefused, Self.mayComeAgain(record.nameBytes) {
          kept = pool.add(
            content, packed: record.method == 0 ? nil : Array(bytes[data]), crc32: record.crc32)
        }
      }
      entries.append(
        ReadArchive.Entry(
          path: record.name,
          plainPath: record.plainName.map { String(decoding: $0, as: UTF8.self) } ?? record.name,
          bytes: content, method: Self.method(record.method),
          compressedSize: record.compressedSize, size: record.size, crc32: record.crc32,
          offset: record.offset, isIntact: isReadable(record) && fault == nil && !isRefused,
          known: kept))
    }
    return entries
  }

  /// Returns the content of an entry if an equal one was unpacked and verified before.
  private func content(of record: Record, in pool: ContentPool) -> SharedContent? {
    guard let data = record.data, record.method == 0 || record.method == 8 else { return nil }
    let known = bytes.withUnsafeBytes { bytes in
      pool.content(
        of: UnsafeRawBufferPointer(rebasing: bytes[data]), isPacked: record.method == 8,
        crc32: record.crc32)
    }
    // The size is the only number of the entry that equal packed bytes do not verify.
    return known?.bytes.count == record.size ? known : nil
  }

  /// Returns whether other passes may contain the same file. pass.json, manifest and signature are
  /// specific to a pass, and a pass occurs once in a .pkpasses.
  private static func mayComeAgain(_ name: ArraySlice<UInt8>) -> Bool {
    let kind = PackageKind.pass
    return !name.elementsEqual(kind.document.utf8) && !name.elementsEqual(kind.manifest.utf8)
      && !name.elementsEqual(kind.signature.utf8)
      && !name.suffix(kind.fileExtension.utf8.count).elementsEqual(kind.fileExtension.utf8)
  }

  private func storedContentError(_ content: [UInt8], _ record: Record) -> String? {
    if content.count != record.size {
      return "stored in \(content.count) bytes, but its size is given as \(record.size)"
    }
    return CRC32.of(content) == record.crc32 ? nil : "crc error"
  }

  private static func method(_ number: Int) -> ReadArchive.Method {
    switch number {
    case 0: .stored
    case 8: .deflated
    default: .other(number)
    }
  }
}
