// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassModel

/// Rule about the names of language folders and the files in them.
struct LanguageFolderRule: Rule {
  private static let apple = Basis.documented("Wallet Passes: localizing a pass")
  private static let text = Example.Content.text(#""NAME" = "Name";"#)
  private static func table(_ folder: String) -> Example {
    .with("\(folder)/pass.strings", text)
  }

  static let malformed = Finding(
    "localisation.language.malformed", .warning, effect: .ignored,
    why: """
      The folder must have the name of a language as Apple writes it, such as en, pt-BR or \
      zh-Hans. No phone is set to a language with another name. Base.lproj belongs to apps.
      """,
    help: "name the folder LANGUAGE.lproj, LANGUAGE-REGION.lproj or LANGUAGE-SCRIPT.lproj",
    source: apple,
    wrong: """
      gym.pass/  pass.json  German.lproj/pass.strings
      """,
    right: """
      gym.pass/  pass.json  de.lproj/pass.strings
      """,
    bad: [
      table("Base.lproj"), table("German.lproj"), table("d.lproj"), table("de-DE-x.lproj"),
      table("de DE.lproj"),
    ],
    good: [
      table("de.lproj"), table("pt-BR.lproj"), table("zh-Hans.lproj"), table("es-419.lproj"),
      table("zh-Hant-HK.lproj"), table("fil.lproj"),
    ])

  static let unknown = Finding(
    "localisation.language.unknown", .warning, effect: .ignored,
    why: """
      The folder must have the code of a language. The code of the country often differs: Japanese \
      is ja and not jp, Czech is cs and not cz. No phone is set to such a language, so its \
      translation never appears.
      """,
    help: "use the code of the language, such as en, ja or zh-Hans",
    source: .documented("Wallet Passes: localizing a pass; ISO 639"),
    wrong: """
      gym.pass/  pass.json  jp.lproj/pass.strings
      """,
    right: """
      gym.pass/  pass.json  ja.lproj/pass.strings
      """,
    bad: [
      table("jp.lproj"), table("cz.lproj"), table("dk-DK.lproj"), table("gr.lproj"),
      table("xx.lproj"), table("kr.lproj"), table("en-UK.lproj"),
    ],
    good: [
      table("ja.lproj"), table("cs.lproj"), table("uk.lproj"), table("uk-UA.lproj"),
      table("haw.lproj"),
      table("br-FR.lproj"),
    ])

  static let noEnglish = Finding(
    "localisation.language.fallback", .note, effect: .style,
    why: """
      If a phone has none of the languages, Wallet shows one of the folders and not the text in \
      pass.json. It is not documented which one. A pass with de.lproj alone is German on every \
      phone, even if pass.json is in English.
      """,
    help: """
      add en.lproj, or write the language of pass.json into template.json, such as \
      "language": "en", so that the build adds its folder
      """,
    source: .observed("an answer in Apple's developer forum, and the manual of a vendor"),
    wrong: """
      gym.pass/  pass.json  de.lproj/pass.strings
      """,
    right: """
      gym.pass/  pass.json  de.lproj/pass.strings  en.lproj/pass.strings
      """,
    bad: [
      Example(
        [.file("de.lproj/pass.strings", text)], file: "de.lproj/pass.strings",
        settings: [.noLanguage]),
      Example(
        [.file("de.lproj/pass.strings", text), .file("pl.lproj/pass.strings", text)],
        file: "de.lproj/pass.strings", settings: [.noLanguage]),
      Example(
        [.file("de.lproj/pass.strings", text), .file("de-AT.lproj/pass.strings", text)],
        file: "de-AT.lproj/pass.strings", settings: [.noLanguage]),
      Example(
        [
          .remove("logo.png"), .remove("logo@2x.png"), .remove("logo@3x.png"),
          .file("ja.lproj/logo@2x.png", .png(width: 160, height: 100)),
        ], file: "ja.lproj/logo@2x.png", settings: [.noLanguage]),
    ],
    good: [
      // template.json has the language of pass.json.
      table("de.lproj"),
      Example([.file("en.lproj/pass.strings", text)], settings: [.noLanguage]),
      Example(
        [.file("en-GB.lproj/pass.strings", text), .file("pl.lproj/pass.strings", text)],
        settings: [.noLanguage]),
    ])

  static let spelling = Finding(
    "localisation.language.spelling", .note, effect: .style,
    why: """
      Published passes have names such as zh_CN, and they open. Apple's documentation uses a \
      hyphen, small letters for the language and capital letters for the region.
      """,
    help: "rename the folder",
    source: apple,
    wrong: """
      gym.pass/  pass.json  pt_br.lproj/pass.strings
      """,
    right: """
      gym.pass/  pass.json  pt-BR.lproj/pass.strings
      """,
    bad: [table("zh_CN.lproj"), table("DE.lproj"), table("pt-br.lproj")],
    good: [table("zh-CN.lproj")])

  static let twice = Finding(
    "localisation.language.twice", .warning, effect: .ignored,
    why: """
      If the names of two folders differ only in upper and lower case or in - and _, they are the \
      same language. A phone reads one of them, and it is not documented which. On most Macs they \
      are even the same folder.
      """,
    help: "move the files of both into one folder",
    source: .convention("one folder for each language"),
    wrong: """
      gym.pass/  pass.json  pt-BR.lproj/pass.strings  pt_BR.lproj/logo.png
      """,
    right: """
      gym.pass/  pass.json  pt-BR.lproj/pass.strings  pt-BR.lproj/logo.png
      """,
    bad: [
      Example([.file("pt-BR.lproj/pass.strings", text), .file("pt_BR.lproj/pass.strings", text)])
    ],
    good: [
      Example([.file("pt-BR.lproj/pass.strings", text), .file("pt-PT.lproj/pass.strings", text)])
    ])

  static let misplaced = Finding(
    "localisation.strings.misplaced", .warning, effect: .ignored,
    why: """
      Wallet reads pass.strings only in folders named LANGUAGE.lproj at the top level of the pass. \
      It reads neither Localizable.strings nor a pass.strings in another folder.
      """,
    help: "move it to LANGUAGE.lproj/pass.strings",
    source: apple,
    wrong: """
      gym.pass/  pass.json  de/pass.strings
      """,
    right: """
      gym.pass/  pass.json  de.lproj/pass.strings
      """,
    bad: [
      .with("pass.strings", text), .with("de/pass.strings", text),
      .with("de.lproj/Localizable.strings", text), .with("de.lproj/Pass.strings", text),
      .with("strings/de.lproj/pass.strings", text),
    ],
    good: [.with("de.lproj/pass.strings", text)])

  static let imageAtTop = Finding(
    "localisation.image.alsoAtTop", .warning, effect: .ignored,
    why: """
      If an image is both at the top level and in a language folder, Wallet shows the one at the \
      top level in every language. An older document forbids it.
      """,
    help: "keep the image in the language folders only, one for each language",
    source: apple,
    wrong: """
      gym.pass/  pass.json  logo@2x.png  de.lproj/logo@2x.png
      """,
    right: """
      gym.pass/  pass.json  en.lproj/logo@2x.png  de.lproj/logo@2x.png
      """,
    bad: [.with("de.lproj/logo@2x.png", .png(width: 160, height: 100))],
    good: [
      Example([
        .remove("logo.png"), .remove("logo@2x.png"), .remove("logo@3x.png"),
        .file("de.lproj/logo@2x.png", .png(width: 160, height: 100)),
        .file("en.lproj/logo@2x.png", .png(width: 160, height: 100)),
      ])
    ])

  var findings: [Finding] {
    [
      Self.malformed, Self.unknown, Self.noEnglish, Self.spelling, Self.twice, Self.misplaced,
      Self.imageAtTop,
    ]
  }
  let checksOnlyFiles = true

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    checkNames(pass, &report)
    for file in pass.filesExceptDocument where file.kind == nil {
      guard Self.isMisplaced(file.path) else { continue }
      report(
        Self.misplaced, "Wallet does not read \(file.path), expected LANGUAGE.lproj/pass.strings",
        at: file)
    }
    let images = PackagedImage.all(of: pass)
    let atTop = Set(images.filter { $0.language == nil }.map(\.slot))
    var seen: Set<ImageSlot> = []
    for image in images where image.language != nil && atTop.contains(image.slot) {
      guard seen.insert(image.slot).inserted else { continue }
      report(
        Self.imageAtTop,
        "\(image.file.path) is hidden by the \(image.slot.rawValue) at the top level",
        at: image.file)
    }
  }

