// SPDX-License-Identifier: Apache-2.0

package import PassDrawing

extension DisplayItem {
  /// Returns the item moved on the page.
  package func moved(x: Double, y: Double) -> DisplayItem {
    func point(_ point: Point) -> Point { Point(point.x + x, point.y + y) }
    func paint(_ paint: Paint) -> Paint {
      guard case .gradient(let from, let to, let stops) = paint else { return paint }
      return .gradient(from: point(from), to: point(to), stops: stops)
    }
    func all(_ items: [DisplayItem]) -> [DisplayItem] { items.map { $0.moved(x: x, y: y) } }
    switch shape {
    case .rectangle(let box, let radius, let colour):
      return DisplayItem(
        .rectangle(box.moved(x: x, y: y), radius: radius, paint(colour)), role: role)
    case .fill(let path, let isEvenOdd, let colour):
      return DisplayItem(
        .fill(path.mapped(point), isEvenOdd: isEvenOdd, paint(colour)), role: role)
    case .stroke(let path, let width, let colour):
      return DisplayItem(.stroke(path.mapped(point), width: width, colour), role: role)
    case .image(var image):
      image.box = image.box.moved(x: x, y: y)
      return DisplayItem(.image(image), role: role)
    case .text(var text):
      text.origin = point(text.origin)
      return DisplayItem(.text(text), role: role)
    case .barcode(var barcode):
      barcode.box = barcode.box.moved(x: x, y: y)
      return DisplayItem(.barcode(barcode), role: role)
    case .clip(let path, let isEvenOdd, let items):
      return DisplayItem(.clip(path.mapped(point), isEvenOdd: isEvenOdd, all(items)), role: role)
    case .opacity(let value, let items):
      return DisplayItem(.opacity(value, all(items)), role: role)
    case .group(let items): return DisplayItem(.group(all(items)), role: role)
    }
  }
}
