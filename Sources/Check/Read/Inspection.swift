// SPDX-License-Identifier: Apache-2.0

package import PassBasics
import PassCrypto
package import PassDiagnostics
package import PassJSON
package import PassModel
import PassRules

/// Everything that can be read from a finished pass, broken or not.
///
/// It describes the pass and verifies hashes and the signature. Whether Wallet would accept the
/// pass is left to the checker.
package struct Inspection: Sendable {
  package struct File: Sendable {
    package let path: String
    package let sizeInBytes: Int
    /// The SHA-1 of its bytes, lower case.
    package let sha1Hex: String
    /// The SHA-256 of its bytes, lower case.
    package let sha256Hex: String
    /// Whether the manifest lists it with the right hash.
    package let status: ManifestFacts.FileStatus
    /// Width and height of a PNG in pixels. It is nil for other files and for a PNG with a broken
    /// header.
    package let imageSize: (width: Int, height: Int)?
  }

  /// A field as pass.json spells it.
  package struct Field: Sendable {
    /// The style that contains it.
    package let style: PassStyle
    /// The list that contains it.
    package let group: FieldGroup
    /// Its `key`, or nil if it is missing or not a string.
    package let key: String?
    /// Its `label`, or nil if it is missing or not a string.
    package let label: String?
    /// Its `value` as JSON with numbers as they are spelled, or null if it is missing.
    package let valueJSON: JSONTree
    /// Its `value` for people: the characters of a string, the JSON of any other value.
    package let value: String
  }

  /// The content of a language folder such as `de.lproj`.
  package struct Language: Sendable {
    /// The name of the folder without `.lproj`.
    package let tag: String
    /// The number of strings in pass.strings, or nil if there is no such file.
    package var strings: Int?
    /// The names of the images in the folder.
    package var images: [String] = []
  }

  package let pass: FoundPass
  package let manifest: ManifestFacts
  package let signature: SignatureFacts
  /// Every file that could be read, sorted by path, including manifest.json and signature.
  package let files: [File]
  /// The fields of every style, in the order of styles and groups.
  package let fields: [Field]
  /// The languages with a folder, sorted by tag.
  package let languages: [Language]
  /// pass.json, or nil if it is missing or unreadable.
  package let document: JSONDocument?
  /// personalization.json, or nil if it is missing or unreadable.
  package let personalization: JSONDocument?
  /// The errors and warnings from reading, in the order of their places.
  package let diagnostics: [Diagnostic]

  package init(of pass: FoundPass) {
    var report = pass.report
    let package = pass.package(&report)
    // Authorities that the user trusts do not count here. The inspection shows whether the chain
    // leads to Apple.
    var reader = SignedManifestReader(trust: Trust())
    let signedManifest = reader.signedManifest(of: pass, report: &report)
    let manifest = ManifestFacts(of: signedManifest)
    self.pass = pass
    self.manifest = manifest
    signature = SignatureFacts(of: signedManifest)
    files = zip(signedManifest.files, signedManifest.hashes).map {
      Self.file($0, sha1: $1, manifest)
    }
    let document = Self.readable(PackageKind.pass.document, of: pass)
    self.document = document
    personalization = Self.readable("personalization.json", of: pass)
    fields = Self.fields(of: document?.root ?? Self.empty.root)
    languages = Self.languages(of: pass, package)
    diagnostics = report.sorted.filter { $0.severity > .note }
  }

  /// The root of pass.json, or an empty object if there is none.
  package var root: JSONValue { document?.root ?? Self.empty.root }

  /// The style that Wallet chooses among those of pass.json, or nil if there is none.
  package var style: PassStyle? { PassStyle.styles(of: root).first }

  /// The media type to serve the pass with. It is nil for a folder, which cannot be served.
  package var mediaType: String? { pass.form == .bundle ? MediaType.pass : nil }

  /// Whether manifest and signature are correct: every file is listed with its hash, none is
  /// missing or damaged, and the signature verifies the manifest.
  package var isSigned: Bool {
    signature.provesManifest && manifest.isReadable && manifest.missingPaths.isEmpty
      && pass.damagedPaths.isEmpty && files.allSatisfy { [.ok, .seal].contains($0.status) }
  }

  /// The reasons why the pass is broken, each a part of a sentence. It is empty for an intact pass,
  /// and for a folder that is not signed yet.
  package var errors: [String] {
    var faults: [String] = []
    let errors = diagnostics.filter { $0.severity == .error }
    if let first = errors.first {
      faults.append(first.message + (errors.count > 1 ? " (+\(errors.count - 1))" : ""))
    }
    if document == nil, errors.isEmpty { faults.append("no readable pass.json") }
    let isToBeSealed =
      pass.form == .bundle || manifest.isReadable || signature.isPresent
    guard isToBeSealed, !isSigned else { return faults }
    if !manifest.isReadable {
      faults.append("no readable manifest.json")
    } else {
      let differing = files.count { ![.ok, .seal].contains($0.status) }
      if differing > 0 {
        faults.append("\(counted(differing, "file")) different from manifest.json")
      }
      if !manifest.missingPaths.isEmpty {
        faults.append("\(counted(manifest.missingPaths.count, "file")) of manifest.json missing")
      }
    }
    if !signature.provesManifest {
      faults.append(
        signature.isPresent ? "the signature does not verify" : "the pass has no signature")
    }
    return faults
  }

  /// Reads as much as possible of a JSON object, in lenient mode: a checker would stop at errors
  /// that this accepts. The diagnostics are dropped because `package` reports them.
  private static func readable(_ path: String, of pass: FoundPass) -> JSONDocument? {
    guard let file = pass.file(path) else { return nil }
    var report = Report()
    let document = JSONReader.read(file.bytes, name: path, mode: .lenient, report: &report)
    return document?.root.isObject == true ? document : nil
  }

  private static let empty = JSONDocument(nodes: [.init(.object, origin: .none)])

  private static func file(
    _ file: PackagedFile, sha1: [UInt8], _ manifest: ManifestFacts
  ) -> File {
    let sha1Hex = Hex.encode(sha1)
    var size: (width: Int, height: Int)?
    if file.path.hasSuffix(".png"), case .success(let header) = PNGHeader.read(file.bytes) {
      size = (header.widthInPixels, header.heightInPixels)
    }
    return File(
      path: file.path, sizeInBytes: file.bytes.count, sha1Hex: sha1Hex,
      sha256Hex: Digest.sha256Hex(file.bytes),
      status: manifest.status(of: file, sha1Hex: sha1Hex), imageSize: size)
  }

  private static func fields(of root: JSONValue) -> [Field] {
    var fields: [Field] = []
    for style in PassStyle.styles(of: root) {
      guard let dictionary = root[style.rawValue] else { continue }
      for group in FieldGroup.allCases {
        guard let list = dictionary[group.rawValue] else { continue }
        for field in list.elements where field.isObject {
          let value = field["value"]
          fields.append(
            Field(
              style: style, group: group, key: field["key"]?.string,
              label: field["label"]?.string, valueJSON: JSONTree(value), value: description(value)))
        }
      }
    }
    return fields
  }

  /// Returns the characters of a string, the JSON of any other value, or an empty string for nil.
  package static func description(_ value: JSONValue?) -> String {
    guard let value else { return "" }
    return value.string ?? String(decoding: JSONWriter.bytes(of: value), as: UTF8.self)
  }

  private static func languages(of pass: FoundPass, _ package: PassPackage) -> [Language] {
    let counts = Dictionary(
      package.strings.map { ($0.language, $0.entries.count) },
      uniquingKeysWith: { first, _ in first })
    var languages: [String: Language] = [:]
    for file in pass.content {
      switch PackableFile(path: file.path) {
      case .image(_, _, language: let tag?):
        languages[tag, default: Language(tag: tag)].images.append(
          String(file.path.split(separator: "/").last ?? ""))
      case .strings(let tag):
        languages[tag, default: Language(tag: tag)].strings = counts[tag] ?? 0
      default: break
      }
    }
    return languages.values.sorted { $0.tag < $1.tag }
  }
}

package enum MediaType {
  package static let pass = PackageKind.pass.contentType
  package static let passes = PackageKind.pass.groupContentType
}
