// SPDX-License-Identifier: Apache-2.0

package import PassBasics
import PassTemplate

/// The search for the targets of `passc check`.
package struct CheckTargets {
  /// One target, classified without reading its content.
  package enum Target: Sendable, Hashable {
    /// A template folder or its zip archive, or a folder with the unsigned files of a pass.
    case template(String)
    /// A folder with a manifest or signature: a pass that is finished but not packed.
    case folder(String)
    /// A .pkpass, a .pkpasses or a .tar. Which one it is depends on the content when it is read.
    case file(String)
    case standardInput
    /// A folder that cannot be searched, with the reason.
    case unreadable(String, FileError)

    /// The same target whichever way its path is written, `./gym.pkpass` or `gym.pkpass`.
    fileprivate var normalised: Target {
      switch self {
      case .template(let path): .template(FilePath.normalised(path))
      case .folder(let path): .folder(FilePath.normalised(path))
      case .file(let path): .file(FilePath.normalised(path))
      case .standardInput, .unreadable: self
      }
    }
  }

  private let disk: DiskReader
  private let excluded: [PathPattern]
  private var targets: [Target] = []
  private var seen: Set<Target> = []

  /// Returns the targets of all paths, in the order of the paths and then by name.
  ///
  /// A folder that is a pass or template is one target. Any other folder is searched, up to 64
  /// levels deep, except names that begin with a dot and node_modules. Links to folders are not
  /// followed.
  ///
  /// - Parameter patterns: those of `--exclude`. Paths in `paths` are included in any case.
  package static func find(
    _ paths: [String], excluding patterns: [String] = [], disk: DiskReader = DiskReader()
  ) -> [Target] {
    var search = CheckTargets(disk: disk, excluded: patterns.map { PathPattern($0) })
    for path in paths {
      if path == "-" {
        search.add(.standardInput)
      } else if (try? disk.kind(of: path, followingLinks: true)) == .folder {
        search.visit(path)
      } else {
        // If the path does not exist, reading it reports the error.
        search.add(ArchivedTemplate.isTemplate(path, disk: disk) ? .template(path) : .file(path))
      }
    }
    return search.targets
  }

  private mutating func add(_ target: Target) {
    if seen.insert(target.normalised).inserted { targets.append(target) }
  }

  /// The depth limit of the search.
  private static let depthLimit = 64

  private mutating func visit(_ folder: String) {
    if let entries = entriesToSearch(folder) { search(folder, entries, depth: 0) }
  }

  /// Returns the entries of a folder that is not a pass. If it is a pass, it is added as a target.
  private mutating func entriesToSearch(_ folder: String) -> [Disk.Entry]? {
    do {
      let entries = try disk.list(folder)
      guard let target = Self.target(folder, Set(entries.map(\.name))) else { return entries }
      add(target)
    } catch {
      add(.unreadable(folder, error))
    }
    return nil
  }

  /// Adds the files directly in the folder before those in deeper folders, because reports count by
  /// folder.
  private mutating func search(_ folder: String, _ entries: [Disk.Entry], depth: Int) {
    var deeper: [(folder: String, entries: [Disk.Entry])] = []
    for entry in entries where !entry.name.hasPrefix(".") && entry.name != "node_modules" {
      let path = FilePath.join(folder, entry.name)
      guard !excluded.contains(where: { $0.matches(path) }) else { continue }
      switch entry.kind {
      case .folder:
        guard depth < Self.depthLimit else { continue }
        if let entries = entriesToSearch(path) { deeper.append((path, entries)) }
      case .file, .symbolicLink:
        if PackageKind.pass.isNameOfFile(entry.name) || entry.name.hasSuffix(".pkpass.zip") {
          add(.file(path))
        } else if ArchivedTemplate.isTemplate(path, disk: disk) {
          add(.template(path))
        }
      case .other: continue
      }
    }
    for (folder, entries) in deeper { search(folder, entries, depth: depth + 1) }
  }

  private static func target(_ folder: String, _ names: Set<String>) -> Target? {
    if !names.contains("template.json"),
      names.contains(PackageKind.pass.manifest) || names.contains(PackageKind.pass.signature)
    {
      return names.contains(PackageKind.pass.document)
        || names.isSuperset(of: PackageKind.pass.signatureFiles)
        ? .folder(folder) : nil
    }
    let suffix = FilePath.extension(folder).lowercased()
    let isTemplate =
      names.contains("template.json") || names.contains(PackageKind.pass.document)
      || suffix == "pkpasstemplate"
    return isTemplate ? .template(folder) : nil
  }
}

/// A pattern of `--exclude`. `*` and `?` match within a name and `**` across folders. A pattern
/// without `/` is compared with the last name only.
package struct PathPattern: Sendable {
  private let pattern: [UInt8]
  private let isName: Bool

  /// Creates a pattern from the command line. A trailing `/` is ignored.
  package init(_ pattern: String) {
    let text = pattern.hasSuffix("/") ? String(pattern.dropLast()) : pattern
    self.pattern = Array(text.utf8)
    isName = !text.utf8.contains(UInt8(ascii: "/"))
  }

  /// Returns whether a path matches. A relative pattern may begin at any folder of the path.
  package func matches(_ path: String) -> Bool {
    let path = FilePath.normalised(path)
    if isName { return Self.matches(pattern[...], Array(FilePath.lastComponent(path).utf8)[...]) }
    let parts = FilePath.components(path)
    return parts.indices.contains { start in
      let tail = parts[start...].joined(separator: "/")
      return Self.matches(pattern[...], Array(tail.utf8)[...])
    } || Self.matches(pattern[...], Array(path.utf8)[...])
  }

  /// Matches without recursion. It is greedy and remembers one position to go back to for each kind
  /// of star.
  private static func matches(_ pattern: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) -> Bool {
    var p = pattern.startIndex
    var t = text.startIndex
    var back: [(pattern: Int, text: Int, crosses: Bool)] = []
    while true {
      if p < pattern.endIndex, pattern[p] == UInt8(ascii: "*") {
        let crosses = p + 1 < pattern.endIndex && pattern[p + 1] == pattern[p]
        var next = p + (crosses ? 2 : 1)
        // `**/` also matches no folder at all.
        if crosses, next < pattern.endIndex, pattern[next] == UInt8(ascii: "/") { next += 1 }
        if crosses { back.removeAll() } else { back.removeAll { !$0.crosses } }
        back.append((next, t, crosses))
        p = next
        continue
      }
      if t < text.endIndex, p < pattern.endIndex,
        pattern[p] == text[t] || (pattern[p] == UInt8(ascii: "?") && text[t] != UInt8(ascii: "/"))
      {
        p += 1
        t += 1
        continue
      }
      if t == text.endIndex, p == pattern.endIndex { return true }
      var resumed = false
      while let last = back.popLast() {
        guard last.text < text.endIndex, last.crosses || text[last.text] != UInt8(ascii: "/") else {
          continue
        }
        back.append((last.pattern, last.text + 1, last.crosses))
        p = last.pattern
        t = last.text + 1
        resumed = true
        break
      }
      if !resumed { return false }
    }
  }
}
