// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassJSON
import PassModel

/// The entries of manifest.json that mean a file of the pass, but spell its path in another way:
/// with `./`, a folder, other case, as in an address, or the form of a digest tool.
///
/// One program writes all of them, so they are one error. It is looked for only if entries or files
/// are without a partner.
struct ManifestPaths {
  /// An entry and the file that it means.
  struct Pair {
    let member: JSONValue.Member
    /// Index in the files of the seal.
    let file: Int
    /// Whether the file is in a folder that the entry does not have.
    let isFileInFolder: Bool
  }

  /// The pairs in the order of the manifest, but that of the icon first.
  let pairs: [Pair]
  private let members: Set<Int>
  private let files: Set<Int>

  init(of root: JSONValue, _ signedManifest: SignedManifest) {
    var pairs = Self.pairs(root, signedManifest)
    if let icon = pairs.firstIndex(where: { $0.member.name.contains("icon") }), icon > 0 {
      pairs.insert(pairs.remove(at: icon), at: 0)
    }
    self.pairs = pairs
    members = Set(pairs.map(\.member.value.index))
    files = Set(pairs.map(\.file))
  }

  /// Returns whether an entry means a file under another path.
  func covers(_ member: JSONValue.Member) -> Bool { members.contains(member.value.index) }

  /// Returns whether an entry means the file with that index.
  func covers(file index: Int) -> Bool { files.contains(index) }

  private static func pairs(_ root: JSONValue, _ signedManifest: SignedManifest) -> [Pair] {
    var isListed = [Bool](repeating: false, count: signedManifest.files.count)
    var absent: [JSONValue.Member] = []
    for member in root.members {
      if let index = signedManifest.index(of: member.name) {
        isListed[index] = true
      } else if !PackageKind.pass.isOwnFile(member.name), member.name.utf8.last != 0x2F,
        !signedManifest.damagedPaths.contains(member.name)
      {
        absent.append(member)
      }
    }
    guard !absent.isEmpty else { return [] }
    var files = Unlisted(signedManifest, isListed)
    guard !files.isEmpty else { return [] }
    return absent.compactMap { member in
      guard !signedManifest.hasFolder(member.name) else { return nil }
      return files.file(meantBy: plain(meant(by: member))).map {
        Pair(member: member, file: $0.index, isFileInFolder: $0.isInFolder)
      }
    }
  }

  /// Returns the path of an entry. Some programs write the hash as the name and the path as value.
  private static func meant(by member: JSONValue.Member) -> String {
    guard member.name.utf8.count == 40, member.name.utf8.allSatisfy(Hex.isDigit) else {
      return member.name
    }
    return member.value.string ?? member.name
  }

  /// Returns a path in lower case, without `./`, and without the form of a digest tool, which is
  /// `SHA1(icon.png)` or `*icon.png`.
  fileprivate static func plain(_ path: String) -> String {
    var text = path.lowercased()[...]
    if text.hasPrefix("sha"), let open = text.firstIndex(of: "("),
      let close = text.lastIndex(of: ")"), open < close
    {
      text = text[text.index(after: open)..<close]
    }
    text = text.drop { $0 == " " || $0 == "*" }
    while text.last == " " || text.last == "=" { text = text.dropLast() }
    var plain = text.replacing("\\", with: "/")[...]
    while plain.hasPrefix("./") || plain.hasPrefix("/") {
      plain = plain.dropFirst(plain.hasPrefix("/") ? 1 : 2)
    }
    return plain.contains("%") ? decoded(plain) : String(plain)
  }

  /// Returns a path with a character in place of each percent sign with two hex digits.
  private static func decoded(_ path: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = path.utf8
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"),
        let code = Hex.decode(String(decoding: rest.prefix(2), as: UTF8.self)),
        code.count == 1
      {
        bytes += code
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The files that the manifest does not list, by their plain paths and by the ends of these.
private struct Unlisted {
  private var whole: [String: Int] = [:]
  private var ends: [String: Int] = [:]
  /// The most folders of a path that are left out.
  private static let depthLimit = 8

  var isEmpty: Bool { whole.isEmpty }

  init(_ signedManifest: SignedManifest, _ isListed: [Bool]) {
    for (index, file) in signedManifest.files.enumerated()
    where !isListed[index] && !PackageKind.pass.isOwnFile(file.path) {
      let plain = ManifestPaths.plain(file.path)
      // A pass.json with another path is a separate error.
      if plain.hasSuffix(PackageKind.pass.document), file.path != PackageKind.pass.document {
        continue
      }
      whole[plain] = whole[plain] ?? index
      for end in Self.ends(of: plain) { ends[end] = ends[end] ?? index }
    }
  }

  /// Returns the file that a path means. Each file is returned once.
  mutating func file(meantBy path: String) -> (index: Int, isInFolder: Bool)? {
    if let index = whole.removeValue(forKey: path) { return (index, false) }
    for end in Self.ends(of: path) {
      if let index = whole.removeValue(forKey: end) { return (index, false) }
    }
    return ends.removeValue(forKey: path).map { ($0, true) }
  }

  /// Returns the path without its first folder, without its first two, and so on.
  private static func ends(of path: String) -> [String] {
    var ends: [String] = []
    var rest = path[...]
    while ends.count < depthLimit, let slash = rest.firstIndex(of: "/") {
      rest = rest[rest.index(after: slash)...]
      if !rest.isEmpty { ends.append(String(rest)) }
    }
    return ends
  }
}
