// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassDiagnostics
import PassJSON
package import PassModel
package import PassRules

/// A valid pass. The examples of all findings change it.
package struct SamplePass {
  /// Content by path, without manifest and signature.
  package var files: [String: [UInt8]] = SamplePass.files
  /// Context of the check.
  package var context = CheckContext(
    today: 1_767_225_600, certificate: SamplePass.certificate(isEnabledForNFC: false))
  /// Whether it is a finished package or the folder of a template.
  package var origin = PassPackage.Origin.package
  /// Language of pass.json according to template.json.
  package var language: String? = "en"
  /// Name of the archive with the files, or nil.
  package var bundle: String?

  package init() {}

  /// Creates the sample with the changes of an example.
  package init(_ example: Example) throws {
    for change in example.changes { try apply(change) }
    for setting in example.settings { apply(setting) }
  }

  /// Returns the package as rules see it. Errors of reading are in `report`.
  package func read(_ report: inout Report) -> PassPackage {
    let packaged = files.sorted { $0.key < $1.key }.map {
      PackagedFile(path: $0.key, bytes: $0.value, bundle: bundle)
    }
    return PassPackage.read(packaged, origin: origin, language: language, report: &report)
  }

  /// Returns all diagnostics of reading and of all rules, sorted by location.
  package func diagnostics() -> [Diagnostic] {
    var report = Report()
    let pass = read(&report)
    AllRules.check(pass, context, &report)
    return report.sorted
  }

  // MARK: Changes

  /// Applies a change of an example.
  ///
  /// - Throws: `BrokenExample` if the change does not fit the sample.
  package mutating func apply(_ change: Example.Change) throws {
    switch change {
    case .patch(let patch): try apply(patch: patch)
    case .file(let path, let content): files[path] = try Self.bytes(of: content)
    case .remove(let path):
      guard files.removeValue(forKey: path) != nil else {
        throw BrokenExample("the sample has no file \(path)")
      }
    }
  }

  /// Applies a JSON merge patch to pass.json.
  package mutating func apply(patch: String) throws {
    var report = Report()
    guard
      let base = JSONReader.read(files["pass.json"] ?? [], name: "pass.json", report: &report),
      let change = JSONReader.read(Array(patch.utf8), name: "patch", report: &report),
      !report.hasErrors
    else {
      throw BrokenExample("the patch \(patch) is not JSON: \(report.diagnostics)")
    }
    files["pass.json"] = JSONWriter.bytes(of: JSONMergePatch.merged(base.root, change.root).root)
  }

  /// Applies a setting of an example to the context.
  package mutating func apply(_ setting: Example.Setting) {
    switch setting {
    case .ordinaryCertificate: context.certificate = Self.certificate(isEnabledForNFC: false)
    case .nfcCertificate: context.certificate = Self.certificate(isEnabledForNFC: true)
    case .noCertificate: context.certificate = nil
    case .nfcPublicKey(let key): context.nfcPublicKey = key
    case .today(let date): context.today = Self.secondsSince1970(date) ?? context.today
    case .noLanguage: language = nil
    case .minimumIOS(let version): context.lowestIOS = IOSVersion(version)
    case .template: origin = .template
    case .bundle: bundle = "sample.pkpass"
    case .option(let option):
      // Other options are for samples that are not passes.
      let words = option.split(separator: " ").map(String.init)
      if words.first == "--reader" {
        context.otherWallet = words.last.flatMap(OtherWallet.init(rawValue:))
      }
    }
  }

  /// Returns the content of a file of an example. Keys and certificates are made here.
  package static func bytes(of content: Example.Content) throws -> [UInt8] {
    switch content {
    case .text(let text): Array(text.utf8)
    case .bytes(let bytes): bytes
    case .png(let width, let height): PNGImage.plain(width: width, height: height)
    case .privateKey: try SampleCredentials.privateKeyPEM()
    case .certificate: try SampleCredentials.certificatePEM()
    }
  }

  /// Returns midnight UTC of a date in the form YYYY-MM-DD, in seconds since 1970.
  private static func secondsSince1970(_ date: String) -> Int64? {
    let parts = date.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3,
      let day = CivilDate(year: parts[0], month: parts[1], day: parts[2])
    else { return nil }
    return Int64(day.daysSince1970 * CivilTime.secondsInDay)
  }

  // MARK: The sample itself

  /// Returns the values of the sample's certificate.
  package static func certificate(isEnabledForNFC: Bool) -> CertificateFacts {
    CertificateFacts(
      passTypeIdentifier: "pass.com.example.passc", userID: "pass.com.example.passc",
      teamIdentifier: "EXAMPLE123", isEnabledForNFC: isEnabledForNFC,
      name: isEnabledForNFC ? "nfc/certificate.pem" : "certificate.pem")
  }

  /// pass.json of the sample: a generic pass with a QR code, without NFC and web service.
  package static let passJSON = """
    {
      "formatVersion": 1,
      "passTypeIdentifier": "pass.com.example.passc",
      "teamIdentifier": "EXAMPLE123",
      "serialNumber": "A-17",
      "organizationName": "Example Library",
      "description": "Library card of the Example Library",
      "logoText": "Example Library",
      "foregroundColor": "rgb(255, 255, 255)",
      "backgroundColor": "rgb(20, 60, 90)",
      "labelColor": "rgb(200, 220, 230)",
      "barcodes": [
        {
          "format": "PKBarcodeFormatQR",
          "message": "A-17",
          "messageEncoding": "iso-8859-1",
          "altText": "A-17"
        }
      ],
      "generic": {
        "headerFields": [{ "key": "number", "label": "NUMBER", "value": "17" }],
        "primaryFields": [{ "key": "name", "label": "NAME", "value": "Ada Example" }],
        "secondaryFields": [{ "key": "since", "label": "SINCE", "value": "2019" }],
        "backFields": [{ "key": "terms", "label": "TERMS", "value": "Bring the books back." }]
      }
    }

    """

  private static let files: [String: [UInt8]] = [
    "pass.json": Array(passJSON.utf8),
    "icon.png": PNGImage.plain(width: 38, height: 38),
    "icon@2x.png": PNGImage.plain(width: 76, height: 76),
    "icon@3x.png": PNGImage.plain(width: 114, height: 114),
    "logo.png": PNGImage.plain(width: 80, height: 50),
    "logo@2x.png": PNGImage.plain(width: 160, height: 100),
    "logo@3x.png": PNGImage.plain(width: 240, height: 150),
  ]
}

/// The error of an example that does not fit the sample. The file of the rule has a mistake.
package struct BrokenExample: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
