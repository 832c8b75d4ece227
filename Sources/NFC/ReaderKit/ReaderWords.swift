// SPDX-License-Identifier: Apache-2.0

import PassSource

/// A sentence for the merchant and what to do about it, in English, under a key that translations
/// use.
struct ReaderWords {
  let key: String
  let sentence: String
  /// Empty where there is nothing to do.
  let advice: String

  init(_ key: String, _ sentence: String, _ advice: String = "") {
    self.key = key
    self.sentence = sentence
    self.advice = advice
  }

  /// A `ReaderMessage` in the kit's source.
  ///
  /// - Parameters:
  ///   - indent: of the line it begins in.
  ///   - value: the source of what stands for `%@` in the sentence.
  func message(_ indent: Int, value: String? = nil) -> String {
    let literals = [key, sentence, advice].map(SwiftText.literal)
    let arguments = literals + (value.map { ["value: " + $0] } ?? [])
    let margin = "\n" + String(repeating: " ", count: indent + 2)
    return "ReaderMessage(" + margin + arguments.joined(separator: "," + margin) + ")"
  }
}

/// What an app does about an error.
enum ReaderRemedy: String {
  case retry, renewToken, prepareAgain, linkAccount, person, provider, developer, none
}

/// An error of one of Apple's interfaces with its words.
struct ReaderErrorWords {
  /// Its name in Apple's interface.
  let name: String
  let remedy: ReaderRemedy
  let words: ReaderWords

  init(
    _ group: String, _ name: String, _ remedy: ReaderRemedy, _ sentence: String, _ advice: String
  ) {
    self.name = name
    self.remedy = remedy
    words = ReaderWords("\(group).\(name)", sentence, advice)
  }

  /// A branch of an initializer of `ReaderFailure` in the kit's source.
  ///
  /// - Parameter indent: of the branch.
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
