// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassModel

/// Rule about a missing icon, the only image that every pass must have.
struct IconRule: Rule {
  static let missing = Finding(
    "package.icon.missing", .error, effect: .refused, step: .icon,
    why: """
      The icon appears on the lock screen, in mail and in notifications. Wallet rejects a pass \
      without an icon in any scale. It is the most frequent error in published bundles.
      """,
    help: "add icon.png with 38 x 38 pixels, icon@2x.png with 76 x 76, icon@3x.png with 114 x 114",
    source: .documented("Wallet Passes: Creating the Source for a Pass"),
    wrong: "gym.pass/   pass.json  logo.png",
    right: "gym.pass/   pass.json  logo.png  icon.png  icon@2x.png  icon@3x.png",
    bad: [
      Example([.remove("icon.png"), .remove("icon@2x.png"), .remove("icon@3x.png")]),
      Example([
        .remove("icon.png"), .remove("icon@2x.png"), .remove("icon@3x.png"),
        .file("Icon.png", .png(width: 38, height: 38)),
      ]),
      Example([
        .remove("icon.png"), .remove("icon@2x.png"), .remove("icon@3x.png"),
        .file("images/icon.png", .png(width: 38, height: 38)),
        .file("images/thumbnail.png", .png(width: 90, height: 90)),
      ]),
    ],
    good: [.without("icon.png")],
    echoes: [
      .damagedFile(containing: "icon"), .entry(ManifestEntryRule.noFile, containing: "icon"),
      .entry(ManifestContentRule.otherPath, containing: "icon"),
    ])

  static let names = ["icon.png", "icon@2x.png", "icon@3x.png"]

  var findings: [Finding] { [Self.missing] }
  let checksOnlyFiles = true

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    if Self.hasIcon(pass) { return }
    let near = pass.filesExceptDocument.first { Self.names.contains($0.path.lowercased()) }
    let below = pass.filesExceptDocument.first { file in
      Self.names.contains { file.path.hasSuffix("/" + $0) }
    }
    let found =
      near.map { "; \($0.path) differs in upper and lower case" }
      ?? below.map { "; \($0.path) is in a folder that Wallet does not read" } ?? ""
    let message = "the package has no icon in any scale\(found)"
    // For a template the place is the file that the user edits. For a bundle or folder it is the
    // whole pass.
    if pass.origin == .template, pass.hasDocument {
      report(Self.missing, message, at: pass.document)
    } else {
      report(Self.missing, message, at: Place.nowhere)
    }
  }

  static func hasIcon(_ pass: PassPackage) -> Bool {
    pass.filesExceptDocument.contains { file in
      names.contains { file.path == $0 || file.path.hasSuffix(".lproj/" + $0) }
    }
  }
}
