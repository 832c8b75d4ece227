// SPDX-License-Identifier: Apache-2.0

package import PassBundle
import PassCrypto
import PassDiagnostics
import PassJSON
import PassModel
import PassReport
import PassValues

/// `passc inspect --format json`: one object, `"version": 1`.
///
/// Every member is always there, null or empty where there is nothing to say; members may be
/// added in later versions, none is taken away. Times are ISO 8601 in UTC unless pass.json wrote
/// them; sizes are bytes. The authentication token itself is never written.
package enum InspectionJSON {
  /// The text for one pass, with a line end.
  package static func text(of inspection: Inspection) -> [UInt8] {
    var out = JSONBuilder()
    out.object {
      $0.member("version", 1)
      writePass(inspection, to: &$0)
    }
    return IndentedJSON.bytes(of: out.document().root)
  }

  /// The text for a .pkpasses: its own facts and a list of passes.
  package static func text(of passes: FoundPasses) -> [UInt8] {
    var out = JSONBuilder()
    out.object {
      $0.member("version", 1)
      $0.member("kind", "passes")
      $0.member("file", passes.name)
      $0.member("size", passes.sizeInBytes)
      $0.member("sha256", passes.sha256Hex)
      $0.member("mediaType", MediaType.passes)
      $0.array("passes", passes.passes) { out, found in
        out.object { writePass(Inspection(of: found.pass), to: &$0) }
      }
      $0.array("otherEntries", passes.otherPaths) { $0.string($1) }
      $0.array("problems", passes.allDiagnostics.filter { $0.severity > .note }, problem)
    }
    return IndentedJSON.bytes(of: out.document().root)
  }

  // MARK: A pass

  private static func writePass(_ inspection: Inspection, to out: inout JSONBuilder) {
    let root = inspection.root
    let pass = inspection.pass
    out.member("kind", pass.form == .bundle ? "pass" : "folder")
    out.member("file", pass.name)
    out.member("size", pass.sizeInBytes)
    out.member("sha256", pass.sha256Hex)
    out.member("mediaType", inspection.mediaType)
    out.array("faults", inspection.faults) { $0.string($1) }
    out.member("style", inspection.style?.rawValue)
    out.member("serialNumber", root["serialNumber"]?.string)
    out.member("passTypeIdentifier", root["passTypeIdentifier"]?.string)
    out.member("teamIdentifier", root["teamIdentifier"]?.string)
    out.member("organizationName", root["organizationName"]?.string)
    out.member("description", root["description"]?.string)
    out.member("sealed", inspection.isSealed)
    out.array("styles", PassStyle.styles(of: root)) { $0.string($1.rawValue) }
    out.array("styleSchemes", StyleScheme.schemes(of: root)) { $0.string($1.rawValue) }
    for name in [
      "formatVersion", "logoText", "groupingIdentifier", "transitType", "voided",
      "sharingProhibited", "expirationDate", "relevantDate",
    ] {
      let style = inspection.style.flatMap { root[$0.rawValue] }
      out.member(name, name == "transitType" ? style?[name] : root[name])
    }
    for name in ["relevantDates", "locations", "beacons"] { out.list(name, root[name]) }
    out.list("barcodes", root["barcodes"] ?? root["barcode"])
    writeNFC(root["nfc"], to: &out)
    writeService(root, to: &out)
    out.member("personalization", inspection.personalization?.root)
    out.array("fields", inspection.fields, field)
    out.array("localizations", inspection.languages) { out, language in
      out.object {
        $0.member("language", language.tag)
        $0.member("strings", language.strings)
        $0.array("images", language.images) { $0.string($1) }
      }
    }
    writeSignature(inspection.signature, to: &out)
    writeManifest(inspection, to: &out)
    out.array("files", inspection.files, file)
    out.array("problems", inspection.diagnostics, problem)
  }

  private static func field(_ out: inout JSONBuilder, _ field: Inspection.Field) {
    out.object {
      $0.member("style", field.style.rawValue)
      $0.member("group", field.group.rawValue)
      $0.member("key", field.key)
      $0.member("label", field.label)
      $0.member("value", field.valueJSON?.root)
    }
  }

  private static func writeNFC(_ nfc: JSONValue?, to out: inout JSONBuilder) {
    out.key("nfc")
    guard let nfc, nfc.isObject else { return out.scalar(.null) }
    let key = nfc["encryptionPublicKey"]?.string
    out.object {
      $0.member("message", nfc["message"])
      $0.member("messageBytes", nfc["message"]?.string.map(\.utf8.count))
      $0.member("encryptionPublicKey", key)
      $0.member("keyIdentifier", key.flatMap(Self.keyIdentifier))
      $0.member("requiresAuthentication", nfc["requiresAuthentication"])
    }
  }

  /// The identifier readers know the key by, 8 hex digits; nil for a key Wallet would not take.
  static func keyIdentifier(_ base64: String) -> String? {
    guard case .success(let key) = EncryptionPublicKey.check(base64) else { return nil }
    return Hex.encode(key.keyIdentifier)
  }

  private static func writeService(_ root: JSONValue, to out: inout JSONBuilder) {
    out.key("webService")
    let url = root["webServiceURL"]
    let token = root["authenticationToken"]
    guard url != nil || token != nil else { return out.scalar(.null) }
    out.object {
      $0.member("url", url)
      $0.member("tokenLength", token?.string?.count)
    }
  }

  private static func writeSignature(_ signature: SignatureFacts, to out: inout JSONBuilder) {
    out.key("signature")
    out.object {
      $0.member("present", signature.isPresent)
      $0.member("size", signature.sizeInBytes)
      $0.member("verifies", signature.provesManifest)
      $0.member("apple", signature.isApple)
      $0.member("nfc", signature.signer?.isNFCEnabled)
      $0.member("signingTime", signature.signingTime.map(Timestamp.text))
      $0.member("validAtSigning", signature.isValidAtSigning)
      $0.member("digest", signature.message?.signers.first?.digestName)
      $0.member("detached", signature.message?.isDetached)
      $0.array("faults", signature.faults) { $0.string($1) }
      $0.array("chain", signature.chain, link)
    }
  }

  private static func link(_ out: inout JSONBuilder, _ link: SignatureFacts.Link) {
    out.object {
      $0.member("name", link.name)
      switch link {
      case .certificate(let certificate):
        $0.member("included", true)
        $0.member("apple", TrustAnchors.isAppleAuthority(certificate))
        $0.member("subject", certificate.subject.text)
        $0.member("issuer", certificate.issuer.text)
        $0.member("passTypeIdentifier", certificate.passTypeIdentifier)
        $0.member("teamIdentifier", certificate.subject.organizationalUnit)
        $0.member("notBefore", Timestamp.text(certificate.notBefore))
        $0.member("notAfter", Timestamp.text(certificate.notAfter))
        $0.member("key", certificate.publicKeyKind.description)
        $0.member("serial", certificate.serialHex)
        $0.member("sha256", certificate.sha256Hex)
      case .known(let anchor):
        $0.member("included", false)
        $0.member("apple", true)
        $0.member("subject", "CN=\(anchor.commonName), OU=\(anchor.organizationalUnit)")
        $0.member("issuer", anchor.issuerName)
        $0.member("passTypeIdentifier", String?.none)
        $0.member("teamIdentifier", String?.none)
        $0.member("notBefore", Timestamp.text(anchor.notBefore))
        $0.member("notAfter", Timestamp.text(anchor.notAfter))
        $0.member("key", String?.none)
        $0.member("serial", String?.none)
        $0.member("sha256", anchor.sha256Hex)
      }
    }
  }

  private static func writeManifest(_ inspection: Inspection, to out: inout JSONBuilder) {
    let manifest = inspection.manifest
    out.key("manifest")
    out.object {
      $0.member("readable", manifest.isReadable)
      $0.member(
        "matches",
        manifest.isReadable && manifest.missingPaths.isEmpty
          && inspection.files.allSatisfy { [.ok, .seal].contains($0.standing) })
      $0.array("missingFiles", manifest.missingPaths) { $0.string($1) }
      $0.array("damagedFiles", inspection.pass.damagedPaths) { $0.string($1) }
    }
  }

  private static func file(_ out: inout JSONBuilder, _ file: Inspection.File) {
    out.object {
      $0.member("path", file.path)
      $0.member("size", file.sizeInBytes)
      $0.member("width", file.imageSize?.width)
      $0.member("height", file.imageSize?.height)
      $0.member("sha1", file.sha1Hex)
      $0.member("sha256", file.sha256Hex)
      $0.member("manifest", file.standing.rawValue)
    }
  }

  private static func problem(_ out: inout JSONBuilder, _ diagnostic: Diagnostic) {
    out.object {
      $0.member("code", diagnostic.code)
      $0.member("severity", diagnostic.severity.rawValue)
      $0.member("file", diagnostic.location?.file)
      $0.member("line", diagnostic.location?.line)
      $0.member("message", diagnostic.message)
    }
  }
}
