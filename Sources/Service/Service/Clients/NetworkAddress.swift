// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// An address of the Internet Protocol. One of version 4 that is written as one of version 6 is the
/// same.
package struct NetworkAddress: Hashable, Sendable {
  /// 4 bytes, or 16.
  let bytes: [UInt8]

  /// Reads `203.0.113.7` or `2001:db8::7`; nil for anything else, names included.
  package init?(_ text: String) {
    var four = in_addr()
    if inet_pton(AF_INET, text, &four) == 1 {
      bytes = withUnsafeBytes(of: &four) { Array($0) }
      return
    }
    var six = in6_addr()
    guard inet_pton(AF_INET6, text, &six) == 1 else { return nil }
    let all = withUnsafeBytes(of: &six) { Array($0) }
    let isMapped = all.prefix(10).allSatisfy { $0 == 0 } && all[10] == 0xFF && all[11] == 0xFF
    bytes = isMapped ? Array(all[12...]) : all
  }

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Whether nobody from outside this machine has it.
  package var isLoopback: Bool {
    bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
  }

  /// Whether a host is this machine, by its name or address. `127.example.com` is not: anybody may
  /// name a host so.
  package static func isThisMachine(_ host: some StringProtocol) -> Bool {
    host == "localhost" || NetworkAddress(String(host))?.isLoopback == true
  }

  /// The network it is of, which may stand in logs: it tells where somebody is, and not who.
  var network: String {
    guard bytes.count == 16 else { return "\(bytes[0]).\(bytes[1]).\(bytes[2]).0/24" }
    let groups = stride(from: 0, to: 6, by: 2).map {
      String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16)
    }
    return groups.joined(separator: ":") + "::/48"
  }

  /// The networks whose limits hold for this address, the narrowest first.
  ///
  /// Of version 4 that is the address alone. Of version 6 it is the /64 that a household gets and the
  /// /48 that a customer can rent: without the second, 65,536 networks of one person each had a limit
  /// of their own.
  var limited: [LimitedNetwork] {
    guard bytes.count == 16 else { return [LimitedNetwork(bytes: bytes, shares: 1)] }
    return [
      LimitedNetwork(bytes: Array(bytes.prefix(8)), shares: 1),
      LimitedNetwork(bytes: Array(bytes.prefix(6)), shares: LimitedNetwork.sharesOfSite),
    ]
  }
}

/// A network that limits count as one client.
struct LimitedNetwork: Hashable, Sendable {
  /// How many times the limit of one client a /48 has: many households may be in one.
  static let sharesOfSite = 4

  /// The bytes that its addresses begin with: 4, 8 or 6 of them, so that networks of different width
  /// are never equal.
  let bytes: [UInt8]
  /// How many times the limit of one client it has.
  let shares: Int

  /// Whether it is a /48.
  var isSite: Bool { bytes.count == 6 }
}

/// Addresses that begin with the same bits, as in `10.0.0.0/8`.
package struct NetworkRange: Hashable, Sendable {
  private let first: NetworkAddress
  private let bits: Int

  /// Reads an address with how many bits of it count, or a single address; nil for anything else.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let first = NetworkAddress(String(parts[0])) else { return nil }
    let width = first.bytes.count * 8
    guard parts.count == 2 else {
      self.first = first
      bits = width
      return
    }
    guard parts[1].allSatisfy({ $0.isASCII && $0.isNumber }), let bits = Int(parts[1]),
      bits <= width
    else { return nil }
    self.first = first
    self.bits = bits
  }

  /// Whether an address is among them.
  package func contains(_ address: NetworkAddress) -> Bool {
    guard address.bytes.count == first.bytes.count else { return false }
    for (index, pair) in zip(address.bytes, first.bytes).enumerated() {
      let rest = bits - index * 8
      guard rest > 0 else { return true }
      let mask: UInt8 = rest >= 8 ? 0xFF : ~(0xFF >> UInt8(rest))
      guard pair.0 & mask == pair.1 & mask else { return false }
    }
    return true
  }
}
