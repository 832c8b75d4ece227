// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import Testing

@testable import PassJSON

/// Tests the lines of `passc explain` for JSON, read as files.
struct ShownLinesTests {
  /// Text around the lines that makes them a file.
  private static let frames: [String: (before: String, after: String)] = [
    "json.syntax.invalid": ("{", "}"), "json.text.truncated": ("", ""),
    "json.comma.trailing": ("{", "}"), "json.comment.present": ("", ""),
    "json.member.duplicate": ("{", "\"end\": 1}"), "json.string.loneSurrogate": ("{", "}"),
    "json.string.controlCharacter": ("{", "}"), "json.string.invalidEscape": ("{", "}"),
    "json.number.notFinite": ("{", "}"), "json.number.invalid": ("{", "}"),
    "json.text.trailingBytes": ("{", ""),
  ]

  @Test(arguments: frames.keys.sorted())
  func theLinesAreWrongAndRight(_ code: String) throws {
    let shown = try #require(JSONFindings.all.first { $0.code == code }?.shown)
    let frame = try #require(Self.frames[code])
    #expect(codes(frame.before + shown.wrong + frame.after) == [code], "\(shown.wrong)")
    #expect(codes(frame.before + shown.right + frame.after) == [], "\(shown.right)")
  }

  private func codes(_ text: String) -> [String] { read(text).diagnostics.map(\.code) }
}
