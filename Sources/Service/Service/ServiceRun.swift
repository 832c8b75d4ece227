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

/// One run of `passc serve`, from the first import of the ledgers to the last response.
package struct ServiceRun: Sendable {
  private let settings: ServiceSettings
  private let store: any PassStore
  private let counts: CountCache
  private let metrics = ServiceMetrics()
  private let state = ServiceState()
  private let logger: Logger

  package init(_ settings: ServiceSettings, store: any PassStore) {
    self.settings = settings
    self.store = store
    counts = CountCache(store)
    let isJSON = settings.logsJSON
    let clock = settings.clock
    var logger = Logger(label: "passc") { _ in ServiceLog(isJSON: isJSON, clock: clock) }
    logger.logLevel = .info
    self.logger = logger
  }

  /// Serves until SIGTERM or SIGINT, finishes open requests, and returns.
  ///
  /// - Parameter ready: called once with the addresses, when every listener accepts connections.
  package func run(ready: @escaping @Sendable (Addresses) -> Void) async throws {
    // Only this user may access new sockets and files.
    FileMask.restrict(to: 0o177)
    AbandonedFolders.remove(in: Environment.value("TMPDIR") ?? "/tmp")
    // Trapped early: from here on SIGHUP no longer ends the process. If it arrives during the
    // start, the files are read again as soon as the service runs.
    let hangups = await UnixSignalsSequence(trapping: .sighup)
    logTheStore()
    state.certificateEnd =
      settings.recipe?.certificateEnd ?? settings.pusher?.certificateEnd ?? settings.certificateEnd
    if let recipe = settings.recipe {
      let isNewest = try await store.adopt(template: recipe.revision, of: recipe.passType)
      if !isNewest, settings.table == nil {
        logger.warning(
          "another instance has a newer template: this one rejects API rows",
          metadata: ["passType": "\(recipe.passType)"])
      }
    }
    var services: [any Service] = []
    let keyWatch = settings.recipe.map { TokenKeyWatch(recipe: $0, store: store, logger: logger) }
    let others = try await keyWatch?.passesOfAnotherKey() ?? []
    var made = try await makePassParts()
    try await keyWatch?.logChanges(of: others)
    made.linkKeys = settings.links.map { CurrentLinkKeys($0.keys) }
    services += made.services
    for path in settings.ledgers {
      var follower = try LedgerFollower(path)
      let source = LedgerSource(
        path: path, store: store, metrics: metrics, state: state, logger: logger,
        clock: settings.clock)
      try await source.importNews(&follower)
      let started = follower
      services.append(Work { try await source.follow(started) })
    }
    let count = 1 + (settings.operators == nil ? 0 : 1) + (settings.probes == nil ? 0 : 1)
    let listeners = Listeners(count: count, ready: ready)
    let tls = try settings.tls.map { try ServerTLS(certificate: $0.certificate, key: $0.key) }
    state.serverCertificateEnd = tls?.end
    let contents = contents(made)
    let heard = settings.retention.devices == nil ? nil : SeenDevices()
    if made.buildQueue != nil { LoopTurns.waitForMakers(MultiThreadedEventLoopGroup.singleton) }
    let used = UsedDevices(store, logger)
    services.append(deviceListener(listeners, made, tls, contents, heard, used))
    services += try operatorListeners(listeners, made)
    services += [
      renewal(tls, made, contents, hangups), housekeeping(heard), damageWatch, expiryWatch,
      Work { await used.run() },
    ]
    if let pusher = settings.pusher {
      let outbox = OutboxLoop(
        store: store, sender: pusher.sender, topic: pusher.topic, isPaced: pusher.isPaced,
        state: state, metrics: metrics, logger: logger, clock: settings.clock)
      services.append(Work { await outbox.run() })
    }
    // A service group shuts down in reverse order, one service after the other. The notice is last,
    // so it comes first: the listeners drain while `isDraining` is already true.
    services.append(DrainNotice(state: state))
    try await run(services)
  }

  /// Logs when the database is lost and when it is back.
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

  private func contents(_ made: PassParts) -> ContentCache {
    // Only with a shared database. In a database of one instance, such a pass means that the
    // operator removed the template on purpose.
    guard settings.isShared, made.buildQueue == nil else {
      return ContentCache(buildQueue: made.buildQueue)
    }
    let (state, logger) = (state, logger)
    return ContentCache(lacksTemplate: {
      guard state.hindrance == nil else { return }
      state.hindrance = TemplateWatch.noTemplate
      logger.error("\(TemplateWatch.noTemplate), and /readyz is 503")
    })
  }

  /// Longest time for open requests during a shutdown. Longer ones are aborted.
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
      // Expected after `drainTime`. The warning below reports it.
    }
    if let started = state.drainStart, ContinuousClock.now - started >= Self.drainTime {
      logger.warning("aborted requests that took too long")
    }
  }

  private func renewal(
    _ tls: ServerTLS?, _ made: PassParts, _ contents: ContentCache, _ hangups: UnixSignalsSequence
  ) -> any Service {
    let renewal = RenewalLoop(
      settings, tls: tls, current: made.current, contents: contents, linkKeys: made.linkKeys,
      state: state, logger: logger)
    return Work { await renewal.run(hangups) }
  }

  private func housekeeping(_ heard: SeenDevices?) -> any Service {
    let housekeeper = Housekeeper(
      retention: settings.retention, seenDevices: heard, store: store, logger: logger,
      clock: settings.clock)
    return Work { await housekeeper.run() }
  }

  private var damageWatch: any Service {
    let watch = DamageWatch(store: store, state: state, logger: logger)
    return Work { await watch.run() }
  }

  private var expiryWatch: any Service {
    let watch = ExpiryWatch(state: state, logger: logger, clock: settings.clock)
    return Work { await watch.run() }
  }

  /// The builders of passes and the services that belong to them.
  private struct PassParts {
    var current: CurrentRecipes?
    var buildQueue: BuildQueue?
    var rows: RowQueue?
    var linkKeys: CurrentLinkKeys?
    var services: [any Service] = []
  }

  /// Creates the builders, and imports the table if there is one.
  private func makePassParts() async throws -> PassParts {
    guard let recipe = settings.recipe else { return PassParts() }
    let current = CurrentRecipes(recipe)
    let rows = RowQueue(store: store, current: current, metrics: metrics, clock: settings.clock)
    let put = APIRowUpdater(
      current, queue: rows, readsTemplate: settings.table == nil, store: store, metrics: metrics,
      state: state, logger: logger, clock: settings.clock)
    let following = Work { await put.follow() }
    guard let choice = settings.table else {
      return PassParts(current: current, rows: rows, services: [following])
    }
    current.replace(with: try TableRecipe(recipe, choice))
    let buildQueue = BuildQueue(
      current, store: store, metrics: metrics, logger: logger, threads: Processors.allowed)
    let source = TableSource(
      current, choice, buildQueue: buildQueue, rows: rows, store: store, metrics: metrics,
      state: state,
      logger: logger, clock: settings.clock)
    let started = source.stamps()
    try await source.begin()
    let watch = source.watch
    return PassParts(
      current: current, buildQueue: buildQueue, rows: rows,
      services: [
        Work { try await source.follow(from: started) }, Work { await watch.run() }, following,
      ])
  }

  /// A logger for libraries, whose log lines do not help operators.
  private var quiet: Logger {
    var quiet = logger
    quiet.logLevel = .critical
    return quiet
  }

  private func deviceListener(
    _ listeners: Listeners, _ made: PassParts, _ tls: ServerTLS?, _ contents: ContentCache,
    _ heard: SeenDevices?, _ used: UsedDevices
  ) -> any Service {
    var responder = DeviceResponder(
      store: store, contents: contents, metrics: metrics, clock: settings.clock)
    responder.rows = made.rows
    responder.signsUpWithoutToken = settings.signsUpWithoutToken
    responder.signUpLog = SignUpLog(logger)
    responder.state = state
    responder.finder = ClientFinder(proxies: settings.trustedProxies)
    responder.watch = ClientWatch(logger)
    responder.seenDevices = heard
    responder.used = used
    if let links = settings.links, let keys = made.linkKeys {
      responder.adding = AddResponder(
        store: store, contents: contents, keys: keys, address: links.address,
        pictures: PreviewCache(program: PreviewWorker.installed), metrics: metrics,
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
    _ listeners: Listeners, _ made: PassParts
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
    _ listener: ServiceSettings.Listener, _ access: OperatorAccess, _ made: PassParts,
    probesOnly: Bool, running: @escaping @Sendable (String) -> Void
  ) -> any Service {
    let application = Application(
      responder: OperatorResponder(
        store: store, counts: counts, metrics: metrics, state: state, clock: settings.clock,
        access: access, rowQueue: made.rows, table: settings.table?.file, ledgers: settings.ledgers,
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

  /// Deletes the socket of a service that has ended. If something accepts connections there, it is
  /// another instance, which may share the PostgreSQL database.
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

  /// Creates the server for devices. `DirectResponses`, which sees all requests, closes idle
  /// connections.
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

  /// Creates the server for the admin API and probes.
  static func server(_ patience: ConnectionPatience.Limits) -> HTTPServerBuilder {
    .http1(
      configuration: HTTP1Channel.Configuration(
        additionalChannelHandlers: [PatientConnection(patience)],
        httpDecoderConfiguration: decoder))
  }

  /// Limits of a request head. No device sends large ones.
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

  /// Addresses of the listeners.
  package struct Addresses: Sendable, Hashable {
    /// Base URL for devices, with the actual port.
    package var devices = ""
    /// Admin API.
    package var operators: String?
    package var probes: String?
  }
}

/// Calls `ready` once when all listeners accept connections. They report from several threads.
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

/// Marks the beginning of the shutdown, as soon as the process gets the signal.
struct DrainNotice: Service {
  let state: ServiceState

  func run() async throws {
    try await gracefulShutdown()
    state.beginDraining()
  }
}

/// A background task of the service, which is cancelled at shutdown.
struct Work: Service {
  private let body: @Sendable () async throws -> Void

  init(_ body: @escaping @Sendable () async throws -> Void) { self.body = body }

  func run() async throws {
    try await cancelWhenGracefulShutdown { try await body() }
  }
}
