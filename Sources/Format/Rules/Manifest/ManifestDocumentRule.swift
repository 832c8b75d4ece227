// SPDX-License-Identifier: Apache-2.0

import PassCrypto
import PassDiagnostics
import PassJSON
import PassModel

/// Rule about manifest.json itself: it must exist and be one JSON object.
struct ManifestDocumentRule: SignedManifestRule {
  static let missing = Finding(
    "manifest.file.missing", .error, effect: .refused, step: .manifestFile,
    why: """
      Wallet compares every file with its hash in manifest.json. Without this file it has nothing \
      to compare with. 21 of 235 published bundles have none.
      """,
    help: "build the pass again, or sign what is there", settings: [RunSetting(.acceptedChanges)],
    source: .documented("Wallet Passes: Building a Pass"),
    wrong: "gym.pkpass   pass.json  icon.png  signature",
    right: "gym.pkpass   pass.json  icon.png  signature  manifest.json",
    bad: [.signed(.removedAfterSigning("manifest.json"), file: "manifest.json")], good: [.signed()])

  static let notAnObject = Finding(
    "manifest.document.notAnObject", .error, effect: .refused, step: .manifestObject,
    why: "manifest.json is one JSON object with paths as keys and hashes as values.",
    help: "build the pass again; do not write manifest.json by hand",
    source: .documented("Wallet Passes: Building a Pass"), walletLog: "Manifest didn't parse",
    wrong: """
      [ "icon.png", "2fd4e1c67a2d28fced849ee1bb76e7391b93eb12" ]
      """,
    right: """
      { "icon.png": "2fd4e1c67a2d28fced849ee1bb76e7391b93eb12" }
      """,
    bad: [
      .signed(.manifestText("[]"), file: "manifest.json"),
      .signed(.manifestText("\"manifest\""), file: "manifest.json"),
    ],
    good: [.signed(.manifest(#"{"icon.png": null}"#), changes: [.remove("icon.png")])])

  var findings: [Finding] { [Self.missing, Self.notAnObject] }

  func check(_ signedManifest: SignedManifest, _ context: CheckContext, _ report: inout Report) {
    guard !signedManifest.damagedPaths.contains(SignedManifest.manifestPath) else { return }
    guard signedManifest.manifestFile != nil else {
      return report(Self.missing, "there is no manifest.json", at: signedManifest.manifestPlace)
    }
    guard let document = signedManifest.manifest, !document.root.isObject else { return }
    report(
      Self.notAnObject, "manifest.json holds \(document.root.kind.article), expected an object",
      at: signedManifest.manifestPlace)
  }
}
