// SPDX-License-Identifier: Apache-2.0

/// Functions for paths that do not access the disk.
///
/// They work on bytes. A `/` before a combining mark is still a separator, although Swift sees one
/// character.
package enum FilePath {
  private static let slash = UInt8(ascii: "/")

  package static func isAbsolute(_ path: String) -> Bool { path.utf8.first == slash }

  /// Joins two paths. An absolute `path` is returned as it is.
  package static func join(_ folder: String, _ path: String) -> String {
    if isAbsolute(path) || folder.isEmpty || folder == "." { return path }
    if path.isEmpty { return folder }
    return folder.utf8.last == slash ? folder + path : folder + "/" + path
  }

  /// Returns the folder of a path: `a` for `a/b`, `.` for `a`, `/` for `/a`.
  package static func parent(_ path: String) -> String {
    let path = withoutTrailingSlashes(path)
    guard let cut = path.utf8.lastIndex(of: slash) else { return "." }
    let folder = withoutTrailingSlashes(path[..<cut])
    return folder.isEmpty ? "/" : String(folder)
  }

  /// Returns the last component: `b` for `a/b` and for `a/b/`.
  package static func lastComponent(_ path: String) -> String {
    let path = withoutTrailingSlashes(path)
    guard let cut = path.utf8.lastIndex(of: slash), path.utf8.count > 1 else {
      return String(path)
    }
    return String(path[path.utf8.index(after: cut)...])
  }

  /// Returns the extension in its original case: `gz` for `a.tar.gz`. Returns an empty string for
  /// `a`, `a.` and `.hidden`.
  package static func `extension`(_ path: String) -> String {
    let name = lastComponent(path)
    guard let dot = dotOfExtension(name) else { return "" }
    return String(name[name.utf8.index(after: dot)...])
  }

  /// Returns the last component without its extension: `gym` for `templates/gym.pass`.
  package static func stem(_ path: String) -> String {
    let name = lastComponent(path)
    guard let dot = dotOfExtension(name) else { return name }
    return String(name[..<dot])
  }

  /// Removes `.`, `//` and, if possible, `..` from a path.
  ///
  /// `a/./b/../c` becomes `a/c`. A leading `..` of a relative path stays, and at the root it is
  /// dropped. Symbolic links are not followed. If `..` comes after one, the result may be another
  /// file.
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

  /// Returns whether `path` is `root` or is inside it, by names only.
  ///
  /// Both must be absolute or relative to the same folder. If links matter, resolve them first.
  package static func isInside(_ path: String, _ root: String) -> Bool {
    relative(path, to: root) != nil
  }

  /// Returns the path relative to `root`, or `.` for `root` itself. Returns nil if it is outside.
  package static func relative(_ path: String, to root: String) -> String? {
    guard isAbsolute(path) == isAbsolute(root) else { return nil }
    let parts = components(normalised(path)).filter { $0 != "." }
    let rootParts = components(normalised(root)).filter { $0 != "." }
    // Bytes are compared, because two Unicode forms of one name are two files.
    let starts = parts.starts(with: rootParts) { $0.utf8.elementsEqual($1.utf8) }
    guard starts else { return nil }
    let rest = parts.dropFirst(rootParts.count)
    if rest.first == ".." { return nil }
    return rest.isEmpty ? "." : rest.joined(separator: "/")
  }

  /// Returns the components without empty ones.
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
