// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The declarations and functions of a Swift file, read line by line.
///
/// This works for source formatted by swift-format: one declaration per line, and the closing brace
/// aligned with the opening line.
struct SwiftOutline {
  /// A declaration that other modules can see.
  struct Declaration {
    let line: Int
    let kind: String
    let name: String
    let isDocumented: Bool
    /// The type that contains it, or nil at the top level.
    let owner: String?
  }

  /// A function, initializer or computed property.
  struct Function {
    let line: Int
    let name: String
    let lineCount: Int
    /// Whether the comment before it has a line that begins with `long:`.
    let saysWhyLong: Bool
  }

  /// A type, extension or protocol around the current line.
  private struct Scope {
    let indent: Int
    let kind: String
    let name: String
    let access: String?
  }

  private let lines: [Substring]

  init(_ text: String) {
    // Multi-line literals have generated Swift, so their lines are skipped.
    var isInLiteral = false
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let wasInLiteral = isInLiteral
      if line.components(separatedBy: "\"\"\"").count % 2 == 0 { isInLiteral.toggle() }
      return wasInLiteral ? "" : line
    }
  }

  // MARK: Declarations

  private static let access: Set<Substring> = [
    "public", "package", "internal", "fileprivate", "private", "open",
  ]
  private static let modifiers: Set<Substring> = [
    "static", "final", "mutating", "nonmutating", "nonisolated", "indirect", "convenience",
    "required", "lazy", "weak", "unowned", "consuming", "borrowing", "override",
  ]
  private static let types: Set<Substring> = [
    "struct", "class", "enum", "actor", "protocol", "extension",
  ]
  private static let members: Set<Substring> = [
    "func", "var", "let", "init", "subscript", "typealias", "associatedtype",
  ]

  /// The start of a declaration: access, modifiers, keyword and the text after the keyword.
  private struct Head {
    var access: String?
    var modifiers: [Substring] = []
    var keyword = ""
    var rest = ""

    init?(_ line: Substring) {
      var text = line.drop { $0 == " " }
      while true {
        if text.first == "@" {
          text = text.drop { $0 != " " && $0 != "(" }
          if text.first == "(" { text = text.drop { $0 != ")" }.dropFirst() }
          text = text.drop { $0 == " " }
          continue
        }
        let word = text.prefix { $0.isLetter }
        let rest = text.dropFirst(word.count)
        if SwiftOutline.types.contains(word) || SwiftOutline.members.contains(word) {
          keyword = String(word)
          self.rest = String(rest.drop { $0 == " " })
          return
        }
        let isSetter = rest.hasPrefix("(set)")
        if SwiftOutline.access.contains(word) {
          if !isSetter { access = String(word) }
        } else if SwiftOutline.modifiers.contains(word) {
          modifiers.append(word)
        } else {
          return nil
        }
        text = rest.dropFirst(isSetter ? 5 : 0).drop { $0 == " " }
      }
    }

    var name: String {
      if keyword == "init" || keyword == "subscript" { return keyword }
      let word = rest.drop { $0 == "`" }.prefix {
        $0.isLetter || $0.isNumber || $0 == "_" || $0 == "."
      }
      return word.isEmpty ? String(rest.prefix { $0 != " " && $0 != "(" }) : String(word)
    }
  }

  /// The `public` declarations, including requirements of public protocols. Declarations inside the
  /// package are documented where a comment says more than the name.
  var declarations: [Declaration] {
    var found: [Declaration] = []
    visit { index, head, scopes in
      guard head.keyword != "extension" else { return }
      let owner = scopes.last
      let inherited = owner.flatMap {
        ["protocol", "extension"].contains($0.kind) ? $0.access : nil
      }
      let access = head.access ?? inherited
      guard access == "public" else { return }
      found.append(
        Declaration(
          line: index + 1, kind: head.keyword, name: head.name,
          isDocumented: comment(before: index).contains { $0.hasPrefix("///") },
          owner: owner.flatMap { $0.name.isEmpty ? nil : $0.name }))
    }
    return found
  }

  /// The supertypes that each type names, also in extensions.
  var conformances: [String: Set<String>] {
    var found: [String: Set<String>] = [:]
    visit { index, head, _ in
      guard Self.types.contains(Substring(head.keyword)) else { return }
      let text = header(at: index)
      guard let colon = text.firstIndex(of: ":") else { return }
      let words = text[colon...].split { !($0.isLetter || $0.isNumber || $0 == "_") }
      found[head.name, default: []].formUnion(words.map(String.init))
    }
    return found
  }

  /// The requirements of each protocol.
  var requirements: [String: Set<String>] {
    var found: [String: Set<String>] = [:]
    visit { _, head, scopes in
      guard let owner = scopes.last, owner.kind == "protocol" else { return }
      found[owner.name, default: []].insert(head.name)
    }
    return found
  }

  /// Calls `body` for each declaration of a type or member, but not inside functions.
  private func visit(_ body: (Int, Head, [Scope]) -> Void) {
    var scopes: [Scope] = []
    for (index, line) in lines.enumerated() {
      guard let first = line.first(where: { $0 != " " }) else { continue }
      let indent = line.prefix { $0 == " " }.count
      while let last = scopes.last, indent <= last.indent { scopes.removeLast() }
      // Members are indented by two columns. Deeper lines are bodies of functions.
      guard indent == (scopes.last.map { $0.indent + 2 } ?? 0) else { continue }
      let text = line.dropFirst(indent)
      if ["#if ", "#else"].contains(where: text.hasPrefix) {
        // Declarations in `#if` are indented by two columns and belong to the type around it.
        let owner = scopes.last
        scopes.append(
          Scope(
            indent: indent, kind: owner?.kind ?? "#if", name: owner?.name ?? "",
            access: owner?.access))
        continue
      }
      guard first != "/", let head = Head(line) else { continue }
      body(index, head, scopes)
      if Self.types.contains(Substring(head.keyword)) {
        scopes.append(
          Scope(indent: indent, kind: head.keyword, name: head.name, access: head.access))
      }
    }
  }

  /// Returns a declaration up to its opening brace.
  private func header(at index: Int) -> String {
    var text = ""
    for line in lines[index...].prefix(8) {
      text += line + " "
      if let brace = text.firstIndex(of: "{") { return String(text[..<brace]) }
    }
    return text
  }

  /// Returns the comment lines before a line. Attributes between them are skipped, even if they
  /// have several lines.
  private func comment(before index: Int) -> [Substring] {
    var found: [Substring] = []
    var closed = 0
    for line in lines[..<index].reversed() {
      let text = line.drop { $0 == " " }
      let ends = text.hasPrefix("//") ? 0 : text.count { $0 == ")" } - text.count { $0 == "(" }
      if closed > 0 || ends > 0 {
        closed += ends
        guard closed > 0 || text.hasPrefix("@") else { break }
      } else if text.hasPrefix("//") {
        found.append(text)
      } else if Head(line) != nil || !(text.hasPrefix("@") || text.hasPrefix("#if")) {
        break
      }
    }
    return found.reversed()
  }

  // MARK: Functions

  /// The functions with their numbers of lines.
  var functions: [Function] {
    lines.indices.compactMap { index in
      guard let head = Head(lines[index]),
        ["func", "init", "var", "subscript"].contains(head.keyword)
      else { return nil }
      let indent = lines[index].prefix { $0 == " " }
      var opening = index
      while !lines[opening].hasSuffix("{") {
        opening += 1
        // No body: a requirement, a stored property, or a function on one line.
        guard opening < lines.count,
          lines[opening].hasPrefix(indent + "  ")
            || lines[opening].hasPrefix(indent + ")")
        else { return nil }
      }
      let isStored = head.keyword == "var" && lines[index...opening].contains { $0.contains(" = ") }
      guard !isStored, let end = lines[opening...].firstIndex(where: { $0 == indent + "}" }) else {
        return nil
      }
      return Function(
        line: index + 1, name: head.name, lineCount: end - index + 1,
        saysWhyLong: comment(before: index).contains { $0.hasPrefix("// long: ") })
    }
  }
}
