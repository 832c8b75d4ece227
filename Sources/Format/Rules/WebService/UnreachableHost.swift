// SPDX-License-Identifier: Apache-2.0

/// Hosts that no phone reaches over the internet.
enum UnreachableHost {
  /// Returns why a phone cannot reach a host, as the end of a sentence about it, or nil.
  ///
  /// - Parameter host: a name, an IPv4 address, or an IPv6 address without brackets.
  static func reason(_ host: String) -> String? {
    // A longer name is not a host.
    guard host.utf8.count <= 255 else { return nil }
    var host = host.lowercased()
    if host.hasSuffix(".") { host.removeLast() }
    if host.contains(":") { return reason(ipv6: host) }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = labels.compactMap { UInt8($0) }
    if labels.count == 4, numbers.count == 4 { return reason(ipv4: numbers) }
    if labels.last == "localhost" { return loopback }
    if labels.count == 1 { return "has no domain" }
    if host.hasSuffix(".test") || host.hasSuffix(".invalid") { return "is a name for tests only" }
    return localEndings.contains { host.hasSuffix($0) } ? "is a name in a local network" : nil
  }

  private static let loopback = "is the phone itself"
  private static let privateNetwork = "is in a private network"
  private static let linkLocal = "is a link-local address"
  private static let localEndings = [
    ".local", ".localdomain", ".lan", ".internal", ".intranet", ".home.arpa",
  ]

  private static func reason(ipv4 numbers: [UInt8]) -> String? {
    switch (numbers[0], numbers[1]) {
    case (127, _), (0, _): loopback
    // From 100.64 to 100.127 are the addresses inside the networks of providers.
    case (10, _), (172, 16...31), (192, 168), (100, 64...127): privateNetwork
    case (169, 254): linkLocal
    default: nil
    }
  }

  private static func reason(ipv6 host: String) -> String? {
    // A zone, as in `fe80::1%25en0`, belongs to a link-local address.
    let address = host.prefix { $0 != "%" }
    let groups = address.split(separator: ":")
    if address == "::"
      || !address.hasSuffix(":") && groups.dropLast().allSatisfy({ isZero($0) })
        && (groups.last.map { isZero($0) || UInt16($0, radix: 16) == 1 } ?? false)
    {
      return loopback
    }
    if address.hasPrefix("::ffff:"), address.contains(".") {
      let numbers = address.dropFirst(7).split(separator: ".").compactMap { UInt8($0) }
      return numbers.count == 4 ? reason(ipv4: numbers) : nil
    }
    guard let first = UInt16(address.prefix { $0 != ":" }, radix: 16) else { return nil }
    if first & 0xFFC0 == 0xFE80 { return linkLocal }
    return first & 0xFE00 == 0xFC00 ? privateNetwork : nil
  }

  private static func isZero(_ group: Substring) -> Bool { UInt16(group, radix: 16) == 0 }
}
