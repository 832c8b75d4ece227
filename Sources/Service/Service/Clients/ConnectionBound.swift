// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Synchronization

/// Bounds how many connections one client has at a time, so that nobody takes those of all others.
///
/// Clients of this machine and proxies that are trusted have no such bound: behind them stand many.
final class ConnectionBound: Sendable {
  /// Of one address, and of version 6 of a /64; a /48 has several times as many. Behind the address of
  /// a carrier are many phones, whose connections are short.
  static let limit = 1_000

  private let limit: Int
  private let metrics: ServiceMetrics
  /// Whether connections of a peer are not counted.
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

  /// Takes a connection that was opened, or refuses it.
  ///
  /// - Returns: whether it may stay.
  func takes(_ channel: any Channel) -> Bool {
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
      metrics.refusedConnection()
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

  /// How many networks have connections that count.
  var count: Int { open.withLock { $0.count } }
}

/// Stands first in the pipeline of a connection until it is open, and closes what is one too many:
/// before TLS begins, and in the way of nothing that comes later.
final class ConnectionGate: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = Any

  private let bound: ConnectionBound

  init(_ bound: ConnectionBound) { self.bound = bound }

  func channelActive(context: ChannelHandlerContext) {
    let isTaken = bound.takes(context.channel)
    context.fireChannelActive()
    if isTaken {
      context.pipeline.syncOperations.removeHandler(self, promise: nil)
    } else {
      context.close(promise: nil)
    }
  }
}
