// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// An IP address. An IPv4-mapped IPv6 address is equal to the IPv4 address.
package struct NetworkAddress: Hashable, Sendable {
  /// 4 or 16 bytes in network order.
  let bytes: [UInt8]

  /// Parses `203.0.113.7` or `2001:db8::7`. Returns nil for anything else, also for names.
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

  /// Whether it is a loopback address.
  package var isLoopback: Bool {
    bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
  }

  /// Returns whether a host is `localhost` or a loopback address. `127.example.com` is not, because
  /// anyone can register such a name.
  package static func isThisMachine(_ host: some StringProtocol) -> Bool {
    host == "localhost" || NetworkAddress(String(host))?.isLoopback == true
  }

  /// The /24 or /48 of the address, for logs. It is not precise enough to identify a person.
  var network: String {
    guard bytes.count == 16 else { return "\(bytes[0]).\(bytes[1]).\(bytes[2]).0/24" }
    let groups = stride(from: 0, to: 6, by: 2).map {
      String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16)
    }
    return groups.joined(separator: ":") + "::/48"
  }

  /// The networks that have a limit for this address, narrowest first.
  ///
  /// For IPv4 that is the address. For IPv6 it is the /64 of a household and the /48 that a
  /// customer can rent. Without the /48, one person could use 65,536 networks with a limit each.
  var limited: [LimitedNetwork] {
    guard bytes.count == 16 else { return [LimitedNetwork(bytes: bytes, shares: 1)] }
    return [
      LimitedNetwork(bytes: Array(bytes.prefix(8)), shares: 1),
      LimitedNetwork(bytes: Array(bytes.prefix(6)), shares: LimitedNetwork.sharesOfSite),
    ]
  }
}

/// A network that counts as one client for limits.
struct LimitedNetwork: Hashable, Sendable {
  /// Limit of a /48 as a multiple of one client, because it may have many households.
  static let sharesOfSite = 4

  /// Prefix of 4, 8 or 6 bytes: an IPv4 address, a /64 or a /48. The length differs, so networks of
  /// different width are never equal.
  let bytes: [UInt8]
  /// Limit as a multiple of one client.
  let shares: Int

  var isSite: Bool { bytes.count == 6 }
}

/// A range of addresses in CIDR notation, such as `10.0.0.0/8`.
package struct NetworkRange: Hashable, Sendable {
  private let first: NetworkAddress
  private let bits: Int

  /// Parses a range or a single address. Returns nil for anything else.
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
