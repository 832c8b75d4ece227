// SPDX-License-Identifier: Apache-2.0

/// A question as the phone understands it: elements in any order, unknown ones ignored.
struct Request {
  /// What a request that cannot be understood is answered with.
  struct Fault: Error {
    let status: StatusWord
  }

  /// What the optional filter asks for.
  enum Filter {
    case none, ordinary
    /// A first byte that finds nothing.
    case another
  }

  /// Nil in a request that only hands over a URL.
  let merchant: MerchantIdentifier?
  let mode: TerminalMode
  let moreFollow: Bool
  let url: String?
  let filter: Filter

  init(_ data: [UInt8], isURLOnly: Bool) throws(Fault) {
    let elements: [TLV]
    do { elements = try TLV.elements(of: data[...]) } catch { throw Fault(status: .incorrectData) }
    let known = elements.filter { Self.tags.contains($0.tag) }
    guard Set(known.map(\.tag)).count == known.count else { throw Fault(status: .incorrectData) }
    func value(_ tag: UInt32) -> [UInt8]? { known.first { $0.tag == tag }?.value }

    guard let version = value(VASTag.terminalVersion) else { throw Fault(status: .incorrectData) }
    guard version == GetDataCommand.version else { throw Fault(status: .unsupportedVersion) }
    guard let capabilities = value(VASTag.terminalCapabilities), capabilities.count == 4,
      let last = capabilities.last, let mode = TerminalMode(rawValue: last & 0x03)
    else { throw Fault(status: .incorrectData) }
    self.mode = mode
    moreFollow = last & 0x80 != 0
    // Any value does; its length is looked at.
    if let nonce = value(VASTag.terminalNonce), nonce.count != GetDataCommand.nonceLength {
      throw Fault(status: .incorrectData)
    }
    if isURLOnly {
      merchant = nil
    } else {
      guard let id = value(VASTag.merchantID), let merchant = MerchantIdentifier(id) else {
        throw Fault(status: .incorrectData)
      }
      self.merchant = merchant
    }
    filter = try Self.filter(value(VASTag.filter))
    if let bytes = value(VASTag.url) {
      guard !bytes.isEmpty, bytes.allSatisfy({ (0x21...0x7e).contains($0) }) else {
        throw Fault(status: .incorrectData)
      }
      url = String(decoding: bytes, as: UTF8.self)
    } else {
      url = nil
    }
  }

  /// As one person saw phones answer: too long is a wrong length, a first byte of 02 finds nothing,
  /// 00 is malformed.
  private static func filter(_ value: [UInt8]?) throws(Fault) -> Filter {
    guard let value else { return .none }
    guard value.count <= GetDataCommand.filter.count else { throw Fault(status: .wrongLength) }
    if value == GetDataCommand.filter { return .ordinary }
    guard value.count == GetDataCommand.filter.count, value.first != 0 else {
      throw Fault(status: .incorrectData)
    }
    return .another
  }

  private static let tags: Set<UInt32> = [
    VASTag.terminalVersion, VASTag.terminalNonce, VASTag.terminalCapabilities, VASTag.merchantID,
    VASTag.filter, VASTag.url,
  ]
}
