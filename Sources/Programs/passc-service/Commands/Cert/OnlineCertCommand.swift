// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBasics
import PassBuild
import PassConsole
import PassCrypto
import PassDiagnostics

/// The subcommands of `passc cert` that use Apple's API. `passc` starts them.
struct OnlineCertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cert", abstract: "Request and renew certificates with Apple's API.",
    subcommands: [OnlineCertRequestCommand.self, CertRenewCommand.self])
}

/// `passc cert request` with `--app-store-connect`.
struct OnlineCertRequestCommand: ConsoleCommand, ServiceWork {
  static let configuration = CommandConfiguration(
    commandName: "request", abstract: "Request a certificate from Apple's API.")

  @OptionGroup
  var options: CertRequestOptions

  @OptionGroup(title: "App Store Connect")
  var storeOptions: AppStoreConnectOptions

  @OptionGroup(title: OutputOptions.title)
  var outputOptions: OutputOptions

  func work() async throws {
    try await CertificateOrders(storeOptions, passwordFile: options.passwordFile)
      .closing(after: request)
  }

  private func request(_ orders: CertificateOrders) async throws {
    var draft = CertificateOrders.Draft(passType: options.passType, isNFC: options.nfc)
    draft.team = options.team
    draft.name = options.commonName
    if storeOptions.dryRun { return orders.printCalls(draft) }
    var options = options
    if options.key == nil, options.outside.source == nil,
      let pending = try orders.pendingKey(in: options.output)
    {
      Console.print("\(pending): private key without a certificate, continuing with it")
      options.key = pending
    }
    try await orders.order(draft, with: try options.makeRequest(), into: options.output)
  }
}

extension CertRenewCommand: ServiceWork {
  func work() async throws {
    try await CertificateOrders(storeOptions, passwordFile: passwordFile)
      .closing(after: renewAll)
  }

  private func renewAll(_ orders: CertificateOrders) async throws {
    var renewed = 0
    var failed = 0
    for folder in try folders() {
      do {
        renewed += try await renewAll(in: folder, orders)
      } catch {
        // The other identities are renewed although one cannot be.
        failed += 1
        guard ServiceCommandLine.report(error) else { throw error }
      }
    }
    if renewed > 0, !storeOptions.dryRun {
      Console.print("renewed \(counted(renewed, "certificate")): send SIGHUP to passc serve")
    }
    if failed > 0 { throw CommandFailureError(status: .environment, message: "") }
  }

  /// Renews the certificates of a folder that expire soon, and returns their number.
  private func renewAll(in folder: String, _ orders: CertificateOrders) async throws -> Int {
    var renewed = 0
    let certificates = try orders.certificates(in: folder)
    if certificates.isEmpty {
      let words = "\(folder) has no signing certificate for passes"
      guard identities != nil else { throw CommandFailureError.environment(words) }
      Console.note("passc: note: \(words), left out")
    }
    for certificate in certificates {
      let days = (certificate.notAfter - Environment.now) / 86_400
      guard days <= Int64(within) else {
        Console.print(
          "\(folder): \(certificate.passTypeIdentifier ?? "") has \(counted(Int(days), "day")) "
            + "left, not renewed")
        continue
      }
      try await renew(certificate, in: folder, orders)
      renewed += 1
    }
    return renewed
  }

  private func folders() throws -> [String] {
    if let identities {
      let all = try Disk.list(identities).filter { $0.kind == .folder }
        .map { FilePath.join(identities, $0.name) }
      guard !all.isEmpty else {
        throw CommandFailureError.environment("\(identities) has no folder with an identity")
      }
      return all
    }
    guard let folder = identity ?? Environment.value("PASSC_IDENTITY") else {
      throw CommandFailureError.noIdentity("cert renew needs an identity")
    }
    return [folder]
  }

  private func renew(
    _ certificate: Certificate, in folder: String, _ orders: CertificateOrders
  ) async throws {
    guard let passType = certificate.passTypeIdentifier else { return }
    var draft = CertificateOrders.Draft(passType: passType, isNFC: certificate.isNFCEnabled)
    draft.team = certificate.subject.organizationalUnit
    if storeOptions.dryRun { return orders.printCalls(draft) }
    let request: RequestedIdentity
    if let pending = try orders.pendingKey(in: folder) {
      Console.print("\(pending): private key without a certificate, continuing with it")
      request = try RequestedIdentity.make(
        forKeyIn: pending, in: folder, name: passType,
        password: PasswordPrompt(file: passwordFile).password(for:))
    } else {
      let prompt = PasswordPrompt(file: passwordFile)
      request = try RequestedIdentity.make(
        in: folder, name: passType,
        password: passwordFile == nil ? nil : try prompt.newPassword(for: folder))
    }
    try await orders.order(draft, with: request, into: folder)
  }
}
