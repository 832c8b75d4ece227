// SPDX-License-Identifier: Apache-2.0

import PassDrawing
import Testing

struct GeometryTests {
  @Test func putsACircleWithinThreeTenThousandthsOfItsRadius() throws {
    let path = Path.circle(centre: Point(10, 20), radius: 5)
    let box = try #require(path.bounds)
    #expect(abs(box.x - 5) < 1e-9 && abs(box.y - 15) < 1e-9)
    #expect(abs(box.width - 10) < 1e-9 && abs(box.height - 10) < 1e-9)
  }

  @Test func roundsTheCornersOfARectangleNoFurtherThanItsMiddle() throws {
    let box = Rect(x: 1, y: 2, width: 30, height: 10)
    let bounds = try #require(Path.rectangle(box, radius: 100).bounds)
    #expect(abs(bounds.x - 1) < 1e-9 && abs(bounds.maxX - 31) < 1e-9)
    #expect(abs(bounds.y - 2) < 1e-9 && abs(bounds.maxY - 12) < 1e-9)
  }
}
