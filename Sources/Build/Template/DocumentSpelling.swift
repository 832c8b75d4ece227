// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON

/// The JSON text of a compiled document, cut into bytes that stay and places for rows: writing a
/// pass is copying, but for the few values that come from its row.
///
/// Gives the bytes `JSONWriter` gives of `CompiledDocument.resolved`.
struct DocumentSpelling: Sendable {
  /// What is known, before a row, of what stands before a member or element in its container.
  private enum Before {
    case nothing, something, unknown
  }

  private enum Piece: Sendable {
    case bytes([UInt8])
    /// A value that always stands.
    case value(FillIn)
    /// A value that may vanish, and its member's name with it.
    case optional(FillIn, name: [UInt8], comma: Comma)
    /// Goes on at another piece unless the condition holds.
    case skipUnless(Condition, to: Int)
    /// A comma where something stands before.
    case comma
    /// Whether something stands before, from here on.
    case stands(Bool)
  }

  private enum Comma: Sendable {
    case always, ifNeeded
  }

  private var pieces: [Piece] = []
  /// Bytes that the last piece will hold.
  private var pending: [UInt8] = []

  /// - Parameters:
  ///   - fillIns: by the node of the string they stand in.
  ///   - conditions: by the node of the object that stays while they hold.
  init(_ document: JSONDocument, fillIns: [Int: FillIn], conditions: [Int: Condition]) {
    var before = Before.nothing
    add(document.root, key: nil, &before, fillIns, conditions)
    flush()
  }

  /// The text of one pass.
  func bytes(with row: [Cell]) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(4096)
    var isSomethingBefore = false
    var index = 0
    while index < pieces.count {
      let piece = pieces[index]
      index += 1
      switch piece {
      case .bytes(let bytes): out.append(contentsOf: bytes)
      case .value(let fillIn): Self.write(fillIn.value(in: row)?.value ?? .empty, to: &out)
      case .optional(let fillIn, let name, let comma):
        guard let value = fillIn.value(in: row)?.value else { continue }
        if comma == .always || comma == .ifNeeded && isSomethingBefore {
          out.append(UInt8(ascii: ","))
        }
        isSomethingBefore = true
        out.append(contentsOf: name)
        Self.write(value, to: &out)
      case .skipUnless(let condition, let target):
        if !condition.holds(in: row) { index = target }
      case .comma: if isSomethingBefore { out.append(UInt8(ascii: ",")) }
      case .stands(let value): isSomethingBefore = value
      }
    }
    return out
  }

  private static func write(_ value: CellValue, to out: inout [UInt8]) {
    switch value {
    case .empty: out += "null".utf8
    case .text(let text), .date(let text), .file(let text):
      JSONWriter.writeString(text, to: &out)
    case .number(let spelling): out += spelling.utf8
    case .boolean(let value): out += (value ? "true" : "false").utf8
    case .json(let document): JSONWriter.write(document.root, to: &out)
    }
  }

  // MARK: Cutting, once

  private mutating func flush() {
    guard !pending.isEmpty else { return }
    pieces.append(.bytes(pending))
    pending = []
  }

  private mutating func add(_ piece: Piece) {
    flush()
    pieces.append(piece)
  }

  private mutating func addComma(_ before: Before) {
    switch before {
    case .nothing: break
    case .something: pending.append(UInt8(ascii: ","))
    case .unknown: add(.comma)
    }
  }

  /// The depth is bounded by the reader's nesting limit.
  private mutating func add(
    _ value: JSONValue, key: String?, _ before: inout Before, _ fillIns: [Int: FillIn],
    _ conditions: [Int: Condition]
  ) {
    var name: [UInt8] = []
    if let key {
      JSONWriter.writeString(key, to: &name)
      name.append(UInt8(ascii: ":"))
    }
    if let fillIn = fillIns[value.index] {
      if fillIn.isWhole, fillIn.fallback == nil {
        if before == .nothing { add(.stands(false)) }
        let comma: Comma = before == .something ? .always : .ifNeeded
        add(.optional(fillIn, name: name, comma: comma))
        if before != .something { before = .unknown }
      } else {
        addComma(before)
        pending += name
        add(.value(fillIn))
        before = .something
      }
      return
    }
    var jump: Int?
    if let condition = conditions[value.index] {
      if before == .nothing { add(.stands(false)) }
      flush()
      jump = pieces.count
      add(.skipUnless(condition, to: 0))
    }
    addComma(jump != nil && before == .nothing ? .nothing : before)
    pending += name
    addContent(of: value, fillIns, conditions)
    if let jump, case .skipUnless(let condition, _) = pieces[jump] {
      if before != .something {
        add(.stands(true))
        before = .unknown
      }
      flush()
      pieces[jump] = .skipUnless(condition, to: pieces.count)
    } else {
      before = .something
    }
  }

  private mutating func addContent(
    of value: JSONValue, _ fillIns: [Int: FillIn], _ conditions: [Int: Condition]
  ) {
    guard value.isObject || value.isArray else { return JSONWriter.write(value, to: &pending) }
    pending.append(UInt8(ascii: value.isObject ? "{" : "["))
    var before = Before.nothing
    for member in value.members where member.name != "$if" {
      add(member.value, key: member.name, &before, fillIns, conditions)
    }
    for element in value.elements { add(element, key: nil, &before, fillIns, conditions) }
    pending.append(UInt8(ascii: value.isObject ? "}" : "]"))
  }
}
