// SPDX-License-Identifier: Apache-2.0

import Logging
import PassBuild
import PassCrypto
import PassDiagnostics
import PassTesting
import Testing

@testable import PassService

/// Tests of certificates and keys that are read again while the service runs.
struct RenewalTests {
  private static func identity(_ table: TableCase) throws -> Identity {
    var source = IdentitySource()
    source.folder = table.folder("identity")
    var report = Report()
    return try #require(
      try IdentityChoice.identity(
        from: try IdentityMaterial.read(source),
        for: IdentityChoice.Purpose(passTypeIdentifier: TestCA.type, time: TestCA.now),
        report: &report))
  }

  private static func loop(
    _ table: TableCase, _ contents: ContentCache, _ state: ServiceState
  ) throws -> RenewalLoop {
    var settings = ServiceSettings(
      listener: .address(host: "127.0.0.1", port: 0), clock: { TestCA.now })
    let folder = table.folder("identity")
    settings.renewal = ServiceSettings.Renewal(
      identity: {
        var source = IdentitySource()
        source.folder = folder
        var report = Report()
        guard
          let identity = try IdentityChoice.identity(
            from: try IdentityMaterial.read(source),
            for: IdentityChoice.Purpose(passTypeIdentifier: nil, time: TestCA.now),
            report: &report)
        else { throw DiagnosticsError(report.diagnostics) }
        return identity
      }, credential: nil, words: { "\($0)" })
    return RenewalLoop(
      settings, tls: nil, current: table.current, contents: contents, state: state,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  @Test func signsWithARenewedCertificateAndTellsNobody() async throws {
    let table = try TableCase()
    try await table.source.importTable()
    let contents = ContentCache(buildQueue: table.desk)
    let pass = try await table.pass("A")
    let before = try #require(try await contents.content(of: pass, in: table.store))
    let state = ServiceState()
    let loop = try Self.loop(table, contents, state)

    // Nothing changes if the files are the same.
    await loop.renew()
    #expect(try await contents.content(of: pass, in: table.store) == before)

    try table.folder.add(
      "identity/pass.pem",
      try TestCA.leafPEM { $0.notAfter = TestCA.now + 700 * TestCA.day })
    await loop.renew()
    #expect(state.certificateEnd == TestCA.now + 700 * TestCA.day && state.renewals == 2)
    let after = try #require(try await contents.content(of: pass, in: table.store))
    #expect(after != before)
    // The version is the same with another signature, so there is no new tag and no push.
    #expect(try await table.source.importTable().changed == 0)
    #expect(try await table.pass("A") == pass)
    // A template that is read again keeps the new identity.
    try table.reread()
    #expect(table.current.rowRecipe.identity.certificate.notAfter == TestCA.now + 700 * TestCA.day)
  }

  @Test func measuresACertificateThatNothingSignsWith() async throws {
    let table = try TableCase()
    let state = ServiceState()
    var settings = ServiceSettings(
      listener: .address(host: "127.0.0.1", port: 0), clock: { TestCA.now })
    let identity = try Self.identity(table)
    settings.renewal = ServiceSettings.Renewal(
      identity: { identity }, credential: nil, words: { "\($0)" })
    let loop = RenewalLoop(
      settings, tls: nil, current: nil, contents: ContentCache(buildQueue: nil), state: state,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    await loop.renew()
    #expect(state.certificateEnd == identity.certificate.notAfter)
  }

  @Test func keepsTheIdentityWhenTheNewOneDoesNotFit() async throws {
    let table = try TableCase()
    let contents = ContentCache(buildQueue: table.desk)
    let state = ServiceState()
    let loop = try Self.loop(table, contents, state)
    let before = table.current.rowRecipe.identity.certificate.der
    for (number, bytes) in [
      Array("nonsense".utf8), try TestCA.leafPEM(try TestCA.otherKey),
      try TestCA.leafPEM {
        $0.passTypeExtension = "pass.com.example.other"
        $0.userID = "pass.com.example.other"
      },
      try TestCA.leafPEM { $0.notAfter = TestCA.now - 1 },
    ].enumerated() {
      try table.folder.add("identity/pass.pem", bytes)
      await loop.renew()
      #expect(table.current.rowRecipe.identity.certificate.der == before, "number \(number)")
    }
    #expect(state.certificateEnd == nil)
  }

  @Test func aTemplateReadMeanwhileDoesNotBringTheOldIdentityBack() throws {
    let table = try TableCase()
    let old = table.current.rowRecipe
    let choice = try #require(table.current.tables.first).choice
    try table.folder.add(
      "identity/pass.pem", try TestCA.leafPEM { $0.notAfter = TestCA.now + 700 * TestCA.day })
    #expect(try table.current.resign(with: try Self.identity(table), now: TestCA.now))
    let stale = try TableRecipe(try old.reread(now: TestCA.now), choice)
    #expect(!table.current.replace(with: stale, madeFrom: old))
    #expect(table.current.rowRecipe.identity.certificate.notAfter == TestCA.now + 700 * TestCA.day)
  }

  @Test func certificateAndKeyOfTheServerBelongTogether() throws {
    let authority = try LoopbackAuthority(
      name: "a", notBefore: TestCA.now, notAfter: TestCA.now + 86_400)
    let folder = try TemporaryFolder()
    func write(_ server: LoopbackAuthority.Server) throws {
      try folder.add("chain.pem", Array(server.certificate.pem.utf8))
      try folder.add("key.pem", try server.key.pemBytes())
    }
    try write(try authority.server(names: ["localhost"]))
    let tls = try ServerTLS(certificate: folder("chain.pem"), key: folder("key.pem"))
    #expect(tls.end == TestCA.now + 86_400)
    #expect(try !tls.renew())
    let context = tls.context
    let next = try authority.server(names: ["localhost"])
    try folder.add("chain.pem", Array(next.certificate.pem.utf8))
    // The key file is replaced after the certificate. Until then they do not match.
    #expect(throws: ServerTLS.TLSFileError.self) { try tls.renew() }
    #expect(tls.context === context)
    try folder.add("key.pem", try next.key.pemBytes())
    #expect(try tls.renew())
    #expect(tls.context !== context)
    for (name, words) in [("chain.pem", "no PEM certificate"), ("key.pem", "no PEM key")] {
      try write(next)
      try folder.add(name, Array("nonsense".utf8))
      let error = #expect(throws: ServerTLS.TLSFileError.self) { try tls.renew() }
      #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }
  }
}
