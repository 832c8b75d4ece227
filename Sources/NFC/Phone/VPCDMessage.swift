// SPDX-License-Identifier: Apache-2.0

/// A message from vpcd of vsmartcard to a card. A single byte is a control message, and everything
/// else is a command.
package enum VPCDMessage: Sendable, Hashable {
  case powerOff
  case powerOn
  case reset
  /// The only control message that needs a response.
  case answerToReset
  case command([UInt8])

  /// Parses a message without its length of two bytes. An unknown single byte counts as a command.
  package init(_ bytes: [UInt8]) {
    switch bytes {
    case [0]: self = .powerOff
    case [1]: self = .powerOn
    case [2]: self = .reset
    case [4]: self = .answerToReset
    default: self = .command(bytes)
    }
  }

  /// ATR of a contactless card without historical bytes. PC/SC then uses the protocol T=1.
  package static let cardAnswer: [UInt8] = [0x3b, 0x80, 0x80, 0x01, 0x01]
}
