// SPDX-License-Identifier: Apache-2.0

import PassJSON
import PassModel

/// A guess of the encoding of a text file, for `passc init --from`. Nothing else guesses one.
package struct EncodingGuess: Sendable, Hashable {
  /// The name for `--encoding` and for `data` in template.json.
  package let name: String
  /// Why, in a few words.
  package let reason: String
  /// Another encoding in which the bytes are as likely, with different letters.
  package private(set) var rival: String?

  /// Creates the encoding that the user named.
  init(given name: String) {
    self.name = name
    reason = "given"
  }

  /// Guesses from all bytes of a file.
  package init(_ bytes: [UInt8]) {
    if let order = UTF16Text.detect(bytes) {
      name = order.isBigEndian ? "utf-16be" : "utf-16le"
      reason = order.markLength > 0 ? "byte order mark" : "every other byte is zero"
    } else if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      name = "utf-8"
      reason = "byte order mark"
    } else if UTF8Check.firstInvalidByte(bytes) == nil {
      name = "utf-8"
      reason = bytes.contains { $0 >= 0x80 } ? "all bytes are valid UTF-8" : "only ASCII"
    } else {
      let ranked = Self.ranked(bytes)
      guard let best = ranked.first else {
        name = "utf-8"
        reason = "no encoding fits"
        return
      }
      name = best.name
      reason = "not UTF-8, and the letters are \(best.letters)"
      rival =
        ranked.dropFirst().first {
          $0.share == best.share && $0.text != best.text
        }?.name
    }
  }

  private struct Candidate {
    let name: String
    let letters: String
    /// The part of the letters beyond ASCII that the language has, from 0 to 1.
    let share: Double
    let text: String
  }

  /// The letters of languages, with the encodings that their spreadsheets write.
  private static let alphabets: [(encodings: [String], letters: String, alphabet: String)] = [
    (["windows-1252", "macintosh", "ibm850"], "German", "äöüßÄÖÜéèáà€–"),
    (["windows-1252", "macintosh", "ibm850"], "French", "éèêëàâçîïôûùüœæÿÉÈÊÀÂÇÎÔÛŒ€°’«»"),
    (["windows-1252", "macintosh"], "Spanish", "áéíóúñüÁÉÍÓÚÑÜ¿¡ºª€"),
    (["windows-1252", "macintosh"], "Portuguese", "ãõáâàçéêíóôúÃÕÁÂÀÇÉÊÍÓÔÚºª€"),
    (["windows-1252", "macintosh"], "Italian", "àèéìíòóùúÀÈÉÌÒÙ€°’"),
    (["windows-1252", "macintosh"], "Nordic", "åäöæøéÅÄÖÆØÉ"),
    (["windows-1250"], "Polish", "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ€–"),
    (["windows-1250"], "Czech or Slovak", "áčďéěíňóřšťúůýžäľĺôŕÁČĎÉĚÍŇÓŘŠŤÚŮÝŽĽ"),
    (["windows-1250"], "Hungarian", "áéíóöőúüűÁÉÍÓÖŐÚÜŰ"),
    (["windows-1254"], "Turkish", "çğıöşüâîÇĞİÖŞÜ"),
    (
      ["windows-1251"], "Cyrillic",
      "абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґАБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯІЇЄҐ№"
    ),
    (["windows-1253"], "Greek", "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΆΈΉΊΌΎΏ"),
  ]

  /// Returns the encodings in which every byte is valid, the most likely one first.
  private static func ranked(_ bytes: [UInt8]) -> [Candidate] {
    var candidates: [Candidate] = []
    if let share = japaneseShare(bytes), share > 0.5, let text = text(bytes, "windows-31j") {
      candidates.append(
        Candidate(name: "windows-31j", letters: "Japanese", share: share, text: text))
    }
    var texts: [String: String] = [:]
    for (encodings, letters, alphabet) in alphabets {
      let known = Set(alphabet)
      for name in encodings {
        guard let text = texts[name] ?? Self.text(bytes, name) else { continue }
        texts[name] = text
        let foreign = text.filter { !$0.isASCII && $0 != "\u{A0}" && $0 != "\u{202F}" }
        let share =
          foreign.isEmpty
          ? 1 : Double(foreign.count { known.contains($0) }) / Double(foreign.count)
        candidates.append(Candidate(name: name, letters: letters, share: share, text: text))
      }
    }
    // The sort keeps the order of equals, and the first alphabets are the most common ones.
    return candidates.enumerated()
      .sorted { ($1.element.share, $0.offset) < ($0.element.share, $1.offset) }
      .map(\.element)
  }

  /// Returns the text, or nil if a byte is not valid in the encoding.
  private static func text(_ bytes: [UInt8], _ name: String) -> String? {
    guard case .other(let library)? = TextEncoding(named: name),
      let converter = Iconv(from: library, to: "UTF-8")
    else { return nil }
    var isValid = true
    let text = converter.convert(bytes, isLast: true) { _ in
      isValid = false
      return .stop
    }
    return isValid ? String(decoding: text.output, as: UTF8.self) : nil
  }

  /// Returns the part of the characters beyond ASCII that are kana or frequent kanji, or nil if the
  /// bytes are not Shift JIS. German umlauts before a letter are valid, but rare kanji.
  private static func japaneseShare(_ bytes: [UInt8]) -> Double? {
    var (frequent, all) = (0, 0)
    var index = 0
    while index < bytes.count {
      let lead = bytes[index]
      index += 1
      guard lead >= 0x80 else { continue }
      all += 1
      if (0xA1...0xDF).contains(lead) { continue }
      guard index < bytes.count, lead != 0x80, lead != 0xA0, lead <= 0xFC,
        (0x40...0xFC).contains(bytes[index]), bytes[index] != 0x7F
      else { return nil }
      index += 1
      if (0x81...0x83).contains(lead) || (0x88...0x97).contains(lead) { frequent += 1 }
    }
    return all == 0 ? nil : Double(frequent) / Double(all)
  }
}
