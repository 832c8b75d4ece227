// SPDX-License-Identifier: Apache-2.0

import PassArchive
import PassBasics
import PassCrypto
import PassDiagnostics
import PassModel

/// The folder for archives without any error or warning. fuzz/run.sh has bsdtar read them.
private let fineFolder = Environment.value("PASSC_FUZZ_FINE")

/// Reads untrusted archives. Every entry must stay within the limits. An archive that cannot be
/// read must give a message.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Input(start, count)
  var limits = ArchiveLimits()
  // The limits are nearly those of passc but keep each input fast. The fuzzer itself limits the
  // memory.
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
  if let fineFolder, report.count(of: .error) + report.count(of: .warning) == 0 {
    let name = Digest.sha1Hex(input.bytes) + ".zip"
    do {
      try Disk.write(input.bytes, to: FilePath.join(fineFolder, name))
    } catch {
      fatalError("\(fineFolder): \(error)")
    }
  }
  return 0
}
