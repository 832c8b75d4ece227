// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// Finds the file that a mistyped path was meant to be.
package enum NearbyFile {
  /// A path that exists, nearly as a path is written that does not; nil without one.
  ///
  /// - Parameter isWanted: whether an existing path is of the kind that is looked for.
  package static func path(
    for path: String, where isWanted: (String) -> Bool = { _ in true }
  ) -> String? {
    let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    let name = FilePath.lastComponent(path)
    guard name != "..", name != ".", name.utf8.count < 256 else { return nil }
    guard let parent = folder(FilePath.parent(path)) else { return nil }
    func joined(_ name: String) -> String {
      parent == "." && !path.hasPrefix("./") ? name : FilePath.join(parent, name)
    }
    // The same path in a folder that was mistyped itself.
    if Disk.identity(of: joined(name)) != nil, joined(name) != path {
      return isWanted(joined(name)) ? joined(name) : nil
    }
    guard let entries = try? Disk.list(parent), entries.count <= limit else { return nil }
    let names = entries.map(\.name).filter { !$0.hasPrefix(".") && isWanted(joined($0)) }
    let stem = FilePath.stem(name).lowercased()
    let near =
      NearestName.of(name, among: names)
      ?? names.sorted().first { FilePath.stem($0).lowercased() == stem }
    return near.map(joined)
  }

  /// `did you mean gym.pass?` for a path that does not exist; nil without a near one.
  package static func question(
    for path: String, where isWanted: (String) -> Bool = { _ in true }
  ) -> String? {
    self.path(for: path, where: isWanted).map { "did you mean \($0)?" }
  }

  /// How many names of a folder are compared.
  private static let limit = 5_000

  /// The folder, or the one that was meant.
  private static func folder(_ path: String) -> String? {
    if Disk.identity(of: path)?.isFolder == true { return path }
    guard path != "/", path != ".", !path.isEmpty else { return nil }
    return self.path(for: path) { Disk.identity(of: $0)?.isFolder == true }
  }
}
