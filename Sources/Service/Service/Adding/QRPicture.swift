// SPDX-License-Identifier: Apache-2.0

import PassBarcode
import PassBasics
import PassModel

/// A QR code as a picture inside a page.
enum QRPicture {
  /// How many modules stay white around it, by ISO/IEC 18004.
  private static let border = 4

  /// SVG of the code of a text, dark on white whatever the page is; nil where it does not fit.
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
