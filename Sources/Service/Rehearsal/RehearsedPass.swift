// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCheck
package import PassCrypto
package import PassDiagnostics
import PassJSON
import PassModel
import PassRead
import PassReport

/// A bundle under test, with the properties that a phone uses.
package struct RehearsedPass: Sendable {
  /// The name of the file or of the response it comes from.
  package let name: String
  package let read: ReadPass
  package let bytes: [UInt8]
  /// The fields that a pass for a sign-up requests. Nil if the bundle has no
  /// `personalization.json`.
  package let requestedFields: [String]?

  package var key: PassKey { read.key }

  /// Returns the pass as one side of a comparison, or nil if it cannot be read.
  func version(_ name: String) -> ComparedPass? {
    guard case .pass(let found) = PassFinder.find(bytes, name: name) else { return nil }
    var report = found.report
    let package = found.package(&report)
    return ComparedPass(name: name, pass: package, sources: report.sources)
  }
}

/// The checker of bundles, with the same rules as `passc check`.
package struct BundleChecker: Sendable {
  private let trust: Trust

  /// Creates a checker that trusts Apple's authorities and these.
  package init(trusting certificates: [Certificate] = []) {
    trust = Trust(adding: certificates)
  }

  /// Reads a pass, whether or not Wallet accepts it.
  package func pass(_ bytes: [UInt8], name: String) -> Result<RehearsedPass, UnreadablePassError> {
    guard case .pass(let found) = PassFinder.find(bytes, name: name) else {
      return .failure(UnreadablePassError("it is not an archive with one pass"))
    }
    var report = found.report
    let package = found.package(&report)
    let root = package.document
    guard let type = root["passTypeIdentifier"]?.string, let serial = root["serialNumber"]?.string
    else {
      return .failure(UnreadablePassError("pass.json has no passTypeIdentifier or serialNumber"))
    }
    guard let manifest = found.file(PackageKind.pass.manifest) else {
      return .failure(UnreadablePassError("it has no manifest.json"))
    }
    return .success(
      RehearsedPass(
        name: name,
        read: ReadPass(
          key: PassKey(passType: type, serial: serial),
          webService: root["webServiceURL"]?.string, token: root["authenticationToken"]?.string,
          manifestDigest: Hex.encode(PackageKind.pass.hash(manifest.bytes))),
        bytes: bytes,
        requestedFields: found.file("personalization.json").map { _ in
          package.personalization?["requiredPersonalizationFields"]?.elements
            .compactMap(\.string) ?? []
        }))
  }

  /// Returns the diagnostic that makes Wallet reject the bundle, or nil if Wallet accepts it.
  package func rejection(_ bytes: [UInt8], name: String) -> Diagnostic? {
    var options = CheckOptions(today: Environment.now)
    options.trust = trust
    var checker = PassChecker(options)
    guard let subject = checker.check(bytes, name: name).last?.subject else { return nil }
    guard let verdict = subject.verdict, verdict.result == .refused else {
      return subject.verdict == nil ? subject.diagnostics.first { $0.severity == .error } : nil
    }
    return subject.diagnostics.first { $0.code == verdict.first }
      ?? subject.diagnostics.first { $0.severity == .error }
  }

  /// A reader that accepts what a phone accepts.
  package var reader: PassReader {
    { bytes in
      if let refusal = rejection(bytes, name: "update.pkpass") {
        return .failure(UnreadablePassError("\(refusal.message) [\(refusal.code)]"))
      }
      return pass(bytes, name: "update.pkpass").map(\.read)
    }
  }

  /// Returns what is wrong with the signature of a sign-up, or nil if it is right.
  package func signatureError(
    inSignature bytes: [UInt8], over token: String, of pass: RehearsedPass
  )
    -> String?
  {
    let message: CMSMessage
    do {
      message = try CMSMessage(bytes)
    } catch {
      return "it is not a CMS signature"
    }
    guard message.isDetached else { return "it contains the token, expected a detached signature" }
    let verification = message.verify(content: Array(token.utf8))
    guard verification.provesContent, let signer = verification.signer else {
      return "it does not match the token"
    }
    guard signer.passTypeIdentifier == pass.key.passType else {
      return
        "it is signed by \(signer.passTypeIdentifier ?? "another kind of certificate"), "
        + "expected \(pass.key.passType)"
    }
    return nil
  }

  /// Returns whether the bytes are a signature over a text, attached or detached, by any
  /// certificate.
  package func proves(_ bytes: [UInt8], over text: String) -> Bool {
    guard let message = try? CMSMessage(bytes) else { return false }
    return message.verify(content: Array(text.utf8)).provesContent
  }
}
