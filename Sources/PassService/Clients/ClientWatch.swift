// SPDX-License-Identifier: Apache-2.0

import Logging
import Synchronization

/// Bounds what single clients can do without a token, and tells operators of those who guess.
///
/// Those who cannot be told apart share one bound, ten times that of a client: behind a proxy nobody
/// named all phones are among them. Who guesses cannot be told of them.
final class ClientWatch: Sendable {
  /// How many messages of a client are kept at once, and how many more in a minute.
  static let messages = 1_000.0
  static let messagesPerMinute = 100.0
  /// What those who cannot be told apart have together.
  static let shares = 10.0
  /// So many refusals in a minute are told, once in ten minutes for a client.
  static let refusals = 100
  /// How many clients are known at a time.
  private static let limit = 10_000

  private struct Client {
    var messages = ClientWatch.messages
    var refusals = 0
    var minute: Int64 = 0
    var toldAt: Int64?
    var seen: Int64

    /// Messages come to be allowed with time.
    mutating func wait(until now: Int64, shares: Double) {
      messages = min(
        ClientWatch.messages * shares,
        messages + Double(now - seen) * ClientWatch.messagesPerMinute * shares / 60)
      seen = now
    }

    /// How many of some messages may be kept.
    mutating func take(_ count: Int, now: Int64, shares: Double) -> Int {
      wait(until: now, shares: shares)
      let kept = min(count, Int(messages))
      messages -= Double(kept)
      return kept
    }
  }

  private let clients = Mutex<[NetworkAddress: Client]>([:])
  /// Those who cannot be told apart.
  private let others: Mutex<Client>
  private let logger: Logger
  /// Seconds that go on whatever is done to clocks.
  private let seconds: @Sendable () -> Int64

  init(_ logger: Logger, seconds: @escaping @Sendable () -> Int64 = ClientWatch.uptime) {
    self.logger = logger
    self.seconds = seconds
    others = Mutex(Client(messages: Self.messages * Self.shares, seen: seconds()))
  }

  /// Seconds since this process began.
  @Sendable
  static func uptime() -> Int64 { (ContinuousClock.now - begin).components.seconds }

  private static let begin = ContinuousClock.now

  /// How many of some messages of a client may be kept.
  func mayKeep(_ count: Int, of address: NetworkAddress?) -> Int {
    guard let address else {
      let now = seconds()
      return others.withLock { $0.take(count, now: now, shares: Self.shares) }
    }
    return change(address) { client, now in client.take(count, now: now, shares: 1) }
  }

  /// A client had no right token.
  func refused(_ address: NetworkAddress?) {
    guard let address else { return }
    let isMany = change(address) { client, now in
      if client.minute != now / 60 { (client.minute, client.refusals) = (now / 60, 0) }
      client.refusals += 1
      guard client.refusals >= Self.refusals else { return false }
      if let toldAt = client.toldAt, now - toldAt < 600 { return false }
      client.toldAt = now
      return true
    }
    guard isMany else { return }
    logger.warning(
      "one client sends many wrong tokens, or asks for passes that were forgotten",
      metadata: ["network": "\(address.network)", "perMinute": "\(Self.refusals) and more"])
  }

  /// How many clients are known.
  var count: Int { clients.withLock { $0.count } }

  private func change<Value: Sendable>(
    _ address: NetworkAddress, _ body: (inout Client, _ now: Int64) -> Value
  ) -> Value {
    let now = seconds()
    return clients.withLock { clients in
      var client = clients[address.household] ?? Client(seen: now)
      client.wait(until: now, shares: 1)
      let value = body(&client, now)
      if clients.count >= Self.limit, clients[address.household] == nil {
        // Those who are not known begin anew; the ones of the last minute stay, unless all are.
        clients = clients.filter { now - $0.value.seen < 60 }
        if clients.count >= Self.limit { clients = [:] }
      }
      clients[address.household] = client
      return value
    }
  }
}
