// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Synchronization

/// Connection limit for each client, so that one client cannot use all connections.
///
/// Clients on this machine and trusted proxies have no limit, because many phones connect through
/// them.
final class ConnectionBound: Sendable {
  /// Limit of an IPv4 address or an IPv6 /64. A /48 has four times as many. Many phones may share
  /// the address of a carrier, but their connections are short.
  static let limit = 1_000

  private let limit: Int
  private let metrics: ServiceMetrics
  /// Whether connections of a peer have no limit.
  private let isFree: @Sendable (NetworkAddress) -> Bool
  private let open = Mutex<[LimitedNetwork: Int]>([:])

  init(
    limit: Int = ConnectionBound.limit, _ metrics: ServiceMetrics,
    isFree: @escaping @Sendable (NetworkAddress) -> Bool
  ) {
    self.limit = limit
    self.metrics = metrics
    self.isFree = isFree
  }

  /// Counts a new connection until it closes. Called on its event loop.
  ///
  /// - Returns: false if the client is at its limit and the connection has to be closed.
  func admits(_ channel: any Channel) -> Bool {
    guard let text = channel.remoteAddress?.ipAddress, let peer = NetworkAddress(text),
      !isFree(peer)
    else { return true }
    let networks = peer.limited
    let isTaken = open.withLock { open in
      guard networks.allSatisfy({ open[$0, default: 0] < limit * $0.shares }) else { return false }
      for network in networks { open[network, default: 0] += 1 }
      return true
    }
    guard isTaken else {
      metrics.rejectedConnection()
      return false
    }
    channel.closeFuture.whenComplete { _ in
      self.open.withLock { open in
        for network in networks {
          let left = open[network, default: 1] - 1
          open[network] = left > 0 ? left : nil
        }
      }
    }
    return true
  }

  var count: Int { open.withLock { $0.count } }
}

/// Closes a connection over the limit. It is the first handler in the pipeline, so this happens
/// before TLS begins. An accepted connection removes the handler.
final class ConnectionGate: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = Any

  private let bound: ConnectionBound

  init(_ bound: ConnectionBound) { self.bound = bound }

  func channelActive(context: ChannelHandlerContext) {
    let isTaken = bound.admits(context.channel)
    context.fireChannelActive()
    if isTaken {
      context.pipeline.syncOperations.removeHandler(self, promise: nil)
    } else {
      context.close(promise: nil)
    }
  }
}
