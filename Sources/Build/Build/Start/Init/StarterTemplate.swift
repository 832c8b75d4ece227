// SPDX-License-Identifier: Apache-2.0

package import PassBasics
package import PassCrypto
package import PassModel
import PassReport

/// A new template with sample strings, sample rows and drawn images. It builds and checks without
/// warnings.
package struct StarterTemplate {
  /// The reason why no template was written: the path is not free.
  package struct StarterTemplateError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
    package let help: String
  }

  /// The content of each file by its path in the template, sorted.
  package let files: [(path: String, bytes: [UInt8])]
  package let rowCount: Int

  /// Makes a template of a style in memory.
  ///
  /// - Parameters:
  ///   - languages: the language of pass.json, and those that get a folder.
  ///   - nfcPublicKey: `encryptionPublicKey`, or nil for a pass without NFC.
  ///   - background: the colour of the card, or nil for that of the style.
  ///   - sources: the files that `passc images` scales into the images.
  ///   - now: seconds since 1970. The dates of the sample are one or two years later.
  package init(
    style: StarterStyle, languages: StarterLanguages = .usual, nfcPublicKey: String?,
    background: PassColour? = nil, sources: StarterSources = .none, now: Int64
  ) {
    let texts = StarterTexts.of(style)
    let artwork = StarterArtwork(style: style, palette: background.map { StarterPalette($0) })
    let year = (Int(Timestamp.day(now).prefix(4)) ?? 2030) + 2
    let sample = texts.rows.split(separator: "YEAR", omittingEmptySubsequences: false)
      .joined(separator: String(year))
    rowCount = sample.split(separator: "\n").count - 1
    let passJSON = Self.passJSON(texts, artwork, nfcPublicKey)
    var written: [(String, String)] = [
      (PackageKind.pass.document, texts.passJSON(passJSON, in: languages.mainLanguage)),
      ("template.json", Self.templateJSON(texts, languages.mainLanguage, sources)),
      ("sample.csv", sample + "\n"),
    ]
    written += languages.others.map {
      ("\($0).lproj/pass.strings", texts.stringsFile(of: $0, own: languages.mainLanguage))
    }
    files = Self.sorted(
      written.map { ($0.0, Array($0.1.utf8)) } + artwork.files + sources.files)
  }

  static func sorted(_ files: [(path: String, bytes: [UInt8])]) -> [(path: String, bytes: [UInt8])]
  {
    files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  private static func passJSON(
    _ texts: StarterTexts, _ artwork: StarterArtwork, _ nfcPublicKey: String?
  ) -> String {
    let serial = "{{ \(texts.serialColumn) }}"
    let nfc = nfcPublicKey.map {
      """
        "nfc": {
          "message": "\(serial)",
          "encryptionPublicKey": "\($0)"\(artwork.style == .posterEventTicket ? authentication : "")
        },

      """
    }
    let footer =
      "  \"footerBackgroundColor\": \"\(artwork.shade.text)\",\n"
    return """
      {
        "formatVersion": 1,
        "serialNumber": "\(serial)",
        "organizationName": "\(texts.organization)",
        "description": "\(texts.description)",
        "logoText": "\(texts.organization)",
      \(texts.members)\
        "sharingProhibited": true,
        "backgroundColor": "\(artwork.background.text)",
        "foregroundColor": "\(artwork.foreground.text)",
        "labelColor": "\(artwork.label.text)",
      \(artwork.style.isPoster ? footer : "")\
      \(nfc ?? "")\
        "barcodes": [
          {
            "format": "PKBarcodeFormatQR",
            "message": "\(serial)",
            "messageEncoding": "iso-8859-1",
            "altText": "\(serial)"
          }
        ],
        \(texts.style)
      }

      """
  }

  /// A poster ticket says whether people must unlock their phone at the gate.
  private static let authentication = ",\n    \"requiresAuthentication\": false"

  private static func templateJSON(
    _ texts: StarterTexts, _ language: String, _ sources: StarterSources
  ) -> String {
    let member = sources.member.map { name, value in
      let lines = String(decoding: IndentedJSON.bytes(of: value, foldedTo: 80), as: UTF8.self)
        .split(separator: "\n").joined(separator: "\n  ")
      return "  \"\(name)\": \(lines),\n"
    }
    return """
      {
        "sample": "sample.csv",
        "language": "\(language)",
      \(member ?? "")\
        "columns": {
      \(texts.columns)
        }
      }

      """
  }
}

