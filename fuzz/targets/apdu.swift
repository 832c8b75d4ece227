// SPDX-License-Identifier: Apache-2.0

import PassCrypto
import PassNFC

private let key = (try? PrivateKey(p256Scalar: [UInt8](repeating: 0x11, count: 32)))
  .flatMap { ReaderKey($0) }

private func pass(_ letter: String, _ key: ReaderKey, over: Bool = false) -> NFCPass {
  NFCPass(
    passTypeIdentifier: "pass.com.example.\(letter)", serialNumber: "1",
    message: Array("message of \(letter)".utf8), key: key.publicKey,
    requiresAuthentication: letter == "b", isOver: over)
}

/// Sends commands to the simulated phone and responses to the simulated reader. The first byte
/// selects what the phone's owner does. Messages follow, each with a length byte and that many
/// bytes.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Input(start, count).bytes
  guard let key, let first = bytes.first else { return 0 }
  let passes = [pass("a", key), pass("b", key), pass("c", key, over: true)]
  var phone = NFCPhone(
    passes: passes, randomness: { [UInt8](repeating: 0x42, count: $0) }, clock: { 1_767_323_045 })
  switch first % 4 {
  case 0: phone.present(.nothing)
  case 1: phone.present(.pass(passes[0].id))
  case 2: phone.present(.pass(passes[1].id), authenticated: first & 4 != 0)
  default: phone.present(.paymentCard, authenticated: first & 4 != 0)
  }
  let messages = Framing.messages(bytes.dropFirst())
  for message in messages { ask(&phone, message, key) }
  hear(messages, key)
  return 0
}

private enum Framing {
  static func messages(_ bytes: ArraySlice<UInt8>) -> [[UInt8]] {
    var messages: [[UInt8]] = []
    var rest = bytes
    while let length = rest.popFirst(), messages.count < 16 {
      messages.append(Array(rest.prefix(Int(length))))
      rest = rest.dropFirst(Int(length))
    }
    return messages
  }
}

private func ask(_ phone: inout NFCPhone, _ message: [UInt8], _ key: ReaderKey) {
  let answer = phone.respond(to: message)
  guard let response = try? ResponseAPDU(answer) else {
    return expect(false, "every command has an answer")
  }
  expect(answer.count <= 258, "an answer fits a short response")
  expect(response.status.meaning != "unknown status", "and its status is one of those known")
  expect(response.status != .internalFault, "no command is our fault")
  expect(response.status == .success || response.data.isEmpty, "a refusal has no data")
  guard case .served(let id)? = phone.events.last, response.status == .success,
    message.dropFirst().first == GetDataCommand.instruction, message.dropFirst(3).first == 1
  else { return }
  let message = try? KeyRing([key]).decrypt(
    Cryptogram(GetDataResponse(response).cryptogram), passTypeIdentifiers: [id.passTypeIdentifier])
  expect(
    message.map { phone.passes.map(\.message).contains($0.message) } ?? false,
    "what is served is what a pass says")
}

/// Runs a reader that receives these bytes as responses.
private func hear(_ messages: [[UInt8]], _ key: ReaderKey) {
  var reader = Reader(
    merchants: ["a", "b"].map { Merchant(id: "pass.com.example.\($0)", url: "https://a.example") },
    keys: KeyRing([key]), maximumAge: 10, randomness: { [UInt8](repeating: 1, count: $0) },
    clock: { 1_767_323_045 })
  reader.sendsFilter = messages.count % 2 == 0
  var answers = messages[...]
  guard let tap = try? reader.tap({ _ in answers.popFirst() ?? [0x6a, 0x83] }) else {
    return expect(false, "a reader never throws by itself")
  }
  expect(tap.failure != nil || tap.entries.count == 2, "every merchant has an outcome")
  for entry in tap.entries {
    if case .decrypted(let message) = entry.outcome {
      expect(message.passTypeIdentifier == entry.merchant.id, "a message is its merchant's")
    }
  }
}
