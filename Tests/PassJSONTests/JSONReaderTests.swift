// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassTesting
import Testing

@testable import PassJSON

/// Reads a string. Returns the document and the diagnostics.
func read(
  _ text: String, mode: JSONReader.Mode = .strict
) -> (document: JSONDocument?, diagnostics: [Diagnostic]) {
  read(Array(text.utf8), mode: mode)
}

func read(
  _ bytes: [UInt8], mode: JSONReader.Mode = .strict
) -> (document: JSONDocument?, diagnostics: [Diagnostic]) {
  var report = Report()
  let document = JSONReader.read(bytes, name: "pass.json", mode: mode, report: &report)
  return (document, report.diagnostics)
}

func written(_ text: String) -> String? {
  read(text).document.map { String(decoding: JSONWriter.bytes(of: $0.root), as: UTF8.self) }
}

struct JSONReaderTests {
  @Test(arguments: [
    #"{}"#, #"[]"#, #"null"#, #"{"a":1,"b":[true,false,null,{}],"c":{"d":"e"}}"#,
    #"[1.50,-0,1e10,0.1E-7,12345678901234567890]"#, #"{"z":1,"a":2}"#, #""\u0001\n\"\\é😀""#,
    #"[[],[[]],{"a":[]}]"#,
  ])
  func writesBackWhatItRead(_ text: String) throws {
    let (document, diagnostics) = read(text)
    #expect(diagnostics.isEmpty)
    let root = try #require(document).root
    let once = String(decoding: JSONWriter.bytes(of: root), as: UTF8.self)
    #expect(once == text)
  }

  /// Swift treats these names as equal. Other programs treat them as two names.
  @Test(arguments: [2, 40])
  func takesTwoUnicodeFormsOfANameForTwoNames(_ count: Int) throws {
    let others = (2..<count).map { "\"k\($0)\":0," }.joined()
    let (document, diagnostics) = read("{\(others)\"\u{E9}\":1,\"e\u{301}\":2}")
    #expect(diagnostics.isEmpty, "\(diagnostics)")
    #expect(try #require(document).root.members.map(\.name).count == count)
    #expect(read("{\(others)\"\u{E9}\":1,\"\u{E9}\":2}").1.map(\.code) == ["json.member.duplicate"])
  }

  struct Fault: Sendable, CustomTestStringConvertible {
    let text: String
    let code: String
    let column: Int
    var testDescription: String { "\(code) in \(text.prefix(30))" }
  }

