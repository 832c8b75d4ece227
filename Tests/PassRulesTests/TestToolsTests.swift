// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassDiagnostics
import PassModel
import PassRules
import PassTesting
import Testing

/// Tests of the test helpers, because a golden comparison that never fails is useless.
struct TestToolsTests {
  @Test func goldenIsWrittenOnceAndComparedAfterwards() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("passc-golden-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let test = folder.appendingPathComponent("ATests.swift").path
    let isUpdate = ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1"
    #expect((Golden.difference(of: "a\nb\n", from: "x.txt", beside: test) == nil) == isUpdate)
    #expect(Golden.difference(of: "a\nb\n", from: "x.txt", beside: test) == nil)
    let changed = Golden.difference(of: "a\nc\n", from: "x.txt", beside: test)
    #expect(isUpdate ? changed == nil : changed?.contains("x.txt:2 differs") == true)
    #expect(Golden.unused(except: [], beside: test) == ["x.txt"])
    #expect(Golden.unused(except: ["x.txt"], beside: test).isEmpty)
  }

  @Test(arguments: [(1, 1), (7, 3), (2000, 300)])
  func plainPNGsAreWhole(_ width: Int, _ height: Int) throws {
    let header = try PNGHeader.read(PNGImage.plain(width: width, height: height)).get()
    #expect(header.widthInPixels == width)
    #expect(header.heightInPixels == height)
    #expect(header.errors.isEmpty)
    #expect(header.trailingBytes == 0)
  }

  @Test func generatorRepeatsItself() {
    var one = SplitMix64(seed: 7)
    var other = SplitMix64(seed: 7)
    var third = SplitMix64(seed: 8)
    let first = (0..<5).map { _ in one.next() }
    #expect(first == (0..<5).map { _ in other.next() })
    #expect(first != (0..<5).map { _ in third.next() })
  }

  @Test func exampleThatRemovesNothingIsRefused() {
    #expect(throws: BrokenExample.self) { try SamplePass(.without("iconn.png")) }
    #expect(throws: BrokenExample.self) { try SamplePass(.json("{")) }
  }

  @Test(
    arguments: [
      ("1970-01-01", 0), ("2024-02-29", 1_709_164_800), ("2026-01-01", 1_767_225_600),
      ("2100-03-01", 4_107_542_400),
    ] as [(String, Int64)])
  func settingsOfTheDayAreMidnightUTC(_ date: String, _ seconds: Int64) throws {
    #expect(try SamplePass(.json("{}", .today(date))).context.today == seconds)
  }
}
