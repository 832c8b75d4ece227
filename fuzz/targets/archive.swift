// SPDX-License-Identifier: Apache-2.0

import PassArchive
import PassDiagnostics
import PassModel

/// Archives of strangers: whatever the bytes say, every entry stays within the limits, and what is
/// neither read nor complained about does not exist.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Input(start, count)
  var limits = ArchiveLimits()
  // As generous as the product to the number of bytes, yet quick: memory is watched from outside.
  limits.totalSize = 64 << 20
  limits.entrySize = 32 << 20
  var report = Report()
  guard let archive = ArchiveReader.read(input.bytes, name: "a", limits: limits, report: &report)
  else {
    expect(!report.diagnostics.isEmpty, "what is not read is complained about")
    return 0
  }
  var total = 0
  for entry in archive.entries {
    total += entry.bytes.count
    expect(entry.bytes.count <= limits.entrySize, "an entry stays within its limit")
    if entry.isIntact {
      expect(entry.bytes.count == entry.size, "an intact entry has the size the directory gives")
    } else {
      expect(!report.diagnostics.isEmpty, "a damaged entry is complained about")
    }
  }
  expect(total <= limits.totalSize, "entries stay within the total")
  _ = archive.packagedFiles()
  return 0
}
