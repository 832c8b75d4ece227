// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP1

/// Who a request is from: the peer of the connection, or behind proxies that are trusted whom they name.
struct ClientFinder: Sendable {
  /// The proxies that are trusted.
  let proxies: [NetworkRange]

  /// The client of a request; nil where it cannot be told: it came over a socket, or from a proxy on
  /// this machine nobody named.
  func client(of fields: HTTPHeaders, _ channel: any Channel) -> NetworkAddress? {
    guard let text = channel.remoteAddress?.ipAddress, let peer = NetworkAddress(text) else {
      return nil
    }
    let client = client(peer, forwarded: fields["X-Forwarded-For"])
    // On this machine there are proxies, and tests.
    return client.isLoopback ? nil : client
  }

  /// The client behind a peer.
  ///
  /// - Parameter forwarded: the values of `X-Forwarded-For`: each proxy writes at its end who came to
  ///   it. What stands before the first hop nobody trusts is the word of strangers.
  func client(_ peer: NetworkAddress, forwarded: [String]) -> NetworkAddress {
    var client = peer
    var hops = forwarded.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }[...]
    while isTrusted(client), let hop = hops.popLast() {
      guard let next = Self.address(of: hop) else { break }
      client = next
    }
    return client
  }

  /// Whether a peer is a proxy, or this machine, where others may stand behind it.
  func mayStandForMany(_ peer: NetworkAddress) -> Bool { peer.isLoopback || isTrusted(peer) }

  private func isTrusted(_ address: NetworkAddress) -> Bool {
    proxies.contains { $0.contains(address) }
  }

  /// The address of a hop, which may stand with a port.
  private static func address(of hop: Substring) -> NetworkAddress? {
    let text = hop.filter { $0 != " " && $0 != "\t" && $0 != "\"" }
    if let address = NetworkAddress(String(text)) { return address }
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
      return NetworkAddress(String(text[text.index(after: text.startIndex)..<end]))
    }
    guard let colon = text.lastIndex(of: ":") else { return nil }
    return NetworkAddress(String(text[..<colon]))
  }
}
