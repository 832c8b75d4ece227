// SPDX-License-Identifier: Apache-2.0

/// A parsed GET DATA request. Elements may be in any order, and unknown ones are ignored.
struct Request {
  /// The status word for a malformed request.
  struct StatusError: Error {
    let status: StatusWord
  }

  /// The optional filter of a request.
  enum Filter {
    case none, ordinary
    /// A filter with another first byte, which matches no pass.
    case another
  }

  /// Nil if the request has only a URL.
  let merchant: MerchantIdentifier?
  let mode: TerminalMode
  let moreFollow: Bool
  let url: String?
  let filter: Filter

  init(_ data: [UInt8], isURLOnly: Bool) throws(StatusError) {
    let elements: [TLV]
    do { elements = try TLV.elements(of: data[...]) } catch {
      throw StatusError(status: .incorrectData)
    }
    let known = elements.filter { Self.tags.contains($0.tag) }
    guard Set(known.map(\.tag)).count == known.count else {
      throw StatusError(status: .incorrectData)
    }
    func value(_ tag: UInt32) -> [UInt8]? { known.first { $0.tag == tag }?.value }

    guard let version = value(VASTag.terminalVersion) else {
      throw StatusError(status: .incorrectData)
    }
    guard version == GetDataCommand.version else { throw StatusError(status: .unsupportedVersion) }
    guard let capabilities = value(VASTag.terminalCapabilities), capabilities.count == 4,
      let last = capabilities.last, let mode = TerminalMode(rawValue: last & 0x03)
    else { throw StatusError(status: .incorrectData) }
    self.mode = mode
    moreFollow = last & 0x80 != 0
    // Only its length is checked.
    if let nonce = value(VASTag.terminalNonce), nonce.count != GetDataCommand.nonceLength {
      throw StatusError(status: .incorrectData)
    }
    if isURLOnly {
      merchant = nil
    } else {
      guard let id = value(VASTag.merchantID), let merchant = MerchantIdentifier(id) else {
        throw StatusError(status: .incorrectData)
      }
      self.merchant = merchant
    }
    filter = try Self.filter(value(VASTag.filter))
    if let bytes = value(VASTag.url) {
      guard !bytes.isEmpty, bytes.allSatisfy({ (0x21...0x7e).contains($0) }) else {
        throw StatusError(status: .incorrectData)
      }
      url = String(decoding: bytes, as: UTF8.self)
    } else {
      url = nil
    }
  }

  /// Reads the filter. The behaviour is as one person observed it: too long gives a wrong length, a
  /// first byte of 02 matches no pass, and 00 is malformed.
  private static func filter(_ value: [UInt8]?) throws(StatusError) -> Filter {
    guard let value else { return .none }
    guard value.count <= GetDataCommand.filter.count else {
      throw StatusError(status: .wrongLength)
    }
    if value == GetDataCommand.filter { return .ordinary }
    guard value.count == GetDataCommand.filter.count, value.first != 0 else {
      throw StatusError(status: .incorrectData)
    }
    return .another
  }

  private static let tags: Set<UInt32> = [
    VASTag.terminalVersion, VASTag.terminalNonce, VASTag.terminalCapabilities, VASTag.merchantID,
    VASTag.filter, VASTag.url,
  ]
}
