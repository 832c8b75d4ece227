// SPDX-License-Identifier: Apache-2.0

import PassValues

/// A short command APDU (ISO 7816-4): header, up to 255 bytes of data, an expected length.
package struct CommandAPDU: Sendable, Hashable {
  package let instructionClass: UInt8
  package let instruction: UInt8
  package let p1: UInt8
  package let p2: UInt8
  package let data: [UInt8]
  /// Le as written; nil when there is none.
  package let expectedLength: UInt8?

  /// The most bytes of data a short command carries.
  package static let longestData = 255

  /// - Precondition: at most 255 bytes of data.
  package init(
    _ instructionClass: UInt8, _ instruction: UInt8, p1: UInt8, p2: UInt8, data: [UInt8] = [],
    expectedLength: UInt8? = 0
  ) {
    precondition(data.count <= Self.longestData, "\(data.count) bytes of data in a short command")
    self.instructionClass = instructionClass
    self.instruction = instruction
    self.p1 = p1
    self.p2 = p2
    self.data = data
    self.expectedLength = expectedLength
  }

  /// Reads a command; nil when header or lengths do not fit what is there, or in the extended form,
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

  package var bytes: [UInt8] {
    var bytes = [instructionClass, instruction, p1, p2]
    if !data.isEmpty { bytes += [UInt8(data.count)] + data }
    if let expectedLength { bytes.append(expectedLength) }
    return bytes
  }
}

/// What a phone answers: data and a status word.
package struct ResponseAPDU: Sendable, Hashable {
  package let data: [UInt8]
  package let status: StatusWord

  package init(_ status: StatusWord, data: [UInt8] = []) {
    self.data = data
    self.status = status
  }

  /// Reads a response; fewer than two bytes are none.
  package init(_ bytes: some Collection<UInt8>) throws(VASError) {
    let bytes = Array(bytes)
    guard bytes.count >= 2 else { throw .malformedTLV }
    data = Array(bytes.dropLast(2))
    status = StatusWord(UInt16(bytes[bytes.count - 2]) << 8 | UInt16(bytes[bytes.count - 1]))
  }

  package var bytes: [UInt8] {
    data + [UInt8(status.value >> 8), UInt8(status.value & 0xff)]
  }
}

/// The two bytes at the end of every response.
package struct StatusWord: Sendable, Hashable, CustomStringConvertible {
  package let value: UInt16

  package init(_ value: UInt16) { self.value = value }

  package static let success = StatusWord(0x9000)
  // The numbers of Core NFC's NFCVASErrorCode.
  package static let dataNotFound = StatusWord(0x6a83)
  package static let dataNotActivated = StatusWord(0x6287)
  package static let userIntervention = StatusWord(0x6984)
  package static let incorrectData = StatusWord(0x6a80)
  package static let wrongLength = StatusWord(0x6700)
  package static let wrongParameters = StatusWord(0x6b00)
  package static let unsupportedVersion = StatusWord(0x6340)
  // ISO 7816-4's own.
  package static let applicationNotFound = StatusWord(0x6a82)
  package static let unknownInstruction = StatusWord(0x6d00)
  package static let unknownClass = StatusWord(0x6e00)
  package static let notSelected = StatusWord(0x6985)
  package static let internalFault = StatusWord(0x6f00)

  /// What a reader makes of it; nil for success.
  package var error: VASError? {
    switch self {
    case .success: nil
    case .dataNotFound: .dataNotFound
    case .dataNotActivated: .dataNotActivated
    case .userIntervention: .userInterventionRequired
    case .incorrectData: .incorrectData
    case .wrongLength: .wrongLength
    case .wrongParameters: .wrongParameters
    case .unsupportedVersion: .unsupportedApplicationVersion
    default: .unknownStatus
    }
  }

  /// Four hex digits, upper case.
  package var description: String { Hex.number(value, digits: 4, uppercase: true) }

  /// The meaning in words, for traces.
  package var meaning: String {
    switch self {
    case .success: "success"
    case .dataNotFound: "no such pass presented"
    case .dataNotActivated: "the pass is there, not unlocked or not presented"
    case .userIntervention: "the holder has to choose"
    case .incorrectData: "malformed element"
    case .wrongLength: "wrong length"
    case .wrongParameters: "wrong P1 or P2"
    case .unsupportedVersion: "version not supported"
    case .applicationNotFound: "no such application"
    case .unknownInstruction: "unknown instruction"
    case .unknownClass: "unknown class"
    case .notSelected: "nothing was selected"
    case .internalFault: "internal fault"
    default: "unknown status"
    }
  }
}