  /// Reports each folder once, at its first file.
  private func checkNames(_ pass: PassPackage, _ report: inout Report) {
    var seen: Set<Substring> = []
    var languages: [String: [(folder: Substring, file: PackagedFile)]] = [:]
    for file in pass.filesExceptDocument where file.path.utf8.contains(UInt8(ascii: "/")) {
      let folder = file.path.prefix { $0 != "/" }
      guard folder.endIndex != file.path.endIndex, folder.hasSuffix(".lproj"),
        seen.insert(folder).inserted
      else { continue }
      let language = folder.dropLast(6).lowercased().replacing("_", with: "-")
      languages[language, default: []].append((folder, file))
    }
    if pass.language == nil { checkFallback(languages.mapValues { $0[0].file }, &report) }
    for folders in languages.values {
      guard let first = folders.first, folders.count > 1 else {
        for (folder, file) in folders { checkName(folder, file, &report) }
        continue
      }
      for (folder, file) in folders.dropFirst() {
        report(Self.twice, "\(folder) is the same language as \(first.folder)", at: file)
      }
    }
  }

  /// Reports languages without English among them, at the first file.
  ///
  /// - Parameter files: the first file of each language folder, by the tag in lower case.
  private func checkFallback(_ files: [String: PackagedFile], _ report: inout Report) {
    let languages = Set(files.keys.map { $0.prefix { $0 != "-" } })
    guard !languages.contains("en"), !languages.contains("eng") else { return }
    // A folder with another problem might be the English one.
    let isSure = files.keys.allSatisfy { tag in
      switch LanguageTag.validationError(in: tag) {
      case nil, .letterCase, .underscore, .threeLetters: true
      case .malformed, .oldName, .notLanguage, .rareLanguage: false
      }
    }
    guard isSure, let first = files.values.min(by: { $0.path < $1.path }) else { return }
    let names = languages.sorted().map(String.init)
    report(
      Self.noEnglish,
      names.count == 1
        ? "the only language of the pass is \(names[0]), so every phone shows it"
        : "the pass has \(listed(names)) but no en, so other phones show one of them", at: first)
  }

