// SPDX-License-Identifier: Apache-2.0

import PassUpdates

/// Reads request headers and update tags of devices. A value that was read must be written the
/// same, and a value that the service wrote must be readable.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Input(start, count)
  let parts = input.parts(3).map { String(decoding: $0, as: UTF8.self) }
  authorization(parts[0])
  date(parts[1], input)
  tag(parts[2])
  _ = PushToken.isSendable(parts[0])
  return 0
}

private func authorization(_ text: String) {
  expect(PassAuthorization.token(in: [text, text]) == nil, "two headers say nothing")
  guard let token = PassAuthorization.token(in: [text]) else { return }
  expect(!token.isEmpty && !token.utf8.contains(UInt8(ascii: " ")), "a token is a word")
  expect(text.utf8.count >= token.utf8.count + "ApplePass ".utf8.count, "a scheme stands before it")
  expect(PassAuthorization.token(in: ["ApplePass " + token]) == token, "a token is read back")
}

private func date(_ text: String, _ input: Input) {
  if let seconds = HTTPDate.seconds(of: text) {
    expect(HTTPDate.text(seconds) == text, "a date that is read is written the same")
    expect(PassVersion(modified: seconds).isHeld(by: [text]), "who has the date has the version")
  }
  // Any time in a year with four digits.
  let number = input.bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
  let moment = Int64(number % 315_537_897_600) - 62_135_596_800
  let written = HTTPDate.text(moment)
  expect(written.utf8.count == 29, "a date has 29 letters")
  expect(HTTPDate.seconds(of: written) == moment, "a date is read back")
  if text != written {
    expect(!PassVersion(modified: moment).isHeld(by: [text]), "another text is another version")
  }
}

private func tag(_ text: String) {
  guard let tag = UpdateTag(text) else {
    return expect(UpdateTag.start(of: text, epoch: "e", current: 9) == 0, "no tag is the beginning")
  }
  expect(UpdateTag(tag.description) == tag, "a tag is read back")
  let begin = UpdateTag.start(of: text, epoch: tag.epoch, current: .max)
  expect(begin == tag.number, "a tag of ours is where a list begins")
  let foreign = UpdateTag.start(of: text, epoch: tag.epoch + "x", current: .max)
  expect(foreign == 0, "a tag of another epoch is not")
}
