// SPDX-License-Identifier: Apache-2.0

import PassCrypto
import Testing

@testable import PassKeys

struct SigningLinesTests {
  @Test func asksAsTheProtocolSays() {
    let line = SigningLines.question(7, [0xAB, 0x01], .rsaPKCS1SHA256)
    #expect(
      String(decoding: line, as: UTF8.self)
        == #"{"id":7,"algorithm":"RSA-PKCS1-SHA256","digest":"ab01"}"# + "\n")
  }

  @Test(arguments: [
    (#"{"id":7,"signature":"AQID"}"#, 7, SigningResponse.signature([1, 2, 3])),
    (#" { "signature" : "AQID", "id" : 7, "more" : [1] } "#, 7, .signature([1, 2, 3])),
    (#"{"id":9,"error":"busy","retry":true}"#, 9, .rejected("busy", mayRepeat: true)),
    (#"{"id":9,"error":"no"}"#, 9, .rejected("no", mayRepeat: false)),
    (#"{"id":9,"error":"no","retry":false}"#, 9, .rejected("no", mayRepeat: false)),
  ])
  func reads(line: String, id: Int, answer: SigningResponse) throws {
    let read = try SigningLines.answer(Array(line.utf8))
    #expect(read.id == id)
    #expect(read.answer == answer)
  }

  static let unreadable: [[UInt8]] =
    [
      "", "null", "[]", "7", "{", "{}", "hello", #"{"id":7}"#, #"{"id":"7","signature":"AQID"}"#,
      #"{"id":7.5,"signature":"AQID"}"#, #"{"id":1e1,"signature":"AQID"}"#,
      #"{"id":99999999999999999999,"signature":"AQID"}"#, #"{"signature":"AQID"}"#,
      #"{"id":7,"signature":""}"#, #"{"id":7,"signature":null}"#, #"{"id":7,"signature":[1]}"#,
      #"{"id":7,"signature":"A_-D"}"#, #"{"id":7,"signature":"AQI"}"#,
      #"{"id":7,"signature":"AQ ID"}"#, #"{"id":7,"signature":"AQID","error":"both"}"#,
      #"{"id":7,"error":5}"#, #"{"id":7,"error":"x","retry":"yes"}"#,
      #"{"id":7,"id":8,"signature":"AQID"}"#, #"{"id":7,"signature":"AQID"},"#,
      #"{"id":7,"signature":"AQID"}{"id":8,"signature":"AQID"}"#, "\u{FEFF}{}",
    ].map { Array($0.utf8) }
    + [
      [0xFF, 0xFE], [0x00], Array(#"{"id":7,"error":""#.utf8) + [0xC3, 0x28] + Array(#""}"#.utf8),
    ]

  @Test(arguments: unreadable)
  func refuses(line: [UInt8]) {
    #expect(throws: SigningLines.SigningLineError.self) { try SigningLines.answer(line) }
  }
}
