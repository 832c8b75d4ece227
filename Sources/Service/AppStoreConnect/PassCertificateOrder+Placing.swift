// SPDX-License-Identifier: Apache-2.0

package import PassCrypto
import PassJSON

extension PassCertificateOrder {
  /// What Apple has issued.
  package struct Delivery: Sendable {
    /// Whether the pass type identifier is new.
    package var isNewPassType: Bool
    /// Whether the certificate had been issued before, for the same key.
    package var wasThere: Bool
    package var certificate: Certificate
  }

  /// The looks at the list after a POST without a complete response, with pauses in seconds. Apple
  /// may still be issuing the certificate at the first look.
  private static let looks = [0, 2, 5]

  /// Registers the pass type identifier if it is new, requests the certificate and checks it.
  ///
  /// A certificate with the same key that Apple has already issued is taken. So it is safe to place
  /// an order again after a crash.
  ///
  /// - Parameter now: seconds since 1970.
  /// - Throws: `APIError`, `CancellationError`.
  package func place(with client: APIClient, now: Int64) async throws -> Delivery {
    let known = try await passTypeID(client)
    let id: String
    if let known { id = known } else { id = try await register(client) }
    if known != nil, let certificate = try await issued(client, id) {
      return Delivery(
        isNewPassType: false, wasThere: true, certificate: try checked(certificate, now))
    }
    let certificate: Certificate
    do {
      certificate = try await request(client, id)
    } catch let error as APIError where [.unanswered, .rateLimit].contains(error.kind) {
      guard let found = try await issuedLater(client, id) else { throw error }
      return Delivery(
        isNewPassType: known == nil, wasThere: true, certificate: try checked(found, now))
    } catch let error as APIError where isNFC && [.forbidden, .notFound].contains(error.kind) {
      throw APIError(
        error.kind, error.description,
        help: "Apple has to grant NFC to the team first; else use a team key with the role Admin")
    }
    return Delivery(
      isNewPassType: known == nil, wasThere: false, certificate: try checked(certificate, now))
  }

  private func checked(_ certificate: Certificate, _ now: Int64) throws -> Certificate {
    if let fault = fault(of: certificate, now: now) {
      throw APIError(.wrongCertificate, "the certificate for \(passType) does not fit: \(fault)")
    }
    return certificate
  }

  // MARK: The pass type identifier

  /// Returns the path of the list that has a pass type identifier, if it is registered.
  package static func passTypePath(_ passType: String) -> String {
    "/v1/passTypeIds?filter%5Bidentifier%5D=\(passType)&limit=200"
  }

  /// Returns the path of the list of certificates of a pass type identifier.
  ///
  /// - Parameter id: the identifier of the resource.
  package static func certificatesPath(_ id: String) -> String {
    "/v1/passTypeIds/\(id)/certificates?limit=200"
  }

  /// Returns the identifier of the resource, or nil if the pass type identifier is not registered.
  private func passTypeID(_ client: APIClient) async throws -> String? {
    // The filter may match a part of an identifier, so the values are compared here.
    let found = try await client.list(Self.passTypePath(passType))
    return found.first { $0.at("/attributes/identifier")?.string == passType }?["id"]?.string
  }

  private func register(_ client: APIClient) async throws -> String {
    do {
      let made = try await client.post("/v1/passTypeIds", registration)
      if let id = made.at("/data/id")?.string { return id }
    } catch let error as APIError where error.kind == .unanswered {
      if let id = try await passTypeID(client) { return id }
      throw error
    } catch let error as APIError where error.kind == .conflict {
      throw APIError(
        .conflict, "\(passType) cannot be registered: \(error.description)",
        help: "if another team has it, use another identifier; identifiers are unique at Apple")
    }
    guard let id = try await passTypeID(client) else {
      throw APIError(.unexpected, "Apple's response does not contain the new pass type identifier")
    }
    return id
  }

  // MARK: The certificate

  private func request(_ client: APIClient, _ id: String) async throws -> Certificate {
    let made = try await client.post("/v1/certificates", body(passTypeID: id))
    if let certificate = Self.certificate(of: made["data"]) { return certificate }
    guard let resource = made.at("/data/id")?.string,
      let certificate = Self.certificate(
        of: try await client.get("/v1/certificates/\(resource)")["data"])
    else { throw APIError(.unanswered, "Apple's response does not contain the certificate") }
    return certificate
  }

  /// Returns the certificate with the key of this order, if Apple has issued it.
  private func issued(_ client: APIClient, _ id: String) async throws -> Certificate? {
    try await client.list(Self.certificatesPath(id))
      .compactMap { Self.certificate(of: $0) }
      .filter { $0.publicKeyDER == publicKeyDER && !existing.contains($0) }
      .max { $0.notAfter < $1.notAfter }
  }

  private func issuedLater(_ client: APIClient, _ id: String) async throws -> Certificate? {
    for pause in Self.looks {
      if pause > 0 { try await client.pause(pause) }
      if let certificate = try await issued(client, id) { return certificate }
    }
    return nil
  }

  /// Reads a certificate of a resource. All other attributes are ignored, because the certificate
  /// itself has the facts.
  private static func certificate(of resource: JSONValue?) -> Certificate? {
    guard let text = resource?.at("/attributes/certificateContent")?.string,
      let der = Base64.decodeIgnoringWhitespace(text.utf8)
    else { return nil }
    return try? Certificate(der: der)
  }

  // MARK: The intermediate

  /// Downloads the intermediate that issued a certificate, from the address in the certificate.
  ///
  /// - Throws: `APIError` if the download is not that intermediate, or an error of the network.
  package static func intermediate(
    of certificate: Certificate, with client: APIClient
  ) async throws -> Certificate {
    guard let url = certificate.issuerURL,
      url.hasPrefix("http://") || url.hasPrefix("https://")
    else { throw APIError(.unexpected, "the certificate has no address of its issuer") }
    let bytes = try await client.download(url)
    guard
      let issuer = CredentialFile.certificates(in: bytes).first(where: {
        certificate.isSigned(by: $0)
      })
    else { throw APIError(.unexpected, "\(url) is not the certificate of the issuer") }
    return issuer
  }
}
