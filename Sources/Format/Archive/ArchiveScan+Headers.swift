// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics

extension ArchiveScan {
  // MARK: Local headers

  /// Finds the bytes of every entry and compares its local header with the directory.
  mutating func readLocalHeaders(before directory: Range<Int>) {
    defer { reportLocalZIP64() }
    for index in records.indices {
      let record = records[index]
      guard starts(record.offset, with: ZIPSignature.localHeader),
        let nameLength = number(record.offset + 26, 2),
        let extraLength = number(record.offset + 28, 2)
      else {
        if !isBroken {
          report(
            ArchiveFindings.headerMissing,
            "there is no entry at offset \(record.offset), where \(shown(record.name)) should be",
            entry: record.name)
        }
        records[index].isUnreadable = true
        continue
      }
      let nameStart = record.offset + 30
      let start = nameStart + nameLength + extraLength
      guard start <= directory.lowerBound,
        record.compressedSize <= directory.lowerBound - start
      else {
        if !isBroken {
          report(
            ArchiveFindings.overlapping, "\(shown(record.name)) reaches into the directory",
            entry: record.name)
        }
        records[index].isUnreadable = true
        continue
      }
      let data = start..<(start + record.compressedSize)
      records[index].data = data
      if record.otherName == nil {
        let extra = (nameStart + nameLength)..<start
        records[index].otherName = unicodeName(
          extra, insteadOf: bytes[nameStart..<(nameStart + nameLength)])
      }
      if extraLength > 0, record.extraFault == nil {
        // libarchive reads only the sizes of a local header as ZIP64 numbers.
        let large = [18, 22].count { number(record.offset + $0, 4) == 0xFFFF_FFFF }
        records[index].extraFault = extraFieldError(
          (nameStart + nameLength)..<start, largeNumbers: large)
      }
      var differences = differences(of: record, nameLength, extraLength)
      let descriptor = descriptor(of: record, at: data.upperBound, before: directory.lowerBound)
      if let fault = descriptor.fault { differences.append(fault) }
      records[index].extent = record.offset..<(data.upperBound + descriptor.length)
      records[index].differences = differences
    }
  }

  /// Reports 8-byte sizes that are only in local headers. Programs write them if they do not know
  /// the sizes beforehand, and programs that read the file from the start use them.
  private mutating func reportLocalZIP64() {
    guard !diagnostics.contains(where: { $0.finding == ArchiveFindings.zip64 }) else { return }
    let usesZIP64 = records.contains { record in
      guard record.data != nil, let nameLength = number(record.offset + 26, 2),
        let extraLength = number(record.offset + 28, 2),
        [18, 22].contains(where: { number(record.offset + $0, 4) == 0xFFFF_FFFF })
      else { return false }
      let extra = record.offset + 30 + nameLength
      return !zip64Numbers(extra..<(extra + extraLength)).isEmpty
    }
    if usesZIP64 { report(ArchiveFindings.zip64, "the archive has ZIP64 sizes in local headers") }
  }

  /// Returns the differences between local header and directory, in words.
  private func differences(
    of record: Record, _ nameLength: Int, _ extraLength: Int
  ) -> [String] {
    let offset = record.offset
    let nameStart = offset + 30
    var found: [String] = []
    let name = bytes[nameStart..<(nameStart + nameLength)]
    if name != record.nameBytes {
      found.append("its local header names it \(shown(String(decoding: name, as: UTF8.self)))")
    }
    let flags = number(offset + 6, 2) ?? 0
    if flags & 0x2041 != record.flags & 0x2041 { found.append("encryption") }
    if let method = number(offset + 8, 2), method != record.method {
      found.append("method \(method), not \(record.method)")
    }
    let large = zip64Numbers((nameStart + nameLength)..<(nameStart + nameLength + extraLength))
    var compressedSize = number(offset + 18, 4) ?? 0
    var size = number(offset + 22, 4) ?? 0
    if size == 0xFFFF_FFFF, let value = large.first { size = value }
    if compressedSize == 0xFFFF_FFFF, large.count > 1 { compressedSize = large[1] }
    // With a data descriptor the numbers follow the data, and the header may contain zeros.
    func differs(_ local: Int, _ central: Int) -> Bool {
      local != central && !(local == 0 && flags & 8 != 0)
    }
    if differs(size, record.size) { found.append("size \(size), not \(record.size)") }
    if differs(compressedSize, record.compressedSize) {
      found.append("packed size \(compressedSize), not \(record.compressedSize)")
    }
    if differs(number(offset + 14, 4) ?? 0, Int(record.crc32)) { found.append("check sum") }
    return found
  }

  /// Returns the length of the data descriptor after an entry, and its error if it has one.
  ///
  /// It may or may not start with a signature, and its sizes may have 4 or 8 bytes (APPNOTE 4.3.9).
  private func descriptor(
    of record: Record, at position: Int, before directory: Int
  ) -> (length: Int, fault: String?) {
    guard record.hasDataDescriptor else { return (0, nil) }
    let hasSignature = starts(position, with: ZIPSignature.dataDescriptor)
    for (start, width) in [(4, 4), (4, 8), (0, 4), (0, 8)] where start == 0 || hasSignature {
      let length = start + 4 + 2 * width
      if length <= directory - position, number(position + start, 4) == Int(record.crc32),
        number(position + start + 4, width) == record.compressedSize,
        number(position + start + 4 + width, width) == record.size
      {
        return (length, nil)
      }
    }
    if hasSignature, directory - position >= 16 {
      return (16, "its data descriptor has other numbers")
    }
    return (0, "its data descriptor is missing")
  }

