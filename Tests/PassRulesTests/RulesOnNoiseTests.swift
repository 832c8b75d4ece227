// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel
import PassRules
import PassTesting
import Testing

/// Tests of rules with untrusted content.
struct RulesOnNoiseTests {
  /// A pass with values for every rule.
  static let rich = """
    {"nfc": {"message": "A", "encryptionPublicKey": "AAAA", "requiresAuthentication": true},
     "webServiceURL": "https://example.com/v1/", "authenticationToken": "0123456789abcdef",
     "barcode": {"format": "PKBarcodeFormatCode128", "message": "ü", "messageEncoding": "gbk"},
     "barcodes": [
       {"format": "PKBarcodeFormatEAN13", "message": "4006381333931", "messageEncoding": "utf8"},
       {"format": "PKBarcodeFormatCodabar", "message": "A1B", "messageEncoding": "utf-16"}],
     "locations": [{"latitude": 1, "longitude": 2, "relevantText": "here"}],
     "semantics": {"seats": [{"seatRow": "1"}], "eventName": "x"},
     "eventTicket": {"auxiliaryFields": [{"key": "a", "label": "L", "value": 1.5}]}}
    """

  static func sample() throws -> SamplePass {
    var sample = SamplePass()
    try sample.apply(patch: rich)
    sample.files["personalization.json"] = Array(
      #"{"description": "d", "requiredPersonalizationFields": ["x", 1]}"#.utf8)
    sample.files["de.lproj/pass.strings"] = Array(#""NAME" = "Name"; "L" = "%@";"#.utf8)
    sample.files["fr_FR.lproj/pass.strings"] = Array(#""NUMBER" = "No"; /* x */"#.utf8)
    sample.files["strip@2x.png"] = PNGImage.plain(width: 9, height: 9)
    for name in ["logo.png", "logo@2x.png", "logo@3x.png", "icon@2x.png", "icon@3x.png"] {
      sample.files[name] = nil
    }
    return sample
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func neverTrapOnFlippedAndCutFiles(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let base = try Self.sample()
    let paths = base.files.keys.sorted()
    for _ in 0..<250 {
      var sample = base
      let path = paths[Int.random(in: 0..<paths.count, using: &random)]
      var bytes = sample.files[path] ?? []
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
      case 1:
        for _ in 0..<3 where !bytes.isEmpty {
          let index = Int.random(in: 0..<bytes.count, using: &random)
          bytes[index] = UInt8.random(in: 0...255, using: &random)
        }
      default:
        bytes = (0..<Int.random(in: 0..<40, using: &random)).map { _ in
          UInt8.random(in: 0...255, using: &random)
        }
      }
      sample.files[path] = bytes
      for diagnostic in sample.diagnostics() { #expect(!diagnostic.message.isEmpty) }
    }
  }

  /// Replaces every value by a value of every other type, one at a time.
  @Test func neverTrapOnWrongTypes() throws {
    let base = try Self.sample()
    let others = ["null", "true", "-0.5", "\"\"", "[]", "{}", "[{}]", "[[null]]", "\"\\u0000\""]
    var report = Report()
    let text = try #require(base.files["pass.json"])
    let document = try #require(JSONReader.read(text, name: "pass.json", report: &report))
    for index in document.nodes.indices where document.nodes[index].kind != .key {
      for other in others {
        var sample = base
        sample.files["pass.json"] = Self.replacing(index, in: document, by: other)
        _ = sample.diagnostics()
      }
    }
    #expect(document.nodes.count > 100)
  }

  private static func replacing(
    _ node: Int, in document: JSONDocument, by other: String
  ) -> [UInt8] {
    var report = Report()
    guard let value = JSONReader.read(Array(other.utf8), name: "x", report: &report) else {
      return []
    }
    let nodes = document.nodes
    let span = Int(nodes[node].span)
    var result: [JSONDocument.Node] = []
    for index in nodes.indices {
      if index == node { result += value.nodes }
      if index >= node && index < node + span { continue }
      var kept = nodes[index]
      let isAround = index < node && index + Int(kept.span) > node
      if isAround { kept.span += Int32(value.nodes.count - span) }
      result.append(kept)
    }
    return JSONWriter.bytes(of: JSONDocument(nodes: result).root)
  }
}
