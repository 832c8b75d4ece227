// SPDX-License-Identifier: Apache-2.0

import PassModel

/// The images of a new template: a symbol for each style on a gradient of the pass's colours.
struct StarterArtwork {
  let style: StarterStyle
  /// The colours that the user chose. Nil for those of the style.
  var palette: StarterPalette?

  var background: StarterColour { palette?.background ?? colours.0 }
  var shade: StarterColour { palette?.shade ?? colours.1 }
  var label: StarterColour { palette?.label ?? colours.2 }
  /// The colour of values and of the logo.
  var foreground: StarterColour { palette?.foreground ?? .white }

  private var colours: (StarterColour, StarterColour, StarterColour) {
    switch style {
    case .coupon: (StarterColour(0xA83232), StarterColour(0x6B1530), StarterColour(0xFFD9A8))
    case .eventTicket, .posterEventTicket:
      (StarterColour(0x46308C), StarterColour(0x1A1544), StarterColour(0xF6B5D4))
    case .boardingPass, .semanticBoardingPass:
      (StarterColour(0x0B6694), StarterColour(0x083A61), StarterColour(0xBDE7FF))
    case .generic, .posterGeneric:
      (StarterColour(0x2A4C70), StarterColour(0x14273F), StarterColour(0xA9D6F5))
    case .storeCard: (StarterColour(0x116355), StarterColour(0x093935), StarterColour(0xF7D98B))
    }
  }

  /// The images that Wallet shows for the style, with sizes in points, icon first.
  private var slots: [(slot: ImageSlot, width: Int, height: Int)] {
    let common: [(ImageSlot, Int, Int)] = [(.icon, 38, 38), (.logo, 50, 50)]
    return switch style {
    case .storeCard, .coupon: common + [(.strip, 375, 144)]
    case .eventTicket: common + [(.background, 180, 220), (.thumbnail, 90, 90)]
    case .boardingPass, .semanticBoardingPass: common + [(.footer, 286, 15)]
    case .generic: common + [(.thumbnail, 90, 90)]
    case .posterGeneric, .posterEventTicket:
      common + [(.thumbnail, 90, 90), (.artwork, 358, 448)]
    }
  }

  /// Every image at every scale.
  var files: [(path: String, bytes: [UInt8])] {
    slots.flatMap { image in
      ImageSlot.Scale.allCases.map { scale in
        (image.slot.fileName(scale), drawn(image, scale))
      }
    }
  }

  /// Returns the image with a file name, or nil if there is none.
  func file(_ path: String) -> [UInt8]? {
    guard let (slot, scale) = ImageSlot.slot(forFileName: path),
      let image = slots.first(where: { $0.slot == slot })
    else { return nil }
    return drawn(image, scale)
  }

  private func drawn(
    _ image: (slot: ImageSlot, width: Int, height: Int), _ scale: ImageSlot.Scale
  ) -> [UInt8] {
    var canvas = StarterCanvas(width: image.width, height: image.height, scale: scale.rawValue)
    draw(image.slot, Double(image.width), Double(image.height), on: &canvas)
    return canvas.png
  }

  private func draw(
    _ slot: ImageSlot, _ width: Double, _ height: Double, on canvas: inout StarterCanvas
  ) {
    let middle = (x: width / 2, y: height / 2)
    switch slot {
    case .logo:
      canvas.draw(.placed(mark, x: middle.x, y: middle.y, scale: 19), foreground)
    case .icon, .thumbnail:
      canvas.fill(from: background, to: shade)
      canvas.draw(
        .placed(mark, x: middle.x, y: middle.y, scale: width * 0.31),
        slot == .icon ? foreground : label
      )
    case .strip:
      canvas.fill(from: background, to: shade)
      canvas.draw(.circle(x: width * 0.93, y: height * 0.2, radius: 120), label, opacity: 0.10)
      canvas.draw(.circle(x: width * 0.78, y: height * 1.05, radius: 84), label, opacity: 0.10)
      // Wallet writes a name across the upper two thirds, and a label below at the left.
      canvas.draw(.placed(mark, x: width * 0.86, y: height * 0.82, scale: 20), label)
    case .background:
      canvas.fill(from: background, to: shade)
      canvas.draw(.circle(x: width, y: 20, radius: 110), label, opacity: 0.16)
      canvas.draw(.circle(x: 10, y: height, radius: 90), label, opacity: 0.12)
      canvas.draw(.placed(mark, x: middle.x, y: middle.y, scale: 64), label, opacity: 0.22)
    case .artwork:
      // Texts are at the top, and on the lowest quarter. A generic poster has its barcode above.
      canvas.fill(from: background, to: shade)
      canvas.draw(.circle(x: width * 0.96, y: height * 0.12, radius: 150), label, opacity: 0.12)
      canvas.draw(.circle(x: width * 0.04, y: height * 0.62, radius: 120), label, opacity: 0.10)
      let isHigh = style == .posterGeneric
      canvas.draw(
        .placed(mark, x: middle.x, y: height * (isHigh ? 0.27 : 0.42), scale: isHigh ? 46 : 92),
        label, opacity: 0.85)
    case .footer:
      // A line from stop to stop.
      let stops = [8.0, middle.x, width - 8].map {
        StarterShape.ring(x: $0, y: middle.y, radius: 4.5, width: 2)
      }
      let tracks = [(16.0, middle.x - 8), (middle.x + 8, width - 16)].map {
        StarterShape.line(from: ($0.0, middle.y), to: ($0.1, middle.y), radius: 1)
      }
      canvas.draw(.union(stops + tracks), label, opacity: 0.8)
    default: break
    }
  }

