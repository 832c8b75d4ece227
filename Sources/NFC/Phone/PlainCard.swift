// SPDX-License-Identifier: Apache-2.0

/// The directory of applications on a contactless payment card.
package enum PaymentDirectory {
  /// `2PAY.SYS.DDF01` in ASCII (EMV).
  package static let applicationName = Array("2PAY.SYS.DDF01".utf8)

  /// SELECT by name, the first command of every payment.
  package static let command = CommandAPDU(
    0x00, SelectCommand.instruction, p1: 0x04, p2: 0x00, data: applicationName)
}

/// A simulated payment card without passes. It supports only the selection of the payment
/// directory, and no payment.
package struct PlainCard: Sendable {
  package init() {}

  /// Returns the response to a command. Every input gets one.
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
