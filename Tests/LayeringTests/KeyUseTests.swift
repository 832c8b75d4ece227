// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Tests which code signs with a key, and that only the signing layer can sign arbitrary bytes.
///
/// The same key signs passes and personalization tokens. If text from outside could reach the key,
/// an attacker could forge a pass. docs/reference/keys.md lists every use of a key under "What each
/// key signs".
struct KeyUseTests {
  /// Each file outside PassCrypto that calls a key, with its row in docs/reference/keys.md.
  private static let callers: [String: String] = [
    "Build/Build/Identity/Identity.swift": "personalizationToken",
    "Build/Build/PassMaker.swift": "manifest.json",
    "Build/Build/Factory/PassFactory.swift": "manifest.json",
    "Build/Build/Factory/FactoryWorker.swift": "manifest.json",
    "Build/Build/PublicAPI.swift": "manifest.json",
    "Build/Build/Stages/PassSigner.swift": "manifest.json",
    "Build/Issue/Work/PassWorker.swift": "manifest.json",
    "Service/Service/Sources/RowQueue.swift": "personalizationToken",
    "Service/Push/OutsideTLSKey.swift": "TLS handshake with the push service",
    "Service/Push/ProviderToken.swift": "JSON Web Token",
    "Service/AppStoreConnect/APIKey.swift": "JSON Web Token",
    "Build/Build/Certificates/IdentityCheckup.swift": "fixed text",
    "Signing/Keys/Token/TokenSigner.swift": "SHA-256 digests",
    "Build/Build/KeyFiles/AuthenticationTokenKey.swift": "authentication token",
    "Service/Registry/AccessDigest.swift": "digest of what a request brings",
    "Service/Service/Adding/PassLink.swift": "links",
    "NFC/Cryptogram/Cryptogram.swift": "NFC",
  ]

  /// The functions that use a key.
  private static let calls: Set<String> = ["sign", "awaitSignature", "es256", "hmacSHA256"]

  private static func sources() throws -> [(path: String, tokens: [String])] {
    let folder = PackageGraph.root.appendingPathComponent("Sources")
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") && !$0.contains(".docc/") }.sorted()
      .map { path in
        let url = folder.appendingPathComponent(path)
        return (path, SwiftTokens(try String(contentsOf: url, encoding: .utf8)).tokens)
      }
  }

  /// Returns whether a source uses a key: a member in `calls`, or `AESGCM.seal`.
  private static func callsAKey(_ tokens: [String]) -> Bool {
    tokens.indices.dropFirst(2).dropLast().contains {
      guard tokens[$0 - 1] == ".", tokens[$0 + 1] == "(" else { return false }
      return calls.contains(tokens[$0]) || (tokens[$0] == "encrypt" && tokens[$0 - 2] == "AESGCM")
    }
  }

  @Test func everyUseOfAKeyIsKnownAndDocumented() throws {
    let found = try Self.sources().filter { source in
      !source.path.hasPrefix("Signing/Crypto/") && Self.callsAKey(source.tokens)
    }.map(\.path)
    #expect(
      Set(found) == Set(Self.callers.keys),
      """
      add new calls of a key here and to "What each key signs" in docs/reference/keys.md, with the \
      reason why nobody outside can have something else signed
      """)
    let page = try String(
      contentsOf: PackageGraph.root.appendingPathComponent("docs/reference/keys.md"),
      encoding: .utf8)
    let section = try #require(
      page.components(separatedBy: "## What each key signs").dropFirst().first?
        .components(separatedBy: "\n## ").first)
    for words in Set(Self.callers.values) {
      #expect(section.contains(words), "\(words)")
    }
  }

  /// A service receives untrusted input. It may sign passes and a `SignUpToken`, but not arbitrary
  /// bytes.
  @Test func onlyTheSigningLayerIsGivenBytesToSign() throws {
    let names: Set<String> = ["CMSSigner", "SigningSession", "ManifestText"]
    for (path, tokens) in try Self.sources()
    where !path.hasPrefix("Signing/Crypto/") && !path.hasPrefix("Build/Build/") {
      let used = names.filter(tokens.contains)
      #expect(used.isEmpty, "\(path) names \(used.sorted())")
      guard path.hasPrefix("Service/Service/") || path.hasPrefix("Service/Updates/") else {
        continue
      }
      // `sign` of a key accepts any digest. `sign` of an identity or maker accepts only a token or
      // a pass.
      for place in tokens.indices.dropFirst(3)
      where tokens[place] == "sign" && tokens[place - 1] == "." {
        let asked = tokens[place - 2] == "?" ? tokens[place - 3] : tokens[place - 2]
        #expect(["identity", "maker"].contains(asked), "\(path) calls \(asked).sign")
      }
    }
  }

  /// `SignUpToken` has a single initializer, which checks the text.
  @Test func theCheckOfATokenCannotBeBypassed() throws {
    let file = try #require(
      try Self.sources().first { $0.path == "Signing/Crypto/CMS/SignedContent.swift" })
    let tokens = file.tokens
    let start = try #require(
      tokens.indices.first { tokens[$0] == "SignUpToken" && tokens[$0 - 1] == "struct" })
    let end = try #require(
      tokens.indices.first { tokens[$0] == "ManifestText" && tokens[$0 - 1] == "struct" })
    let body = tokens[start..<end]
    #expect(body.count { $0 == "init" } == 1)
    // A checked token must not change, and it must not be decoded without the check.
    #expect(!body.contains("var") && !body.contains("Decodable") && !body.contains("Codable"))
    for (path, tokens) in try Self.sources() {
      let extends = tokens.indices.dropFirst().contains {
        tokens[$0] == "SignUpToken" && tokens[$0 - 1] == "extension"
      }
      #expect(!extends, "\(path) extends SignUpToken")
    }
  }
}
