// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
import PassModel

/// Rule about files that Wallet does not use: leftovers of computers, and files packed by mistake.
struct UnexpectedFilesRule: Rule {
  static let present = Finding(
    "package.unexpectedFile.present", .note, effect: .style,
    why: """
      Finder and Explorer leave their own files in the folders they show. Notes or data next to \
      pass.json are packed with it. Wallet accepts such files if the manifest lists them, as a few \
      published passes show. They make the pass larger, and everybody who has it can read them.
      """,
    help: "delete .DS_Store, __MACOSX and ._ files, then pack with zip -X",
    source: .observed("authentic passes with .DS_Store or README in their manifest"),
    wrong: "gym.pkpass   pass.json  icon.png  manifest.json  signature  .DS_Store",
    right: "gym.pkpass   pass.json  icon.png  manifest.json  signature",
    bad: [
      .with(".DS_Store", .bytes([0, 0, 0, 1])), .with("en.lproj/.DS_Store", .bytes([0, 0, 0, 1])),
      .with("__MACOSX/._icon.png", .bytes([0, 5, 0x16, 7])),
      .with("._pass.json", .bytes([0, 5, 0x16, 7])), .with("Thumbs.db", .bytes([0xD0])),
      .with("README.md", .text("# Gym")), .with("members.csv", .text("serial,name")),
      .with("en.lproj/notes.txt", .text("")), .with("tooling.json", .text("{}")),
    ],
    good: [
      .with("holder.png", .png(width: 80, height: 50)),
      // The files that a template packs were selected.
      .with("README.md", .text("# Gym"), at: nil, .template(row: "{}")),
    ], fileFault: .surplus, echoes: [.sameFile(ManifestContentRule.unlisted)])

  var findings: [Finding] { [Self.present] }
  let checksOnlyFiles = true

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    // The files that a template packs were selected, so only finished packages can have stray
    // files.
    guard pass.origin == .package else { return }
    for file in pass.filesExceptDocument where file.kind == nil {
      if Self.isUnexpected(file.path) {
        report(
          Self.present, "\(file.path) is a leftover of the computer, expected no such file",
          at: file)
      } else if Self.isNothingToWallet(file), !SecretsRule.reportsSecret(of: file) {
        report(
          Self.present, "\(file.path) is not a file that Wallet reads, expected no such file",
          at: file,
          help: "remove it: everybody who has the pass can read it")
      }
    }
  }

  /// Returns whether no other rule reports the file. Other rules report images with another name,
  /// and files of a pass in the wrong place.
  private static func isNothingToWallet(_ file: PackagedFile) -> Bool {
    let name = file.path.split(separator: "/").last?.lowercased() ?? ""
    let known = PackageKind.pass.requiredFiles + ["personalization.json", "pass.strings"]
    guard !known.contains(name), ImageKind.recognised(file.bytes) == nil else { return false }
    return ![".png", ".jpg", ".jpeg", ".gif", ".webp", ".heic", ".strings"].contains {
      name.hasSuffix($0)
    }
  }

  static func isUnexpected(_ path: String) -> Bool {
    let parts = path.split(separator: "/")
    guard let name = parts.last else { return false }
    if parts.first == "__MACOSX" || name.hasPrefix("._") { return true }
    return [".DS_Store", "Thumbs.db", "desktop.ini", ".localized"].contains(name)
  }
}
