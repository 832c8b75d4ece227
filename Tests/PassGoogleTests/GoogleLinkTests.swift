// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassCompanionFindings
import PassCrypto
import PassDiagnostics
import PassGoogle
import PassTesting
import Testing

/// Links are compared with tokens that PyJWT and OpenSSL have verified.
struct GoogleLinkTests {
  private struct Vectors: Decodable {
    struct Vector: Decodable {
      let name: String
      let header: String
      let claims: String
      let token: String
      let length: Int
      let expect: String
    }

    let vectors: [Vector]
  }

  private static func data() throws -> Data {
    try Fixture.data("google/google-wallet-vectors.json")
  }

  private static func accountJSON(_ changes: [String: String?] = [:]) throws -> [UInt8] {
    let root = try #require(
      try JSONSerialization.jsonObject(with: try data()) as? [String: Any])
    var account = try #require(root["serviceAccount"] as? [String: Any])
    for (name, value) in changes { account[name] = value }
    return Array(try JSONSerialization.data(withJSONObject: account))
  }

  private static func read(
    _ changes: [String: String?] = [:]
  ) throws -> (account: GoogleAccount?, codes: [String], text: String) {
    var report = Report()
    let account = GoogleAccount.read(
      try accountJSON(changes), name: "account.json", report: &report)
    return (
      account, report.diagnostics.map(\.code),
      TextWriter(showsNotes: true).text(of: report.diagnostics)
    )
  }

  @Test func linksHaveTheBytesOfTheVectors() throws {
    let vectors = try JSONDecoder().decode(Vectors.self, from: try Self.data()).vectors
    let account = try #require(try Self.read().account)
    let key = try #require(account.key)
    var count = 0
    for vector in vectors where vector.expect == "valid" {
      // The signer writes this header and these claims; other vectors have a kid or another order.
      guard vector.header == #"{"alg":"RS256","typ":"JWT"}"#,
        let place = vector.claims.range(of: "\"payload\":"), vector.claims.hasSuffix("}")
      else { continue }
      let head = vector.claims[..<place.lowerBound]
      let payload = vector.claims[place.upperBound...].dropLast()
      guard head.contains("\"iat\":1893456000,") else { continue }
      let link = try GoogleSaveLink(
        payload: Array(payload.utf8), account: account.email, key: key, time: 1_893_456_000,
        origins: head.contains("\"origins\":[]") ? [] : nil)
      #expect(link.token == vector.token, "\(vector.name)")
      #expect(link.token.utf8.count == vector.length, "\(vector.name)")
      count += 1
    }
    #expect(count >= 6)
  }

  @Test func aLongLinkNamesItsHeaviestMembers() throws {
    let key = try #require(try Self.read().account?.key)
    func report(_ count: Int) throws -> [Diagnostic] {
      let value = String(repeating: "a", count: count)
      let payload = Array(#"{"genericObjects":[{"id":"33.a.b","header":"\#(value)"}]}"#.utf8)
      let link = try GoogleSaveLink(
        payload: payload, account: "a@b.example", key: key, time: 1_893_456_000)
      var report = Report()
      link.checkLength(payload: payload, at: Place.nowhere, report: &report)
      return report.diagnostics
    }
    #expect(try report(100).isEmpty)
    let found = try report(1_200)
    #expect(found.map(\.code) == [GoogleFindings.linkTooLong.code])
    #expect(found.first?.message.contains("header 1202") == true)
  }

  @Test func otherAccountsAreNamed() throws {
    #expect(try Self.read().codes.isEmpty)
    #expect(try Self.read(["type": "authorized_user"]).codes == [GoogleFindings.accountKind.code])
    #expect(try Self.read(["client_email": nil]).codes == [GoogleFindings.accountKind.code])
    #expect(try Self.read(["private_key": nil]).codes == [GoogleFindings.accountKind.code])
    #expect(try Self.read(["private_key": "abc"]).codes == [GoogleFindings.accountKey.code])
  }

  @Test func aKeyWithEscapedLineBreaksIsNamedAndNotShown() throws {
    let root = try #require(
      try JSONSerialization.jsonObject(with: try Self.accountJSON()) as? [String: Any])
    let key = try #require(root["private_key"] as? String)
    let found = try Self.read(["private_key": key.replacing("\n", with: "\\n")])
    #expect(found.codes == [GoogleFindings.accountNewlines.code])
    #expect(!found.text.contains("MII"))
  }

  @Test func theIssuerIsNotTheClientID() throws {
    let account = try #require(try Self.read().account)
    var report = Report()
    account.check(issuer: "3388000000000000001", report: &report)
    #expect(report.diagnostics.isEmpty)
    account.check(issuer: "100000000000000000001", report: &report)
    #expect(report.diagnostics.map(\.code) == [GoogleFindings.issuerIsClientID.code])
  }
}
