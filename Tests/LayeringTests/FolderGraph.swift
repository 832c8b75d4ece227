// SPDX-License-Identifier: Apache-2.0

/// Which folders of a module know which, read off the names in its sources.
///
/// A node is a folder at the top of the module, or a file beside them. It knows another node when
/// it uses a type, function or constant that is declared there outside of any type. Members that an
/// extension adds are not followed: nothing tells whose member a name is.
struct FolderGraph {
  /// What each node knows: the other nodes, and for each a file with the name it uses.
  private(set) var edges: [String: [String: String]] = [:]

  /// - Parameter sources: the text of each source by its path inside the module.
  init(sources: [String: String]) {
    let files = sources.sorted { $0.key < $1.key }.map { path, text in
      (path: path, node: Self.node(of: path), tokens: SwiftTokens(text).tokens)
    }
    var homes: [String: Set<String>] = [:]
    // Nobody uses what a program's main.swift declares, and its variables have everyday names.
    for file in files where file.node != "main.swift" {
      for name in Self.declarations(in: file.tokens) { homes[name, default: []].insert(file.node) }
    }
    for file in files {
      edges[file.node, default: [:]] = edges[file.node] ?? [:]
      for name in Self.uses(in: file.tokens) {
        // Functions of one name may stand in several nodes; which of them is meant is not told.
        guard let home = homes[name], home.count == 1, let other = home.first, other != file.node
        else { continue }
        if edges[file.node]?[other] == nil {
          edges[file.node]?[other] = "\(file.path) uses \(name)"
        }
      }
    }
  }

  /// The circles that lead through a folder: nodes that know each other, over others too.
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

  /// Each step inside a circle with a file that takes it.
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

  /// What is declared outside of any type and is seen from other files.
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

  /// The names that stand for something outside of any type, if there is such a thing: neither
  /// declared here, nor members, nor labels.
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
