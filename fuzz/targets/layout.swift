// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassDrawing
import PassLocale
import PassModel

@testable import PassPreview

private let kit = (try? FontSet(.pinned)).map { PreviewKit(fonts: $0) }
// libFuzzer calls the target on one thread only.
nonisolated(unsafe) private let formatter = FoundationFormatter(locale: "en_US")

/// Draws untrusted passes. The first bytes select width, system, language and state. The rest is
/// pass.json.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let kit else { fatalError("there are no fonts") }
  let input = Input(start, count)
  guard input.bytes.count > 4 else { return 0 }
  let choice = input.bytes[..<4].map(Int.init)
  var report = Report()
  let pass = PassPackage.read(
    [PackagedFile(path: "pass.json", bytes: Array(input.bytes[4...]))], origin: .package,
    report: &report)
  guard pass.hasDocument else { return 0 }

  var settings = PreviewSettings(now: 1_767_225_600)
  settings.width = 343 + Double(choice[0] % 66)
  settings.system = IOSVersion([16, 17, 18, 26, 27][choice[1] % 5])
  settings.language = ["en", "de", "ar", "he", "tr", "ja"][choice[2] % 6]
  settings.state = [nil, .current, .expired, .voided][choice[3] % 4]
  let picture = PassPicture(pass, settings, formatter: formatter, kit: kit)
  for side in PreviewSide.allCases {
    let list = picture.list(side, report: &report)
    expect(list.width == settings.width, "a card is as wide as the screen says")
    expect(list.height > 0 && list.height <= 16_000, "a side has a height")
    check(list.items, of: list, isFront: side == .front)
    guard let svg = try? SVGWriter(text: .live).bytes(of: list) else { fatalError("no SVG") }
    expect(svg.allSatisfy { $0 >= 0x20 || $0 == 0x0A }, "no control characters in SVG")
    expect(
      ListWriter.bytes(of: list, side: side.rawValue)
        == ListWriter.bytes(of: picture.list(side, report: &report), side: side.rawValue),
      "the same boxes twice")
  }
  return 0
}

private func check(_ items: [DisplayItem], of list: DisplayList, isFront: Bool) {
  for item in items {
    switch item.shape {
    case .clip(_, _, let inner), .opacity(_, let inner), .group(let inner):
      check(inner, of: list, isFront: isFront)
    case .text(let text):
      let size = text.line.style.size
      expect(size >= 8 && size <= 66, "sizes are within those of the rows")
      guard let ink = text.ink else { continue }
      expect(
        ink.x >= -1 && ink.maxX <= list.width + 1 && ink.y >= -1 && ink.maxY <= list.height + 1,
        "texts lie on the card")
    case .barcode(let barcode):
      expect(
        barcode.box.x >= 0 && barcode.box.maxX <= list.width && barcode.box.y >= 0
          && barcode.box.maxY <= list.height, "codes lie on the card")
    case .rectangle, .fill, .stroke, .image: break
    }
  }
}
