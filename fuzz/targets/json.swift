// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON

/// Reads JSON in strict and lenient mode. A document without errors must be written as text that
/// reads back as the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Input(start, count)
  var lenient = Report()
  let anything = JSONReader.read(input.bytes, name: "l", mode: .lenient, report: &lenient)
  if let anything { _ = JSONMergePatch.merged(anything.root, anything.root) }
  var strict = Report()
  let document = JSONReader.read(input.bytes, name: "s", report: &strict)
  guard let document, !strict.hasErrors else {
    expect(strict.hasErrors, "what is not read is complained about")
    return 0
  }
  expect(anything != nil && !lenient.hasErrors, "what is strictly right is leniently right")
  let written = JSONWriter.bytes(of: document.root)
  var again = Report()
  let second = JSONReader.read(written, name: "w", report: &again)
  expect(again.diagnostics.isEmpty, "what we write reads without a word")
  expect(second.map { JSONWriter.bytes(of: $0.root) } == written, "and is written the same")
  return 0
}
