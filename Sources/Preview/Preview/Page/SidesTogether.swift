// SPDX-License-Identifier: Apache-2.0

package import PassDrawing

extension DisplayList {
  /// Puts the sides of a pass next to each other in one image. The gap is transparent.
  ///
  /// Each side begins at a whole point, so that barcodes keep whole pixels.
  package init(sideBySide sides: [DisplayList]) {
    let gap = 24.0
    self.init(width: 0, height: sides.map(\.height).max() ?? 0)
    for side in sides {
      let left = width == 0 ? 0 : (width + gap).rounded(.up)
      items += side.items.map { $0.moved(x: left, y: 0) }
      width = left + side.width
      // The sides belong to one pass, so the first title is enough.
      if title.isEmpty { title = side.title }
      summary += side.summary
      language = language ?? side.language
    }
  }
}
