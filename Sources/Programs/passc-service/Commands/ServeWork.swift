// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassBuild
import PassConsole
import PassCrypto
import PassDiagnostics
import PassIssue
import PassPush
import PassRegistry
import PassService

extension ServeRunCommand: ServiceWork {
  func work() async throws {
    var settings = try settings()
    let sender = try sender(into: &settings)
    // The ledgers are opened before the database, so that a mistyped name does not leave a new
    // database.
    for ledger in options.ledger { _ = try LedgerFollower(ledger) }
    let store = try await ServedStore.serving(
      database, waiting: options.wait, makesCopy: !options.noCopy)
    do {
      try await serve(settings, store, hasPusher: sender != nil)
    } catch let rejected as DiagnosticsError {
      Console.report(rejected.diagnostics, showsNotes: false)
      throw CommandFailureError.findings
    } catch let unfit as RowRecipe.RecipeError {
      throw CommandFailureError.broken(unfit.description, help: unfit.help)
    }
    await sender?.close()
    try store.end()
  }

  private func serve(
    _ settings: ServiceSettings, _ store: any PassStore, hasPusher: Bool
  ) async throws {
    let shown = try ServedStore.shown(database)
    try await ServiceRun(settings, store: store).run { addresses in
      var words = ["serving \(addresses.devices)", "database \(shown)"]
      if let operators = addresses.operators { words.append("operators \(operators)") }
      if let probes = addresses.probes { words.append("probes \(probes)") }
      words.append("push \(hasPusher ? options.pushOptions.push ?? "none" : "none")")
      Console.print(words.joined(separator: ", "))
    }
  }

  // MARK: Sources and addresses

  /// The folder of the database and the socket, unless options name them.
  private var folder: String {
    (options.ledger.first ?? options.template).map { FilePath.parent($0) } ?? "."
  }

  private var database: String {
    options.database ?? FilePath.join(folder, "passes.sqlite")
  }

  /// Reads all settings except those for pushes.
  private func settings() throws -> ServiceSettings {
    let isShared = options.database.map(ServedStore.isShared) ?? false
    // In a database that several instances share, another instance may have added the passes.
    guard !options.ledger.isEmpty || options.template != nil || isShared else {
      throw CommandFailureError.usage(
        "no passes to serve",
        help: "give --ledger FILE of passc issue --ledger FILE, or --template DIR --data FILE")
    }
    guard let listener = ServiceSettings.Listener(options.listen), case .address = listener else {
      throw CommandFailureError.usage(
        "--listen \(options.listen) is not an address with a port", help: "write 127.0.0.1:8080")
    }
    var settings = ServiceSettings(listener: listener, clock: { Environment.now })
    settings.ledgers = options.ledger
    settings.isShared = isShared
    settings.logsJSON = options.logFormat == .json
    settings.signsUpWithoutToken = options.personalizeWithoutToken
    try readLimits(into: &settings)
    if let certificate = options.tlsCertificate, let key = options.tlsKey {
      settings.tls = (certificate, key)
    }
    try readOperators(in: isShared ? folder : FilePath.parent(database), into: &settings)
    settings.links = try ServedLinks.read(options.linkOptions)
    settings.recipe = try press()
    if options.dataOptions.data != nil {
      settings.table = try options.dataOptions.names.choice()
    }
    return settings
  }

  private func readLimits(into settings: inout ServiceSettings) throws {
    for text in options.trustedProxy {
      guard let range = NetworkRange(text) else {
        throw CommandFailureError.usage(
          "--trusted-proxy \(text) is not an address",
          help: "write 10.1.2.3, 10.0.0.0/8 or fd00::/8")
      }
      settings.trustedProxies.append(range)
    }
    settings.retention.messages = options.keepMessages == 0 ? nil : options.keepMessages
    settings.retention.devices = options.keepDevices
    settings.retention.voidPasses = options.keepVoid
  }

  // MARK: Rows and pushes

  private func press() throws -> RowRecipe? {
    guard let template = options.template, let file = options.tokenKey else { return nil }
    do {
      return try RowRecipe(
        template: template, identity: try identity(),
        tokenKey: try AuthenticationTokenKey(file: file),
        dataFiles: options.dataOptions.data.map { [$0] } ?? [], now: Environment.now)
    } catch let rejected as DiagnosticsError {
      Console.report(rejected.diagnostics, showsNotes: false)
      throw CommandFailureError.findings
    } catch let unfit as RowRecipe.RecipeError {
      throw CommandFailureError.broken(unfit.description, help: unfit.help)
    } catch let invalid as AuthenticationTokenKey.InvalidKeyError {
      throw CommandFailureError.environment(invalid.description)
    }
  }

  private var identityNames: IdentityNames {
    var names = options.identityOptions.names
    names.survivesFailures = true
    return names
  }

