// SPDX-License-Identifier: Apache-2.0

package import PassDrawing

extension DisplayList {
  /// The sides of a pass beside each other, as one picture; what lies between them stays transparent.
  ///
  /// Each begins at a whole point, so that barcodes keep their whole pixels.
  package init(sideBySide sides: [DisplayList]) {
    let gap = 24.0
    self.init(width: 0, height: sides.map(\.height).max() ?? 0)
    for side in sides {
      let left = width == 0 ? 0 : (width + gap).rounded(.up)
      items += side.items.map { $0.moved(x: left, y: 0) }
      width = left + side.width
      // Both are of one pass, so the words of the first name the picture.
      if title.isEmpty { title = side.title }
      summary += side.summary
      language = language ?? side.language
    }
  }
}
