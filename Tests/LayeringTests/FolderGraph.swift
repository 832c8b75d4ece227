// SPDX-License-Identifier: Apache-2.0

/// The dependencies between the folders of a module, found by the names in its sources.
///
/// A node is a top-level folder of the module, or a file next to them. It depends on another node
/// if it uses a top-level type, function or constant of it. Members of extensions are ignored,
/// because a name does not show whose member it is.
struct FolderGraph {
  /// Dependencies of each node. The value is a file with the name that it uses.
  private(set) var edges: [String: [String: String]] = [:]

  /// - Parameter sources: the text of each source by its path in the module.
  init(sources: [String: String]) {
    let files = sources.sorted { $0.key < $1.key }.map { path, text in
      (path: path, node: Self.node(of: path), tokens: SwiftTokens(text).tokens)
    }
    var homes: [String: Set<String>] = [:]
    // The main.swift of a program is skipped, because its variables have common names and no other
    // file uses them.
    for file in files where file.node != "main.swift" {
      for name in Self.declarations(in: file.tokens) { homes[name, default: []].insert(file.node) }
    }
    for file in files {
      edges[file.node, default: [:]] = edges[file.node] ?? [:]
      for name in Self.uses(in: file.tokens) {
        // A function name may be declared in several nodes. Then it is not known which one is
        // meant.
        guard let home = homes[name], home.count == 1, let other = home.first, other != file.node
        else { continue }
        if edges[file.node]?[other] == nil {
          edges[file.node]?[other] = "\(file.path) uses \(name)"
        }
      }
    }
  }

  /// The cycles with at least one folder, including indirect ones.
  var circles: [[String]] {
    let reach = edges.keys.reduce(into: [String: Set<String>]()) { $0[$1] = reachable(from: $1) }
    var circles: [[String]] = []
    var seen: Set<String> = []
    for node in edges.keys.sorted() where !seen.contains(node) {
      let circle =
        [node] + (reach[node] ?? []).filter { $0 != node && reach[$0]?.contains(node) == true }
      seen.formUnion(circle)
      if circle.count > 1, circle.contains(where: { !$0.hasSuffix(".swift") }) {
        circles.append(circle.sorted())
      }
    }
    return circles
  }

  /// Returns each dependency in a cycle with a file that has it.
  func description(of circle: [String]) -> String {
    circle.flatMap { node in
      (edges[node] ?? [:]).filter { circle.contains($0.key) }.sorted { $0.key < $1.key }
        .map { "\(node) -> \($0.key): \($0.value)" }
    }.joined(separator: "\n")
  }

  private func reachable(from start: String) -> Set<String> {
    var reached: Set<String> = []
    var open = [start]
    while let node = open.popLast() {
      for next in (edges[node] ?? [:]).keys where reached.insert(next).inserted {
        open.append(next)
      }
    }
    return reached
  }

  private static func node(of path: String) -> String { String(path.prefix { $0 != "/" }) }

  private static let introducers: Set<String> = [
    "struct", "class", "enum", "protocol", "actor", "typealias", "func", "let", "var",
  ]

  /// Returns the top-level declarations that other files can see.
  static func declarations(in tokens: [String]) -> Set<String> {
    var names: Set<String> = []
    var depth = 0
    var isHidden = false
    for (token, name) in zip(tokens, tokens.dropFirst()) {
      switch token {
      case "{", "(", "[": depth += 1
      case "}", ")", "]": depth -= 1
      case "private", "fileprivate": if depth == 0 { isHidden = true }
      case "extension": if depth == 0 { isHidden = false }
      case _ where depth == 0 && introducers.contains(token):
        if !isHidden { names.insert(name) }
        isHidden = false
      default: break
      }
    }
    return names
  }

  /// Returns the names that may refer to top-level declarations. Declarations, members and labels
  /// are left out.
  static func uses(in tokens: [String]) -> Set<String> {
    var names: Set<String> = []
    for (index, token) in tokens.enumerated() {
      guard let first = token.first, first == "_" || first.isLetter else { continue }
      let before = index > 0 ? tokens[index - 1] : ""
      if before == "." || before == "case" || introducers.contains(before) { continue }
      let isLabel =
        first.isLowercase && index + 1 < tokens.count && tokens[index + 1] == ":"
        && (before == "(" || before == ",")
      if !isLabel { names.insert(token) }
    }
    return names
  }
}