  /// Finds entries of an archive without a directory, as long as they follow each other and their
  /// headers contain the length.
  mutating func recoverFromLocalHeaders() {
    var position = 0
    while records.count < limits.entries, starts(position, with: ZIPSignature.localHeader),
      let flags = number(position + 6, 2), let method = number(position + 8, 2),
      let crc = number(position + 14, 4), let compressedSize = number(position + 18, 4),
      let size = number(position + 22, 4), let nameLength = number(position + 26, 2),
      let extraLength = number(position + 28, 2), flags & 8 == 0
    {
      let nameStart = position + 30
      let start = nameStart + nameLength + extraLength
      guard start <= bytes.count, compressedSize <= bytes.count - start else { return }
      let nameBytes = bytes[nameStart..<(nameStart + nameLength)]
      records.append(
        Record(
          nameBytes: nameBytes, name: String(decoding: nameBytes, as: UTF8.self), flags: flags,
          method: method, crc32: UInt32(truncatingIfNeeded: crc), compressedSize: compressedSize,
          size: size, offset: position, madeBy: 0, attributes: 0,
          data: start..<(start + compressedSize), extent: position..<(start + compressedSize)))
      position = start + compressedSize
    }
  }

  // MARK: Layout

  /// Looks for entries that share bytes and for bytes that belong to no entry.
  mutating func checkLayout(_ end: End) {
    reportBytesAfter(end)
    let placed = records.indices.filter { records[$0].extent != nil }
      .sorted { (records[$0].extent?.lowerBound ?? 0) < (records[$1].extent?.lowerBound ?? 0) }
    var overlaps: [(Int, Int)] = []
    var gaps: [(bytes: Range<Int>, before: Int?)] = []
    var last: (end: Int, index: Int?) = (0, nil)
    for index in placed {
      guard let extent = records[index].extent else { continue }
      if extent.lowerBound < last.end, let other = last.index {
        overlaps.append((other, index))
      } else if extent.lowerBound > last.end {
        gaps.append((last.end..<extent.lowerBound, last.index))
      }
      if extent.upperBound > last.end { last = (extent.upperBound, index) }
    }
    if !overlaps.isEmpty { reportOverlaps(overlaps) }
    reportDifferences()
    // If an entry was not found, its bytes look like a gap. The missing entry already has a
    // diagnostic.
    guard !isBroken, overlaps.isEmpty, placed.count == records.count else { return }
    if last.end < end.directory.lowerBound {
      gaps.append((last.end..<end.directory.lowerBound, last.index))
    }
    self.gaps = gaps
  }

  /// Reports gaps. A gap after a damaged entry is likely the rest of that entry, so it is not a
  /// second error.
  mutating func reportGaps(_ damagedOffsets: Set<Int>) {
    for gap in gaps {
      if let entry = gap.before, damagedOffsets.contains(records[entry].offset),
        !starts(gap.bytes.lowerBound, with: ZIPSignature.localHeader)
      {
        continue
      }
      reportGap(gap.bytes)
    }
  }

  /// Reports entries whose headers differ. If entries overlap, the local header may belong to
  /// another entry, and the overlap already has a diagnostic.
  private mutating func reportDifferences() {
    if isBroken { return }
    for record in records where !record.isUnreadable {
      if let other = record.otherName {
        let other = String(decoding: other, as: UTF8.self)
        report(
          ArchiveFindings.headerMismatch,
          "an extra field gives \(shown(record.name)) the Unicode name \(shown(other))",
          entry: record.name)
        continue
      }
      if record.differences.isEmpty { continue }
      let words = record.differences.joined(separator: ", ")
      report(
        ArchiveFindings.headerMismatch,
        "\(shown(record.name)) differs from the directory: \(words)", entry: record.name)
    }
  }

  private mutating func reportBytesAfter(_ end: End) {
    if end.fileEnd < bytes.count {
      report(
        ArchiveFindings.dataAfter,
        "\(counted(bytes.count - end.fileEnd, "byte")) after the end of the archive")
    }
  }

  private mutating func reportOverlaps(_ overlaps: [(Int, Int)]) {
    for (a, b) in overlaps {
      records[a].isUnreadable = true
      records[b].isUnreadable = true
    }
    if isBroken { return }
    let (a, b) = overlaps[0]
    var message = "\(shown(records[b].name)) shares bytes with \(shown(records[a].name))"
    if overlaps.count > 1 { message += ", and \(overlaps.count - 1) more entries overlap" }
    report(ArchiveFindings.overlapping, message, entry: records[b].name)
  }

  private mutating func reportGap(_ gap: Range<Int>) {
    if starts(gap.lowerBound, with: ZIPSignature.localHeader),
      let length = number(gap.lowerBound + 26, 2), length <= gap.count - min(gap.count, 30)
    {
      let start = gap.lowerBound + 30
      let name = String(decoding: bytes[start..<(start + length)], as: UTF8.self)
      report(
        ArchiveFindings.unlisted,
        "\(shown(name)) is at offset \(gap.lowerBound), but not in the directory", entry: name)
    } else if gap.lowerBound == 0 {
      report(ArchiveFindings.dataBefore, "\(gap.count) bytes are before the first entry")
    } else {
      report(
        ArchiveFindings.dataBetween,
        "\(gap.count) bytes at offset \(gap.lowerBound) belong to no entry")
    }
  }
}