  // MARK: Symbols, with coordinates from -1 to 1

  private var mark: StarterShape {
    switch style {
    case .storeCard: flower
    case .coupon: percent
    case .eventTicket, .posterEventTicket: ticket
    case .boardingPass: train
    case .semanticBoardingPass: plane
    case .generic, .posterGeneric: person
    }
  }

  private var flower: StarterShape {
    let petals = stride(from: 45.0, to: 360, by: 90).map { angle in
      StarterShape.turned(
        .placed(.leaf(length: 1.0, radius: 0.58), x: 0, y: -0.62, scale: 1), angle)
    }
    return .union(petals + [.circle(x: 0, y: 0, radius: 0.13)])
  }

  private var percent: StarterShape {
    .union([
      .ring(x: -0.5, y: -0.5, radius: 0.32, width: 0.22),
      .ring(x: 0.5, y: 0.5, radius: 0.32, width: 0.22),
      .line(from: (-0.62, 0.72), to: (0.62, -0.72), radius: 0.12),
    ])
  }

  private var ticket: StarterShape {
    let notches = StarterShape.union([
      .circle(x: 0.42, y: -0.62, radius: 0.2), .circle(x: 0.42, y: 0.62, radius: 0.2),
      .circle(x: 0.42, y: -0.2, radius: 0.055), .circle(x: 0.42, y: 0, radius: 0.055),
      .circle(x: 0.42, y: 0.2, radius: 0.055),
      .placed(.turned(star, 18), x: -0.3, y: 0, scale: 0.34),
    ])
    let paper = StarterShape.box(x: 0, y: 0, halfWidth: 1, halfHeight: 0.62, radius: 0.14)
    return .turned(.difference(paper, notches), -18)
  }

  private var star: StarterShape {
    // Cosine and sine of a tenth of a turn, so that no table of angles is needed.
    var corners: [(Double, Double)] = []
    var (x, y) = (0.0, -1.0)
    for index in 0..<10 {
      let radius = index % 2 == 0 ? 1.0 : 0.42
      corners.append((x * radius, y * radius))
      (x, y) = (x * 0.809_017 - y * 0.587_785, x * 0.587_785 + y * 0.809_017)
    }
    return .polygon(corners)
  }

  private var person: StarterShape {
    let shoulders = StarterShape.intersection(
      .circle(x: 0, y: 1.02, radius: 0.86),
      .box(x: 0, y: 0.42, halfWidth: 1, halfHeight: 0.42, radius: 0.12))
    return .union([.circle(x: 0, y: -0.42, radius: 0.42), shoulders])
  }

  /// A train from the front, on rails.
  private var train: StarterShape {
    let cuts = StarterShape.union([
      .box(x: 0, y: -0.38, halfWidth: 0.42, halfHeight: 0.26, radius: 0.1),
      .circle(x: -0.31, y: 0.27, radius: 0.11), .circle(x: 0.31, y: 0.27, radius: 0.11),
    ])
    let body = StarterShape.box(x: 0, y: -0.16, halfWidth: 0.64, halfHeight: 0.76, radius: 0.28)
    return .union([
      .difference(body, cuts), .line(from: (-0.36, 0.68), to: (-0.6, 0.96), radius: 0.07),
      .line(from: (0.36, 0.68), to: (0.6, 0.96), radius: 0.07),
      .line(from: (-0.44, 0.82), to: (0.44, 0.82), radius: 0.06),
    ])
  }

  private var plane: StarterShape {
    .difference(
      .polygon([(0.92, -0.92), (0.28, 0.92), (-0.08, 0.1), (-0.92, -0.28)]),
      .line(from: (0.92, -0.92), to: (-0.06, 0.12), radius: 0.055))
  }
}