  @Test(arguments: [
    Fault(text: #"{"a":1,}"#, code: "json.comma.trailing", column: 7),
    Fault(text: #"[1,]"#, code: "json.comma.trailing", column: 3),
    Fault(text: #"[1, /* x */ 2]"#, code: "json.comment.present", column: 5),
    Fault(text: "[1] // end", code: "json.comment.present", column: 5),
    Fault(text: #"{"a":1,"b":2,"a":3}"#, code: "json.member.duplicate", column: 14),
    Fault(text: #"["\ud800"]"#, code: "json.string.loneSurrogate", column: 3),
    Fault(text: #"["\udc00\ud800x"]"#, code: "json.string.loneSurrogate", column: 3),
    Fault(text: "[NaN]", code: "json.number.notFinite", column: 2),
    Fault(text: "[-Infinity]", code: "json.number.notFinite", column: 2),
    Fault(text: "[01]", code: "json.number.invalid", column: 2),
    Fault(text: "[1.]", code: "json.number.invalid", column: 2),
    Fault(text: "[+1]", code: "json.number.invalid", column: 2),
    Fault(text: "[]x", code: "json.text.trailingBytes", column: 3),
    Fault(text: "[\"a\tb\"]", code: "json.string.controlCharacter", column: 4),
    Fault(text: #"["\x"]"#, code: "json.string.invalidEscape", column: 3),
    Fault(text: #"["\u12"]"#, code: "json.string.invalidEscape", column: 3),
    Fault(text: #"{"a" 1}"#, code: "json.syntax.invalid", column: 5),
    Fault(text: #"{a:1}"#, code: "json.syntax.invalid", column: 2),
    Fault(text: "", code: "json.syntax.invalid", column: 1),
    Fault(text: "[tru]", code: "json.syntax.invalid", column: 2),
    Fault(text: "[1 2]", code: "json.syntax.invalid", column: 3),
    Fault(text: "[1", code: "json.text.truncated", column: 3),
    Fault(text: #"["abc"#, code: "json.text.truncated", column: 2),
    Fault(text: String(repeating: "[", count: 513), code: "json.nesting.tooDeep", column: 513),
  ])
  func namesEachFaultAtItsPlace(_ fault: Fault) throws {
    let diagnostics = read(fault.text).diagnostics
    #expect(Set(diagnostics.map(\.code)) == [fault.code])
    let first = try #require(diagnostics.first)
    #expect(first.location?.line == 1)
    #expect(first.location?.column == fault.column)
    #expect(first.severity == .error)
  }

  @Test(arguments: [JSONReader.Mode.strict, .lenient])
  func aByteOrderMarkIsANote(_ mode: JSONReader.Mode) throws {
    let (document, diagnostics) = read("\u{FEFF}[]", mode: mode)
    #expect(document != nil)
    #expect(diagnostics.map(\.code) == ["json.encoding.byteOrderMark"])
    let note = try #require(diagnostics.first)
    #expect(note.severity == .note)
    #expect(note.location?.column == 1)
  }

  @Test func reportsEveryFaultOfOneTextInOneRun() {
    let codes = read("{\"a\": NaN, \"b\": 01, \"a\": \"\\ud800\", /**/}").diagnostics.map(\.code)
    #expect(
      Set(codes) == [
        "json.number.notFinite", "json.number.invalid", "json.member.duplicate",
        "json.string.loneSurrogate", "json.comment.present", "json.comma.trailing",
      ])
  }

  @Test(arguments: ["{\"a\":[1,],}", "/**/[1]"])
  func readsOnLenientlyInOtherPeoplesBundles(_ text: String) {
    let (document, diagnostics) = read(text, mode: .lenient)
    #expect(document != nil)
    #expect(!diagnostics.isEmpty)
    #expect(diagnostics.allSatisfy { $0.severity == .warning })
  }

  @Test(arguments: [true, false])
  func readsUTF16WithOrWithoutMark(_ hasMark: Bool) throws {
    for isBigEndian in [true, false] {
      let units = (hasMark ? [0xFEFF] : []) + Array("{\"a\":\"é😀\"}".utf16)
      let bytes = units.flatMap { unit -> [UInt8] in
        let pair = [UInt8(unit >> 8), UInt8(unit & 255)]
        return isBigEndian ? pair : pair.reversed()
      }
      let (document, diagnostics) = read(bytes, mode: .lenient)
      #expect(diagnostics.map(\.code) == ["json.encoding.utf16"])
      #expect(try #require(document).root["a"]?.string == "é😀")
    }
  }

  @Test func countsLinesAndColumnsInBytes() throws {
    let diagnostics = read("{\n  \"é\": 1,\r\n  \"b\": NaN\n}").diagnostics
    let location = try #require(diagnostics.first?.location)
    #expect(location.line == 3)
    #expect(location.column == 8)
  }

  @Test func acceptsExactlyTheNestingLimit() {
    let text = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    #expect(read(text).diagnostics.isEmpty)
    #expect(written(text) == text)
  }

  @Test func keepsSpellingOfNumbersAndOrderOfMembers() throws {
    let root = try #require(read(#"{"b":1.10,"a":1e2}"#).document).root
    #expect(root.members.map(\.name) == ["b", "a"])
    #expect(root["b"]?.number?.spelling == "1.10")
    #expect(root["a"]?.number?.integer == 100)
    #expect(root["b"]?.number?.integer == nil)
  }

  @Test func knowsThePointerOfEveryValue() throws {
    let root = try #require(read(#"{"a":{"b/c":[1,{"d~":2}]},"e":3}"#).document).root
    let deep = try #require(root.at("/a/b~1c/1/d~0"))
    #expect(deep.number?.integer == 2)
    #expect(deep.pointer == "/a/b~1c/1/d~0")
    #expect(root["e"]?.pointer == "/e")
    #expect(root.pointer == "")
    #expect(root.at("/a/b~1c/7") == nil)
  }

  @Test(arguments: [1, 2, 3, 4])
  func neverTrapsOnBrokenText(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let sample = Array(
      #"{"a":[1,-2.5e3,"x\u00e9\ud83d\ude00",null,true],"b":{"c":"é😀"},"d":NaN,/*x*/}"#.utf8)
    for _ in 0..<5_000 {
      var bytes = sample
      switch random.next() % 3 {
      case 0: bytes = Array(bytes.prefix(Int(random.next() % UInt64(bytes.count))))
      case 1:
        for _ in 0...(random.next() % 4) {
          bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
        }
      default:
        bytes = (0..<Int(random.next() % 64)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      }
      let (document, diagnostics) = read(bytes, mode: .lenient)
      if let document {
        // A document that was read can be written and read again without errors.
        let again = read(JSONWriter.bytes(of: document.root))
        #expect(
          again.diagnostics.isEmpty || diagnostics.contains { $0.code == "json.member.duplicate" })
      } else {
        #expect(diagnostics.contains { $0.severity == .error })
      }
    }
  }
}

struct JSONMergePatchTests {
  @Test(arguments: [
    (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
    (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
    (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
    (#"{"a":["b"]}"#, #"{"a":["c"]}"#, #"{"a":["c"]}"#),
    (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
    (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
    (#"[1,2]"#, #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
    (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
    (#"{}"#, #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
  ])
  func followsTheExamplesOfRFC7396(_ base: String, _ patch: String, _ result: String) throws {
    let merged = JSONMergePatch.merged(
      try #require(read(base).document).root, try #require(read(patch).document).root)
    #expect(String(decoding: JSONWriter.bytes(of: merged.root), as: UTF8.self) == result)
  }
}

/// Tests that pointers into large documents use a table made once.
struct LargeDocumentTests {
  private static func document(_ text: String) throws -> JSONDocument {
    var report = Report()
    let document = JSONReader.read(Array(text.utf8), name: "a.json", report: &report)
    return try #require(document)
  }

  @Test func pointersLeadBackToTheirValues() throws {
    let item = #"{"a/b":[1,[2,{"~":[]}]],"c":{}}"#
    let text = "[" + [String](repeating: item, count: 600).joined(separator: ",") + "]"
    let document = try Self.document(text)
    #expect(document.nodes.count > 4096)
    for index in document.nodes.indices where document.nodes[index].kind != .key {
      let pointer = document.value(index).pointer
      #expect(document.root.at(pointer)?.index == index, "\(pointer)")
    }
    let member = try #require(document.root.element(599)?.member("c"))
    #expect(member.place.pointer == "/599/c")
  }

  /// Once each pointer needed a walk through the whole document.
  @Test func aThousandPointersIntoALongListAreFoundQuickly() throws {
    let document = try Self.document("[" + String(repeating: "1,", count: 150_000) + "1]")
    let time = ProcessorTime.ofThread {
      for index in 149_000..<150_000 {
        #expect(document.value(index).pointer == "/\(index - 1)")
      }
    }
    #expect(time < .seconds(3))
  }
}
