// SPDX-License-Identifier: Apache-2.0

import PassSource

/// A sentence and advice for the merchant, in English, with the key for translations.
struct ReaderMessages {
  let key: String
  let sentence: String
  /// Empty if there is nothing to do.
  let advice: String

  init(_ key: String, _ sentence: String, _ advice: String = "") {
    self.key = key
    self.sentence = sentence
    self.advice = advice
  }

  /// Returns a `ReaderMessage` in the kit's source.
  ///
  /// - Parameters:
  ///   - indent: the indentation of its first line.
  ///   - value: the source of the value for `%@` in the sentence.
  func message(_ indent: Int, value: String? = nil) -> String {
    let literals = [key, sentence, advice].map(SwiftText.literal)
    let arguments = literals + (value.map { ["value: " + $0] } ?? [])
    let margin = "\n" + String(repeating: " ", count: indent + 2)
    return "ReaderMessage(" + margin + arguments.joined(separator: "," + margin) + ")"
  }
}

/// The reaction of an app to an error.
enum ReaderRemedy: String {
  case retry, renewToken, prepareAgain, linkAccount, person, provider, developer, none
}

/// An error of one of Apple's interfaces, with its message.
struct ReaderErrorMessages {
  /// The name in Apple's interface.
  let name: String
  let remedy: ReaderRemedy
  let words: ReaderMessages

  init(
    _ group: String, _ name: String, _ remedy: ReaderRemedy, _ sentence: String, _ advice: String
  ) {
    self.name = name
    self.remedy = remedy
    words = ReaderMessages("\(group).\(name)", sentence, advice)
  }

  /// Returns a branch of an initializer of `ReaderFailure` in the kit's source.
  ///
  /// - Parameter indent: the indentation of the branch.
  func branch(_ pattern: String, _ indent: Int) -> String {
    let margin = String(repeating: " ", count: indent)
    return """
      \(margin)case \(pattern):
      \(margin)  self.init(
      \(margin)    \(SwiftText.literal(name)), .\(remedy.rawValue),
      \(margin)    \(words.message(indent + 4)))
      """
  }
}
