// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassBuild
import PassCrypto
import PassDiagnostics
import PassJSON
import PassModel
package import PassRead
import PassReport

/// The text that `passc inspect` prints. Empty sections are left out.
package struct InspectionText {
  private let inspection: Inspection
  private var out: TextColumns
  private var root: JSONValue { inspection.root }

  /// Returns the text for one pass.
  package static func text(
    of inspection: Inspection, width: Int = 80, colour: Bool = false
  ) -> String {
    var writer = InspectionText(inspection, TextColumns(width: width, colour: colour))
    writer.write()
    return writer.out.text
  }

  /// Returns the text for a .pkpasses: a summary, then each pass.
  package static func text(
    of passes: FoundPasses, width: Int = 80, colour: Bool = false
  ) -> String {
    var out = TextColumns(width: width, colour: colour)
    out.line(passes.name, .bold)
    let count = passes.passes.count
    out.line("\(count) \(count == 1 ? "pass" : "passes"), \(size(passes.sizeInBytes))")
    out.line(MediaType.passes, .dim)
    if !passes.otherPaths.isEmpty || passes.allDiagnostics.contains(where: { $0.severity > .note })
    {
      out.heading("Problems")
      for path in passes.otherPaths { out.entry("entry", "\(path) is not a readable pass") }
      writeProblems(passes.allDiagnostics.filter { $0.severity > .note }, to: &out)
    }
    var text = out.text
    for found in passes.passes {
      text += "\n" + Self.text(of: Inspection(of: found.pass), width: width, colour: colour)
    }
    return text
  }

  private init(_ inspection: Inspection, _ out: TextColumns) {
    self.inspection = inspection
    self.out = out
  }

  private mutating func write() {
    writeTitle()
    writeIdentity()
    writeDates()
    writeSignature()
    writeFields()
    writeBarcodes()
    writeNFC()
    writePlaces()
    writeService()
    writeLanguages()
    writeFiles()
    if !inspection.diagnostics.isEmpty {
      out.heading("Problems")
      Self.writeProblems(inspection.diagnostics, to: &out)
    }
  }

  // MARK: Identity

  private mutating func writeTitle() {
    let pass = inspection.pass
    out.line(pass.name, .bold)
    if let description = root["description"]?.string { out.line(description) }
    let kind =
      switch pass.form {
      case .bundle: inspection.mediaType ?? ""
      case .folder: "a folder, not packed yet"
      }
    out.line("\(Self.size(pass.sizeInBytes)), \(kind)", .dim)
    let faults = inspection.errors
    if !faults.isEmpty { out.line("broken: " + faults.joined(separator: "; "), .bad) }
  }

  private mutating func writeIdentity() {
    out.heading("Identity")
    guard inspection.document != nil else {
      out.entry(PackageKind.pass.document, "missing or beyond reading", style: .bad)
      return
    }
    let styles = PassStyle.styles(of: root).map(\.rawValue)
    let schemes = StyleScheme.schemes(of: root).map(\.rawValue)
    let drawn = schemes.isEmpty ? "" : ", drawn as " + schemes.joined(separator: ", else ")
    show("pass type", root["passTypeIdentifier"], whenMissing: "missing")
    show("team", root["teamIdentifier"], whenMissing: "missing")
    show("serial", root["serialNumber"], whenMissing: "missing")
    show("organization", root["organizationName"], whenMissing: "missing")
    out.entry(
      "style", styles.isEmpty ? "none" : styles.joined(separator: ", else ") + drawn,
      style: styles.isEmpty ? .bad : nil)
    show("transit", inspection.style.flatMap { root[$0.rawValue]?["transitType"] })
    show("group", root["groupingIdentifier"])
    show("voided", root["voided"])
  }

  private mutating func show(_ name: String, _ value: JSONValue?, whenMissing: String? = nil) {
    if let value {
      out.entry(name, Inspection.description(value))
    } else if let whenMissing {
      out.entry(name, whenMissing, style: .bad)
    }
  }

  private mutating func writeDates() {
    let list = root["relevantDates"]?.elements.map { $0 } ?? []
    guard root["expirationDate"] != nil || root["relevantDate"] != nil || !list.isEmpty else {
      return
    }
    out.heading("Dates")
    show("expires", root["expirationDate"])
    show("relevant", root["relevantDate"])
    for entry in list {
      let start = Inspection.description(
        entry["startDate"] ?? entry["date"] ?? entry["relevantDate"])
      let end = entry["endDate"].map { " to \(Inspection.description($0))" } ?? ""
      out.entry("relevant", start + end)
    }
  }

  // MARK: The signature

  private mutating func writeSignature() {
    out.heading("Signature")
    let signature = inspection.signature
    if inspection.pass.form == .folder, !signature.isPresent, !inspection.manifest.isReadable {
      out.entry("state", "not signed", style: .doubtful)
      return
    }
    writeVerdict()
    if signature.isPresent {
      for fault in signature.errors { out.entry("", fault, style: .doubtful) }
    }
    guard let message = signature.message else { return }
    if let signer = signature.signer {
      out.entry("signer", signer.subject.text)
      let nfc = signer.isNFCEnabled ? ", may sign NFC passes" : ""
      out.entry("key", "\(signer.publicKeyKind)\(nfc)")
      out.entry(
        "valid", "\(Timestamp.day(signer.notBefore)) to \(Timestamp.day(signer.notAfter))")
    }
    let time = signature.signingTime.map(Timestamp.text) ?? "no signing time"
    let isValid = signature.isValidAtSigning ?? true
    out.entry(
      "signed", time + (isValid ? "" : ", when a certificate was not valid"),
      style: isValid && signature.signingTime != nil ? nil : .bad)
    if let signer = message.signers.first { out.entry("digest", signer.digestName) }
    for (index, link) in signature.chain.enumerated() {
      var name = link.name
      if case .trusted = link { name += " (not in the signature)" }
      out.entry(index == 0 ? "chain" : "", index == 0 ? name : "issued by \(name)")
    }
  }

  private mutating func writeVerdict() {
    let signature = inspection.signature
    if inspection.isSigned {
      out.entry(
        "state",
        signature.isApple
          ? "good: manifest and signature hold, the chain ends at Apple"
          : "good, but not Apple's: no iPhone accepts this pass",
        style: signature.isApple ? .good : .doubtful)
    } else if signature.provesManifest {
      out.entry(
        "state", "the signature is valid, the manifest does not match the files", style: .bad)
    } else {
      out.entry(
        "state", signature.isPresent ? "does not verify" : "not signed", style: .bad)
    }
  }

  // MARK: Content

  private mutating func writeFields() {
    guard !inspection.fields.isEmpty else { return }
    let styles = PassStyle.styles(of: root)
    for style in styles {
      let fields = inspection.fields.filter { $0.style == style }
      guard !fields.isEmpty else { continue }
      out.heading(styles.count == 1 ? "Fields" : "Fields of \(style.rawValue)")
      // The column is as wide as the widest label or key, at most 28 characters.
      let names = fields.map { Self.name(of: $0) }
      let width = names.map(TextColumns.columns).max().map { min(max($0, 14), 28) } ?? 14
      var group: FieldGroup?
      for (field, name) in zip(fields, names) {
        if field.group != group {
          group = field.group
          out.raw("  " + out.styled(Self.description(field.group), .dim))
        }
        out.entry("  " + TextColumns.truncated(name, to: width), field.value, nameWidth: width + 2)
      }
    }
  }

  private static func name(of field: Inspection.Field) -> String {
    let label = field.label.flatMap { $0.isEmpty ? nil : $0 }
    return TextWriter.printable(label ?? field.key.map { "(\($0))" } ?? "(no key)")
  }

  private static func description(_ group: FieldGroup) -> String {
    switch group {
    case .header: "header"
    case .primary: "primary"
    case .secondary: "secondary"
    case .auxiliary: "auxiliary"
    case .back: "back"
    case .additionalInfo: "additional info"
    case .footer: "footer"
    }
  }

  private mutating func writeBarcodes() {
    var codes = root["barcodes"]?.elements.map { $0 } ?? []
    if codes.isEmpty, let code = root["barcode"] { codes = [code] }
    guard !codes.isEmpty else { return }
    out.heading(codes.count == 1 ? "Barcode" : "Barcodes")
    for code in codes {
      let format = Inspection.description(code["format"])
      let prefix = "PKBarcodeFormat"
      out.entry(
        format.hasPrefix(prefix) ? String(format.dropFirst(prefix.count)) : format,
        Inspection.description(code["message"]))
      let text = code["altText"].map { ", text below: \(Inspection.description($0))" } ?? ""
      out.entry("", Inspection.description(code["messageEncoding"]) + text, style: .dim)
    }
  }

  private mutating func writeNFC() {
    guard let nfc = root["nfc"] else { return }
    out.heading("NFC")
    let message = nfc["message"]
    let bytes =
      message?.string.map { " (\($0.utf8.count) of at most \(AppleLimit.nfcMessageInBytes) bytes)" }
      ?? ""
    out.entry("message", message.map { Inspection.description($0) + bytes } ?? "missing")
    if let key = nfc["encryptionPublicKey"]?.string {
      out.entry("reader key", key)
      let identifier = InspectionJSON.keyIdentifier(key)
      out.entry(
        "", identifier.map { "P-256, key id \($0)" } ?? "not a key Wallet takes",
        style: identifier == nil ? .bad : .dim)
    } else {
      out.entry("reader key", "missing", style: .bad)
    }
    show("unlock first", nfc["requiresAuthentication"])
  }

  private mutating func writePlaces() {
    let locations = root["locations"]?.elements.map { $0 } ?? []
    let beacons = root["beacons"]?.elements.map { $0 } ?? []
    guard !locations.isEmpty || !beacons.isEmpty else { return }
    out.heading("Places")
    for place in locations {
      let text = place["relevantText"].map { ": \(Inspection.description($0))" } ?? ""
      out.entry(
        "location",
        "\(Inspection.description(place["latitude"])), \(Inspection.description(place["longitude"]))\(text)"
      )
    }
    for beacon in beacons {
      let text = beacon["relevantText"].map { ": \(Inspection.description($0))" } ?? ""
      out.entry("beacon", Inspection.description(beacon["proximityUUID"]) + text)
    }
    show("max distance", root["maxDistance"])
  }

  private mutating func writeService() {
    let token = root["authenticationToken"]
    guard root["webServiceURL"] != nil || token != nil else { return }
    out.heading("Updates")
    show("web service", root["webServiceURL"], whenMissing: "missing")
    // The token is a secret: anyone who has it can download the pass. Only its length is shown.
    let length = token?.string.map { "\($0.count) characters, not shown" }
    out.entry(
      "token", length ?? (token == nil ? "missing" : "not a text"),
      style: length == nil ? .bad : nil)
  }

  private mutating func writeLanguages() {
    guard !inspection.languages.isEmpty else { return }
    out.heading("Languages")
    for language in inspection.languages {
      var parts: [String] = []
      if let strings = language.strings { parts.append("\(strings) strings") }
      if !language.images.isEmpty { parts.append(language.images.joined(separator: ", ")) }
      out.entry(language.tag, parts.joined(separator: ", "))
    }
  }

  // MARK: Files

  private mutating func writeFiles() {
    out.heading("Files")
    let sizes = inspection.files.map { $0.sizeInBytes.grouped }
    let width = max(5, sizes.map(\.count).max() ?? 0)
    out.raw(
      out.styled(
        "  " + TextColumns.right("bytes", to: width) + "  sha-1             pixels     file", .dim))
    for (file, size) in zip(inspection.files, sizes) {
      let pixels = file.imageSize.map { "\($0.width)x\($0.height)" } ?? ""
      let (words, style) = Self.description(file.status)
      out.raw(
        "  " + TextColumns.right(size, to: width) + "  "
          + out.styled(String(file.sha1Hex.prefix(16)), .dim) + "  "
          + TextColumns.padded(pixels, to: 9) + "  " + TextWriter.printable(file.path)
          + out.styled(words, style))
    }
    let lost =
      inspection.pass.damagedPaths.map { ($0, "cannot be read") }
      + inspection.manifest.missingPaths.filter { !inspection.pass.damagedPaths.contains($0) }
      .map { ($0, "is in the manifest and not here") }
    for (path, words) in lost {
      out.raw(
        "  " + TextColumns.right("-", to: width) + String(repeating: " ", count: 31)
          + TextWriter.printable(path) + out.styled("  <- \(words)", .bad))
    }
  }

  private static func description(_ status: ManifestFacts.FileStatus) -> (
    String, TextColumns.Style?
  ) {
    switch status {
    case .ok, .seal, .unknown: ("", nil)
    case .differs: ("  <- changed: the manifest has another hash", .bad)
    case .unlisted: ("  <- not in the manifest", .bad)
    }
  }

  private static func writeProblems(_ diagnostics: [Diagnostic], to out: inout TextColumns) {
    for diagnostic in diagnostics {
      let place = diagnostic.location.map { location in
        location.bundle == nil && location.line == nil ? "" : "\(location.file): "
      }
      out.entry(
        diagnostic.severity.rawValue, "\(place ?? "")\(diagnostic.message)",
        style: diagnostic.severity == .error ? .bad : .doubtful)
    }
  }

  // MARK: Numbers

  static func size(_ bytes: Int) -> String { "\(bytes.grouped) bytes" }
}