  private func checkName(_ folder: Substring, _ file: PackagedFile, _ report: inout Report) {
    let tag = String(folder.dropLast(6))
    switch LanguageTag.validationError(in: tag) {
    case nil: break
    case .malformed:
      report(Self.malformed, "\(quoted(tag)) is not a language tag", at: file)
    case .oldName(let tag):
      report(
        Self.malformed, "\(folder) is the old name of a language", at: file,
        help: "name the folder \(tag).lproj")
    case .notLanguage(let meant):
      report(
        Self.unknown,
        "\(folder) does not have the code of a language, expected \(meant ?? "one such as en")",
        at: file, help: meant.map { "rename the folder to \($0).lproj" })
    case .rareLanguage(let language, let country, let meant):
      report(
        Self.unknown, "\(folder) is for the language \(language), not for \(country)", at: file,
        severity: .note, help: "rename the folder to \(meant).lproj, unless you mean \(language)")
    case .threeLetters(let tag):
      report(Self.spelling, "\(folder) is usually spelled \(tag).lproj", at: file)
    case .underscore:
      report(
        Self.spelling, "\(folder) has an underscore, expected a hyphen", at: file)
    case .letterCase(let usual):
      report(Self.spelling, "\(folder) is usually spelled \(usual).lproj", at: file)
    }
  }

  private static func isMisplaced(_ path: String) -> Bool {
    let parts = path.split(separator: "/").map(String.init)
    guard let name = parts.last, name.lowercased().hasSuffix(".strings") else { return false }
    // A folder whose name is not a language tag has a separate finding.
    return !(parts.count == 2 && parts[0].hasSuffix(".lproj") && name == "pass.strings")
  }
}
