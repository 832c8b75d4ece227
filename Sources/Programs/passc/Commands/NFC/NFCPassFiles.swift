// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBasics
import PassBuild
import PassCheck
import PassConsole
import PassCrypto
import PassDiagnostics
import PassJSON
import PassModel
import PassNFC
import PassRead
import PassReport
import PassRules

/// Options for checking the passes that are added to the simulated phone.
struct NFCPassOptions: ParsableArguments {
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Trust the certificates in this file in addition to Apple's.", valueName: "file"),
    completion: .file())
  var trust: [String] = []

  /// Reads and checks every bundle as `passc check` does. A pass with an error is not added to the
  /// phone, as in Wallet.
  ///
  /// - Throws: `CommandFailureError.findings` if any bundle has an error.
  func passes(of bundles: [String], now: Int64) throws -> [NFCPass] {
    var options = CheckOptions(today: now)
    options.trust = try CertificateFile.trust(trust)
    var checker = PassChecker(options)
    var passes: [NFCPass] = []
    var hasErrors = false
    for bundle in bundles {
      let found = try Self.found(bundle)
      let errors = checker.check(found, name: bundle).flatMap(\.subject.diagnostics)
        .filter { $0.severity == .error }
      guard errors.isEmpty else {
        hasErrors = true
        Console.report(errors, showsNotes: false, isLast: false)
        if trust.isEmpty, errors.contains(where: { $0.finding == SignatureChainRule.notApple }) {
          Console.printLine(
            "help: --trust certs-example/root.pem accepts passes of the example identity")
        }
        continue
      }
      passes += found.passes.compactMap { NFCPassFiles.installed($0, now: now) }
    }
    if hasErrors { throw CommandFailureError.findings }
    if let twice = Dictionary(grouping: passes, by: \.id).first(where: { $0.value.count > 1 })?.key
    {
      throw CommandFailureError.usage(
        TextWriter.printable(
          "two bundles are the pass \(twice.serialNumber) of \(twice.passTypeIdentifier)"))
    }
    return passes
  }

  /// Reads a bundle. A folder is rejected, because it has no signature that a phone could check.
  private static func found(_ path: String) throws -> Found {
    if try Disk.kind(of: path, followingLinks: true) == .folder {
      throw CommandFailureError.usage(
        "\(path) is a folder, expected a .pkpass or .pkpasses",
        help: "to make one, run: passc build TEMPLATE")
    }
    return PassFinder.find(try Disk.read(path), name: path)
  }
}

extension Found {
  fileprivate var passes: [FoundPass] {
    switch self {
    case .pass(let pass): [pass]
    case .passes(let passes): passes.passes.map(\.pass)
    case .nothing: []
    }
  }
}

/// Conversion of a bundle to the facts that a reader can detect.
enum NFCPassFiles {
  /// Returns the pass in the phone, or nil without a pass type identifier or serial number. The
  /// check has already reported that.
  static func installed(_ found: FoundPass, now: Int64) -> NFCPass? {
    // The errors of reading are ignored. They were reported when the bundle was checked.
    var report = Report()
    let package = found.package(&report)
    let document = package.document
    guard let type = document["passTypeIdentifier"]?.string,
      let serial = document["serialNumber"]?.string
    else { return nil }
    let nfc = document["nfc"]
    let key = nfc?["encryptionPublicKey"]?.string.flatMap {
      try? EncryptionPublicKey.check($0).get()
    }
    let end = document["expirationDate"]?.string.flatMap { W3CDate($0) }
    return NFCPass(
      passTypeIdentifier: type, serialNumber: serial,
      message: Array((nfc?["message"]?.string ?? "").utf8), key: key,
      requiresAuthentication: nfc?["requiresAuthentication"]?.bool ?? false,
      isOver: document["voided"]?.bool ?? false || end.map { $0.seconds < now } ?? false,
      awaitsSignUp: package.personalization != nil)
  }
}
