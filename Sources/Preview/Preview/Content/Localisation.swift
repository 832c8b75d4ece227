// SPDX-License-Identifier: Apache-2.0

import PassModel

/// The texts and images of a pass in one language, as a device of that language picks them.
struct Localisation {
  /// The folder that is taken; nil when no folder fits and the texts stay as they are.
  let folder: String?
  private let table: [String: String]

  init(_ pass: PassPackage, language: String) {
    let tags = Self.folders(of: pass)
    folder = Self.choice(of: language, among: tags)
    var table: [String: String] = [:]
    for strings in pass.strings where strings.language == folder {
      table = strings.values
    }
    self.table = table
  }

  /// What is shown for a text of pass.json.
  func text(_ raw: String) -> String { table[raw] ?? raw }

  /// Every language a pass has a folder of, sorted.
  static func folders(of pass: PassPackage) -> [String] {
    var tags: Set<String> = []
    for file in pass.files {
      let name = file.path.prefix { $0 != "/" }
      guard name.utf8.count < file.path.utf8.count else { continue }
      if let tag = LanguageTag.language(ofFolder: String(name)) { tags.insert(tag) }
    }
    return tags.sorted()
  }

  /// English where it is among the folders or there are none, else the first.
  static func usualLanguage(among folders: [String]) -> String {
    choice(of: "en", among: folders) == nil ? folders.first ?? "en" : "en"
  }

  /// The folder of the language itself, else of the same language without script and region, else
  /// with others.
  private static func choice(of language: String, among tags: [String]) -> String? {
    let wanted = normal(language)
    if let exact = tags.first(where: { normal($0) == wanted }) { return exact }
    var parts = wanted.split(separator: "-")
    while parts.count > 1 {
      parts.removeLast()
      let shorter = parts.joined(separator: "-")
      if let tag = tags.first(where: { normal($0) == shorter }) { return tag }
    }
    guard let base = parts.first else { return nil }
    return tags.first { normal($0).split(separator: "-").first == base }
  }

  private static func normal(_ tag: String) -> String {
    let plain =
      if case .oldName(let new) = LanguageTag.fault(in: tag) { new } else { tag }
    return plain.lowercased().replacing("_", with: "-")
  }
}
