// SPDX-License-Identifier: Apache-2.0

import PassAppStoreConnect
import PassBasics
import PassBuild
import PassConsole
import PassCrypto
import PassDiagnostics
import PassJSON
import PassModel

/// Orders certificates from Apple's API and writes them into identities.
struct CertificateOrders {
  /// The certificate to order, before there is a key.
  struct Draft {
    let passType: String
    let isNFC: Bool
    var team: String?
    /// The name of a new pass type identifier.
    var name: String?

    /// Apple does not allow every character in a name.
    var plainName: String { name ?? passType.replacing(".", with: " ") }
  }

  private let client: APIClient
  private let transport: HTTPTransport
  private let base: String
  private let prompt: PasswordPrompt

  init(_ options: AppStoreConnectOptions, passwordFile: String?) throws {
    guard let file = options.appStoreConnect, let keyID = options.keyId,
      let issuerID = options.issuerId
    else {
      throw CommandFailureError.usage("--app-store-connect, --key-id and --issuer-id go together")
    }
    var bytes = try Disk.read(file, limit: IdentityMaterial.limitInBytes)
    defer { Secret.wipe(&bytes) }
    guard let key = (try? CredentialFile.parse(bytes))?.keys.first else {
      throw CommandFailureError.environment(
        "\(file) has no key", help: "give the .p8 file that Apple lets you download once")
    }
    base = options.apiUrl ?? APIClient.appleURL
    transport = HTTPTransport(agent: "passc/\(Version.number)")
    client = APIClient(
      try APIKey(key: key, keyID: keyID, issuerID: issuerID), base: base, transport: transport)
    prompt = PasswordPrompt(file: passwordFile)
  }

  /// Runs `body`, then closes the connections to Apple.
  func closing(after body: (CertificateOrders) async throws -> Void) async throws {
    do {
      try await body(self)
    } catch {
      await transport.close()
      throw error
    }
    await transport.close()
  }

  // MARK: Keys and certificates

  private func material(in folder: String) throws -> IdentityMaterial {
    let password = try prompt.givenPassword()
    var source = IdentitySource { _ in password }
    source.folder = folder
    return try IdentityMaterial.readPassingOverLocked(source)
  }

  /// Returns the file of a key that has no certificate yet: that of an order that was interrupted.
  func pendingKey(in folder: String) throws -> String? {
    guard try Disk.kind(of: folder, followingLinks: true) == .folder else { return nil }
    let material = try material(in: folder)
    let used = Set(material.certificates.map(\.content.publicKeyDER))
    return material.keys.last { named in
      guard let key = named.content as? PrivateKey, key.kind == .rsa(bits: 2048) else {
        return false
      }
      return !used.contains(key.publicKeyDER)
    }?.file
  }

  /// Returns the certificate that expires last, for each pass type identifier of a folder.
  func certificates(in folder: String) throws -> [Certificate] {
    let all = try material(in: folder).certificates.map(\.content)
      .filter { $0.looksLikePassCertificate && $0.passTypeIdentifier != nil }
    return Dictionary(grouping: all) { $0.passTypeIdentifier ?? "" }.sorted { $0.key < $1.key }
      .compactMap { $0.value.max { $0.notAfter < $1.notAfter } }
  }

  // MARK: Ordering

  /// Orders a certificate, and writes it and its intermediate into the folder.
  func order(
    _ draft: Draft, with request: RequestedIdentity, into folder: String
  ) async throws {
    Console.print("\(request.keyFile): private key, RSA 2048, for you alone")
    do {
      try await place(draft, request, folder)
    } catch {
      Console.note(
        "passc: note: \(request.keyFile) and \(request.requestFile) stay: if you run the command "
          + "again, passc first looks for their certificate")
      throw error
    }
  }

  private func place(
    _ draft: Draft, _ request: RequestedIdentity, _ folder: String
  ) async throws {
    var order = order(draft, request.request, request.publicKeyDER)
    order.existing = try material(in: folder).certificates.map(\.content)
    let delivery = try await order.place(with: client, now: Environment.now)
    let certificate = delivery.certificate
    if delivery.isNewPassType { Console.print("\(draft.passType): registered at Apple") }
    if delivery.wasThere {
      Console.print("\(draft.passType): Apple had issued the certificate for this key before")
    }
    // The certificate is written before anything else can fail: Apple issues only a few.
    let known = order.existing.first { certificate.isSigned(by: $0) }
    try write([certificate], folder)
    if known == nil {
      do {
        let issuer = try await PassCertificateOrder.intermediate(of: certificate, with: client)
        try write([issuer], folder)
      } catch {
        throw CommandFailureError.environment(
          "the certificate is in \(folder), but its WWDR certificate cannot be downloaded: \(error)",
          help: IssuerAdvice(for: certificate).help)
      }
    }
    let days = (certificate.notAfter - Environment.now) / 86_400
    Console.print(
      "\(folder) can sign until \(Timestamp.day(certificate.notAfter)), "
        + "\(counted(Int(days), "day")) left")
  }

  private func write(_ certificates: [Certificate], _ folder: String) throws {
    let outcomes = try CredentialImport.run(
      certificates, from: "Apple", into: folder, givenPassword: try prompt.givenPassword())
    for outcome in outcomes {
      Console.print(TextWriter.printable("\(outcome.file): \(outcome.message)"))
    }
  }

  private func order(
    _ draft: Draft, _ request: String, _ publicKeyDER: [UInt8]
  ) -> PassCertificateOrder {
    PassCertificateOrder(
      passType: draft.passType, name: draft.plainName, isNFC: draft.isNFC, team: draft.team,
      request: request, publicKeyDER: publicKeyDER)
  }

  // MARK: Dry run

  /// Prints the calls of an order. Nothing is sent and no key is made.
  func printCalls(_ draft: Draft) {
    let order = order(draft, "<the certificate signing request in PEM>", [])
    func line(_ body: [UInt8]) -> String { String(decoding: body, as: UTF8.self) }
    Console.show(
      """
      GET \(base)\(PassCertificateOrder.passTypePath(draft.passType))
      if the pass type identifier is not in the list:
      POST \(base)/v1/passTypeIds
        \(line(order.registration.bytes))
      GET \(base)\(PassCertificateOrder.certificatesPath("<id>"))
      if no certificate has the public key of the request:
      POST \(base)/v1/certificates
        \(line(order.body(passTypeID: "<id>").bytes))
      GET the WWDR certificate, from the address in the certificate, without a token

      """)
  }
}
