// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassModel

/// Files that computers leave behind and that nobody meant to send.
struct StrayFilesRule: Rule {
  static let present = Finding(
    "package.strayFile.present", .note, effect: .style,
    why: """
      Finder and Explorer leave files of their own in folders they show. Wallet puts up with them \
      when the manifest lists them, as a few published passes prove; they only make the pass larger.
      """,
    help: "leave it out: zip -X, and delete .DS_Store, __MACOSX and ._ files before",
    source: .observed("authentic passes with .DS_Store in their manifest"),
    bad: [
      .with(".DS_Store", .bytes([0, 0, 0, 1])), .with("en.lproj/.DS_Store", .bytes([0, 0, 0, 1])),
      .with("__MACOSX/._icon.png", .bytes([0, 5, 0x16, 7])),
      .with("._pass.json", .bytes([0, 5, 0x16, 7])), .with("Thumbs.db", .bytes([0xD0])),
    ],
    good: [.with("tooling.json", .text("{}")), .with("DS_Store.txt", .text("not one"))])

  var findings: [Finding] { [Self.present] }
  let judgesFilesAlone = true

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    // What a template packs was chosen; only other people's packages hold strays.
    guard pass.origin == .package else { return }
    for file in pass.filesBesideDocument where Self.isStray(file.path) {
      report(
        Self.present, "\(file.path) was left behind by a computer, expected no such file", at: file)
    }
  }

  static func isStray(_ path: String) -> Bool {
    let parts = path.split(separator: "/")
    guard let name = parts.last else { return false }
    if parts.first == "__MACOSX" || name.hasPrefix("._") { return true }
    return [".DS_Store", "Thumbs.db", "desktop.ini", ".localized"].contains(name)
  }
}
