// SPDX-License-Identifier: Apache-2.0

import Logging
import PassRegistry
import Synchronization

/// Rate limits for clients that have no authentication token or the one of a single pass. It also
/// logs a warning about clients that guess tokens and passes that many devices register.
///
/// Clients without a known address share one limit of messages, ten times that of one client. All
/// phones behind a proxy that is not in `--trusted-proxy` are such clients. For their registrations
/// only the limit of each pass counts, because at a launch any number of phones may come through
/// one proxy.
///
/// Used from all event loops and tasks. A mutex protects the state and is never held while logging.
final class ClientWatch: Sendable {
  /// Log messages of one client.
  static let messages = Allowance.Limit(atOnce: 1_000, perMinute: 100)
  /// Limit of all clients without a known address, as a multiple of one client.
  static let sharesOfOthers = 10
  /// Log messages of all clients together. The store keeps 5,000 different ones.
  static let allMessages = Allowance.Limit(atOnce: 50_000, perMinute: 10_000)
  /// New registrations of one client, and of one pass. The limit allows 50,000 passes in an hour
  /// from one stadium with one address, and a pass that 100,000 people share.
  static let registrations = Allowance.Limit(atOnce: 10_000, perMinute: 1_000)
  /// Number of rejected tokens of a client in a minute that causes a warning.
  static let refusals = 100
  /// Most networks, and most passes, in memory.
  fileprivate static let limit = 10_000
  /// Pause between two warnings of one kind about the same client or pass, in seconds.
  private static let silence: Int64 = 600

  fileprivate struct Client {
    var messages: Allowance
    var registrations: Allowance
    var refusals = 0
    var minute: Int64 = 0
    var loggedAt: Int64?
    var seen: Int64

    init(shares: Int, now: Int64) {
      messages = Allowance(ClientWatch.messages.times(shares), now: now)
      registrations = Allowance(ClientWatch.registrations.times(shares), now: now)
      seen = now
    }
  }

  /// Limit of a pass that devices register.
  fileprivate struct Pass {
    var registrations: Allowance
    var loggedAt: Int64?
    var seen: Int64

    init(now: Int64) {
      registrations = Allowance(ClientWatch.registrations, now: now)
      seen = now
    }
  }

  fileprivate struct State {
    var clients: [LimitedNetwork: Client] = [:]
    var passes: [Int64: Pass] = [:]
    /// Messages of clients without a known address.
    var others: Allowance
    /// Messages of all clients together.
    var all: Allowance
    /// Passes at their device limit that were logged, by identifier in the store.
    var full: Set<Int64> = []
  }

  private let state: Mutex<State>
  private let logger: Logger
  /// Seconds of a monotonic clock.
  private let seconds: @Sendable () -> Int64

  init(_ logger: Logger, seconds: @escaping @Sendable () -> Int64 = ClientWatch.uptime) {
    self.logger = logger
    self.seconds = seconds
    let now = seconds()
    state = Mutex(
      State(
        others: Allowance(Self.messages.times(Self.sharesOfOthers), now: now),
        all: Allowance(Self.allMessages, now: now)))
  }

  /// Seconds since the first call, by a monotonic clock.
  @Sendable
  static func uptime() -> Int64 { (ContinuousClock.now - begin).components.seconds }

  private static let begin = ContinuousClock.now

  var count: Int { state.withLock { $0.clients.count } }

  // MARK: Messages

  /// Returns whether a client may send this many messages now. Does not take them from its limit.
  func mayWrite(_ count: Int, _ address: NetworkAddress?) -> Bool {
    let now = seconds()
    return state.withLock { $0.messages(of: address, now: now) >= count }
  }

  /// Takes messages from the limit of a client and returns how many of them may be kept.
  func mayKeep(_ count: Int, of address: NetworkAddress?) -> Int {
    let now = seconds()
    return state.withLock { state in
      let kept = min(count, max(0, state.messages(of: address, now: now)))
      state.all.use(kept)
      if let address {
        state.change(address, now: now) { $0.messages.use(kept) }
      } else {
        state.others.use(kept)
      }
      return kept
    }
  }

  // MARK: Registrations