extension StarterTemplate {
  /// Writes the template. A new folder is written completely or not at all. An existing empty
  /// folder gets its entries one after another.
  ///
  /// - Parameter finishing: completes the template in a temporary folder, before it appears.
  /// - Throws: `FileError`, an error of `finishing`, or `StarterTemplateError` if there is a file or
  ///   a folder that is not empty.
  package func write(
    to folder: String, finishing: (String) throws -> Void = { _ in }
  ) throws {
    let isThere = try Self.checkRoom(for: folder)
    let parent = isThere ? folder : FilePath.parent(folder)
    try Disk.makeFolders(parent)
    let temporary = try ScratchFolder(in: parent)
    defer { try? temporary.remove() }
    // A separate folder inside, because only the owner can enter the temporary one.
    let made = FilePath.join(temporary.path, "template")
    try Disk.makeFolders(made)
    for file in files {
      let path = FilePath.join(made, file.path)
      try Disk.makeFolders(FilePath.parent(path))
      try Disk.write(file.bytes, to: path, replacing: false)
    }
    try finishing(made)
    if isThere {
      for entry in try Disk.list(made) {
        try Disk.move(FilePath.join(made, entry.name), to: FilePath.join(folder, entry.name))
      }
    } else {
      try Disk.move(made, to: folder)
    }
  }

  /// Returns whether the folder exists. It must be empty then.
  ///
  /// - Throws: `FileError`, or `StarterTemplateError` if there is a file or a folder that is not empty.
  package static func checkRoom(for folder: String) throws -> Bool {
    guard let kind = try Disk.kind(of: folder, followingLinks: true) else { return false }
    guard kind == .folder else {
      throw StarterTemplateError(
        description: "\(folder) exists and is a file", help: "name a new folder")
    }
    guard try Disk.list(folder).isEmpty else {
      throw StarterTemplateError(
        description: "\(folder) exists and is not empty; passc does not write into it",
        help: "name a new folder, or an empty one")
    }
    return true
  }
}

/// The reader's key of a new template with NFC. The public key is in pass.json. The private key is
/// written next to the template's folder, never inside.
package struct StarterReaderKey {
  /// The public key in the form of `encryptionPublicKey` in pass.json.
  package let publicKey: String
  private let privateKey: PrivateKey

  /// Makes a new P-256 key. Throws if OpenSSL fails.
  package init() throws(CryptoError) {
    let key = try PrivateKey.generateP256()
    guard let publicKey = P256PublicKey(key) else { throw CryptoError("the new key is not P-256") }
    self.publicKey = publicKey.base64
    privateKey = key
  }

  /// Returns the path of the private key: `gym-nfc-private.pem` next to `gym.pass`.
  package static func path(besideTemplate folder: String) throws(FileError) -> String {
    var folder = FilePath.normalised(folder)
    if [".", ".."].contains(FilePath.lastComponent(folder)) {
      folder = try Disk.resolvingSymbolicLinks(folder)
    }
    return FilePath.join(
      FilePath.parent(folder), FilePath.stem(folder) + "-nfc-private.pem")
  }

  /// Writes the private key, readable only for its owner. An existing file is never replaced.
  package func write(to path: String) throws {
    try Disk.makeFolders(FilePath.parent(path))
    var pem = try privateKey.pemBytes()
    defer { Secret.wipe(&pem) }
    try Disk.write(pem, to: path, mode: .secret, replacing: false)
  }
}
