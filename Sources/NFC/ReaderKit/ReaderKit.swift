// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCrypto

/// The files for an iPhone reader app: Swift source, entitlements, Info.plist entries.
package struct ReaderKit: Sendable {
  /// The three interfaces of iOS that can read a pass.
  package enum API: String, Sendable, CaseIterable {
    /// Tap to Pay on iPhone: PaymentCardReaderSession.
    case proximity
    /// Core NFC's NFCVASReaderSession.
    case coreNFC = "core-nfc"
    /// Core NFC's NFCPaymentTagReaderSession, in the European Union only.
    case paymentTag = "payment-tag"
  }

  /// Translated names in one language.
  package struct Translation: Sendable, Hashable {
    /// Name of the language folder, such as `de` or `pt-BR`.
    package let language: String
    /// Names of the merchants by pass type identifier.
    package let names: [String: String]
    /// Name of the program, or nil if it is not translated.
    package let program: String?

    /// Does not check the names.
    package init(language: String, names: [String: String], program: String?) {
      self.language = language
      self.names = names
      self.program = program
    }
  }

  /// A file of the kit.
  package struct File: Sendable, Hashable {
    /// Name of the file, with the language folder if it is a translation.
    package let name: String
    package let text: String
  }

  /// The reason why no kit can be generated.
  package struct ReaderKitError: Error, Sendable, Hashable, CustomStringConvertible {
    package let description: String
    /// The way to fix it, or nil.
    package let help: String?
  }

  /// Maximum number of characters of `localizedVASType` in a VASRequest (documentation of
  /// ProximityReader).
  package static let maxProgramLength = 22

  let api: API
  let merchants: [Merchant]
  let program: String
  let identifiers: [ApplicationIdentifier]
  let translations: [Translation]

  /// Checks everything that a device or the App Store would reject.
  ///
  /// - Parameters:
  ///   - merchants: in the order of the requests.
  ///   - program: name of the loyalty program, which is shown while a pass is read.
  ///   - identifiers: for `paymentTag`, in the order of selection. If empty, `OSE.VAS.01`.
  ///   - translations: names in other languages.
  package init(
    _ api: API, merchants: [Merchant], program: String?, identifiers: [String] = [],
    translations: [Translation] = []
  ) throws(ReaderKitError) {
    self.api = api
    self.merchants = merchants
    self.translations = translations
    let given = program.flatMap { $0.isEmpty ? nil : $0 }
    self.program = given ?? merchants.compactMap(\.name).first { !$0.isEmpty } ?? ""
    guard !merchants.isEmpty else { throw ReaderKitError("no pass type identifier to read") }
    if let twice = Self.duplicate(in: merchants.map(\.id)) {
      throw ReaderKitError(
        "\(twice) is given twice",
        help:
          "give --pass-type once for each template without a pass type identifier, in order"
      )
    }
    for merchant in merchants { try Self.check(merchant, api) }
    guard self.program.count <= Self.maxProgramLength else {
      throw ReaderKitError(
        "the program's name \"\(self.program)\" has \(self.program.count) characters, the limit is "
          + "\(Self.maxProgramLength)",
        help: given == nil
          ? "add a shorter \"program\" under \"reader\" in template.json"
          : "shorten \"program\" under \"reader\" in template.json")
    }
    for translation in translations {
      guard let program = translation.program, program.count > Self.maxProgramLength else {
        continue
      }
      throw ReaderKitError(
        "the program's name in \(translation.language), \"\(program)\", has \(program.count) "
          + "characters, the limit is \(Self.maxProgramLength)",
        help: "shorten it in \(translation.language).lproj/pass.strings")
    }
    guard api != .proximity || !self.program.isEmpty else {
      throw ReaderKitError(
        "the loyalty program has no name",
        help: "add \"program\" under \"reader\" in template.json, at most \(Self.maxProgramLength) "
          + "characters")
    }
    guard identifiers.isEmpty || api == .paymentTag else {
      throw ReaderKitError("--aid is for --api payment-tag only")
    }
    var all: [ApplicationIdentifier] = []
    for text in identifiers {
      let identifier = try ApplicationIdentifier(text)
      guard !all.contains(identifier) else {
        throw ReaderKitError("--aid \(identifier) is given twice")
      }
      all.append(identifier)
    }
    self.identifiers = all.isEmpty ? [.vas] : all
  }

  /// Warnings for the developer, as parts of sentences. The kit can be generated nevertheless.
  package var warnings: [String] {
    guard api == .paymentTag, !identifiers.contains(.vas) else { return [] }
    return [
      "the app never reads a pass: no --aid is \(ApplicationIdentifier.vas) (OSE.VAS.01)"
    ]
  }

  private static func check(_ merchant: Merchant, _ api: API) throws(ReaderKitError) {
    guard merchant.id.hasPrefix("pass."), merchant.id.utf8.count > 5 else {
      throw ReaderKitError(
        "\"\(merchant.id)\" is not a pass type identifier, such as pass.com.example.gym")
    }
    guard let url = merchant.url else { return }
    if let fault = SignUpURL.validationError(in: url) {
      throw ReaderKitError("\(merchant.id): \(fault)")
    }
    if api == .coreNFC, url.utf8.count > SignUpURL.maxCoreNFCLength {
      throw ReaderKitError(
        "\(merchant.id): the URL has \(url.utf8.count) characters, Core NFC accepts at most "
          + "\(SignUpURL.maxCoreNFCLength)", help: "use a shorter address that redirects to it")
    }
  }

  private static func duplicate(in names: [String]) -> String? {
    var seen: Set<String> = []
    return names.first { !seen.insert($0).inserted }
  }

  /// All files in the order to read them.
  package var files: [File] {
    let reader =
      switch api {
      case .proximity: proximitySource
      case .coreNFC: coreNFCSource
      case .paymentTag: paymentTagSource
      }
    var files = [
      File(name: "LoyaltyReader.swift", text: reader),
      File(name: "ReaderSettings.swift", text: settingsSource),
      File(name: "PassLine.swift", text: Self.lineSource),
      File(name: "PassAnswer.swift", text: Self.answerSource),
      File(name: "PassOutcome.swift", text: Self.outcomeSource),
      File(name: "ReaderMessage.swift", text: Self.messageSource),
      File(name: "ReaderEvent.swift", text: eventSource),
      File(name: "Reader.entitlements", text: entitlements),
    ]
    if let informationProperties {
      files.append(File(name: "Info-additions.plist", text: informationProperties))
    }
    return files + stringsFiles
  }
}

extension ReaderKit.ReaderKitError {
  init(_ description: String, help: String? = nil) {
    self.description = description
    self.help = help
  }
}

/// The name of an application on a card, 5 to 16 bytes (ISO 7816-4).
package struct ApplicationIdentifier: Sendable, Hashable, CustomStringConvertible {
  /// Upper-case hex, as in Info.plist.
  package let description: String

  /// `OSE.VAS.01`, the application for passes.
  package static let vas = ApplicationIdentifier(SelectCommand.applicationName)

  private init(_ bytes: [UInt8]) {
    description = Hex.encode(bytes).uppercased()
  }

  /// Reads hex digits in any case.
  package init(_ text: String) throws(ReaderKit.ReaderKitError) {
    guard let bytes = Hex.decode(text) else {
      throw ReaderKit.ReaderKitError("--aid \"\(text)\" is not hexadecimal")
    }
    guard (5...16).contains(bytes.count) else {
      throw ReaderKit.ReaderKitError("--aid \(text) has \(bytes.count) bytes, expected 5 to 16")
    }
    self.init(bytes)
  }
}
