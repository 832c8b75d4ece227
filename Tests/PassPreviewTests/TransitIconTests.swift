// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PassDrawing
@testable import PassPreview

/// Tests of the icons between the two ends of a journey.
struct TransitIconTests {
  /// The sizes are measured on a device.
  @Test(arguments: TransitIcon.allCases) func fillsItsSize(_ icon: TransitIcon) throws {
    let ink = try #require(GlyphOutline(icon.path).ink)
    #expect(abs(ink.x) < 0.15 && abs(ink.y) < 0.15, "\(ink)")
    #expect(
      abs(ink.maxX - icon.size.width) < 0.15 && abs(ink.maxY - icon.size.height) < 0.15, "\(ink)")
  }

  /// Windows, lights and the space between the rails are holes, and the boat has two windows.
  @Test(arguments: [
    (TransitIcon.air, 1), (.train, 6), (.bus, 5), (.boat, 5), (.generic, 1),
  ])
  func hasTheHolesOfTheDevice(_ icon: TransitIcon, _ count: Int) {
    let outlines = icon.path.steps.count { step in
      if case .close = step { return true }
      return false
    }
    #expect(outlines == count)
  }
}
