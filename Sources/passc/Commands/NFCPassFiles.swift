// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBuild
import PassCrypto
import PassDiagnostics
import PassFiles
import PassJSON
import PassModel
import PassNFC
import PassRules

/// The passes that go into the simulated phone.
struct NFCPassOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The .pkpass or .pkpasses to put into the phone.", valueName: "bundle"),
    completion: .file(extensions: ["pkpass", "pkpasses"]))
  var bundles: [String]

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Trust this root beside Apple's, such as certs-example/root.pem.", valueName: "file"),
    completion: .file())
  var trust: [String] = []

  func validate() throws {
    if bundles.isEmpty { throw ValidationError("no bundle was given") }
  }

  /// Reads and judges every bundle; a pass Wallet would refuse is in no phone.
  func passes(now: Int64) throws -> [InstalledPass] {
    let roots = try trust.flatMap { file in
      let found = CredentialFile.certificates(in: try Disk.read(file, limit: 1 << 20))
      if found.isEmpty { throw Failure.environment("\(file) holds no certificate") }
      return found
    }
    var passes: [InstalledPass] = []
    var hasErrors = false
    for bundle in bundles {
      for found in try Self.found(bundle) {
        let (package, diagnostics) = NFCPassFiles.judged(found, trusting: roots, now: now)
        let errors = diagnostics.filter { $0.severity == .error }
        Console.report(errors, showsNotes: false)
        guard errors.isEmpty else {
          hasErrors = true
          continue
        }
        if let pass = NFCPassFiles.installed(package, now: now) { passes.append(pass) }
      }
    }
    if hasErrors { throw Failure.findings }
    if let twice = Dictionary(grouping: passes, by: \.id).first(where: { $0.value.count > 1 })?.key
    {
      throw Failure.usage(
        "two bundles are the pass \(twice.serialNumber) of \(twice.passTypeIdentifier)")
    }
    return passes
  }

  private static func found(_ path: String) throws -> [FoundPass] {
    let found: Found
    do {
      found = try PassFinder.find(path: path)
    } catch let error as PassFinder.Refused {
      throw Failure.environment(error.description)
    }
    switch found {
    case .pass(let pass): return [pass]
    case .passes(let passes): return passes.passes.map(\.pass)
    case .nothing(let diagnostics):
      Console.report(diagnostics, showsNotes: false)
      throw Failure.environment("\(path) cannot be read")
    }
  }
}

/// From a bundle to what a reader can notice of it.
enum NFCPassFiles {
  /// What reading, rules and seal say of a finished pass: everything `passc check` would call an
  /// error, as far as it is about this one bundle.
  static func judged(
    _ pass: FoundPass, trusting roots: [Certificate], now: Int64
  ) -> (package: PassPackage, diagnostics: [Diagnostic]) {
    var report = pass.report
    let package = pass.package(&report)
    let inspection = Inspection(of: pass)
    var context = CheckContext(today: now)
    context.certificate = inspection.signature.signer.map {
      CertificateFacts($0, name: "the certificate in \(pass.name)")
    }
    AllRules.check(package, context, &report)
    if pass.form == .bundle {
      if !inspection.isSealed {
        report(
          notSealed, inspection.signature.faults.first ?? "manifest.json does not fit the files",
          at: Place.file(pass.name))
      } else if !isTrusted(inspection.signature, roots) {
        report(
          notTrusted, "the signature ends at no authority of Apple's",
          at: Place.file(pass.name))
      }
    }
    return (package, report.sorted)
  }

  private static let notSealed = Finding(
    "nfc.phone.notSealed", .error, effect: .refused,
    why: "Wallet takes a pass only when manifest and signature prove every file of it.",
    help: "build it again, or see passc inspect",
    source: .documented("Wallet Passes: Building a Pass"), bad: [], good: [])
  private static let notTrusted = Finding(
    "nfc.phone.notTrusted", .error, effect: .refused,
    why: "Wallet takes passes signed with a certificate of Apple's only.",
    help: "give --trust certs-example/root.pem for a pass signed with the example identity",
    source: .documented("Wallet Passes: Building a Pass"), bad: [], good: [])

  private static func isTrusted(_ signature: SignatureFacts, _ roots: [Certificate]) -> Bool {
    if signature.isApple { return true }
    guard case .certificate(let last)? = signature.chain.last else { return false }
    return roots.contains { last == $0 || last.isSigned(by: $0) }
  }

  /// The pass in the phone; nil without pass type or serial number, which is reported elsewhere.
  static func installed(_ package: PassPackage, now: Int64) -> InstalledPass? {
    let document = package.document
    guard let type = document["passTypeIdentifier"]?.string,
      let serial = document["serialNumber"]?.string
    else { return nil }
    let nfc = document["nfc"]
    let key = nfc?["encryptionPublicKey"]?.string.flatMap {
      try? EncryptionPublicKey.check($0).get()
    }
    let end = document["expirationDate"]?.string.flatMap { W3CDate($0) }
    return InstalledPass(
      passTypeIdentifier: type, serialNumber: serial,
      message: Array((nfc?["message"]?.string ?? "").utf8), key: key,
      requiresAuthentication: nfc?["requiresAuthentication"]?.bool ?? false,
      isOver: document["voided"]?.bool ?? false || end.map { $0.seconds < now } ?? false,
      awaitsSignUp: package.personalization != nil)
  }
}
