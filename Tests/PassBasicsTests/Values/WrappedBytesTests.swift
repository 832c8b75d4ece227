// SPDX-License-Identifier: Apache-2.0

import PassBasics
import Testing

/// The text forms of the same zip archive.
private let forms: [(String, WrappedBytes.Form)] = [
  ("UEsDBBQAAAAIAABgIVpLs7", .base64), ("\r\nUEsD\nBBQA\nAAAI\n", .base64),
  ("\u{FEFF}UEsDBBQAAAAIAABg", .base64), ("\"UEsDBBQAAAAIAABgIVpLs7\"", .quotedBase64),
  ("data:application/vnd.apple.pkpass;base64,UEsDBBQAAAAIAABg", .dataURI),
  ("\"data:;base64,UEsDBBQAAAAIAABg\"", .dataURI),
  (#"{"statusCode": 200, "isBase64Encoded": true, "body": "UEsDBBQAAAAI"}"#, .member("body")),
  (#"{"pass":"UEsDBBQ\nAAAAIAABg"}"#, .member("pass")),
  (#"{"file":{"content":"data:application/zip;base64,UEsDBBQA"}}"#, .member("content")),
  (#"{"a b":"UEsDBBQAAAAI"}"#, .member("a member")),
  (#"{"type": "Buffer", "data": [80, 75, 3, 4, 20, 0]}"#, .buffer),
  (#"{"type":"Buffer","data":[80,75,3,4,20]}"#, .buffer),
  (#"{"data":{"type":"Buffer","data":[80,75,3,4,20]}}"#, .buffer),
  ("[80,75,3,4,20,0,0]", .numbers), ("80,75,3,4,20,0,0", .numbers),
  (#"{"0":80,"1":75,"2":3,"3":4,"4":20}"#, .numbers),
  (#""PK\u0003\u0004\u0014""#, .escaped), (#"b'PK\x03\x04\x14\x00'"#, .python),
  ("504B030414000000", .hex), (#"\x504b0304140000"#, .hex), ("0x504b0304140000", .hex),
]

struct WrappedBytesTests {
  private static func isZip(_ start: [UInt8]) -> Bool { start.starts(with: [0x50, 0x4B, 3, 4]) }

  @Test(arguments: forms)
  func recognizesTheForm(_ text: String, _ form: WrappedBytes.Form) throws {
    let found = try #require(WrappedBytes(Array(text.utf8), where: Self.isZip))
    #expect(found.form == form)
    #expect(found.description(of: "a zip archive").contains("a zip archive"))
    #expect(!found.help.isEmpty)
  }

  @Test(arguments: [
    "", "{}", "[]", "\"", "{\"message\":\"not found\"}", "UEs", "[80,75]", "PK", "hello world",
    "{\"type\":\"Buffer\"}", "data:text/plain,UEsDBBQA", "b'", "\\x", "[256,75,3,4]", "{\"\":\"",
  ])
  func leavesOtherTextAlone(_ text: String) {
    #expect(WrappedBytes(Array(text.utf8), where: Self.isZip) == nil)
  }
}
