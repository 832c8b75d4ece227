// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBuild
import PassCrypto
import PassDiagnostics
import PassFiles
import PassTesting

/// A test CA with keys that are made once, and what tests of identities share.
enum TestCA {
  /// 2030-01-01T00:00:00Z, the signing time unless a test says otherwise.
  static let now: Int64 = 1_893_456_000
  static let day: Int64 = 86_400
  static let type = "pass.com.example.gym"

  private static let parts = Result { () throws(CryptoError) in
    try (
      authority: ExampleAuthority(notBefore: now - 3650 * day, notAfter: now + 3650 * day),
      key: PrivateKey.generateRSA2048(), otherKey: PrivateKey.generateRSA2048()
    )
  }

  static var authority: ExampleAuthority { get throws { try parts.get().authority } }
  static var key: PrivateKey { get throws { try parts.get().key } }
  static var otherKey: PrivateKey { get throws { try parts.get().otherKey } }
  static var intermediate: [UInt8] {
    get throws { try Array(authority.intermediate.certificate.pem.utf8) }
  }
  static var keyPEM: [UInt8] { get throws { try key.pemBytes() } }

  /// A certificate that ends in a year, changed by the test.
  static func leaf(
    _ key: PrivateKey? = nil, from authority: ExampleAuthority? = nil,
    _ change: (inout PassCertificateRequest) -> Void = { _ in }
  ) throws -> Certificate {
    var request = PassCertificateRequest(
      passTypeIdentifier: type, teamIdentifier: "A1B2C3D4E5", notBefore: now - 10 * day,
      notAfter: now + 365 * day)
    change(&request)
    return try (authority ?? self.authority).issue(
      request, publicKeyDER: (key ?? self.key).publicKeyDER)
  }

  static func leafPEM(
    _ key: PrivateKey? = nil, _ change: (inout PassCertificateRequest) -> Void = { _ in }
  ) throws -> [UInt8] {
    try Array(leaf(key, change).pem.utf8)
  }
}

/// What came of choosing an identity.
struct Choice {
  let identity: Identity?
  let diagnostics: [Diagnostic]

  var codes: [String] {
    diagnostics.map(\.code).filter { $0 != "identity.notApple" }
  }
  /// The messages without the note that everything here is not Apple's.
  var messages: String {
    diagnostics.filter { $0.code != "identity.notApple" }.map(\.message).joined(separator: "\n")
  }

  /// Chooses from a folder with these files.
  static func from(
    _ files: [String: [UInt8]], type: String? = TestCA.type, at time: Int64 = TestCA.now,
    password: String? = nil
  ) throws -> Choice {
    let folder = try TemporaryFolder()
    for (name, bytes) in files { try folder.add(name, bytes) }
    var source = IdentitySource { _ in password.map { Secret($0) } }
    source.folder = folder.path
    return try from(source, type: type, at: time)
  }

  static func from(
    _ source: IdentitySource, type: String? = TestCA.type, at time: Int64 = TestCA.now
  ) throws -> Choice {
    var report = Report()
    let identity = try IdentityChoice.identity(
      from: try IdentityMaterial.read(source), for: .init(passTypeIdentifier: type, time: time),
      report: &report)
    return Choice(identity: identity, diagnostics: report.sorted)
  }
}

/// The openssl command, a judge that is not our code.
enum OpenSSLCommand {
  static let isMissing = !["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].contains {
    FileManager.default.isExecutableFile(atPath: $0 + "/openssl")
  }

  struct Failed: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs it in a folder and returns standard output and error together.
  @discardableResult
  static func run(_ arguments: [String], in folder: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["openssl"] + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    let pipe = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let text = String(decoding: output, as: UTF8.self)
    guard process.terminationStatus == 0 else {
      throw Failed(description: "openssl \(arguments.joined(separator: " ")): \(text)")
    }
    return text
  }
}
