// SPDX-License-Identifier: Apache-2.0

/// Issued passes as CSV (RFC 4180, UTF-8, LF), for spreadsheets and bulk loads.
enum LedgerCSV {
  private static let columns = [
    "pass_type", "serial", "file", "entry", "sha256", "size", "time", "run",
  ]

  static func header(withTokens: Bool) -> [UInt8] {
    line(columns + (withTokens ? ["token"] : []))
  }

  static func line(_ pass: LedgerPass, withTokens: Bool) -> [UInt8] {
    var cells = [
      pass.passType, pass.serial, pass.file?.fullPath ?? "", pass.file?.entry ?? "",
      pass.bundle?.hex ?? "", pass.bundleSize.map { String($0) } ?? "",
      LedgerTime.text(pass.time), String(pass.run),
    ]
    if withTokens { cells.append(pass.token ?? "") }
    return line(cells)
  }

  private static func line(_ cells: [String]) -> [UInt8] {
    var bytes: [UInt8] = []
    for (index, cell) in cells.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      write(cell, to: &bytes)
    }
    bytes.append(0x0A)
    return bytes
  }

  private static func write(_ cell: String, to bytes: inout [UInt8]) {
    let quote = UInt8(ascii: "\"")
    let needsQuotes = cell.utf8.contains {
      $0 == quote || $0 == UInt8(ascii: ",") || $0 == 0x0A || $0 == 0x0D
    }
    guard needsQuotes || cell.utf8.first == 0x20 || cell.utf8.last == 0x20 else {
      bytes += cell.utf8
      return
    }
    bytes.append(quote)
    for byte in cell.utf8 {
      if byte == quote { bytes.append(quote) }
      bytes.append(byte)
    }
    bytes.append(quote)
  }
}
