// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import PassBasics
import PassBuild
import PassIssue
package import PassRegistry
import ServiceLifecycle
import Synchronization
import UnixSignals

/// A service from its first look at the ledgers to its last answer.
package struct ServiceRun: Sendable {
  private let settings: ServiceSettings
  private let store: any PassStore
  private let counts: KnownCounts
  private let metrics = ServiceMetrics()
  private let state = ServiceState()
  private let logger: Logger

  /// A service over a store.
  package init(_ settings: ServiceSettings, store: any PassStore) {
    self.settings = settings
    self.store = store
    counts = KnownCounts(store)
    let isJSON = settings.logsJSON
    let clock = settings.clock
    var logger = Logger(label: "passc") { _ in ServiceLog(isJSON: isJSON, clock: clock) }
    logger.logLevel = .info
    self.logger = logger
  }

  /// Serves until the process is told to end, drains and returns.
  ///
  /// - Parameter ready: is called once, when every listener answers, with their addresses.
  package func run(ready: @escaping @Sendable (Addresses) -> Void) async throws {
    // Sockets and files are for this user alone.
    FileMask.restrict(to: 0o177)
    AbandonedFolders.remove(in: Environment.value("TMPDIR") ?? "/tmp")
    // From here on it is no end: a service that is told to read its certificates while it starts reads
    // them in a moment.
    let hangups = await UnixSignalsSequence(trapping: .sighup)
    logTheStore()
    state.certificateEnd =
      settings.press?.certificateEnd ?? settings.pusher?.certificateEnd ?? settings.certificateEnd
    if let press = settings.press {
      let isNewest = try await store.adopt(template: press.revision, of: press.passType)
      if !isNewest, settings.table == nil {
        logger.warning(
          "another instance has a newer template: this one rejects API rows",
          metadata: ["passType": "\(press.passType)"])
      }
    }
    var services: [any Service] = []
    let keyWatch = settings.press.map { TokenKeyWatch(press: $0, store: store, logger: logger) }
    let others = try await keyWatch?.passesOfAnotherKey() ?? []
    var made = try await making()
    try await keyWatch?.tell(of: others)
    made.linkKeys = settings.links.map { CurrentLinkKeys($0.keys) }
    services += made.services
    for path in settings.ledgers {
      var follower = try LedgerFollower(path)
      let source = LedgerSource(
        path: path, store: store, metrics: metrics, state: state, logger: logger,
        clock: settings.clock)
      try await source.take(&follower)
      let begun = follower
      services.append(Work { try await source.follow(begun) })
    }
    let count = 1 + (settings.operators == nil ? 0 : 1) + (settings.probes == nil ? 0 : 1)
    let listeners = Listeners(count: count, ready: ready)
    let tls = try settings.tls.map { try ServerTLS(certificate: $0.certificate, key: $0.key) }
    state.serverCertificateEnd = tls?.end
    let contents = contents(made)
    let heard = settings.retention.devices == nil ? nil : HeardDevices()
    if made.desk != nil { LoopTurns.waitForMakers(MultiThreadedEventLoopGroup.singleton) }
    let used = UsedDevices(store, logger)
    services.append(deviceListener(listeners, made, tls, contents, heard, used))
    services += try operatorListeners(listeners, made)
    services += [
      renewal(tls, made, contents, hangups), housekeeping(heard), damageWatch,
      Work { await used.run() },
    ]
    if let pusher = settings.pusher {
      let outbox = OutboxLoop(
        store: store, sender: pusher.sender, topic: pusher.topic, isPaced: pusher.isPaced,
        state: state, metrics: metrics, logger: logger, clock: settings.clock)
      services.append(Work { await outbox.run() })
    }
    // They are told to end from the last to the first, each when the one behind it has ended.
    services.append(DrainNotice(state: state))
    try await run(services)
  }

  /// Says when the database is lost, and when it is back.
  private func logTheStore() {
    store.watch { [logger] fault in
      if let fault {
        logger.error(
          "lost the database: requests get 503 until it is back",
          metadata: ["reason": "\(fault)"])
      } else {
        logger.notice("the database is back")
      }
    }
  }

  private func contents(_ made: Making) -> ContentCache {
    // In a database of its own such a pass is one whose template was taken away on purpose.
    guard settings.isShared, made.desk == nil else { return ContentCache(desk: made.desk) }
    let (state, logger) = (state, logger)
    return ContentCache(lacksTemplate: {
      guard state.hindrance == nil else { return }
      state.hindrance = TemplateWatch.noTemplate
      logger.error("\(TemplateWatch.noTemplate), and /readyz is 503")
    })
  }

  /// How long calls that are going may take when the service is to end; what lasts longer is cut off.
  static let drainTime = Duration.seconds(7)

  private func run(_ services: [any Service]) async throws {
    var configuration = ServiceGroupConfiguration(
      services: services.map {
        .init(
          service: $0, successTerminationBehavior: .gracefullyShutdownGroup,
          failureTerminationBehavior: .gracefullyShutdownGroup)
      },
      gracefulShutdownSignals: [.sigterm, .sigint], logger: quiet)
    configuration.maximumGracefulShutdownDuration = Self.drainTime
    do {
      try await ServiceGroup(configuration: configuration).run()
    } catch is CancellationError where state.isDraining {
      // It was time; what is said of it stands below.
    }
    if let begun = state.drainBegun, ContinuousClock.now - begun >= Self.drainTime {
      logger.warning("aborted requests that took too long")
    }
  }

  private func renewal(
    _ tls: ServerTLS?, _ made: Making, _ contents: ContentCache, _ hangups: UnixSignalsSequence
  ) -> any Service {
    let renewal = RenewalLoop(
      settings, tls: tls, current: made.current, contents: contents, linkKeys: made.linkKeys,
      state: state, logger: logger)
    return Work { await renewal.run(hangups) }
  }

  private func housekeeping(_ heard: HeardDevices?) -> any Service {
    let housekeeper = Housekeeper(
      retention: settings.retention, heard: heard, store: store, logger: logger,
      clock: settings.clock)
    return Work { await housekeeper.run() }
  }

  private var damageWatch: any Service {
    let watch = DamageWatch(store: store, state: state, logger: logger)
    return Work { await watch.run() }
  }

  /// What makes passes, and what goes on beside it.
  private struct Making {
    var current: CurrentPress?
    var desk: BuildDesk?
    var rows: RowDesk?
    var linkKeys: CurrentLinkKeys?
    var services: [any Service] = []
  }

  /// Takes over the table, where there is one.
  private func making() async throws -> Making {
    guard let press = settings.press else { return Making() }
    let current = CurrentPress(press)
    let rows = RowDesk(store: store, current: current, metrics: metrics, clock: settings.clock)
    let put = PutRows(
      current, desk: rows, readsTemplate: settings.table == nil, store: store, metrics: metrics,
      state: state, logger: logger, clock: settings.clock)
    let following = Work { await put.follow() }
    guard let choice = settings.table else {
      return Making(current: current, rows: rows, services: [following])
    }
    current.replace(with: try TablePress(press, choice))
    let desk = BuildDesk(
      current, store: store, metrics: metrics, logger: logger, threads: Processors.allowed)
    let source = TableSource(
      current, choice, desk: desk, rows: rows, store: store, metrics: metrics, state: state,
      logger: logger, clock: settings.clock)
    let begun = source.stamps()
    try await source.begin()
    let watch = source.watch
    return Making(
      current: current, desk: desk, rows: rows,
      services: [
        Work { try await source.follow(from: begun) }, Work { await watch.run() }, following,
      ])
  }

  /// For the libraries below, whose lines tell operators nothing.
  private var quiet: Logger {
    var quiet = logger
    quiet.logLevel = .critical
    return quiet
  }

  private func deviceListener(
    _ listeners: Listeners, _ made: Making, _ tls: ServerTLS?, _ contents: ContentCache,
    _ heard: HeardDevices?, _ used: UsedDevices
  ) -> any Service {
    var responder = DeviceResponder(
      store: store, contents: contents, metrics: metrics, clock: settings.clock)
    responder.rows = made.rows
    responder.signsUpWithoutToken = settings.signsUpWithoutToken
    responder.signUpLog = SignUpLog(logger)
    responder.state = state
    responder.finder = ClientFinder(proxies: settings.trustedProxies)
    responder.watch = ClientWatch(logger)
    responder.heard = heard
    responder.used = used
    if let links = settings.links, let keys = made.linkKeys {
      responder.adding = AddResponder(
        store: store, contents: contents, keys: keys, address: links.address,
        pictures: PicturePress(program: PreviewWorker.installed), metrics: metrics,
        clock: settings.clock)
    }
    let devices = responder
    let finder = responder.finder
    let bound = ConnectionBound(metrics) { finder.mayStandForMany($0) }
    let server = Self.server(of: devices, tls, bound, settings.patience)
    let application = Application(
      responder: responder, server: server,
      configuration: ApplicationConfiguration(
        address: Self.bind(settings.listener), backlog: 1_024,
        availableConnectionsDelegate: CountedConnections(10_000, metrics)),
      onServerRunning: { channel in
        listeners.add { $0.devices = Self.address(of: channel, settings.listener, settings.tls) }
      },
      logger: quiet)
    return ListeningService(base: application, purpose: .devices, listener: settings.listener)
  }

  private func operatorListeners(
    _ listeners: Listeners, _ made: Making
  ) throws -> [any Service] {
    var services: [any Service] = []
    if let operators = settings.operators {
      let access: OperatorAccess
      switch operators {
      case .socket(let path):
        access = .socket
        try Self.removeStaleSocket(path)
      case .address:
        guard let token = settings.operatorsToken else {
          throw StoreError(.failed, "an admin API address without a token")
        }
        access = OperatorAccess(token: token)
      }
      services.append(
        operatorListener(operators, access, made, probesOnly: false) { address in
          listeners.add { $0.operators = address }
        })
    }
    if let probes = settings.probes {
      services.append(
        operatorListener(probes, .socket, made, probesOnly: true) { address in
          listeners.add { $0.probes = address }
        })
    }
    return services
  }

  private func operatorListener(
    _ listener: ServiceSettings.Listener, _ access: OperatorAccess, _ made: Making,
    probesOnly: Bool, running: @escaping @Sendable (String) -> Void
  ) -> any Service {
    let application = Application(
      responder: OperatorResponder(
        store: store, counts: counts, metrics: metrics, state: state, clock: settings.clock,
        access: access, desk: made.rows, table: settings.table?.file, ledgers: settings.ledgers,
        sends: settings.pusher != nil, probesOnly: probesOnly),
      server: Self.server(settings.patience),
      configuration: ApplicationConfiguration(
        address: Self.bind(listener),
        availableConnectionsDelegate: MaximumAvailableConnections(256)),
      onServerRunning: { running(Self.address(of: $0, listener, nil)) },
      logger: quiet)
    return ListeningService(
      base: application, purpose: probesOnly ? .probes : .operators, listener: listener)
  }

  /// Takes the socket of a service that is gone away. One that answers belongs to another instance, which
  /// has the same database on a server.
  private static func removeStaleSocket(_ path: String) throws {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard !SocketProbe.answers(path) else {
      throw StoreError(
        .inUse, "another instance has the admin API at \(path): use another --operators")
    }
    guard status.st_mode & S_IFMT == S_IFSOCK, unlink(path) == 0 else {
      throw StoreError(.failed, "\(path) already exists and cannot be replaced by a socket")
    }
  }

  /// A server for devices. `DirectAnswers`, which sees all calls, closes idle connections.
  static func server(
    of devices: DeviceResponder, _ tls: ServerTLS?, _ bound: ConnectionBound,
    _ patience: ConnectionPatience.Limits
  ) -> HTTPServerBuilder {
    let configuration = HTTP1Channel.Configuration(httpDecoderConfiguration: decoder)
    return HTTPServerBuilder { responder in
      let channel = HTTP1Channel(responder: responder, configuration: configuration)
      guard let tls else {
        return LoopChannel(
          base: channel, responder: devices, bound: bound, patience: patience)
      }
      return LoopChannel(
        base: RenewableTLSChannel(base: channel, tls: tls), responder: devices, bound: bound,
        patience: patience)
    }
  }

  /// A server for operators and probes.
  static func server(_ patience: ConnectionPatience.Limits) -> HTTPServerBuilder {
    .http1(
      configuration: HTTP1Channel.Configuration(
        additionalChannelHandlers: [PatientConnection(patience)],
        httpDecoderConfiguration: decoder))
  }

  /// Small heads, since no device has large ones.
  static let decoder = HTTP1Channel.Configuration.DecoderConfiguration(
    maxHeaderFieldSize: 16_384, maxHeaderListSize: 32_768, maxHeaderFieldCount: 100)

  static func bind(_ listener: ServiceSettings.Listener) -> BindAddress {
    switch listener {
    case .address(let host, let port): .hostname(host, port: port)
    case .socket(let path): .unixDomainSocket(path: path)
    }
  }

  static func address(
    of channel: any Channel, _ listener: ServiceSettings.Listener, _ tls: (String, String)?
  ) -> String {
    guard case .address(let host, _) = listener else { return listener.description }
    let port = channel.localAddress?.port ?? 0
    let shown = ServiceSettings.Listener.address(host: host, port: port)
    return "\(tls == nil ? "http" : "https")://\(shown)"
  }

  /// Where a service answers.
  package struct Addresses: Sendable, Hashable {
    /// The base for devices, with the port that was taken.
    package var devices = ""
    /// The operators' listener.
    package var operators: String?
    /// The listener for probes.
    package var probes: String?
  }
}

/// Waits for all listeners before it says that the service is ready.
final class Listeners: Sendable {
  private let state: Mutex<(waiting: Int, addresses: ServiceRun.Addresses)>
  private let ready: @Sendable (ServiceRun.Addresses) -> Void

  init(count: Int, ready: @escaping @Sendable (ServiceRun.Addresses) -> Void) {
    state = Mutex((count, ServiceRun.Addresses()))
    self.ready = ready
  }

  func add(_ change: (inout ServiceRun.Addresses) -> Void) {
    let all = state.withLock { state -> ServiceRun.Addresses? in
      change(&state.addresses)
      state.waiting -= 1
      return state.waiting == 0 ? state.addresses : nil
    }
    if let all { ready(all) }
  }
}

/// Says that the service is about to end, as soon as it is told to.
struct DrainNotice: Service {
  let state: ServiceState

  func run() async throws {
    try await gracefulShutdown()
    state.beginDraining()
  }
}

/// Work that goes on beside the listeners.
struct Work: Service {
  private let body: @Sendable () async throws -> Void

  init(_ body: @escaping @Sendable () async throws -> Void) { self.body = body }

  func run() async throws {
    try await cancelWhenGracefulShutdown { try await body() }
  }
}
