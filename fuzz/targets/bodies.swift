// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassUpdates

/// Reads the bodies of registrations, log calls and sign-ups. Accepted values must be within the
/// limits, and a message must be one printable line. The lists that the service writes must be
/// JSON.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Input(start, count)
  if let token = DeviceBody.pushToken(in: input.bytes) {
    expect((1...PushToken.limitInBytes).contains(token.utf8.count), "a push token has a length")
    if PushToken.isSendable(token) {
      expect(token.utf8.count % 2 == 0 && token.utf8.allSatisfy { $0 < 0x80 }, "only hex is sent")
    }
  }
  if let messages = DeviceBody.messages(in: input.bytes) {
    expect(messages.count <= DeviceBody.messageLimit, "messages are bounded")
    for message in messages { check(LogMessage.cleaned(message)) }
  }
  if let signUp = DeviceBody.signUp(in: input.bytes) {
    expect(!signUp.token.isEmpty, "there is something to sign")
  }
  let text = String(decoding: input.bytes, as: UTF8.self)
  check(LogMessage.cleaned(text))
  _ = LogMessage.cause(of: text)
  list(text)
  return 0
}

private func check(_ message: String) {
  let hasControl = message.unicodeScalars.contains { $0.properties.generalCategory == .control }
  expect(!hasControl, "no control is kept")
  // The longest scalar is written as \u{10ffff}. One more scalar marks a truncated message.
  expect(message.unicodeScalars.count <= LogMessage.limit * 10 + 1, "a message is bounded")
}

private func list(_ text: String) {
  guard let body = DeviceResponse.list([text, "B"], tag: UpdateTag(epoch: "e", number: 7)).body
  else {
    return expect(false, "a list of something has a body")
  }
  var report = Report()
  let document = JSONReader.read(body, name: "list", report: &report)
  expect(!report.hasErrors, "a list is JSON")
  let serials = document?.root["serialNumbers"].map { Array($0.elements) } ?? []
  let first = serials.first?.string
  expect(first.map { Array($0.utf8) } == Array(text.utf8), "a serial stands in it as it is")
}