  /// Takes one new registration from the limits of the client and of the pass.
  ///
  /// - Returns: 0 if it is allowed, else the seconds until it is.
  func register(_ pass: StoredPass, from address: NetworkAddress?) -> Int {
    let now = seconds()
    var isNews = false
    let wait = state.withLock { state in
      var known = state.pass(pass.id, now: now)
      var wait = known.registrations.secondsToNext
      if wait > 0, known.loggedAt.map({ now - $0 >= Self.silence }) ?? true {
        known.loggedAt = now
        isNews = true
      }
      if let address {
        state.change(address, now: now) { wait = max(wait, $0.registrations.secondsToNext) }
      }
      if wait == 0 {
        known.registrations.use(1)
        if let address { state.change(address, now: now) { $0.registrations.use(1) } }
      }
      state.passes[pass.id] = known
      return wait
    }
    if isNews {
      logger.warning(
        "many new devices register one pass: those over its limit get 429",
        metadata: Self.names(pass.passType, pass.serial))
    }
    return wait
  }

  /// Gives back a registration that was not new.
  func returnRegistration(_ pass: StoredPass, from address: NetworkAddress?) {
    let now = seconds()
    state.withLock { state in
      state.passes[pass.id]?.registrations.restore(1)
      if let address { state.change(address, now: now) { $0.registrations.restore(1) } }
    }
  }

  /// Logs passes that have reached their device limit, each once.
  func log(_ passes: [FullPass]) {
    for pass in passes {
      guard state.withLock({ $0.full.insert(pass.id).inserted }) else { continue }
      logger.warning(
        """
        a pass is at its device limit: each new device replaces another one, first those that \
        never requested updates
        """,
        metadata: Self.names(pass.passType, pass.serial))
    }
  }

  private static func names(_ passType: String, _ serial: String) -> Logger.Metadata {
    ["passType": "\(passType)", "serial": "\(serial)"]
  }

  // MARK: Authentication tokens

  /// Counts a request with a wrong token.
  func rejected(_ address: NetworkAddress?) {
    guard let address else { return }
    let now = seconds()
    var isMany = false
    state.withLock { state in
      // Only the /64: the warning is about one client, not about the whole /48.
      state.change(address, now: now, narrowest: true) { client in
        if client.minute != now / 60 { (client.minute, client.refusals) = (now / 60, 0) }
        client.refusals += 1
        guard client.refusals >= Self.refusals else { return }
        if let toldAt = client.loggedAt, now - toldAt < Self.silence { return }
        client.loggedAt = now
        isMany = true
      }
    }
    guard isMany else { return }
    logger.warning(
      "one client sends at least this many wrong tokens a minute, or requests deleted passes",
      metadata: ["network": "\(address.network)", "perMinute": .count(Self.refusals)])
  }
}

extension ClientWatch.State {
  /// Returns how many messages a client may send now.
  fileprivate mutating func messages(of address: NetworkAddress?, now: Int64) -> Int {
    all.wait(until: now)
    guard let address else {
      others.wait(until: now)
      return min(all.count, others.count)
    }
    var count = all.count
    change(address, now: now) { count = min(count, $0.messages.count) }
    return count
  }

  /// Adds tokens for the time since the last call, and changes the limits of the networks of an
  /// address.
  ///
  /// - Parameter narrowest: only change the narrowest network.
  fileprivate mutating func change(
    _ address: NetworkAddress, now: Int64, narrowest: Bool = false,
    _ body: (inout ClientWatch.Client) -> Void
  ) {
    for network in address.limited.prefix(narrowest ? 1 : 2) {
      var client = clients[network] ?? ClientWatch.Client(shares: network.shares, now: now)
      client.messages.wait(until: now)
      client.registrations.wait(until: now)
      client.seen = now
      body(&client)
      if clients.count >= ClientWatch.limit, clients[network] == nil {
        // A network that is dropped begins with a full limit. A /48 is kept longest. Otherwise a
        // client could use a new /64 for each request until its own /48 is dropped.
        clients = clients.filter { now - $0.value.seen < 60 }
        if clients.count >= ClientWatch.limit { clients = clients.filter { $0.key.isSite } }
        if clients.count >= ClientWatch.limit { clients = [:] }
      }
      clients[network] = client
    }
  }

  /// Returns the limit of a pass with the tokens for the time since the last call.
  fileprivate mutating func pass(_ id: Int64, now: Int64) -> ClientWatch.Pass {
    var pass = passes[id] ?? ClientWatch.Pass(now: now)
    pass.registrations.wait(until: now)
    pass.seen = now
    if passes.count >= ClientWatch.limit, passes[id] == nil {
      passes = passes.filter { now - $0.value.seen < 60 }
      if passes.count >= ClientWatch.limit { passes = [:] }
    }
    return pass
  }
}
