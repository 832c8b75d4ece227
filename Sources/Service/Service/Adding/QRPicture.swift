// SPDX-License-Identifier: Apache-2.0

import PassBarcode
import PassBasics
import PassModel

enum QRPicture {
  /// Width of the quiet zone in modules (ISO/IEC 18004).
  private static let border = 4

  /// Returns an SVG with the QR code of a string, black on white in light and dark mode. Returns
  /// nil if the string is too long.
  static func svg(of text: String, named name: String) -> String? {
    guard case .success(let symbol) = BarcodeSymbol.encode(Array(text.utf8), as: .qr) else {
      return nil
    }
    let size = symbol.columns + 2 * border
    var path = ""
    for (row, runs) in symbol.rows.enumerated() {
      for run in runs {
        path += "M\(run.lowerBound + border) \(row + border)h\(run.count)v1h-\(run.count)z"
      }
    }
    return """
      <svg class="code" role="img" aria-label="\(XMLText.escaped(name))" viewBox="0 0 \(size) \(size)" \
      shape-rendering="crispEdges"><path fill="#fff" d="M0 0h\(size)v\(size)h-\(size)z"/>\
      <path fill="#000" d="\(path)"/></svg>
      """
  }
}
