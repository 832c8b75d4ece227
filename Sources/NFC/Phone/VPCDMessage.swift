// SPDX-License-Identifier: Apache-2.0

/// What vsmartcard's vpcd sends to a card: one byte is a control, anything else a command.
package enum VPCDMessage: Sendable, Hashable {
  case powerOff
  case powerOn
  case reset
  /// The only control that is answered.
  case answerToReset
  case command([UInt8])

  /// Takes a message apart, the two bytes of its length already gone; a single byte that is no
  /// known control counts as a command.
  package init(_ bytes: [UInt8]) {
    switch bytes {
    case [0]: self = .powerOff
    case [1]: self = .powerOn
    case [2]: self = .reset
    case [4]: self = .answerToReset
    default: self = .command(bytes)
    }
  }

  /// A contactless card with nothing to say of itself; PC/SC then speaks T=1.
  package static let cardAnswer: [UInt8] = [0x3b, 0x80, 0x80, 0x01, 0x01]
}
