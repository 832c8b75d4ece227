// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
package import PassJSON
package import PassLocale
package import PassModel

/// The content of a pass in one language, ready for layout.
package struct PassFace {
  package let style: PreviewStyle
  package let pass: PassPackage
  package var document: JSONValue { pass.document }
  /// Settings it was read with.
  package let settings: PreviewSettings
  /// Title for screen readers: the description of the pass.
  package let title: String
  /// Text next to the logo.
  package let logoText: String
  package let fields: [FieldGroup: [FaceField]]
  /// Barcode that the device draws.
  package let barcode: FaceBarcode?
  /// Whether the pass has `nfc`.
  package let hasNFC: Bool
  /// Whether it is current, expired or voided.
  package let state: PassState
  /// Whether fields were left out because there are too many.
  package let hasTooManyFields: Bool
  /// Reader for strings and dates outside fields.
  let reader: FieldReader
  let images: FaceImages
  /// Language of the folder that the texts are from. Nil if the pass has no folders.
  package let folder: String?
  /// Whether no folder fits the language, so that a device may show another folder than `folder`.
  package let isFallback: Bool

  package var language: String { settings.language }
  package var timeZone: String { settings.zone.label }

  /// Reads a pass as a device with these settings does.
  ///
  /// - Parameter style: the style, or nil for the one that the system of the settings draws.
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
    folder = texts.folder
    isFallback = texts.isFallback
  }

  private static func state(of document: JSONValue, now: Int64) -> PassState {
    if document["voided"]?.bool == true { return .voided }
    if let end = document["expirationDate"]?.string.flatMap({ W3CDate($0) }), end.seconds <= now {
      return .expired
    }
    return .current
  }

  /// Returns the languages that have a folder, sorted.
  package static func languages(of pass: PassPackage) -> [String] {
    Localisation.folders(of: pass)
  }

  /// Returns whether there is a folder for English.
  package static func hasEnglish(_ pass: PassPackage) -> Bool {
    Localisation.hasEnglish(Localisation.folders(of: pass))
  }

  /// Returns the language to use if none is given: English if the pass has it, else the language of
  /// pass.json, else the first by name.
  package static func usualLanguage(of pass: PassPackage) -> String {
    Localisation.usualLanguage(among: Localisation.folders(of: pass), own: pass.language)
  }

  /// Returns a colour of pass.json, or nil if it is missing or invalid.
  func colour(_ key: String) -> PassColour? { document[key]?.string.flatMap { PassColour($0) } }
}

/// The barcode of a pass that a device draws.
package struct FaceBarcode: Sendable {
  package let format: BarcodeFormat
  /// Message in its encoding, or nil if the encoding does not have all characters.
  package let bytes: [UInt8]?
  /// Encoding as written in pass.json.
  package let encoding: String
  /// Text below the code.
  package let altText: String
  /// Location in pass.json.
  package let position: Place

  /// Returns the first entry that the system supports. `barcode` is used only if `barcodes` is
  /// empty.
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
      position: json.place)
  }
}

/// Encoding of barcode messages.
enum BarcodeText {
  /// Returns the bytes of a message, or nil if the encoding is unknown or does not have a
  /// character.
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
      // With a byte order mark, as NSString writes it on the device.
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
