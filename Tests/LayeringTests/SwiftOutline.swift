// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The declarations and functions of a Swift file, read line by line.
///
/// That is enough for source that swift-format has laid out: one declaration a line, and a closing
/// brace under the line that opens.
struct SwiftOutline {
  /// A declaration that other modules see.
  struct Declaration {
    let line: Int
    let kind: String
    let name: String
    let isDocumented: Bool
    /// The type it is a member of; nil at the top of the file.
    let owner: String?
  }

  /// A function, initializer or computed property.
  struct Function {
    let line: Int
    let name: String
    let lineCount: Int
    /// The comment before it has a line that begins with `long:`.
    let saysWhyLong: Bool
  }

  /// A type, extension or protocol that is open at a line.
  private struct Scope {
    let indent: Int
    let kind: String
    let name: String
    let access: String?
  }

  private let lines: [Substring]

  init(_ text: String) {
    // Swift source that is written out stands in literals of several lines.
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

  /// What a line declares: access, modifiers, keyword, and the text behind the keyword.
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

  /// The `public` and `package` declarations, requirements of such protocols among them.
  var declarations: [Declaration] {
    var found: [Declaration] = []
    visit { index, head, scopes in
      guard head.keyword != "extension" else { return }
      let owner = scopes.last
      let inherited = owner.flatMap {
        ["protocol", "extension"].contains($0.kind) ? $0.access : nil
      }
      let access = head.access ?? inherited
      guard access == "public" || access == "package" else { return }
      found.append(
        Declaration(
          line: index + 1, kind: head.keyword, name: head.name,
          isDocumented: comment(before: index).contains { $0.hasPrefix("///") },
          owner: owner.flatMap { $0.name.isEmpty ? nil : $0.name }))
    }
    return found
  }

  /// The types and protocols each type names behind its colon, here and in extensions.
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

  /// The names of what each protocol asks for.
  var requirements: [String: Set<String>] {
    var found: [String: Set<String>] = [:]
    visit { _, head, scopes in
      guard let owner = scopes.last, owner.kind == "protocol" else { return }
      found[owner.name, default: []].insert(head.name)
    }
    return found
  }

  /// Calls with each declaration of a type or of a member; what stands inside functions is none.
  private func visit(_ body: (Int, Head, [Scope]) -> Void) {
    var scopes: [Scope] = []
    for (index, line) in lines.enumerated() {
      guard let first = line.first(where: { $0 != " " }) else { continue }
      let indent = line.prefix { $0 == " " }.count
      while let last = scopes.last, indent <= last.indent { scopes.removeLast() }
      // Members stand two columns inside their type; deeper is the body of a function.
      guard indent == (scopes.last.map { $0.indent + 2 } ?? 0) else { continue }
      let text = line.dropFirst(indent)
      if ["#if ", "#else"].contains(where: text.hasPrefix) {
        // What it holds stands two columns inside it and belongs to the type around it.
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

  /// A declaration up to its opening brace.
  private func header(at index: Int) -> String {
    var text = ""
    for line in lines[index...].prefix(8) {
      text += line + " "
      if let brace = text.firstIndex(of: "{") { return String(text[..<brace]) }
    }
    return text
  }

  /// The comment lines right before a line, attributes between them skipped, which may take several
  /// lines.
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

  /// Every function, from its first line to its closing brace.
  var functions: [Function] {
    lines.indices.compactMap { index in
      guard let head = Head(lines[index]),
        ["func", "init", "var", "subscript"].contains(head.keyword)
      else { return nil }
      let indent = lines[index].prefix { $0 == " " }
      var opening = index
      while !lines[opening].hasSuffix("{") {
        opening += 1
        // Without a body: a requirement, a stored property, one that fits on its line.
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
