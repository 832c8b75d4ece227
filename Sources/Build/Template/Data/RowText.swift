// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON

package enum CSVText {
  /// Returns a line with its end. Cells are quoted if they must be.
  package static func line(_ cells: [String], delimiter: UInt8) -> [UInt8] {
    var out: [UInt8] = []
    for (index, cell) in cells.enumerated() {
      if index > 0 { out.append(delimiter) }
      append(cell, delimiter: delimiter, to: &out)
    }
    out.append(0x0A)
    return out
  }

  static func append(_ cell: String, delimiter: UInt8, to out: inout [UInt8]) {
    let needsQuotes = cell.utf8.contains { byte in
      byte == delimiter || byte == 0x22 || byte == 0x0A || byte == 0x0D
    }
    let hasBlankEnds = cell.utf8.first == 0x20 || cell.utf8.last == 0x20
    guard needsQuotes || hasBlankEnds else {
      out += cell.utf8
      return
    }
    out.append(0x22)
    for byte in cell.utf8 {
      if byte == 0x22 { out.append(byte) }
      out.append(byte)
    }
    out.append(0x22)
  }
}

extension DataHeader {
  /// Returns the original line with more columns at its end, and with the line `sep=` before it.
  ///
  /// - Parameter left: columns of an earlier output to omit.
  package func written(adding columns: [String], without left: [String]) -> [UInt8] {
    var out = separatorLine + kept(bytes, offsets, without: left)
    for column in columns {
      out.append(delimiter)
      CSVText.append(column, delimiter: delimiter, to: &out)
    }
    return out + lineEnd
  }

  /// Returns the bytes of a line without the cells under some headers.
  fileprivate func kept(_ bytes: [UInt8], _ offsets: [Int], without left: [String]) -> [UInt8] {
    guard names.contains(where: left.contains) else { return bytes }
    var out: [UInt8] = []
    var isFirst = true
    for (index, offset) in offsets.enumerated() {
      if index < names.count, left.contains(names[index]) { continue }
      let end = index + 1 < offsets.count ? offsets[index + 1] - 1 : bytes.count
      if !isFirst { out.append(delimiter) }
      isFirst = false
      out += bytes[min(offset, end)..<end]
    }
    return out
  }
}

extension Row {
  /// Returns the original row with more cells at its end.
  ///
  /// If a row has too few or too many cells, so does the result. If its last quote is not closed,
  /// nothing is added.
  package func written(
    under header: DataHeader, adding values: [String], without left: [String]
  ) -> [UInt8] {
    var out =
      isRejected && spans.count != header.names.count
      ? bytes : header.kept(bytes, spans.map(\.offset), without: left)
    if !hasOpenQuote {
      for value in values {
        out.append(header.delimiter)
        CSVText.append(value, delimiter: header.delimiter, to: &out)
      }
    }
    return out + header.lineEnd
  }

  /// Whether the quote that opens the last cell is not closed.
  private var hasOpenQuote: Bool {
    guard isRejected, let last = spans.last, last.kind != .plain else { return false }
    // The content of a closed cell ends before its quote.
    return Int(last.end) == bytes.count
  }

  /// Returns a line of JSON with more members. A line that is not an object is not changed.
  package func written(adding members: [(name: String, value: String)]) -> [UInt8] {
    guard let document else { return bytes + [0x0A] }
    var builder = JSONBuilder(reserving: document.nodes.count + 2 * members.count)
    builder.begin(.object, origin: .none)
    for member in document.root.members
    where !members.contains(where: { $0.name == member.name }) {
      builder.key(member.name)
      builder.copy(member.value)
    }
    for member in members {
      builder.key(member.name)
      builder.string(member.value)
    }
    builder.end()
    return JSONWriter.bytes(of: builder.document().root) + [0x0A]
  }

  /// Returns the values of some members as strings, objects and arrays as JSON.
  package func texts(ofMembers names: [String]) -> [String] {
    names.map { name in
      guard let value = document?.root[name] else { return "" }
      switch value.kind {
      case .null: return ""
      case .string: return value.string ?? ""
      default: return String(decoding: JSONWriter.bytes(of: value), as: UTF8.self)
      }
    }
  }
}
