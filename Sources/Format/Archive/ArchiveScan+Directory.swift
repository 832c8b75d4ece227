// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics

extension ArchiveScan {
  /// The data of the end record.
  struct End {
    /// The offset of the end record. With ZIP64 it is that of the ZIP64 end record in front of it.
    var position: Int
    /// The end of the archive including its comment. Other bytes may follow it.
    var fileEnd: Int
    var entryCount: Int
    /// The range of the directory in this file.
    var directory: Range<Int>
    /// The size of the directory in bytes, according to the end record.
    var directorySize: Int
    /// The number to add to all offsets in the archive.
    var base: Int
  }

  // MARK: The end record

  /// Finds the end record. If there are several, it returns the one nearest to the end of the file
  /// that fits.
  ///
  /// A truncated archive may contain a complete smaller one, as a .pkpasses does. The smaller one
  /// is not used instead.
  mutating func findEnd() -> End? {
    var loose: Int?
    var position = bytes.count - 22
    // In the last 64 kB the comment may reach exactly to the end of the file. Further up other
    // bytes must follow the record.
    while position >= 0 {
      if bytes[position] == 0x50, starts(position, with: ZIPSignature.end) {
        let comment = number(position + 20, 2) ?? 0
        if position + 22 + comment == bytes.count {
          if let loose {
            report(
              ArchiveFindings.dataBetween,
              "the archive's comment has an end record at offset \(loose), after the archive's own "
                + "at offset \(position)")
          }
          return end(at: position, comment: comment)
        }
        if loose == nil { loose = position }
      }
      position -= 1
    }
    guard let loose else { return nil }
    return end(at: loose, comment: number(loose + 20, 2) ?? 0)
  }

  private mutating func end(at record: Int, comment: Int) -> End? {
    guard var counts = counts(inRecordAt: record), let disk = number(record + 4, 2),
      let firstDisk = number(record + 6, 2)
    else { return nil }
    reportParts(disk: disk, firstDisk: firstDisk)
    var position = record
    if let large = zip64End(before: record) {
      report(ArchiveFindings.zip64, "the archive has a ZIP64 end record")
      counts = self.counts(inZIP64RecordAt: large) ?? counts
      position = large
    }
    let start = directoryStart(counts, before: position)
    if let start, start > 0, start > counts.offset,
      containsAnotherArchive(before: start - counts.offset)
    {
      return nil
    }
    let base = base(of: start, counts)
    let fileEnd = record + 22 + comment
    if counts.entriesHere != counts.entries, !isBroken {
      report(
        ArchiveFindings.directory,
        "the end record counts \(counts.entriesHere) entries in this part and \(counts.entries) "
          + "in all, and there is one part")
      isBroken = true
    }
    if fileEnd > bytes.count, !isBroken {
      report(
        ArchiveFindings.truncated,
        "the archive's comment has \(comment) bytes, \(fileEnd - bytes.count) of them are missing")
    }
    return End(
      position: position, fileEnd: fileEnd, entryCount: counts.entries,
      directory: (start ?? position)..<position, directorySize: counts.size, base: base)
  }

  /// The data about the directory in an end record.
  private struct Counts {
    var entries: Int
    /// The entries in this part of the archive.
    var entriesHere: Int
    /// The size in bytes.
    var size: Int
    var offset: Int
  }

  private func counts(inRecordAt position: Int) -> Counts? {
    guard let entries = number(position + 10, 2), let here = number(position + 8, 2),
      let size = number(position + 12, 4), let offset = number(position + 16, 4)
    else { return nil }
    return Counts(entries: entries, entriesHere: here, size: size, offset: offset)
  }

  private func counts(inZIP64RecordAt position: Int) -> Counts? {
    guard let entries = number(position + 32, 8), let here = number(position + 24, 8),
      let size = number(position + 40, 8), let offset = number(position + 48, 8)
    else { return nil }
    return Counts(entries: entries, entriesHere: here, size: size, offset: offset)
  }

  private mutating func reportParts(disk: Int, firstDisk: Int) {
    if disk != 0 && disk != 0xFFFF {
      report(ArchiveFindings.split, "the archive is part \(disk + 1) of several")
      isBroken = true
    } else if firstDisk != 0 && firstDisk != 0xFFFF {
      report(
        ArchiveFindings.split,
        "the archive's directory starts in part \(firstDisk + 1) of several")
      isBroken = true
    }
  }

