// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP1

/// Finds the client of a request: the peer, or the client in `X-Forwarded-For` if the peer is a
/// trusted proxy.
struct ClientFinder: Sendable {
  let proxies: [NetworkRange]

  /// Returns the client, or nil if it is unknown. It is unknown for a Unix socket, and for a peer
  /// on this machine that names no other client.
  func client(of fields: HTTPHeaders, _ channel: any Channel) -> NetworkAddress? {
    guard let text = channel.remoteAddress?.ipAddress, let peer = NetworkAddress(text) else {
      return nil
    }
    let client = client(peer, forwarded: fields["X-Forwarded-For"])
    // Loopback means a proxy that is not in `proxies`, or a test.
    return client.isLoopback ? nil : client
  }

  /// Returns the client behind a peer.
  ///
  /// - Parameter forwarded: the values of `X-Forwarded-For`. Each proxy appends its peer, so they
  ///   are read from the end to the first address that is not a trusted proxy. Everything before
  ///   may be forged by the client.
  func client(_ peer: NetworkAddress, forwarded: [String]) -> NetworkAddress {
    var client = peer
    var hops = forwarded.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }[...]
    while isTrusted(client), let hop = hops.popLast() {
      guard let next = Self.address(of: hop) else { break }
      client = next
    }
    return client
  }

  /// Returns whether many clients may share the address of a peer: a trusted proxy or this machine.
  func mayStandForMany(_ peer: NetworkAddress) -> Bool { peer.isLoopback || isTrusted(peer) }

  private func isTrusted(_ address: NetworkAddress) -> Bool {
    proxies.contains { $0.contains(address) }
  }

  /// Parses a hop, with or without a port.
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
