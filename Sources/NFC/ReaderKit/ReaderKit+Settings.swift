// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCrypto
import PassSource

/// The one file of a kit that differs from template to template.
extension ReaderKit {
  /// `ReaderSettings.swift`: whom the app asks for, and how.
  var settingsSource: String {
    """
    // Made by passc nfc reader-kit; yours to change.

    import Foundation

    /// What this reader asks for.
    public enum ReaderSettings {
      /// In the order they are asked for.
      public static let merchants: [ReaderMerchant] = [
    \(merchants.map(Self.source).joined(separator: "\n"))
      ]
      /// The key and the English text of the program's name; at most \(Self.longestProgram) characters
      /// in every language.
      static let program = (key: \(SwiftText.literal(Self.programKey)), name: \(SwiftText.literal(program)))
    \(paymentTagSettings)
      /// The program's name in a language of the app, the app's own without one.
      public static func program(in language: String? = nil) -> String {
        ReaderText.text(program.key, program.name, language: language)
      }
    }

    """
  }

  private static func source(of merchant: Merchant) -> String {
    """
        ReaderMerchant(
          id: \(SwiftText.literal(merchant.id)),
          address: \(SwiftText.optionalLiteral(merchant.url)),
          name: \(SwiftText.literal(merchant.name ?? merchant.id))),
    """
  }

  /// What only the session for payment tags needs.
  private var paymentTagSettings: String {
    guard api == .paymentTag else { return "" }
    let identifiers = identifiers.map { "    \(SwiftText.literal($0.description))," }
    return """
        /// As in Info.plist, in the same order.
        public static let applicationIdentifiers: [String] = [
      \(identifiers.joined(separator: "\n"))
        ]
        /// GET DATA for each merchant; the four bytes after 9F2804 are the terminal's nonce.
        static let questions: [String] = [
      \(questions)
        ]

      """
  }

  /// The questions of this reader, complete but for the four bytes of the terminal's nonce.
  private var questions: String {
    merchants.enumerated().map { index, merchant in
      let command = GetDataCommand(
        merchant: MerchantIdentifier(passTypeIdentifier: merchant.id), mode: .vasOnly,
        moreFollow: index < merchants.count - 1, nonce: [0, 0, 0, 0], url: merchant.url)
      let hex = command.command.map { Hex.encode($0.data) } ?? ""
      return "    \(SwiftText.literal(hex)),"
    }.joined(separator: "\n")
  }
}
