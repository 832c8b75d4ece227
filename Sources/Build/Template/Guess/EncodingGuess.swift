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
      let ranked = Self.ranked(Self.sample(of: bytes))
      guard let (place, best) = ranked.enumerated().first(where: { Self.reads(bytes, $0.1) })
      else {
        name = "utf-8"
        reason = "no encoding fits"
        return
      }
      name = best.encoding
      reason = "not UTF-8, and the letters are \(best.letters)"
      rival =
        ranked[(place + 1)...].first {
          best.share - $0.share < Self.doubt && $0.text != best.text && Self.reads(bytes, $0)
        }?.encoding
    }
  }

  private struct Candidate {
    let encoding: String
    let letters: String
    /// The part of the characters beyond ASCII that the language may have there, from 0 to 1.
    let share: Double
    let text: String
  }

  /// Two encodings whose shares differ by less are a doubt.
  private static let doubt = 0.02
  /// The bytes that are compared with each language.
  private static let sampleSize = 16_384

  /// Returns the first lines that have a byte beyond ASCII.
  private static func sample(of bytes: [UInt8]) -> [UInt8] {
    var sample: [UInt8] = []
    for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      guard line.contains(where: { $0 >= 0x80 }) else { continue }
      sample += line
      sample.append(0x0A)
      if sample.count > sampleSize { break }
    }
    return sample
  }

  /// Returns the encodings in which every byte is valid, the most likely one first.
  private static func ranked(_ bytes: [UInt8]) -> [Candidate] {
    var candidates: [Candidate] = []
    for form in DoubleByteForm.all {
      guard let share = form.share(of: bytes), share > 0.5, let text = text(bytes, form.encoding)
      else { continue }
      candidates.append(
        Candidate(encoding: form.encoding, letters: form.letters, share: share, text: text))
    }
    var texts: [String: String] = [:]
    for alphabet in Alphabet.all {
      for name in alphabet.encodings {
        guard let text = texts[name] ?? Self.text(bytes, name) else { continue }
        texts[name] = text
        candidates.append(
          Candidate(
            encoding: name, letters: alphabet.name, share: alphabet.share(of: text), text: text))
      }
    }
    // The sort keeps the order of equals, and the first alphabets are the most common ones.
    return candidates.enumerated()
      .sorted { ($1.element.share, $0.offset) < ($0.element.share, $1.offset) }
      .map(\.element)
  }

  private static func reads(_ bytes: [UInt8], _ candidate: Candidate) -> Bool {
    text(bytes, candidate.encoding) != nil
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
}
