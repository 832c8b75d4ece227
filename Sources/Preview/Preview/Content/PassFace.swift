// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
package import PassJSON
package import PassLocale
package import PassModel

/// Everything of a pass that is drawn, in one language: what layout places, and nothing it has to
/// look up itself.
package struct PassFace {
  /// What it is drawn as.
  package let style: PreviewStyle
  /// The pass; where findings point to.
  package let pass: PassPackage
  /// pass.json.
  package var document: JSONValue { pass.document }
  /// The settings it was read for.
  package let settings: PreviewSettings
  /// What is announced of it: its description.
  package let title: String
  /// The text beside the logo.
  package let logoText: String
  /// The fields by group.
  package let fields: [FieldGroup: [FaceField]]
  /// The barcode the system draws.
  package let barcode: FaceBarcode?
  /// A chip is read at a terminal.
  package let hasNFC: Bool
  /// What is left of it.
  package let state: PassState
  /// Fields were left out because there are too many.
  package let hasTooManyFields: Bool
  /// Reads texts and dates of the pass that stand in no field.
  let reader: FieldReader
  /// Picks images.
  let images: FaceImages

  /// The language of the texts.
  package var language: String { settings.language }
  /// The time zone of dates and times.
  package var timeZone: String { settings.zone.label }

  /// Reads a pass as the device of the settings does.
  ///
  /// - Parameter style: nil for what the system of the settings draws.
  package init(
    _ pass: PassPackage, _ settings: PreviewSettings, formatter: any ValueFormatter,
    style: PreviewStyle? = nil
  ) {
    let document = pass.document
    let style = style ?? PreviewStyle.choice(for: document, on: settings.system)
    let texts = Localisation(pass, language: settings.language)
    var reader = FieldReader(settings: settings, texts: texts, formatter: formatter)
    var fields: [FieldGroup: [FaceField]] = [:]
    if let dictionary = document[style.style.rawValue] {
      for group in FieldGroup.allCases { fields[group] = reader.fields(group, of: dictionary) }
    }
    self.pass = pass
    self.settings = settings
    self.style = style
    self.fields = fields
    hasTooManyFields = reader.isExhausted
    self.reader = reader
    title = document["description"].map(reader.plain) ?? ""
    logoText = document["logoText"].map(reader.plain) ?? ""
    barcode = FaceBarcode.choice(in: document, texts: texts, system: settings.system)
    hasNFC = document["nfc"]?.isObject == true
    state = settings.state ?? Self.state(of: document, now: settings.now)
    images = FaceImages(pass, language: texts.folder, scale: settings.scale)
  }

  private static func state(of document: JSONValue, now: Int64) -> PassState {
    if document["voided"]?.bool == true { return .voided }
    if let end = document["expirationDate"]?.string.flatMap({ W3CDate($0) }), end.seconds <= now {
      return .expired
    }
    return .current
  }

  /// Every language a pass has a folder of, sorted.
  package static func languages(of pass: PassPackage) -> [String] {
    Localisation.folders(of: pass)
  }

  /// The language of a device nobody named: English where the pass has it or has none at all, else
  /// its first by name.
  package static func usualLanguage(of pass: PassPackage) -> String {
    Localisation.usualLanguage(among: Localisation.folders(of: pass))
  }

  /// A colour of pass.json; nil where it has none that can be read.
  func colour(_ key: String) -> PassColour? { document[key]?.string.flatMap { PassColour($0) } }
}

/// The barcode of a pass that a system draws.
package struct FaceBarcode: Sendable {
  /// Its kind.
  package let format: BarcodeFormat
  /// The bytes of the message in its encoding; nil when the encoding cannot write them.
  package let bytes: [UInt8]?
  /// The name of the encoding.
  package let encoding: String
  /// The words under it.
  package let altText: String
  /// Its dictionary in pass.json.
  package let place: Place

  /// The first entry the system knows; `barcode` only where there are no entries.
  static func choice(in document: JSONValue, texts: Localisation, system: IOSVersion)
    -> FaceBarcode?
  {
    let list = document["barcodes"]
    let entries = list.map { Array($0.elements.prefix(100)) } ?? []
    guard entries.isEmpty else {
      return entries.lazy.compactMap { read($0, texts, system) }.first
    }
    return document["barcode"].flatMap { read($0, texts, system) }
  }

  private static func read(
    _ json: JSONValue, _ texts: Localisation, _ system: IOSVersion
  ) -> FaceBarcode? {
    guard let format = json["format"]?.string.flatMap(BarcodeFormat.init), format.since <= system,
      let message = json["message"]?.string
    else { return nil }
    let encoding = json["messageEncoding"]?.string ?? "iso-8859-1"
    return FaceBarcode(
      format: format, bytes: BarcodeText.bytes(of: message, encoding: encoding),
      encoding: encoding,
      altText: PassText.firstLine(
        PassText.cleaned(json["altText"]?.string.map(texts.text) ?? "")
      ).text,
      place: json.place)
  }
}

/// Messages in the encoding their barcode names.
enum BarcodeText {
  /// The bytes of a message; nil for an encoding nobody knows, or that lacks a character.
  static func bytes(of message: String, encoding: String) -> [UInt8]? {
    switch encoding.lowercased().filter({ $0 != "-" && $0 != "_" }) {
    case "utf8": return Array(message.utf8)
    case "iso88591", "latin1":
      var bytes: [UInt8] = []
      for scalar in message.unicodeScalars {
        guard scalar.value < 256 else { return nil }
        bytes.append(UInt8(scalar.value))
      }
      return bytes
    case "usascii", "ascii":
      return message.utf8.allSatisfy { $0 < 128 } ? Array(message.utf8) : nil
    case "utf16":
      // With a mark, as NSString writes it on the device.
      return [0xFF, 0xFE] + message.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    case "utf16le": return message.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    case "utf16be": return message.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    default:
      guard let converter = Iconv(from: "UTF-8", to: encoding) else { return nil }
      var isWhole = true
      let bytes = converter.convert(Array(message.utf8), isLast: true) { _ in
        isWhole = false
        return .stop
      }.output
      return isWhole ? bytes : nil
    }
  }
}
