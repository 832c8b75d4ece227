// SPDX-License-Identifier: Apache-2.0

import PassCrypto
import PassDiagnostics
import PassJSON
import PassModel

/// What stands in manifest.json: hashes of files, and of files only.
struct ManifestEntryRule: SealRule {
  private static let format = Basis.documented("Wallet Passes: Building a Pass")
  private static let zeros = String(repeating: "0", count: 40)

  private static func entry(_ patch: String, _ pointer: String) -> Example {
    .sealed(.manifest(patch), at: pointer, file: Seal.manifestPath)
  }

  static let malformed = Finding(
    "manifest.hash.malformed", .error, effect: .refused, step: .manifestEntries,
    why: "A hash is the SHA-1 of the file as a string of 40 hex digits, nothing else.",
    help: "build the pass again; Base64, SHA-256 and numbers are not read", source: format,
    bad: [
      entry(#"{"icon.png": "2jmj7l5rSw0yVb/vlWAYkK/YBwk="}"#, "/icon.png"),
      entry(#"{"icon.png": 7}"#, "/icon.png"), entry(#"{"icon.png": ""}"#, "/icon.png"),
      entry(#"{"icon.png": {"sha1": "00"}}"#, "/icon.png"),
    ],
    good: [.sealed()])

  static let upperCase = Finding(
    "manifest.hash.upperCase", .warning, effect: .maybeRefused, step: .manifestEntries,
    why: """
      Every published manifest spells its hashes in lower case. Whether each version of Wallet \
      compares digits or characters is not known.
      """,
    help: "spell the hashes with a to f", source: .observed("110 authentic passes"),
    bad: [.sealed(.upperCaseHashes, at: "/icon.png", file: "manifest.json")],
    good: [.sealed()])

  static let folder = Finding(
    "manifest.entry.folder", .error, effect: .refused, step: .manifestEntries,
    why: "Only files are hashed. An entry for a folder names something that has no bytes.",
    help: "list the files of the folder and not the folder", source: format,
    bad: [entry("{\"en.lproj/\": \"\(zeros)\"}", "/en.lproj~1")],
    good: [.sealed(changes: [.file("en.lproj/pass.strings", .text("\"NAME\" = \"Name\";\n"))])])

  static let itself = Finding(
    "manifest.entry.itself", .error, effect: .refused, step: .manifestEntries,
    why: """
      The manifest cannot hold its own hash, and the signature is made after it, so such an entry \
      is wrong whatever it says.
      """,
    help: "leave manifest.json and signature out of the manifest", source: format,
    bad: [
      entry("{\"manifest.json\": \"\(zeros)\"}", "/manifest.json"),
      entry("{\"signature\": \"\(zeros)\"}", "/signature"),
    ],
    good: [.sealed()])

  static let noFile = Finding(
    "manifest.entry.noFile", .error, effect: .refused, step: .manifestEntries,
    why: "A file the manifest lists and the bundle lacks was lost after the manifest was written.",
    help: "put the file back, or build the pass again without it", source: format,
    walletLog: "manifest check fails",
    bad: [
      .sealed(.removedLater("logo.png"), at: "/logo.png", file: "manifest.json"),
      entry("{\"Icon.png\": \"\(zeros)\"}", "/Icon.png"),
    ],
    good: [.sealed(changes: [.remove("logo.png")])],
    echoes: [.entryOfMissingFile(PackageFindings.passJSONMissing)])

  var findings: [Finding] {
    [Self.malformed, Self.upperCase, Self.folder, Self.itself, Self.noFile]
  }

  func check(_ seal: Seal, _ context: CheckContext, _ report: inout Report) {
    guard let root = seal.manifest?.root, root.isObject else { return }
    var hasUpperCase = false
    for member in root.members {
      if Manifests.isOwnFile(member.name) {
        report(Self.itself, "\(quoted(member.name)) is listed, expected not to be", at: member)
        continue
      }
      guard seal.index(of: member.name) != nil else {
        if !seal.damagedPaths.contains(member.name) { complainAboutAbsent(member, seal, &report) }
        continue
      }
      guard let text = member.value.string, text.utf8.count == 40,
        text.utf8.allSatisfy(Self.isHexDigit)
      else {
        report(
          Self.malformed,
          "the hash of \(member.name) is \(Self.words(member.value)), expected 40 hex digits",
          at: member.value)
        continue
      }
      if !hasUpperCase, text.utf8.contains(where: { $0 >= 0x41 && $0 <= 0x46 }) {
        hasUpperCase = true
        report(
          Self.upperCase, "the hash of \(member.name) is spelled with capital letters",
          at: member.value)
      }
    }
  }

  private func complainAboutAbsent(
    _ member: JSONValue.Member, _ seal: Seal, _ report: inout Report
  ) {
    let prefix = member.name.hasSuffix("/") ? member.name : member.name + "/"
    if member.name.hasSuffix("/") || seal.files.contains(where: { $0.path.hasPrefix(prefix) }) {
      return report(
        Self.folder, "\(quoted(member.name)) is a folder, expected files only", at: member)
    }
    var difference = ""
    // Swift takes texts for equal that Unicode takes for equal: here they differ in their bytes.
    if seal.files.contains(where: { $0.path == member.name }) {
      difference = "; the file of that name is spelled in another Unicode form"
    } else if let near = seal.files.first(where: {
      $0.path.lowercased() == member.name.lowercased()
    }) {
      difference = "; \(near.path) differs in upper and lower case"
    }
    report(
      Self.noFile,
      "\(member.name.isEmpty ? "\"\"" : member.name) is listed, but there is no such file"
        + difference, at: member)
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
  }

  private static func words(_ value: JSONValue) -> String {
    value.string.map { quoted($0, limit: 48) } ?? value.kind.article
  }
}

/// Names the seal itself goes by.
enum Manifests {
  static func isOwnFile(_ path: String) -> Bool {
    path == Seal.manifestPath || path == Seal.signaturePath
  }
}

extension Seal {
  /// The position of the file at that path, byte for byte, or that the archive spells so.
  func index(of path: String) -> Int? {
    plainIndex(of: path) ?? (spelled.isEmpty ? nil : spelled[path])
  }

  /// They are sorted by their bytes.
  private func plainIndex(of path: String) -> Int? {
    var low = 0
    var high = files.count
    while low < high {
      let middle = (low + high) / 2
      if files[middle].path.utf8.lexicographicallyPrecedes(path.utf8) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low < files.count, files[low].path.utf8.elementsEqual(path.utf8) else { return nil }
    return low
  }
}
