// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassModel

/// Reads pass.strings in every encoding. A file without errors must be written as a file that reads
/// back as the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Input(start, count)
  var report = Report()
  let table = StringsFile.read(input.bytes, name: "s", language: "en", report: &report)
  guard !report.hasErrors else { return 0 }
  let written = StringsFile.bytes(of: table)
  var again = Report()
  let second = StringsFile.read(written, name: "w", language: "en", report: &again)
  expect(!again.hasErrors, "what we write reads")
  expect(
    second.entries.map { [$0.key, $0.value] } == table.entries.map { [$0.key, $0.value] },
    "and means the same")
  return 0
}