  /// Returns the start of the directory, or nil if there is none. It is either directly in front of
  /// the end record or at the offset in the end record. The first place is tried first, because the
  /// offset is wrong if bytes precede the archive.
  private func directoryStart(_ counts: Counts, before position: Int) -> Int? {
    let before = counts.size <= position ? position - counts.size : -1
    if counts.entries == 0 || starts(before, with: ZIPSignature.directoryHeader) {
      return max(before, 0)
    }
    let isThere =
      starts(counts.offset, with: ZIPSignature.directoryHeader) && counts.offset < position
    return isThere ? counts.offset : nil
  }

  /// Returns the number to add to all offsets in an archive whose directory starts at `start`.
  private mutating func base(of start: Int?, _ counts: Counts) -> Int {
    guard let start else {
      report(ArchiveFindings.directory, "the end record names a place without a directory")
      isBroken = true
      return 0
    }
    guard start < counts.offset else { return start - counts.offset }
    report(
      ArchiveFindings.truncated,
      "\(counts.offset - start) bytes are missing between the start of the archive and its "
        + "directory")
    isBroken = true
    return 0
  }

  /// Returns whether the bytes before `base` are the start of a truncated archive. The found
  /// archive is then an entry of it.
  private func containsAnotherArchive(before base: Int) -> Bool {
    starts(0, with: ZIPSignature.localHeader) && !starts(base - 22, with: ZIPSignature.end)
  }

  private func zip64End(before position: Int) -> Int? {
    guard starts(position - 20, with: ZIPSignature.zip64Locator) else { return nil }
    let usual = position - 20 - 56
    if starts(usual, with: ZIPSignature.zip64End) { return usual }
    guard let offset = number(position - 20 + 8, 8), offset < position,
      starts(offset, with: ZIPSignature.zip64End)
    else { return nil }
    return offset
  }

  // MARK: The directory

  /// Reads the list of entries. Returns false if there are too many.
  mutating func readDirectory(_ end: End) -> Bool {
    guard end.entryCount <= limits.entries else {
      reportTooMany(end.entryCount)
      return false
    }
    var position = end.directory.lowerBound
    var usesZIP64 = false
    while position < end.directory.upperBound,
      starts(position, with: ZIPSignature.directoryHeader)
    {
      guard records.count < limits.entries else {
        reportTooMany(records.count + 1)
        return false
      }
      guard let length = readRecord(position, end, &usesZIP64) else { break }
      position += length
    }
    if usesZIP64, !diagnostics.contains(where: { $0.finding == ArchiveFindings.zip64 }) {
      report(ArchiveFindings.zip64, "the archive has ZIP64 sizes")
    }
    if !isBroken, records.count != end.entryCount {
      report(
        ArchiveFindings.directory,
        "the directory lists \(records.count) entries, the end record counts \(end.entryCount)")
      isBroken = true
    }
    checkParts()
    checkSize(position - end.directory.lowerBound, end)
    if !isBroken, position < end.directory.upperBound {
      reportBytes(position..<end.directory.upperBound)
    }
    return true
  }

  /// Reports entries that are in another part of the archive.
  private mutating func checkParts() {
    let elsewhere = records.filter { $0.disk != 0 && $0.disk != 0xFFFF }
    guard !isBroken, let first = elsewhere.first else { return }
    let others = elsewhere.count > 1 ? ", and \(elsewhere.count - 1) more are not here" : ""
    report(
      ArchiveFindings.split,
      "\(shown(first.name)) starts in part \(first.disk + 1) of several\(others)")
    isBroken = true
  }

  /// Checks the size of the directory. Readers use it to find the directory backwards from the end
  /// record. It may reach to the last entry or to the end record, and nowhere else.
  private mutating func checkSize(_ length: Int, _ end: End) {
    guard !isBroken, end.directorySize != length, end.directorySize != end.directory.count else {
      return
    }
    report(
      ArchiveFindings.directory,
      "the directory has \(counted(length, "byte")), the end record expects \(end.directorySize)")
    isBroken = true
  }

  /// Reports bytes between the directory and the end record.
  private mutating func reportBytes(_ gap: Range<Int>) {
    let isEnd = starts(gap.lowerBound, with: ZIPSignature.end)
    report(
      ArchiveFindings.dataBetween,
      isEnd
        ? "a second end record is at offset \(gap.lowerBound), before the last one"
        : "\(counted(gap.count, "byte")) at offset \(gap.lowerBound) are between the directory "
          + "and the end record")
  }

