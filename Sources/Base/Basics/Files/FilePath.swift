// SPDX-License-Identifier: Apache-2.0

/// Takes paths apart and puts them together, without touching the disk.
///
/// Works on bytes: a `/` before a combining mark is still a separator, though Swift sees one
/// character.
package enum FilePath {
  private static let slash = UInt8(ascii: "/")

  /// Whether the path starts at the root.
  package static func isAbsolute(_ path: String) -> Bool { path.utf8.first == slash }

  /// `path` as seen from `folder`; an absolute path stays as it is.
  package static func join(_ folder: String, _ path: String) -> String {
    if isAbsolute(path) || folder.isEmpty || folder == "." { return path }
    if path.isEmpty { return folder }
    return folder.utf8.last == slash ? folder + path : folder + "/" + path
  }

  /// The folder a path lies in: `a` for `a/b`, `.` for `a`, `/` for `/a`.
  package static func parent(_ path: String) -> String {
    let path = withoutTrailingSlashes(path)
    guard let cut = path.utf8.lastIndex(of: slash) else { return "." }
    let folder = withoutTrailingSlashes(path[..<cut])
    return folder.isEmpty ? "/" : String(folder)
  }

  /// The last part of a path: `b` for `a/b` and for `a/b/`.
  package static func lastComponent(_ path: String) -> String {
    let path = withoutTrailingSlashes(path)
    guard let cut = path.utf8.lastIndex(of: slash), path.utf8.count > 1 else {
      return String(path)
    }
    return String(path[path.utf8.index(after: cut)...])
  }

  /// What follows the last dot of the last part, as written: `gz` for `a.tar.gz`; empty for
  /// `a`, `a.` and `.hidden`.
  package static func `extension`(_ path: String) -> String {
    let name = lastComponent(path)
    guard let dot = dotOfExtension(name) else { return "" }
    return String(name[name.utf8.index(after: dot)...])
  }

  /// The last part without dot and extension: `gym` for `templates/gym.pass`.
  package static func stem(_ path: String) -> String {
    let name = lastComponent(path)
    guard let dot = dotOfExtension(name) else { return name }
    return String(name[..<dot])
  }

  /// The same path without `.`, `//` and, as far as names can tell, without `..`.
  ///
  /// `a/./b/../c` becomes `a/c`; a `..` with nothing before it stays, at the root it vanishes.
  /// Symbolic links are not followed, so the result may name another file where `..` follows one.
  package static func normalised(_ path: String) -> String {
    var parts: [Substring] = []
    for part in components(path) {
      switch part {
      case ".": continue
      case ".." where parts.last.map { $0 != ".." } ?? isAbsolute(path):
        if !parts.isEmpty { parts.removeLast() }
      default: parts.append(part)
      }
    }
    let joined = parts.joined(separator: "/")
    if isAbsolute(path) { return "/" + joined }
    return joined.isEmpty ? "." : joined
  }

  /// Whether `path` is `root` or lies below it, judged by names alone.
  ///
  /// Both must be relative to the same folder or both absolute; resolve links first where they
  /// matter.
  package static func isInside(_ path: String, _ root: String) -> Bool {
    relative(path, to: root) != nil
  }

  /// The path below `root` that leads to `path`, `.` for `root` itself; nil when it is outside.
  package static func relative(_ path: String, to root: String) -> String? {
    guard isAbsolute(path) == isAbsolute(root) else { return nil }
    let parts = components(normalised(path)).filter { $0 != "." }
    let rootParts = components(normalised(root)).filter { $0 != "." }
    // Bytes are compared: for the disk two Unicode forms of one name are two names.
    let starts = parts.starts(with: rootParts) { $0.utf8.elementsEqual($1.utf8) }
    guard starts else { return nil }
    let rest = parts.dropFirst(rootParts.count)
    if rest.first == ".." { return nil }
    return rest.isEmpty ? "." : rest.joined(separator: "/")
  }

  /// The parts between the slashes, empty ones left out.
  package static func components(_ path: String) -> [Substring] {
    path.utf8.split(separator: slash).map { Substring($0) }
  }

  private static func dotOfExtension(_ name: String) -> String.Index? {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else {
      return nil
    }
    return name == ".." ? nil : dot
  }

  private static func withoutTrailingSlashes(_ path: some StringProtocol) -> Substring {
    var path = Substring(path)
    while path.utf8.count > 1, path.utf8.last == slash {
      path = path[..<path.utf8.index(before: path.endIndex)]
    }
    return path
  }
}
