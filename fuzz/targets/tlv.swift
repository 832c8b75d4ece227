// SPDX-License-Identifier: Apache-2.0

import PassNFC

/// Reads TLV data and APDUs, as a phone or a reader may send them. A value that was read must be
/// written the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Input(start, count).bytes
  if let elements = try? TLV.elements(of: bytes[...]) {
    expect(
      elements.reduce(0) { $0 + $1.value.count } <= bytes.count, "values lie within the bytes")
    // Overlong lengths and empty tags are accepted when read, but never written.
    if elements.allSatisfy({ $0.value.count < 0x1_0000 }) {
      let written = TLV.bytes(of: elements)
      expect(written.count <= bytes.count, "nothing is added")
      expect((try? TLV.elements(of: written[...])) == elements, "what is written reads the same")
    }
    for element in elements { _ = try? element.elements() }
  }
  if let command = CommandAPDU(bytes) {
    expect(command.bytes == bytes, "a command is written as it was read")
  }
  guard let response = try? ResponseAPDU(bytes) else { return 0 }
  expect(response.bytes == bytes, "a response is written as it was read")
  if let select = try? SelectResponse(response) {
    expect(select.version == SelectResponse.version, "another version is refused")
    expect((try? SelectResponse(select.response)) != nil, "what we say of a phone reads")
  }
  if let data = try? GetDataResponse(response), data.cryptogram.count < 0x8000,
    data.mobileToken.count < 0x4000
  {
    let again = try? GetDataResponse(data.response)
    expect(again == data, "an answer written anew means the same")
  }
  for lines in [Trace.lines(ofResponse: bytes), Trace.lines(ofCommand: bytes, merchants: [])] {
    expect(lines.allSatisfy { ($0.hex?.utf8.count ?? 0) <= 2 * bytes.count }, "traces add nothing")
  }
  return 0
}
