// SPDX-License-Identifier: Apache-2.0

package import PassBasics
import PassCrypto
package import PassDiagnostics
package import PassJSON
package import PassModel
import PassRules

/// Everything there is to see in a finished pass, sound or not.
///
/// Describes and proves what a hash or key can prove; whether Wallet would take the pass is the
/// checker's question.
package struct Inspection: Sendable {
  /// One file of the pass.
  package struct File: Sendable {
    /// Its path in the pass.
    package let path: String
    /// How many bytes it has.
    package let sizeInBytes: Int
    /// The SHA-1 of its bytes, in lower case.
    package let sha1Hex: String
    /// The SHA-256 of its bytes, in lower case.
    package let sha256Hex: String
    /// Whether the manifest lists it, and with its hash.
    package let standing: ManifestFacts.Standing
    /// Width and height of a PNG in pixels; nil for other files and a PNG without a sound header.
    package let imageSize: (width: Int, height: Int)?
  }

  /// One field as pass.json spells it.
  package struct Field: Sendable {
    /// The style whose object it stands in.
    package let style: PassStyle
    /// The list it stands in.
    package let group: FieldGroup
    /// Its `key`; nil where it is missing or not a string.
    package let key: String?
    /// Its `label`; nil where it is missing or not a string.
    package let label: String?
    /// Its `value` as JSON, numbers as they were spelled; null when it has no value.
    package let valueJSON: JSONTree
    /// Its `value` for people: the characters of a string, the JSON of anything else.
    package let value: String
  }

  /// What the pass brings for one language, a folder such as `de.lproj`.
  package struct Language: Sendable {
    /// The name of the folder without `.lproj`.
    package let tag: String
    /// How many texts pass.strings translates; nil without that file.
    package var strings: Int?
    /// The names of the images in the folder.
    package var images: [String] = []
  }

  /// The pass that was looked at.
  package let pass: FoundPass
  /// What manifest.json says of the files.
  package let manifest: ManifestFacts
  /// What the signature proves, and who made it.
  package let signature: SignatureFacts
  /// Every file that could be read, sorted by path, manifest.json and signature among them.
  package let files: [File]
  /// The fields of every style, by style and group.
  package let fields: [Field]
  /// The languages the pass brings something for, sorted by tag.
  package let languages: [Language]
  /// pass.json; nil when it is missing or beyond reading.
  package let document: JSONDocument?
  /// personalization.json; nil when it is missing or beyond reading.
  package let personalization: JSONDocument?
  /// The errors and warnings of reading, in the order of their places.
  package let diagnostics: [Diagnostic]

  /// Looks at a pass that was found.
  package init(of pass: FoundPass) {
    var report = pass.report
    let package = pass.package(&report)
    // Whom the user trusts does not count here: what is shown is what is there, and Apple.
    var reader = SealReader(trust: Trust())
    let seal = reader.seal(of: pass, report: &report)
    let manifest = ManifestFacts(of: seal)
    self.pass = pass
    self.manifest = manifest
    signature = SignatureFacts(of: seal)
    files = zip(seal.files, seal.hashes).map { Self.file($0, sha1: $1, manifest) }
    let document = Self.readable("pass.json", of: pass)
    self.document = document
    personalization = Self.readable("personalization.json", of: pass)
    fields = Self.fields(of: document?.root ?? Self.empty.root)
    languages = Self.languages(of: pass, package)
    diagnostics = report.sorted.filter { $0.severity > .note }
  }

  /// The root of pass.json; an empty object when there is none.
  package var root: JSONValue { document?.root ?? Self.empty.root }

  /// The style Wallet chooses among those of pass.json; nil when there is no style.
  package var style: PassStyle? { PassStyle.styles(of: root).first }

  /// The media type to serve the pass with; nil for a folder, which cannot be served.
  package var mediaType: String? { pass.form == .bundle ? MediaType.pass : nil }

  /// Whether the seal is whole: every file is listed with its hash, none is missing or damaged, and
  /// the signature proves the manifest.
  package var isSealed: Bool {
    signature.provesManifest && manifest.isReadable && manifest.missingPaths.isEmpty
      && pass.damagedPaths.isEmpty && files.allSatisfy { [.ok, .seal].contains($0.standing) }
  }

  /// Why the pass is broken, a sentence part for each thing; empty for one that is whole, and for a
  /// folder that nobody has signed yet.
  package var faults: [String] {
    var faults: [String] = []
    let errors = diagnostics.filter { $0.severity == .error }
    if let first = errors.first {
      faults.append(first.message + (errors.count > 1 ? " (+\(errors.count - 1))" : ""))
    }
    if document == nil, errors.isEmpty { faults.append("no readable pass.json") }
    let isToBeSealed =
      pass.form == .bundle || manifest.isReadable || signature.isPresent
    guard isToBeSealed, !isSealed else { return faults }
    if !manifest.isReadable {
      faults.append("no readable manifest.json")
    } else {
      let differing = files.count { ![.ok, .seal].contains($0.standing) }
      if differing > 0 {
        faults.append("\(counted(differing, "file")) not as the manifest says")
      }
      if !manifest.missingPaths.isEmpty {
        faults.append("\(counted(manifest.missingPaths.count, "file")) of the manifest missing")
      }
    }
    if !signature.provesManifest {
      faults.append(signature.isPresent ? "the signature does not verify" : "there is no signature")
    }
    return faults
  }

  /// What can be made of a JSON object, its meaning in doubt or not: a checker would stop where
  /// this goes on. The complaints come with the package.
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
      standing: manifest.standing(of: file, sha1Hex: sha1Hex), imageSize: size)
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
              label: field["label"]?.string, valueJSON: JSONTree(value), value: words(value)))
        }
      }
    }
    return fields
  }

  /// A string's characters, anything else as JSON; nothing for an absent value.
  package static func words(_ value: JSONValue?) -> String {
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

/// The media types passes are served with.
package enum MediaType {
  /// The media type of a .pkpass.
  package static let pass = "application/vnd.apple.pkpass"
  /// The media type of a .pkpasses.
  package static let passes = "application/vnd.apple.pkpasses"
}
