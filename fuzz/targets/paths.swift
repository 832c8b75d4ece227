// SPDX-License-Identifier: Apache-2.0

import PassUpdates

/// Reads the method and target of untrusted requests. The names in a call must come from the path
/// and must not be longer than it. Names encoded as devices encode them must be read back.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let parts = Input(start, count).parts(3).map { String(decoding: $0, as: UTF8.self) }
  let (target, type, serial) = (parts[0], parts[1], parts[2])
  for method in ["GET", "POST", "DELETE", "HEAD", "PUT"] { read(method, target) }
  readBack(type, serial)
  return 0
}

private func read(_ method: String, _ target: String) {
  switch DeviceCall.read(method: method, target: target) {
  case .success(.register(let device, let address)), .success(.unregister(let device, let address)):
    expect(isPart(device, of: target), "a device stands in the path")
    check(address, target)
  case .success(.list(let device, let type, let since)):
    expect(isPart(device, of: target), "a device stands in the path")
    expect(isPart(type, of: target), "a type stands in the path")
    if let since {
      expect(since.utf8.count <= target.utf8.count, "a tag is no longer than the query")
      let begin = UpdateTag.start(of: since, epoch: "e", current: 9)
      expect((0...9).contains(begin), "a list begins at a number that was given out")
    }
  case .success(.pass(let address, let headOnly)):
    expect(headOnly == (method == "HEAD"), "HEAD alone asks for the head")
    check(address, target)
  case .success(.personalize(let address)): check(address, target)
  case .success(.log): expect(method == "POST", "messages are posted")
  case .failure(.tooLong):
    expect(target.utf8.count > DeviceCall.pathLimitInBytes, "only long paths are too long")
  case .failure: break
  }
}

private func check(_ address: PassAddress, _ target: String) {
  expect((1...2).contains(address.serials.count), "a serial is read once or twice decoded")
  expect(isPart(address.passType, of: target), "a type stands in the path")
  for serial in address.serials {
    expect(isPart(serial, of: target), "a serial stands in the path")
  }
}

/// Decoding never makes a text longer. A path with an empty part would be another call.
private func isPart(_ text: String, of target: String) -> Bool {
  !text.isEmpty && text.utf8.count <= target.utf8.count
}

private func readBack(_ type: String, _ serial: String) {
  guard !type.isEmpty, !serial.isEmpty else { return }
  let once = PercentEncoding.encoded(serial)
  let isSegment = once.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "/") }
  expect(isSegment, "what is encoded is one segment")
  expect(PercentEncoding.readings(of: once).first == serial, "what was encoded once is read first")
  let twice = PercentEncoding.encoded(once)
  expect(PercentEncoding.readings(of: twice).contains(serial), "what was encoded twice is read too")
  let path = "/v1/passes/\(PercentEncoding.encoded(type))/\(once)"
  guard path.utf8.count <= DeviceCall.pathLimitInBytes else { return }
  guard case .success(.pass(let address, _)) = DeviceCall.read(method: "GET", target: path) else {
    return expect(false, "the path of a pass is read")
  }
  expect(address.serials.first == serial, "the serial is the pass's")
}
