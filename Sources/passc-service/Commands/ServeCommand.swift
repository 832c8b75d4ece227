// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassConsole
import PassFiles
import PassRegistry
import PassService

/// `passc serve`: the service itself.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: ServeHelp.abstract, discussion: ServeHelp.discussion)

  @OptionGroup
  var options: ServeOptions

  func run() async throws {
    guard let first = options.ledger.first else {
      throw Failure.usage(
        "there is nothing to serve", help: "give --ledger FILE of passc issue --ledger FILE")
    }
    guard let listener = ServiceSettings.Listener(options.listen), case .address = listener else {
      throw Failure.usage(
        "--listen \(options.listen) is no address with a port", help: "write 127.0.0.1:8080")
    }
    var settings = ServiceSettings(listener: listener, clock: { Environment.now })
    settings.ledgers = options.ledger
    settings.logsJSON = options.logFormat == .json
    if let certificate = options.tlsCertificate, let key = options.tlsKey {
      settings.tls = (certificate, key)
    }
    let path = options.database ?? FilePath.join(FilePath.parent(first), "passes.sqlite")
    try readOperators(beside: path, into: &settings)
    let store = try SQLiteStore(path)
    try await ServiceRun(settings, store: store).run { addresses in
      var words = ["serving \(addresses.devices)", "database \(path)"]
      if let operators = addresses.operators { words.append("operators \(operators)") }
      if let probes = addresses.probes { words.append("probes \(probes)") }
      Console.print(words.joined(separator: ", "))
    }
    try store.end()
  }

  private func readOperators(
    beside database: String, into settings: inout ServiceSettings
  ) throws {
    let place =
      options.operators
      ?? "unix:" + FilePath.join(FilePath.parent(database), "passc-service.sock")
    guard let operators = ServiceSettings.Listener(place), operators.isLocal else {
      throw Failure.usage(
        "--operators \(place) is neither a socket nor an address of this machine",
        help: "write unix:PATH, of at most 103 bytes, or 127.0.0.1:9090")
    }
    settings.operators = operators
    if case .address = operators {
      guard let file = options.operatorsTokenFile else {
        throw Failure.usage(
          "--operators \(place) asks for a token", help: "give --operators-token-file FILE")
      }
      var token = try Disk.read(file, limit: 4_096)
      while let last = token.last, [0x0A, 0x0D, 0x20].contains(last) { token.removeLast() }
      guard token.count >= 16 else {
        throw Failure.environment(
          "the token in \(file) is shorter than 16 characters",
          help: "openssl rand -hex 32 > \(file)")
      }
      settings.operatorsToken = token
    }
    guard let text = options.probes else { return }
    guard let probes = ServiceSettings.Listener(text), case .address = probes else {
      throw Failure.usage(
        "--probes \(text) is no address with a port", help: "write 127.0.0.1:9100")
    }
    settings.probes = probes
  }
}
