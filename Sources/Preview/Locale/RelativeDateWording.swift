// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(_FoundationICU)
  import _FoundationICU
#endif

/// The words of a language for days near today, such as "Yesterday" or "Übermorgen".
///
/// On Linux, Foundation ignores `doesRelativeDateFormatting`, so this calls Foundation's ICU. The
/// day is an argument and does not depend on the clock.
struct RelativeDateWording {
  private let locale: String

  init(locale: String) {
    self.locale = locale
  }

  /// Returns the word for a day relative to today, or nil if the language uses a number instead.
  func word(forDay day: Int) -> String? {
    guard abs(day) <= 3 else { return nil }
    #if canImport(_FoundationICU)
      return Self.word(day, locale)
    #else
      let formatter = RelativeDateTimeFormatter()
      formatter.locale = Locale(identifier: locale)
      formatter.formattingContext = .beginningOfSentence
      formatter.dateTimeStyle = .named
      let word = formatter.localizedString(from: DateComponents(day: day))
      formatter.dateTimeStyle = .numeric
      return word == formatter.localizedString(from: DateComponents(day: day)) ? nil : word
    #endif
  }

  #if canImport(_FoundationICU)
    private static func word(_ day: Int, _ locale: String) -> String? {
      var status = U_ZERO_ERROR
      guard
        let formatter = swift_ureldatefmt_open(
          locale, nil, UDAT_STYLE_LONG, UDISPCTX_CAPITALIZATION_FOR_BEGINNING_OF_SENTENCE, &status)
      else { return nil }
      defer { swift_ureldatefmt_close(formatter) }
      guard status.rawValue <= U_ZERO_ERROR.rawValue else { return nil }
      let named = text {
        swift_ureldatefmt_format(formatter, Double(day), UDAT_REL_UNIT_DAY, $0, $1, $2)
      }
      let counted = text {
        swift_ureldatefmt_formatNumeric(formatter, Double(day), UDAT_REL_UNIT_DAY, $0, $1, $2)
      }
      return named == counted ? nil : named
    }

    private static func text(
      _ write: (UnsafeMutablePointer<UInt16>, Int32, UnsafeMutablePointer<UErrorCode>) -> Int32
    ) -> String? {
      var status = U_ZERO_ERROR
      let room = 128
      let units = [UInt16](unsafeUninitializedCapacity: room) { buffer, count in
        let written = buffer.baseAddress.map { write($0, Int32(room), &status) } ?? 0
        count = min(max(0, Int(written)), room)
      }
      guard status.rawValue <= U_ZERO_ERROR.rawValue else { return nil }
      return String(decoding: units, as: UTF16.self)
    }
  #endif
}
