// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// A short command APDU (ISO 7816-4): header, up to 255 bytes of data, expected length.
package struct CommandAPDU: Sendable, Hashable {
  /// CLA: `00` for SELECT, `80` for GET DATA.
  package let instructionClass: UInt8
  /// INS: `A4` for SELECT, `CA` for GET DATA.
  package let instruction: UInt8
  /// P1, the first parameter of the instruction.
  package let p1: UInt8
  /// P2, the second parameter of the instruction.
  package let p2: UInt8
  /// The data after Lc, at most 255 bytes. Empty without Lc.
  package let data: [UInt8]
  /// Le, or nil if it is absent.
  package let expectedLength: UInt8?

  /// Maximum number of data bytes in a short command.
  package static let maxDataLength = 255

  /// - Parameter expectedLength: 0 requests all data.
  /// - Precondition: there are at most 255 bytes of data.
  package init(
    _ instructionClass: UInt8, _ instruction: UInt8, p1: UInt8, p2: UInt8, data: [UInt8] = [],
    expectedLength: UInt8? = 0
  ) {
    precondition(data.count <= Self.maxDataLength, "\(data.count) bytes of data in a short command")
    self.instructionClass = instructionClass
    self.instruction = instruction
    self.p1 = p1
    self.p2 = p2
    self.data = data
    self.expectedLength = expectedLength
  }

  /// Reads a short command. Returns nil if a length is wrong or the command is an extended one,
  /// which these protocols do not use.
  package init?(_ bytes: some Collection<UInt8>) {
    let bytes = Array(bytes)
    guard bytes.count >= 4 else { return nil }
    var data: [UInt8] = []
    var expected: UInt8?
    if bytes.count == 5 {
      expected = bytes[4]
    } else if bytes.count > 5 {
      let length = Int(bytes[4])
      guard length > 0, bytes.count == 5 + length || bytes.count == 6 + length else { return nil }
      data = Array(bytes[5..<5 + length])
      if bytes.count == 6 + length { expected = bytes[5 + length] }
    }
    self.init(
      bytes[0], bytes[1], p1: bytes[2], p2: bytes[3], data: data, expectedLength: expected)
  }

  /// The encoded command: header, Lc and data if there is any, Le.
  package var bytes: [UInt8] {
    var bytes = [instructionClass, instruction, p1, p2]
    if !data.isEmpty { bytes += [UInt8(data.count)] + data }
    if let expectedLength { bytes.append(expectedLength) }
    return bytes
  }
}

/// A response APDU: data and a status word.
package struct ResponseAPDU: Sendable, Hashable {
  /// Data before the status word. May be empty.
  package let data: [UInt8]
  package let status: StatusWord

  package init(_ status: StatusWord, data: [UInt8] = []) {
    self.data = data
    self.status = status
  }

  /// Reads a response. Throws `malformedTLV` if it is shorter than a status word.
  package init(_ bytes: some Collection<UInt8>) throws(VASError) {
    let bytes = Array(bytes)
    guard bytes.count >= 2 else { throw .malformedTLV }
    data = Array(bytes.dropLast(2))
    status = StatusWord(UInt16(bytes[bytes.count - 2]) << 8 | UInt16(bytes[bytes.count - 1]))
  }

  /// The encoded response: data, status word.
  package var bytes: [UInt8] {
    data + [UInt8(status.value >> 8), UInt8(status.value & 0xff)]
  }
}

/// The last two bytes of a response.
package struct StatusWord: Sendable, Hashable, CustomStringConvertible {
  /// Both bytes as a number, with SW1 in the upper byte.
  package let value: UInt16

  package init(_ value: UInt16) { self.value = value }

  /// 9000: the command succeeded.
  package static let success = StatusWord(0x9000)
  // Status words for NFCVASErrorCode of Core NFC.
  /// 6A83: there is no such pass, another one is presented, or nothing is presented and more
  /// requests follow.
  package static let dataNotFound = StatusWord(0x6a83)
  /// 6287: the phone has the pass, but the customer must unlock the phone or present the pass.
  package static let dataNotActivated = StatusWord(0x6287)
  /// 6984: the customer must choose one of several passes.
  package static let userIntervention = StatusWord(0x6984)
  /// 6A80: an element of the request is malformed or missing.
  package static let incorrectData = StatusWord(0x6a80)
  /// 6700: a length in the request is wrong.
  package static let wrongLength = StatusWord(0x6700)
  /// 6B00: P1 or P2 is wrong.
  package static let wrongParameters = StatusWord(0x6b00)
  /// 6340: the phone does not support the protocol version.
  package static let unsupportedVersion = StatusWord(0x6340)
  // Status words of ISO 7816-4.
  /// 6A82: the phone does not have the selected application.
  package static let applicationNotFound = StatusWord(0x6a82)
  /// 6D00: the instruction is unknown.
  package static let unknownInstruction = StatusWord(0x6d00)
  /// 6E00: the class of the command is unknown.
  package static let unknownClass = StatusWord(0x6e00)
  /// 6985: GET DATA before SELECT. It is not known which error real phones return.
  package static let notSelected = StatusWord(0x6985)
  /// 6F00: an error of the simulated phone, for example if there are no random bytes.
  package static let internalFault = StatusWord(0x6f00)

  /// The error for a reader, or nil for success.
  package var error: VASError? {
    self == .success ? nil : Self.descriptions[self]?.error ?? .unknownStatus
  }

  /// Four upper-case hex digits.
  package var description: String { Hex.number(value, digits: 4, uppercase: true) }

  /// Description for traces.
  package var meaning: String { Self.descriptions[self]?.meaning ?? "unknown status" }

  private static let descriptions: [StatusWord: (meaning: String, error: VASError?)] = [
    .success: ("success", nil), .dataNotFound: ("no such pass presented", .dataNotFound),
    .dataNotActivated: ("the phone has the pass, not unlocked or not presented", .dataNotActivated),
    .userIntervention: ("the customer has to choose", .userInterventionRequired),
    .incorrectData: ("malformed element", .incorrectData),
    .wrongLength: ("wrong length", .wrongLength),
    .wrongParameters: ("wrong P1 or P2", .wrongParameters),
    .unsupportedVersion: ("version not supported", .unsupportedApplicationVersion),
    .applicationNotFound: ("no such application", nil),
    .unknownInstruction: ("unknown instruction", nil), .unknownClass: ("unknown class", nil),
    .notSelected: ("nothing was selected", nil), .internalFault: ("internal error", nil),
  ]
}
