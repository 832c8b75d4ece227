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
  package static let instructionClass: UInt8 = 0x80
  package static let instruction: UInt8 = 0xca
  package static let p1: UInt8 = 0x01
  package static let fullVAS: UInt8 = 0x01
  package static let urlOnly: UInt8 = 0x00
  package static let version: [UInt8] = [0x01, 0x00]
  package static let nonceLength = 4
  /// The only filter known to work, from one public source.
  package static let filter: [UInt8] = [0x01, 0, 0, 0, 0]

  /// Whom the question is about; nil asks for nothing and only hands over the URL.
  package var merchant: MerchantIdentifier?
  package var mode: TerminalMode
  /// Another question follows in this session.
  package var moreFollow: Bool
  package var nonce: [UInt8]
  package var filter: [UInt8]?
  package var url: String?

  package init(
    merchant: MerchantIdentifier?, mode: TerminalMode, moreFollow: Bool = false, nonce: [UInt8],
    filter: [UInt8]? = nil, url: String? = nil
  ) {
    self.merchant = merchant
    self.mode = mode
    self.moreFollow = moreFollow
    self.nonce = nonce
    self.filter = filter
    self.url = url
  }

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
  package let cryptogram: [UInt8]

  package init(mobileToken: [UInt8] = [], cryptogram: [UInt8]) {
    self.mobileToken = mobileToken
    self.cryptogram = cryptogram
  }

  /// Reads an answer that must hold a cryptogram.
  package init(_ response: ResponseAPDU) throws(VASError) {
    if let error = response.status.error { throw error }
    guard !response.data.isEmpty else { throw .missingCryptogram }
    let outer = try TLV.elements(of: response.data[...])
    guard outer.count == 1 else { throw .unexpectedTemplate }
    try self.init(template: outer[0])
  }

  /// Reads the template.
  package init(template: TLV) throws(VASError) {
    guard template.tag == VASTag.template else { throw .unexpectedTemplate }
    let elements = try template.elements()
    guard let cryptogram = elements.first(where: { $0.tag == VASTag.cryptogram }) else {
      throw .missingCryptogram
    }
    mobileToken = elements.first { $0.tag == VASTag.mobileToken }?.value ?? []
    self.cryptogram = cryptogram.value
  }

  package var response: ResponseAPDU {
    let inner = [TLV(VASTag.mobileToken, mobileToken), TLV(VASTag.cryptogram, cryptogram)]
    return ResponseAPDU(.success, data: TLV(VASTag.template, TLV.bytes(of: inner)).bytes)
  }
}
