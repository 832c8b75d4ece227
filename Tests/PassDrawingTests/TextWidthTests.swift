// SPDX-License-Identifier: Apache-2.0

import PassDrawing
import Testing

/// Tests that text is as long as on a device: ends of text measured on screenshots of an iPhone
/// with three pixels per point.
struct TextWidthTests {
  struct Measured: CustomTestStringConvertible, Sendable {
    let text: String
    let weight: FontWeight
    let size: Double
    let left: Double
    let right: Double
    var testDescription: String { "\(text) \(weight.rawValue) \(size)" }

    init(_ text: String, _ weight: FontWeight, _ size: Double, _ left: Double, _ right: Double) {
      self.text = text
      self.weight = weight
      self.size = size
      self.left = left
      self.right = right
    }
  }

  static let measured = [
    Measured("ASFG", .semibold, 11, 313.3, 342.0), Measured("fdhs", .regular, 21, 303.3, 342.3),
    Measured("Paris", .light, 25, 294.0, 342.0), Measured("BB", .light, 13, 327.7, 342.3),
    Measured("And it's value", .regular, 19, 230.3, 342.3),
    Measured("This is just test", .regular, 16, 15.7, 123.0),
    Measured("To test alignment", .regular, 16, 152.7, 276.3),
    Measured("Right", .regular, 16, 306.3, 342.3),
    Measured("POCET OBJEDNAVEK", .semibold, 11, 16.0, 131.0),
    Measured("OBJ. CELKEM", .semibold, 11, 268.7, 342.0),
  ]

  @Test(arguments: measured) func isAsLongAsOnTheDevice(_ measured: Measured) throws {
    let line = try Fonts.pinned().line(measured.text, TextStyle(measured.weight, measured.size))
    let ink = try #require(line.ink)
    let difference = ink.width - (measured.right - measured.left)
    #expect(abs(difference) <= 1.5, "ink is \(ink.width) wide, \(difference) too much")
  }
}

/// The fonts of all tests, opened once.
enum Fonts {
  private static let shared = Result { try FontSet(.pinned) }
  static func pinned() throws -> FontSet { try shared.get() }
}
