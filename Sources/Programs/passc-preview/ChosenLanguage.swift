// SPDX-License-Identifier: Apache-2.0

import PassPreview

/// The language of a preview, if a phone may show another one.
struct ChosenLanguage {
  private let face: PassFace
  /// Whether the language was not given with `--language`.
  private let isUsual: Bool

  /// Creates the choice for a pass that was read.
  init(of face: PassFace, isUsual: Bool) {
    self.face = face
    self.isUsual = isUsual
  }

  /// The line that the run prints. Nil if a phone in this language and one in English show a folder
  /// of their language, or if the pass has no folders.
  var line: String? {
    guard let folder = face.folder else { return nil }
    let folders = PassFace.languages(of: face.pass)
    let isOnly = folders.count == 1
    if face.isFallback {
      return "language \(face.language): no folder fits, so the texts are from \(folder).lproj, "
        + (isOnly ? "the only folder" : "but a phone may choose another folder")
    }
    guard isUsual, !PassFace.hasEnglish(face.pass) else { return nil }
    guard !isOnly else {
      return
        "language \(face.language): \(folder).lproj is the only folder, so every phone shows it"
    }
    let names = folders.map { "\($0).lproj" }
    return "language \(face.language): en.lproj is missing, so other phones show one of "
      + "\(names.dropLast().joined(separator: ", ")) and \(names.last ?? ""), "
      + "and it is not certain which"
  }
}
