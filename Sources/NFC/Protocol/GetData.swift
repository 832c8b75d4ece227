// SPDX-License-Identifier: Apache-2.0

/// What a terminal is there for, bits 1 and 2 of its capabilities.
package enum TerminalMode: UInt8, Sendable, Hashable, CaseIterable {
  case vasOrPayment = 0
  case vasAndPayment = 1
  case vasOnly = 2
  case paymentOnly = 3

  /// The name on the command line.
  package var name: String {
    switch self {
    case .vasOrPayment: "vas-or-pay"
    case .vasAndPayment: "vas-and-pay"
    case .vasOnly: "vas-only"
    case .paymentOnly: "pay-only"
    }
  }
}

/// One question to the phone: the pass of one type, or the word about a URL alone.
package struct GetDataCommand: Sendable, Hashable {
  /// The CLA of GET DATA.
  package static let instructionClass: UInt8 = 0x80
  /// The INS of GET DATA.
  package static let instruction: UInt8 = 0xca
  /// The only P1 the command has.
  package static let p1: UInt8 = 0x01
  /// The P2 of a question for a pass, perhaps with a URL.
  package static let fullVAS: UInt8 = 0x01
  /// The P2 of a request that only hands over a URL.
  package static let urlOnly: UInt8 = 0x00
  /// Protocol version 1.0, the content of 9F22.
  package static let version: [UInt8] = [0x01, 0x00]
  /// How many bytes a nonce has on either side; phones refuse 9F28 of another length.
  package static let nonceLength = 4
  /// The only filter known to work, from one public source.
  package static let filter: [UInt8] = [0x01, 0, 0, 0, 0]

  /// Whom the question is about; nil asks for nothing and only hands over the URL.
  package var merchant: MerchantIdentifier?
  /// What the terminal is there for: passes, payment or both.
  package var mode: TerminalMode
  /// Another question follows in this session.
  package var moreFollow = false
  /// The terminal's nonce (9F28), four bytes of any value.
  package var nonce: [UInt8]
  /// The content of 9F2B; nil leaves the element out.
  package var filter: [UInt8]?
  /// The address for customers without the pass (9F29), ASCII; nil leaves the element out.
  package var url: String?

  /// VAS supported, no authentication asked for, a terminal for payment (type 0).
  package var terminalCapabilities: [UInt8] {
    [0x00, 0x80, 0x00, (moreFollow ? 0x80 : 0x00) | mode.rawValue]
  }

  /// The command; nil when a URL makes it longer than a short command can be.
  package var command: CommandAPDU? {
    var elements = [
      TLV(VASTag.terminalVersion, Self.version), TLV(VASTag.terminalNonce, nonce),
      TLV(VASTag.terminalCapabilities, terminalCapabilities),
    ]
    if let merchant { elements.append(TLV(VASTag.merchantID, merchant.bytes)) }
    if let filter { elements.append(TLV(VASTag.filter, filter)) }
    if let url {
      guard url.utf8.count <= SignUpURL.longest else { return nil }
      elements.append(TLV(VASTag.url, Array(url.utf8)))
    }
    let data = TLV.bytes(of: elements)
    guard data.count <= CommandAPDU.longestData else { return nil }
    return CommandAPDU(
      Self.instructionClass, Self.instruction, p1: Self.p1,
      p2: merchant == nil ? Self.urlOnly : Self.fullVAS, data: data)
  }
}

/// What the phone answers to a question.
package struct GetDataResponse: Sendable, Hashable {
  /// Normally empty; up to 32 bytes are to be tolerated.
  package let mobileToken: [UInt8]
  /// The content of 9F27: the message, encrypted. Its length is not checked here.
  package let cryptogram: [UInt8]

  /// An answer with this cryptogram, as a phone gives it.
  package init(mobileToken: [UInt8] = [], cryptogram: [UInt8]) {
    self.mobileToken = mobileToken
    self.cryptogram = cryptogram
  }

  /// Reads an answer; throws the error its status word stands for, or says what it lacks.
  package init(_ response: ResponseAPDU) throws(VASError) {
    if let error = response.status.error { throw error }
    guard !response.data.isEmpty else { throw .missingCryptogram }
    let outer = try TLV.elements(of: response.data[...])
    guard outer.count == 1 else { throw .unexpectedTemplate }
    try self.init(template: outer[0])
  }

  /// Reads the template (tag 70) around mobile token and cryptogram; the token may be missing.
  package init(template: TLV) throws(VASError) {
    guard template.tag == VASTag.template else { throw .unexpectedTemplate }
    let elements = try template.elements()
    guard let cryptogram = elements.first(where: { $0.tag == VASTag.cryptogram }) else {
      throw .missingCryptogram
    }
    mobileToken = elements.first { $0.tag == VASTag.mobileToken }?.value ?? []
    self.cryptogram = cryptogram.value
  }

  /// The answer as a phone sends it: a template with both elements, success.
  package var response: ResponseAPDU {
    let inner = [TLV(VASTag.mobileToken, mobileToken), TLV(VASTag.cryptogram, cryptogram)]
    return ResponseAPDU(.success, data: TLV(VASTag.template, TLV.bytes(of: inner)).bytes)
  }
}
