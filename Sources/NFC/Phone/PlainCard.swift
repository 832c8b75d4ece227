// SPDX-License-Identifier: Apache-2.0

/// Where payment starts on a contactless card: the directory of its applications.
package enum PaymentDirectory {
  /// `2PAY.SYS.DDF01` in ASCII (EMV).
  package static let applicationName = Array("2PAY.SYS.DDF01".utf8)

  /// SELECT by name, as before any payment.
  package static let command = CommandAPDU(
    0x00, SelectCommand.instruction, p1: 0x04, p2: 0x00, data: applicationName)
}

/// A payment card without passes, in front of a reader: it knows the payment directory and nothing
/// else. No payment is simulated beyond that.
package struct PlainCard: Sendable {
  /// A card as it comes out of a pocket.
  package init() {}

  /// Answers a command; whatever the bytes are, there is an answer.
  package func respond(to bytes: [UInt8]) -> [UInt8] {
    guard let command = CommandAPDU(bytes) else { return ResponseAPDU(.wrongLength).bytes }
    guard command.instructionClass == 0x00 else { return ResponseAPDU(.unknownClass).bytes }
    guard command.instruction == SelectCommand.instruction else {
      return ResponseAPDU(.unknownInstruction).bytes
    }
    guard command.data == PaymentDirectory.applicationName else {
      return ResponseAPDU(.applicationNotFound).bytes
    }
    let name = TLV(VASTag.dedicatedFile, command.data).bytes
    return ResponseAPDU(.success, data: TLV(VASTag.fci, name).bytes).bytes
  }
}
