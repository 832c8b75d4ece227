// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCrypto
import PassDiagnostics
import PassJSON
import PassModel
package import PassRead
import PassReport

/// The output of `passc inspect --format json`: one object with `"version": 1`.
///
/// Every member is always present, null or empty if there is no value. Later versions may add
/// members but remove none. Times are ISO 8601 in UTC unless they are copied from pass.json. Sizes
/// are in bytes. The authentication token itself is never written.
package enum InspectionJSON {
  /// Returns the JSON for one pass, with a line end.
  package static func text(of inspection: Inspection) -> [UInt8] {
    IndentedJSON.bytes(of: .object([("version", 1)] + members(of: inspection)))
  }

  /// Returns the JSON for a .pkpasses: its own facts and a list of passes.
  package static func text(of passes: FoundPasses) -> [UInt8] {
    IndentedJSON.bytes(of: [
      "version": 1, "kind": "passes", "file": .string(passes.name),
      "size": .number(passes.sizeInBytes), "sha256": .string(passes.sha256Hex),
      "mediaType": .string(MediaType.passes),
      "passes": .array(passes.passes.map { .object(members(of: Inspection(of: $0.pass))) }),
      "otherEntries": .strings(passes.otherPaths),
      "problems": .array(passes.allDiagnostics.filter { $0.severity > .note }.map(problem)),
    ])
  }

  // MARK: A pass

  private static func members(of inspection: Inspection) -> [JSONTree.Member] {
    let root = inspection.root
    let pass = inspection.pass
    var members: [JSONTree.Member] = [
      ("kind", pass.form == .bundle ? "pass" : "folder"), ("file", .string(pass.name)),
      ("size", .number(pass.sizeInBytes)), ("sha256", .string(pass.sha256Hex)),
      ("mediaType", .string(inspection.mediaType)), ("faults", .strings(inspection.errors)),
      ("style", .string(inspection.style?.rawValue)),
    ]
    for name in [
      "serialNumber", "passTypeIdentifier", "teamIdentifier", "organizationName", "description",
    ] {
      members.append((name, .string(root[name]?.string)))
    }
    members += [
      ("sealed", .boolean(inspection.isSigned)),
      ("styles", .strings(PassStyle.styles(of: root).map(\.rawValue))),
      ("styleSchemes", .strings(StyleScheme.schemes(of: root).map(\.rawValue))),
    ]
    for name in [
      "formatVersion", "logoText", "groupingIdentifier", "transitType", "voided",
      "sharingProhibited", "expirationDate", "relevantDate",
    ] {
      let style = inspection.style.flatMap { root[$0.rawValue] }
      members.append((name, JSONTree(name == "transitType" ? style?[name] : root[name])))
    }
    for name in ["relevantDates", "locations", "beacons"] {
      members.append((name, list(root[name])))
    }
    return members + [
      ("barcodes", list(root["barcodes"] ?? root["barcode"])), ("nfc", nfc(root["nfc"])),
      ("webService", service(root)),
      ("personalization", JSONTree(inspection.personalization?.root)),
      ("fields", .array(inspection.fields.map(field))),
      ("localizations", .array(inspection.languages.map(language))),
      ("signature", signature(inspection.signature)), ("manifest", manifest(inspection)),
      ("files", .array(inspection.files.map(file))),
      ("problems", .array(inspection.diagnostics.map(problem))),
    ]
  }

  /// Returns a list in every case: a copy of an array, an object as the only element, or an empty
  /// list for any other value.
  private static func list(_ value: JSONValue?) -> JSONTree {
    guard let value, value.isArray || value.isObject else { return [] }
    return value.isArray ? JSONTree(value) : [JSONTree(value)]
  }

  private static func field(_ field: Inspection.Field) -> JSONTree {
    [
      "style": .string(field.style.rawValue), "group": .string(field.group.rawValue),
      "key": .string(field.key), "label": .string(field.label),
      "value": field.valueJSON,
    ]
  }

  private static func language(_ language: Inspection.Language) -> JSONTree {
    [
      "language": .string(language.tag), "strings": .number(language.strings),
      "images": .strings(language.images),
    ]
  }

  private static func nfc(_ nfc: JSONValue?) -> JSONTree {
    guard let nfc, nfc.isObject else { return .null }
    let key = nfc["encryptionPublicKey"]?.string
    return [
      "message": JSONTree(nfc["message"]),
      "messageBytes": .number(nfc["message"]?.string.map(\.utf8.count)),
      "encryptionPublicKey": .string(key), "keyIdentifier": .string(key.flatMap(keyIdentifier)),
      "requiresAuthentication": JSONTree(nfc["requiresAuthentication"]),
    ]
  }

  /// Returns the key identifier that NFC readers use, 8 hex digits, or nil for a key that Wallet
  /// would reject.
  static func keyIdentifier(_ base64: String) -> String? {
    guard case .success(let key) = EncryptionPublicKey.check(base64) else { return nil }
    return Hex.encode(key.keyIdentifier)
  }

  private static func service(_ root: JSONValue) -> JSONTree {
    let url = root["webServiceURL"]
    let token = root["authenticationToken"]
    guard url != nil || token != nil else { return .null }
    return ["url": JSONTree(url), "tokenLength": .number(token?.string?.count)]
  }

  private static func signature(_ signature: SignatureFacts) -> JSONTree {
    [
      "present": .boolean(signature.isPresent), "size": .number(signature.sizeInBytes),
      "verifies": .boolean(signature.provesManifest), "apple": .boolean(signature.isApple),
      "nfc": .boolean(signature.signer?.isNFCEnabled),
      "signingTime": .string(signature.signingTime.map(Timestamp.text)),
      "validAtSigning": .boolean(signature.isValidAtSigning),
      "digest": .string(signature.message?.signers.first?.digestName),
      "detached": .boolean(signature.message?.isDetached), "faults": .strings(signature.errors),
      "chain": .array(signature.chain.map(link)),
    ]
  }

  private static func link(_ link: SignatureFacts.Link) -> JSONTree {
    switch link {
    case .certificate(let certificate):
      [
        "name": .string(link.name), "included": true,
        "apple": .boolean(TrustAnchors.isAppleAuthority(certificate)),
        "subject": .string(certificate.subject.text), "issuer": .string(certificate.issuer.text),
        "passTypeIdentifier": .string(certificate.passTypeIdentifier),
        "teamIdentifier": .string(certificate.subject.organizationalUnit),
        "notBefore": .string(Timestamp.text(certificate.notBefore)),
        "notAfter": .string(Timestamp.text(certificate.notAfter)),
        "key": .string(certificate.publicKeyKind.description),
        "serial": .string(certificate.serialHex), "sha256": .string(certificate.sha256Hex),
      ]
    case .trusted(let anchor):
      [
        "name": .string(link.name), "included": false, "apple": true,
        "subject": .string("CN=\(anchor.commonName), OU=\(anchor.organizationalUnit)"),
        "issuer": .string(anchor.issuerName), "passTypeIdentifier": .null,
        "teamIdentifier": .null, "notBefore": .string(Timestamp.text(anchor.notBefore)),
        "notAfter": .string(Timestamp.text(anchor.notAfter)), "key": .null, "serial": .null,
        "sha256": .string(anchor.sha256Hex),
      ]
    }
  }

  private static func manifest(_ inspection: Inspection) -> JSONTree {
    let manifest = inspection.manifest
    let matches =
      manifest.isReadable && manifest.missingPaths.isEmpty
      && inspection.files.allSatisfy { [.ok, .seal].contains($0.status) }
    return [
      "readable": .boolean(manifest.isReadable), "matches": .boolean(matches),
      "missingFiles": .strings(manifest.missingPaths),
      "damagedFiles": .strings(inspection.pass.damagedPaths),
    ]
  }

  private static func file(_ file: Inspection.File) -> JSONTree {
    [
      "path": .string(file.path), "size": .number(file.sizeInBytes),
      "width": .number(file.imageSize?.width), "height": .number(file.imageSize?.height),
      "sha1": .string(file.sha1Hex), "sha256": .string(file.sha256Hex),
      "manifest": .string(file.status.rawValue),
    ]
  }

  private static func problem(_ diagnostic: Diagnostic) -> JSONTree {
    [
      "code": .string(diagnostic.code), "severity": .string(diagnostic.severity.rawValue),
      "file": .string(diagnostic.location?.file), "line": .number(diagnostic.location?.line),
      "message": .string(diagnostic.message),
    ]
  }
}