  private func identity() throws -> IdentitySource {
    var source = identityNames.source
    source.secretFiles += [
      options.tokenKey, options.linkOptions.linkKey, options.operatorsTokenFile, options.tlsKey,
      options.pushOptions.names.file,
    ].compactMap { $0 }
    guard !source.isEmpty else {
      throw CommandFailureError.noIdentity("rows and pushes need the signing identity")
    }
    return source
  }

  private func sender(into settings: inout ServiceSettings) throws -> CurrentSender? {
    // `RowRecipe` has already read the pass type identifier from the template or the identity.
    let passType = settings.recipe?.passType
    let target = try PushSetup.target(options.pushOptions)
    guard target != nil || settings.recipe != nil || namesIdentity else { return nil }
    let pushKey = options.pushOptions.names
    let names = identityNames
    var credential: (@Sendable (Identity) throws -> PushCredential)?
    if target != nil { credential = { try PushSetup.credential(pushKey, identity: $0) } }
    settings.renewal = ServiceSettings.Renewal(
      identity: { try Self.identity(names.source, passType) }, credential: credential,
      words: { ErrorMessages.sentence(of: $0) })
    let pushesWithCertificate = target != nil && pushKey.file == nil
    if let expiry = settings.recipe?.expiry { warn(expiry, pushesWithCertificate) }
    guard let target else {
      // Without pushes the identity is not needed here, and `RowRecipe` has its own copy. It is read
      // only because the admin API reports when the certificate expires. An expired certificate must
      // not stop the service.
      if let recipe = settings.recipe {
        Console.report(recipe.found, showsNotes: false)
      } else {
        settings.certificateEnd = try reportedIdentity(
          passType, isSilent: false, pushesWithCertificate)?.certificate.notAfter
      }
      return nil
    }
    guard
      let identity = try reportedIdentity(
        passType, isSilent: settings.recipe?.expiry != nil, pushesWithCertificate)
    else { throw CommandFailureError.findings }
    let sender = try CurrentSender(
      to: target, as: try PushSetup.credential(pushKey, identity: identity))
    settings.pusher = ServiceSettings.Pusher(
      sender: sender,
      topic: pushKey.file == nil ? identity.passTypeIdentifier : nil,
      isPaced: options.pace, certificateEnd: identity.certificate.notAfter)
    return sender
  }

  /// Whether options name an identity. `$PASSC_IDENTITY` does not count, because it can be meant
  /// for other commands.
  private var namesIdentity: Bool {
    let names = identityNames
    return names.identity != nil || names.certificate != nil || names.key != nil
      || names.wwdr != nil || names.signWith != nil
  }

  /// Reads the identity and prints its diagnostics. The result is nil if one of them is an error.
  ///
  /// - Parameter isSilent: whether the end of the certificate was already printed.
  private func reportedIdentity(
    _ passType: String?, isSilent: Bool, _ pushesWithCertificate: Bool
  ) throws -> Identity? {
    let (found, report, expiry) = try PushSetup.servedIdentity(try identity(), passType: passType)
    Console.report(report.sorted, showsNotes: false)
    if let expiry, !isSilent { warn(expiry, pushesWithCertificate) }
    return found
  }

  private func warn(_ expiry: ExpiredIdentity, _ pushesWithCertificate: Bool) {
    Console.printLine(
      "passc: warning: \(expiry.sentence(pushesWithIt: pushesWithCertificate))")
    Console.printLine("help: \(ExpiredIdentity.help)")
  }

  /// Reads the identity from the disk, for a renewal while the service runs.
  private static func identity(_ source: IdentitySource, _ passType: String?) throws -> Identity {
    let (identity, report) = try PushSetup.identity(source, passType: passType)
    guard let identity else { throw DiagnosticsError(report.diagnostics) }
    return identity
  }

  // MARK: Admin API

  private func readOperators(
    in folder: String, into settings: inout ServiceSettings
  ) throws {
    let place =
      options.operators
      ?? "unix:" + FilePath.join(folder, "passc-service.sock")
    guard let operators = ServiceSettings.Listener(place), operators.isLocal else {
      throw CommandFailureError.usage(
        "--operators \(place) is neither a socket nor an address of this machine",
        help: "write unix:PATH, of at most 103 bytes, or 127.0.0.1:9090")
    }
    settings.operators = operators
    if case .address = operators {
      guard let file = options.operatorsTokenFile else {
        throw CommandFailureError.usage(
          "--operators \(place) needs a token", help: "give --operators-token-file FILE")
      }
      var token = try Disk.read(file, limit: 4_096)
      while let last = token.last, [0x0A, 0x0D, 0x20].contains(last) { token.removeLast() }
      guard token.count >= 16 else {
        throw CommandFailureError.environment(
          "the token in \(file) is shorter than 16 characters",
          help: "openssl rand -hex 32 > \(file)")
      }
      settings.operatorsToken = token
    }
    guard let text = options.probes else { return }
    guard let probes = ServiceSettings.Listener(text), case .address = probes else {
      throw CommandFailureError.usage(
        "--probes \(text) is not an address with a port", help: "write 127.0.0.1:9100")
    }
    settings.probes = probes
  }
}
