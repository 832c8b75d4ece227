// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCrypto
import PassDiagnostics
import PassJSON
import PassModel

/// Rule about files that the manifest does not list, or lists with another hash.
struct ManifestContentRule: SignedManifestRule {
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
      .signed(
        .changedAfterSigning("holder.png", .png(width: 90, height: 90)),
        changes: [.file("holder.png", .png(width: 60, height: 60))], at: "/holder.png",
        file: "manifest.json"),
      .signed(
        .manifest("{\"icon.png\": \"\(String(repeating: "0", count: 40))\"}"), at: "/icon.png",
        file: "manifest.json"),
    ],
    good: [.signed(changes: [.file("icon.png", .png(width: 29, height: 29))])])

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
      .signed(.changedAfterSigning("notes.txt", .text("later")), file: "notes.txt"),
      .signed(.changedAfterSigning(".DS_Store", .bytes([0, 0, 0, 1])), file: ".DS_Store"),
      .signed(.manifest(#"{"icon.png": null}"#), file: "icon.png"),
    ],
    good: [.signed(changes: [.file("holder.png", .png(width: 60, height: 60))])],
    fileFault: .surplus,
    echoes: [
      .misnamedFile(SignatureFormRule.missing), .misnamedFile(PackageFindings.passJSONMissing),
    ])

  static let otherPath = Finding(
    "manifest.path.different", .error, effect: .refused, step: .manifestEntries,
    why: """
      A path in manifest.json is that of a file in the archive, byte for byte. Programs write ./ \
      or a folder in front, other case, or the output of a digest tool. Or the files are in a \
      folder of the archive, and the manifest lists them at the root, where Wallet looks for them.
      """,
    help: "write each path in manifest.json as it is in the archive", source: format,
    wrong: """
      manifest.json   "./icon.png": "2fd4e1c67a2d28fced849ee1bb76e7391b93eb12"
      gym.pkpass      icon.png
      """,
    right: """
      manifest.json   "icon.png": "2fd4e1c67a2d28fced849ee1bb76e7391b93eb12"
      gym.pkpass      icon.png
      """,
    bad: [
      "./icon.png", "/icon.png", "gym.pass/icon.png", "Icon.png", "SHA1(icon.png)", "*icon.png",
    ]
    .map { (name: String) -> Example in
      let pointer = name.replacing("/", with: "~1")
      return .signed(
        .manifest("{\"icon.png\": null, \"\(name)\": \"\(String(repeating: "0", count: 40))\"}"),
        at: "/\(pointer)", file: "manifest.json")
    },
    good: [.signed(changes: [.file("holder.png", .png(width: 60, height: 60))])])

  var findings: [Finding] { [Self.mismatch, Self.unlisted, Self.otherPath] }

  func check(_ signedManifest: SignedManifest, _ context: CheckContext, _ report: inout Report) {
    guard let root = signedManifest.manifest?.root, root.isObject else { return }
    var isListed = [Bool](repeating: false, count: signedManifest.files.count)
    for member in root.members {
      guard let index = signedManifest.index(of: member.name) else { continue }
      isListed[index] = true
      guard let text = member.value.string, let hash = Hex.decode(text), hash.count == 20,
        hash != signedManifest.hashes[index], !PackageKind.pass.isOwnFile(member.name)
      else { continue }
      report(
        Self.mismatch,
        "\(member.name) was changed after signing: its SHA-1 is not the one in manifest.json",
        at: member.value)
    }
    let unlisted = signedManifest.files.indices.filter {
      !isListed[$0] && !PackageKind.pass.isOwnFile(signedManifest.files[$0].path)
    }
    if !unlisted.isEmpty {
      Self.reportMismatch(
        unlisted, ManifestPaths(of: root, signedManifest), signedManifest, &report)
    }
  }

  /// Reports the files that the manifest does not list, or lists under another path.
  private static func reportMismatch(
    _ unlisted: [Int], _ paths: ManifestPaths, _ signedManifest: SignedManifest,
    _ report: inout Report
  ) {
    if let pair = paths.pairs.first {
      let path = signedManifest.files[pair.file].path
      let others = paths.pairs.count - 1
      let more = others == 0 ? "" : ", and \(others) more \(others == 1 ? "differs" : "differ")"
      report(
        otherPath, "manifest.json lists \(quoted(pair.member.name)), the file is \(path)\(more)",
        at: pair.member,
        help: pair.isFileInFolder
          ? "pack the files at the root of the archive, where Wallet looks for them"
          : "write the paths in manifest.json as in the archive, such as \(path)")
    }
    let left = unlisted.filter { !paths.covers(file: $0) }
    let folders = Dictionary(grouping: left) {
      imageFolder(of: signedManifest.files[$0].path) ?? ""
    }
    for index in left {
      let file = signedManifest.files[index]
      guard let folder = imageFolder(of: file.path), let files = folders[folder] else {
        // An image or a pass.strings belongs into the pass, so it is not to be removed.
        let isNeeded = file.kind != nil
        report(
          Self.unlisted, "\(file.path) is not in manifest.json", at: file,
          help: isNeeded ? "build the pass again, so that manifest.json lists the file" : nil)
        continue
      }
      guard files.first == index else { continue }
      let more = files.count == 1 ? "is" : "and \(files.count - 1) more in its folder are"
      report(
        Self.unlisted, "\(file.path) \(more) not in manifest.json", at: file,
        help: """
          pack the images at the root of the archive, where Wallet looks, and build the pass again
          """)
    }
  }

  /// Returns the folder of an image that Wallet looks for at the root, or nil for another file.
  private static func imageFolder(of path: String) -> String? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count > 1, let name = parts.last, let parent = parts.dropLast().last,
      !parent.hasSuffix(".lproj"), parts.first != "__MACOSX",
      ImageSlot.slot(forFileName: String(name)) != nil
    else { return nil }
    return parts.dropLast().joined(separator: "/")
  }
}