  private mutating func reportTooMany(_ count: Int) {
    reportLimit("the archive has \(count) entries or more, the limit entries is \(limits.entries)")
  }

  /// Reads one entry of the directory. Returns its length, or nil if it exceeds the directory.
  private mutating func readRecord(_ position: Int, _ end: End, _ usesZIP64: inout Bool) -> Int? {
    guard let nameLength = number(position + 28, 2), let extraLength = number(position + 30, 2),
      let commentLength = number(position + 32, 2), let crc = number(position + 16, 4),
      let flags = number(position + 8, 2), let method = number(position + 10, 2),
      var compressedSize = number(position + 20, 4), var size = number(position + 24, 4),
      let madeBy = number(position + 5, 1), let attributes = number(position + 38, 4),
      var offset = number(position + 42, 4), let disk = number(position + 34, 2)
    else { return nil }
    let length = 46 + nameLength + extraLength + commentLength
    guard length <= end.directory.upperBound - position else { return nil }
    let nameStart = position + 46
    // ZIP64 replaces exactly the numbers whose bits are all ones, in this order (APPNOTE 4.5.3).
    let extra = (nameStart + nameLength)..<(nameStart + nameLength + extraLength)
    let extraFault =
      extra.isEmpty
      ? nil
      : extraFieldError(
        extra, largeNumbers: [size, compressedSize, offset].count { $0 == 0xFFFF_FFFF })
    var large = zip64Numbers(extra).makeIterator()
    if size == 0xFFFF_FFFF, let value = large.next() { (size, usesZIP64) = (value, true) }
    if compressedSize == 0xFFFF_FFFF, let value = large.next() {
      (compressedSize, usesZIP64) = (value, true)
    }
    if offset == 0xFFFF_FFFF, let value = large.next() { (offset, usesZIP64) = (value, true) }
    let nameBytes = bytes[nameStart..<(nameStart + nameLength)]
    // All offsets after the end of the file are equivalent. The limit prevents an overflow in the
    // sums below.
    records.append(
      Record(
        nameBytes: nameBytes, name: String(decoding: nameBytes, as: UTF8.self), flags: flags,
        method: method, crc32: UInt32(truncatingIfNeeded: crc), compressedSize: compressedSize,
        size: size, offset: min(offset, bytes.count) + end.base, madeBy: madeBy,
        attributes: attributes, disk: disk,
        otherName: unicodeName(extra, insteadOf: nameBytes), extraFault: extraFault))
    return length
  }

  /// Returns the name in Info-ZIP's extra field for UTF-8 names (APPNOTE 4.6.9) if it differs from
  /// the header. Readers ignore a field that was made for another name.
  func unicodeName(
    _ extra: Range<Int>, insteadOf name: ArraySlice<UInt8>
  ) -> ArraySlice<UInt8>? {
    var position = extra.lowerBound
    while position + 4 <= extra.upperBound {
      guard let id = number(position, 2), let length = number(position + 2, 2) else { break }
      let end = position + 4 + length
      guard end <= extra.upperBound else { break }
      if id == 0x7075 {
        guard length > 5, bytes[position + 4] == 1,
          number(position + 5, 4) == Int(CRC32.of(Array(name)))
        else { return nil }
        let other = bytes[(position + 9)..<end]
        return other == name || Self.mayBeSpelled(other, name) ? nil : other
      }
      position = end
    }
    return nil
  }

  /// Returns whether `name` may be the UTF-8 form of `old` in an older code page. The invalid UTF-8
  /// in `old` already has a diagnostic.
  private static func mayBeSpelled(_ name: ArraySlice<UInt8>, _ old: ArraySlice<UInt8>) -> Bool {
    name.contains { $0 >= 0x80 } && String(validating: old, as: UTF8.self) == nil
  }

  /// Returns the 8-byte numbers of the ZIP64 extra field, if there is one.
  func zip64Numbers(_ extra: Range<Int>) -> [Int] {
    var position = extra.lowerBound
    while position + 4 <= extra.upperBound {
      guard let id = number(position, 2), let length = number(position + 2, 2) else { break }
      if id == 1 {
        let end = min(position + 4 + length, extra.upperBound)
        return stride(from: position + 4, to: end - 7, by: 8).compactMap { number($0, 8) }
      }
      position += 4 + length
    }
    return []
  }
}
