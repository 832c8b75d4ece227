// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCrypto
import PassDiagnostics
import PassJSON
import PassModel

/// Rule about the entries of manifest.json, which must be hashes of files.
struct ManifestEntryRule: SignedManifestRule {
  private static let format = Basis.documented("Wallet Passes: Building a Pass")
  private static let zeros = String(repeating: "0", count: 40)

  private static func entry(_ patch: String, _ pointer: String) -> Example {
    .signed(.manifest(patch), at: pointer, file: SignedManifest.manifestPath)
  }

  static let malformed = Finding(
    "manifest.hash.malformed", .error, effect: .refused, step: .manifestEntries,
    why: """
      A hash is the SHA-1 of the file as a string of 40 hex digits. Wallet does not read Base64, \
      SHA-256 or numbers.
      """,
    help: "build the pass again, or write the SHA-1 as 40 hex digits", source: format,
    wrong: """
      "icon.png": "L9ThxnotKPzthJ7hu3bnORuT6xI="
      """,
    right: """
      "icon.png": "2fd4e1c67a2d28fced849ee1bb76e7391b93eb12"
      """,
    bad: [
      entry(#"{"icon.png": "2jmj7l5rSw0yVb/vlWAYkK/YBwk="}"#, "/icon.png"),
      entry(#"{"icon.png": 7}"#, "/icon.png"), entry(#"{"icon.png": ""}"#, "/icon.png"),
      entry(#"{"icon.png": {"sha1": "00"}}"#, "/icon.png"),
    ],
    good: [.signed()])

  static let upperCase = Finding(
    "manifest.hash.upperCase", .warning, effect: .maybeRefused, step: .manifestEntries,
    why: """
      Every published manifest has its hashes in lower case. It is not known whether every version \
      of Wallet accepts capital letters.
      """,
    help: "write the hashes in lower case", source: .observed("110 authentic passes"),
    wrong: """
      "icon.png": "2FD4E1C67A2D28FCED849EE1BB76E7391B93EB12"
      """,
    right: """
      "icon.png": "2fd4e1c67a2d28fced849ee1bb76e7391b93eb12"
      """,
    bad: [.signed(.upperCaseHashes, at: "/icon.png", file: "manifest.json")],
    good: [.signed()])

  static let folder = Finding(
    "manifest.entry.folder", .error, effect: .refused, step: .manifestEntries,
    why: "Only files have hashes. A folder has no bytes.",
    help: "list the files of the folder, not the folder", source: format,
    wrong: """
      "en.lproj/": "2fd4e1c67a2d28fced849ee1bb76e7391b93eb12"
      """,
    right: """
      "en.lproj/pass.strings": "2fd4e1c67a2d28fced849ee1bb76e7391b93eb12"
      """,
    bad: [entry("{\"en.lproj/\": \"\(zeros)\"}", "/en.lproj~1")],
    good: [.signed(changes: [.file("en.lproj/pass.strings", .text("\"NAME\" = \"Name\";\n"))])])

  static let itself = Finding(
    "manifest.entry.itself", .error, effect: .refused, step: .manifestEntries,
    why: """
      The manifest cannot hold its own hash, and the signature is made after it. Such an entry is \
      always wrong.
      """,
    help: "remove manifest.json and signature from the manifest", source: format,
    wrong: """
      { "icon.png": "2fd4e1c67a2d28fced849ee1bb76e7391b93eb12",
        "signature": "da39a3ee5e6b4b0d3255bfef95601890afd80709" }
      """,
    right: """
      { "icon.png": "2fd4e1c67a2d28fced849ee1bb76e7391b93eb12" }
      """,
    bad: [
      entry("{\"manifest.json\": \"\(zeros)\"}", "/manifest.json"),
      entry("{\"signature\": \"\(zeros)\"}", "/signature"),
    ],
    good: [.signed()])

  static let noFile = Finding(
    "manifest.entry.noFile", .error, effect: .refused, step: .manifestEntries,
    why: "The bundle lacks a file that the manifest lists. It was lost after the hashes were made.",
    help: "put the file back, or build the pass again without it", source: format,
    wrong: """
      manifest.json   lists pass.json, icon.png, logo.png
      gym.pkpass      pass.json  icon.png  manifest.json  signature
      """,
    right: """
      manifest.json   lists pass.json, icon.png, logo.png
      gym.pkpass      pass.json  icon.png  manifest.json  signature  logo.png
      """,
    bad: [
      .signed(.removedAfterSigning("logo.png"), at: "/logo.png", file: "manifest.json"),
      entry("{\"Icon.png\": \"\(zeros)\"}", "/Icon.png"),
    ],
    good: [.signed(changes: [.remove("logo.png")])],
    echoes: [.entryOfMissingFile(PackageFindings.passJSONMissing)])

  var findings: [Finding] {
    [Self.malformed, Self.upperCase, Self.folder, Self.itself, Self.noFile]
  }

  func check(_ signedManifest: SignedManifest, _ context: CheckContext, _ report: inout Report) {
    guard let root = signedManifest.manifest?.root, root.isObject else { return }
    var hasUpperCase = false
    var spellings = OtherSpellings(of: signedManifest)
    var paths: ManifestPaths?
    for member in root.members {
      if PackageKind.pass.isOwnFile(member.name) {
        report(
          Self.itself, "manifest.json lists \(quoted(member.name)), expected only other files",
          at: member)
        continue
      }
      guard signedManifest.index(of: member.name) != nil else {
        if !signedManifest.damagedPaths.contains(member.name) {
          let known = paths ?? ManifestPaths(of: root, signedManifest)
          paths = known
          // ManifestContentRule reports these together with their files.
          if !known.covers(member) {
            reportMissingFiles(member, signedManifest, &spellings, &report)
          }
        }
        continue
      }
      guard let text = member.value.string, text.utf8.count == 40,
        text.utf8.allSatisfy(Hex.isDigit)
      else {
        report(
          Self.malformed,
          "the hash of \(member.name) is \(Self.description(member.value)), expected 40 hex digits",
          at: member.value)
        continue
      }
      if !hasUpperCase, text.utf8.contains(where: { $0 >= 0x41 && $0 <= 0x46 }) {
        hasUpperCase = true
        report(
          Self.upperCase, "the hash of \(member.name) has capital letters, expected lower case",
          at: member.value)
      }
    }
  }

  private func reportMissingFiles(
    _ member: JSONValue.Member, _ signedManifest: SignedManifest, _ spellings: inout OtherSpellings,
    _ report: inout Report
  ) {
    if member.name.utf8.last == UInt8(ascii: "/") || signedManifest.hasFolder(member.name) {
      return report(
        Self.folder, "\(quoted(member.name)) is a folder, expected files only", at: member)
    }
    let difference = report.lists(Self.noFile) ? spellings.difference(to: member.name) : ""
    report(
      Self.noFile,
      "\(member.name.isEmpty ? "\"\"" : member.name) is listed, but there is no such file"
        + difference, at: member)
  }

  private static func description(_ value: JSONValue) -> String {
    value.string.map { quoted($0, limit: 48) } ?? value.kind.article
  }
}

/// A lookup of files by similar spellings of their paths. It needs an index, because an untrusted
/// manifest can list sixty thousand paths without a file, and each is looked up.
private struct OtherSpellings {
  private let files: [PackagedFile]
  /// The paths, and the first path for each lower-case spelling. It is nil until the first lookup.
  /// Swift compares strings by canonical equivalence, so a path in another Unicode form is found
  /// too.
  private var known: (paths: Set<String>, folded: [String: String])?

  init(of signedManifest: SignedManifest) {
    files = signedManifest.files
  }

  /// Returns how a similar path differs, as the end of a sentence, or an empty string if there is
  /// no similar path.
  mutating func difference(to path: String) -> String {
    let known = known ?? Self.spellings(files)
    self.known = known
    if known.paths.contains(path) {
      return "; the file of that name is spelled in another Unicode form"
    }
    return known.folded[path.lowercased()].map { "; \($0) differs in upper and lower case" } ?? ""
  }

  private static func spellings(
    _ files: [PackagedFile]
  ) -> (paths: Set<String>, folded: [String: String]) {
    (
      Set(files.lazy.map(\.path)),
      Dictionary(
        files.lazy.map { ($0.path.lowercased(), $0.path) }, uniquingKeysWith: { first, _ in first })
    )
  }
}

extension SignedManifest {
  /// Returns the index of the file with that path, compared byte for byte. The spelling in the
  /// archive is accepted too.
  func index(of path: String) -> Int? {
    plainIndex(of: path) ?? (spelled.isEmpty ? nil : spelled[path])
  }

  /// Returns whether there are files in a folder with that name.
  func hasFolder(_ path: String) -> Bool {
    let prefix = path + "/"
    let position = place(of: prefix)
    return position < files.count && files[position].path.utf8.starts(with: prefix.utf8)
  }

  private func plainIndex(of path: String) -> Int? {
    let position = place(of: path)
    guard position < files.count, files[position].path.utf8.elementsEqual(path.utf8) else {
      return nil
    }
    return position
  }

  /// Returns the index of the first file whose path is not before that one. The files are sorted by
  /// the bytes of their paths.
  private func place(of path: String) -> Int {
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
    return low
  }
}
