// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCrypto
import PassDiagnostics
import PassJSON
import PassModel

/// Rule about files that the manifest does not list, or lists with another hash.
struct ManifestContentRule: SealRule {
  private static let format = Basis.documented("Wallet Passes: Building a Pass")

  static let mismatch = Finding(
    "manifest.hash.mismatch", .error, effect: .refused, step: .manifestEntries,
    why: """
      The file is not the one that was hashed. It was changed after the manifest was written. \
      Eight of 235 published bundles had their pass.json edited after signing.
      """,
    help: "build the pass again and change no file in it, or sign it as it is now",
    settings: [RunSetting(.acceptedChanges)],
    source: format,
    wrong: """
      manifest.json   "icon.png": "2fd4e1c67a2d28fced849ee1bb76e7391b93eb12"
      icon.png        SHA-1 da39a3ee5e6b4b0d3255bfef95601890afd80709
      """,
    right: """
      manifest.json   "icon.png": "2fd4e1c67a2d28fced849ee1bb76e7391b93eb12"
      icon.png        SHA-1 2fd4e1c67a2d28fced849ee1bb76e7391b93eb12
      """,
    bad: [
      .sealed(
        .changedLater("holder.png", .png(width: 90, height: 90)),
        changes: [.file("holder.png", .png(width: 60, height: 60))], at: "/holder.png",
        file: "manifest.json"),
      .sealed(
        .manifest("{\"icon.png\": \"\(String(repeating: "0", count: 40))\"}"), at: "/icon.png",
        file: "manifest.json"),
    ],
    good: [.sealed(changes: [.file("icon.png", .png(width: 29, height: 29))])])

  static let unlisted = Finding(
    "manifest.file.unlisted", .error, effect: .refused, step: .manifestEntries,
    why: """
      Wallet rejects a file whose hash it does not know. This was seen with .DS_Store, a whole \
      __MACOSX folder, and files that were added by hand.
      """,
    help: "remove the file from the bundle, or build the pass again with it", source: format,
    walletLog: "No entry in manifest for file",
    wrong: """
      manifest.json   lists pass.json, icon.png
      gym.pkpass      pass.json  icon.png  manifest.json  signature  notes.txt
      """,
    right: """
      manifest.json   lists pass.json, icon.png
      gym.pkpass      pass.json  icon.png  manifest.json  signature
      """,
    bad: [
      .sealed(.changedLater("notes.txt", .text("later")), file: "notes.txt"),
      .sealed(.changedLater(".DS_Store", .bytes([0, 0, 0, 1])), file: ".DS_Store"),
      .sealed(.manifest(#"{"icon.png": null}"#), file: "icon.png"),
    ],
    good: [.sealed(changes: [.file("holder.png", .png(width: 60, height: 60))])],
    fileFault: .surplus,
    echoes: [
      .misnamedFile(SignatureFormRule.missing), .misnamedFile(PackageFindings.passJSONMissing),
    ])

  var findings: [Finding] { [Self.mismatch, Self.unlisted] }

  func check(_ seal: Seal, _ context: CheckContext, _ report: inout Report) {
    guard let root = seal.manifest?.root, root.isObject else { return }
    var isListed = [Bool](repeating: false, count: seal.files.count)
    for member in root.members {
      guard let index = seal.index(of: member.name) else { continue }
      isListed[index] = true
      guard let text = member.value.string, let hash = Hex.decode(text), hash.count == 20,
        hash != seal.hashes[index], !PackageKind.pass.isOwnFile(member.name)
      else { continue }
      report(
        Self.mismatch,
        "\(member.name) is not the file that was signed, manifest.json has another SHA-1",
        at: member.value)
    }
    for (index, file) in seal.files.enumerated()
    where !isListed[index] && !PackageKind.pass.isOwnFile(file.path) {
      report(Self.unlisted, "\(file.path) is not in manifest.json", at: file)
    }
  }
}
