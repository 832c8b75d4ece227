// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassModel
import PassReport
package import PassTemplate

extension StarterTemplate {
  /// Makes the template of a table in memory.
  ///
  /// - Parameters:
  ///   - folder: the folder of the template. Its name becomes that of the organization.
  ///   - languages: the language of pass.json, and those that get a folder. Nil for the language of
  ///     the table alone.
  ///   - nfcPublicKey: `encryptionPublicKey`, or nil for a pass without NFC.
  ///   - background: the colour of the card, or nil for that of the style.
  ///   - sources: the files that `passc images` scales into the images.
  ///   - options: the format and the delimiter that the table was read with.
  ///   - now: seconds since 1970. The dates of the sample are near it.
  package init(
    _ guess: TableGuess, folder: String, languages: StarterLanguages?, nfcPublicKey: String?,
    background: PassColour?, sources: StarterSources = .none, options: DataOptions,
    bytes: [UInt8], now: Int64
  ) throws {
    let palette = background.map { StarterPalette($0) }
    let artwork = StarterArtwork(style: guess.style, palette: palette)
    let organization = Self.organization(of: folder)
    let sample = try TableSample(guess, options: options, bytes: bytes, now: now)
    var labels = TableLabels(guess, languages)
    let pass = Self.passJSON(guess, organization, artwork, nfcPublicKey, &labels)
    let written: [(String, [UInt8])] = [
      (PackageKind.pass.document, IndentedJSON.bytes(of: pass, foldedTo: 98)),
      (
        "template.json",
        IndentedJSON.bytes(of: Self.settings(guess, labels.own, sources), foldedTo: 98)
      ),
      ("sample.csv", sample.bytes),
    ]
    let strings = labels.files.map { ($0.path, Array($0.text.utf8)) }
    files = Self.sorted(written + strings + artwork.files + sources.files)
    rowCount = TableSample.rowCount
  }

  /// Returns the name of the folder in capitals, such as `Gym` for gym.pass.
  package static func organization(of folder: String) -> String {
    let words = FilePath.stem(FilePath.normalised(folder)).split { "-_ ".contains($0) }
    let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
    return name.contains(where: \.isLetter) ? name : "Example"
  }

  private static func passJSON(
    _ guess: TableGuess, _ organization: String, _ artwork: StarterArtwork,
    _ nfcPublicKey: String?, _ labels: inout TableLabels
  ) -> JSONTree {
    let serial = "{{ \(guess.column(.serial)?.name ?? "serial") }}"
    let name = TableFields.literal(organization)
    var members: [(name: String, value: JSONTree)] = [
      ("formatVersion", 1), ("serialNumber", .string(serial)), ("organizationName", .string(name)),
      ("description", .string(TableFields.literal(labels.description(organization)))),
      ("logoText", .string(name)),
    ]
    if let expires = guess.column(.expires), expires.reading.type == .date {
      members.append(("expirationDate", .string("{{ \(expires.name) }}")))
    }
    if guess.style == .eventTicket, let date = guess.column(.date), !date.isOptional {
      let begin: JSONTree = .string("{{ \(date.name) }}")
      members.append(("relevantDate", begin))
      members.append(("relevantDates", [["date": begin]]))
    }
    members += [
      ("sharingProhibited", true), ("backgroundColor", .string(artwork.background.text)),
      ("foregroundColor", .string(artwork.foreground.text)),
      ("labelColor", .string(artwork.label.text)),
    ]
    if let nfcPublicKey {
      members.append(
        ("nfc", ["message": .string(serial), "encryptionPublicKey": .string(nfcPublicKey)]))
    }
    let isASCII = guess.column(.serial)?.profile.isASCII ?? true
    members.append(
      (
        "barcodes",
        [
          [
            "format": "PKBarcodeFormatQR", "message": .string(serial),
            "messageEncoding": .string(isASCII ? "iso-8859-1" : "utf-8"),
            "altText": .string(serial),
          ]
        ]
      ))
    var fields = TableFields(guess, labels)
    members.append((guess.style.rawValue, fields.style()))
    labels = fields.labels
    return .object(members)
  }

  // MARK: template.json

  private static func settings(
    _ guess: TableGuess, _ language: String?, _ sources: StarterSources
  ) -> JSONTree {
    var members: [(name: String, value: JSONTree)] = [("sample", "sample.csv")]
    if let language { members.append(("language", .string(language))) }
    if let member = sources.member { members.append(member) }
    if let encoding = guess.profile.encoding, let delimiter = guess.profile.delimiter {
      members.append(
        (
          "data",
          [
            "encoding": .string(encoding.name),
            "delimiter": .string(TableGuess.spelling(ofDelimiter: delimiter)),
          ]
        ))
    }
    let used = guess.columns.filter(\.isUsed)
    let columns = used.flatMap { column in
      var declarations = [(name: column.name, value: declaration(of: column, guess))]
      if let name = column.textName {
        let text: JSONTree = ["type": "string", "from": .string(column.header), "optional": true]
        declarations.append((name, text))
      }
      return declarations
    }
    members.append(("columns", .object(columns)))
    if let photo = guess.column(.photo) {
      members.append(("images", ["thumbnail@2x.png": .string("{{ \(photo.name) }}")]))
    }
    return .object(members)
  }

  private static func declaration(of column: GuessedColumn, _ guess: TableGuess) -> JSONTree {
    let reading = column.reading
    var members: [(name: String, value: JSONTree)] = [
      ("type", .string(reading.type.rawValue)), ("from", .string(column.header)),
    ]
    if let decimal = reading.decimal { members.append(("decimal", .string(String(decimal)))) }
    if let grouping = reading.grouping { members.append(("grouping", .string(grouping))) }
    if reading.type == .date {
      if let format = reading.format { members.append(("format", .string(format))) }
      if !reading.hasTime {
        let time = column.role == .expires ? "23:59:59" : "00:00:00"
        members.append(("time", .string(time)))
      }
      members.append(("zone", .string(guess.zone.name)))
    }
    if [.name, .firstName, .lastName].contains(column.role) { members.append(("holder", true)) }
    if column.isOptional { members.append(("optional", true)) }
    return .object(members)
  }
}
