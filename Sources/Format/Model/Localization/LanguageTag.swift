// SPDX-License-Identifier: Apache-2.0

/// The names of languages, as folders of a package carry them.
package enum LanguageTag {
  /// The language of a folder `<language>.lproj`; nil when it is no such folder.
  ///
  /// Whatever stands before the extension counts, as long as it could be a tag; underscores occur
  /// in published passes (`zh_CN.lproj`).
  package static func language(ofFolder name: String) -> String? {
    guard name.hasSuffix(".lproj") else { return nil }
    let tag = String(name.dropLast(6))
    let isName =
      !tag.isEmpty
      && tag.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
    return isName ? tag : nil
  }

  /// What can be odd about a tag.
  package enum Fault: Sendable, Equatable {
    /// An underscore where a hyphen belongs.
    case underscore
    /// Not a language, script and region as BCP 47 builds them.
    case malformed
    /// Right but for the case of its letters; the usual spelling is given.
    case letterCase(usual: String)
    /// The old English name of a language, as Xcode once wrote it; its tag is given.
    case oldName(tag: String)
  }

  /// What is odd about a language tag; nil when nothing is.
  package static func fault(in tag: String) -> Fault? {
    if let new = oldNames[tag] { return .oldName(tag: new) }
    let hyphened = String(tag.map { $0 == "_" ? "-" : $0 })
    guard let usual = usualSpelling(of: hyphened) else { return .malformed }
    if hyphened != tag { return .underscore }
    return usual == tag ? nil : .letterCase(usual: usual)
  }

  /// `language[-Script][-REGION]` with the usual letter case; nil when it is built otherwise.
  package static func usualSpelling(of tag: String) -> String? {
    var parts = tag.split(separator: "-", omittingEmptySubsequences: false)[...]
    guard let language = parts.popFirst(), (2...3).contains(language.count), isLetters(language)
    else { return nil }
    var result = language.lowercased()
    if let script = parts.first, script.count == 4, isLetters(script) {
      parts.removeFirst()
      result += "-" + script.prefix(1).uppercased() + script.dropFirst().lowercased()
    }
    if let region = parts.first, region.count == 2 ? isLetters(region) : isArea(region) {
      parts.removeFirst()
      result += "-" + region.uppercased()
    }
    return parts.isEmpty ? result : nil
  }

  private static func isLetters(_ text: Substring) -> Bool {
    text.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
  }

  /// A region by its three digits (UN M.49), such as `es-419`.
  private static func isArea(_ text: Substring) -> Bool {
    text.utf8.count == 3
      && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  private static let oldNames: [String: String] = [
    "English": "en", "French": "fr", "German": "de", "Italian": "it", "Japanese": "ja",
    "Spanish": "es", "Dutch": "nl",
  ]
}
