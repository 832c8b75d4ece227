// SPDX-License-Identifier: Apache-2.0

/// The purpose of a terminal, bits 1 and 2 of its capabilities.
package enum TerminalMode: UInt8, Sendable, Hashable, CaseIterable {
  case vasOrPayment = 0
  case vasAndPayment = 1
  case vasOnly = 2
  case paymentOnly = 3

  /// Name on the command line.
  package var name: String {
    switch self {
    case .vasOrPayment: "vas-or-pay"
    case .vasAndPayment: "vas-and-pay"
    case .vasOnly: "vas-only"
    case .paymentOnly: "pay-only"
    }
  }
}

/// A GET DATA request for one pass, or only with a URL.
package struct GetDataCommand: Sendable, Hashable {
  package static let instructionClass: UInt8 = 0x80
  package static let instruction: UInt8 = 0xca
  /// The only P1.
  package static let p1: UInt8 = 0x01
  /// P2 of a request for a pass, with or without a URL.
  package static let fullVAS: UInt8 = 0x01
  /// P2 of a request with only a URL.
  package static let urlOnly: UInt8 = 0x00
  /// Protocol version 1.0, the content of 9F22.
  package static let version: [UInt8] = [0x01, 0x00]
  /// Length of both nonces in bytes. Phones reject 9F28 with another length.
  package static let nonceLength = 4
  /// The only filter that is known to work, from one public source.
  package static let filter: [UInt8] = [0x01, 0, 0, 0, 0]

  /// The requested pass, or nil for a request with only a URL.
  package var merchant: MerchantIdentifier?
  package var mode: TerminalMode
  /// Whether another request follows in this session.
  package var moreFollow = false
  /// Nonce of the terminal (9F28), any four bytes.
  package var nonce: [UInt8]
  /// The content of 9F2B, or nil to omit it.
  package var filter: [UInt8]?
  /// URL for customers without the pass (9F29) in ASCII, or nil to omit it.
  package var url: String?

  /// VAS supported, no authentication required, terminal for payment (type 0).
  package var terminalCapabilities: [UInt8] {
    [0x00, 0x80, 0x00, (moreFollow ? 0x80 : 0x00) | mode.rawValue]
  }

  /// The command, or nil if the URL makes it too long for a short command.
  package var command: CommandAPDU? {
    var elements = [
      TLV(VASTag.terminalVersion, Self.version), TLV(VASTag.terminalNonce, nonce),
      TLV(VASTag.terminalCapabilities, terminalCapabilities),
    ]
    if let merchant { elements.append(TLV(VASTag.merchantID, merchant.bytes)) }
    if let filter { elements.append(TLV(VASTag.filter, filter)) }
    if let url {
      guard url.utf8.count <= SignUpURL.maxLength else { return nil }
      elements.append(TLV(VASTag.url, Array(url.utf8)))
    }
    let data = TLV.bytes(of: elements)
    guard data.count <= CommandAPDU.maxDataLength else { return nil }
    return CommandAPDU(
      Self.instructionClass, Self.instruction, p1: Self.p1,
      p2: merchant == nil ? Self.urlOnly : Self.fullVAS, data: data)
  }
}

/// The response to a GET DATA request.
package struct GetDataResponse: Sendable, Hashable {
  /// Normally empty. Readers should accept up to 32 bytes.
  package let mobileToken: [UInt8]
  /// The content of 9F27, the encrypted message. Its length is not checked here.
  package let cryptogram: [UInt8]

  package init(mobileToken: [UInt8] = [], cryptogram: [UInt8]) {
    self.mobileToken = mobileToken
    self.cryptogram = cryptogram
  }

  /// Reads a response. Throws the error of its status word or of its data.
  package init(_ response: ResponseAPDU) throws(VASError) {
    if let error = response.status.error { throw error }
    guard !response.data.isEmpty else { throw .missingCryptogram }
    let outer = try TLV.elements(of: response.data[...])
    guard outer.count == 1 else { throw .unexpectedTemplate }
    try self.init(template: outer[0])
  }

  /// Reads a template (tag 70) with mobile token and cryptogram. The token may be missing.
  package init(template: TLV) throws(VASError) {
    guard template.tag == VASTag.template else { throw .unexpectedTemplate }
    let elements = try template.elements()
    guard let cryptogram = elements.first(where: { $0.tag == VASTag.cryptogram }) else {
      throw .missingCryptogram
    }
    mobileToken = elements.first { $0.tag == VASTag.mobileToken }?.value ?? []
    self.cryptogram = cryptogram.value
  }

  /// The encoded response: a template with both elements, and success.
  package var response: ResponseAPDU {
    let inner = [TLV(VASTag.mobileToken, mobileToken), TLV(VASTag.cryptogram, cryptogram)]
    return ResponseAPDU(.success, data: TLV(VASTag.template, TLV.bytes(of: inner)).bytes)
  }
}
