// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
import PassJSON
import PassModel
import PassReport
import PassRules
import PassTesting
import Testing

/// Tests that cached results of one pass never change those of another.
struct RuleCacheTests {
  /// Returns the changed sample with files from the pool.
  private static func package(
    _ sample: SamplePass, _ pool: inout ContentPool, _ report: inout Report
  ) -> PassPackage {
    let files = sample.files.sorted { $0.key < $1.key }.map { path, bytes in
      let sum = CRC32.of(bytes)
      let known = bytes.withUnsafeBytes { pool.content(of: $0, isPacked: false, crc32: sum) }
      let content =
        path == "pass.json" ? nil : known ?? pool.add(bytes, packed: nil, crc32: sum)
      return PackagedFile(
        path: path, bytes: content?.bytes ?? bytes, bundle: sample.bundle, known: content)
    }
    return PassPackage.read(files, origin: sample.origin, report: &report)
  }

  private static func text(_ report: Report) -> String {
    TextWriter(showsNotes: true).text(of: report.sorted)
  }

  /// Compares the cached result with that of running every rule.
  private static func compare(
    _ sample: SamplePass, _ cache: inout RuleCache, _ pool: inout ContentPool, _ story: Comment
  ) {
    var found = Report()
    let remembered = package(sample, &pool, &found)
    cache.check(remembered, sample.context, &found)
    var expected = Report()
    AllRules.check(package(sample, &pool, &expected), sample.context, &expected)
    #expect(text(found) == text(expected), story)
  }

  @Test func saysTheSameOfEveryExampleAfterAllOthers() throws {
    var cache = RuleCache(isOfOneTemplate: false)
    var pool = ContentPool()
    var count = 0
    for finding in AllRules.findings {
      for example in finding.bad + finding.good {
        // The sample before each, so that an example is a change to the cached pass.
        Self.compare(SamplePass(), &cache, &pool, "the sample before \(finding.code)")
        Self.compare(try SamplePass(example), &cache, &pool, "\(finding.code)")
        Self.compare(try SamplePass(example), &cache, &pool, "\(finding.code) again")
        count += 1
      }
    }
    #expect(count > 500)
  }

  private static let oddTexts = [
    "\"\"", "\"x\"", "\"007\"", "\"%@\"", "\"2020-01-01\"", "\"2020-01-01T10:00:00Z\"",
    "\"http://example.com\"", "\"rgb(1, 2, 300)\"", "\"#102030\"", "\"PKBarcodeFormatPDF417\"",
    "\"utf-8\"", "\"pass.com.example.other\"", "\"Ümläut €\"",
    "\"\(String(repeating: "y", count: 3_000))\"",
    "\"<b>bold</b>\"", "\"{{ name }}\"", "\"e\u{301}\"", "\"-----BEGIN PRIVATE KEY-----\"",
  ]

  /// Replaces every string of a pass by every unusual one. The structure stays, so the cache is
  /// used.
  @Test func saysTheSameWhenOneTextDiffers() throws {
    var sample = SamplePass()
    try sample.apply(
      patch: """
        {"webServiceURL": "https://example.com/", "authenticationToken": "0123456789abcdef",
         "expirationDate": "2027-01-01T10:00:00Z", "relevantDate": "2026-01-01T10:00:00Z",
         "locations": [{"latitude": 52.5, "longitude": 13.4, "relevantText": "near"}],
         "semantics": {"eventName": "x", "balance": {"amount": "1.00", "currencyCode": "EUR"}},
         "nfc": {"message": "A-17", "encryptionPublicKey": "x"},
         "generic": {"auxiliaryFields": [{"key": "d", "label": "D", "value": 3,
           "currencyCode": "EUR", "changeMessage": "now %@"}]}}
        """)
    sample.files["de.lproj/pass.strings"] = Array("\"NAME\" = \"Name\";\n".utf8)
    var report = Report()
    let document = try #require(
      JSONReader.read(sample.files["pass.json"] ?? [], name: "pass.json", report: &report))
    var cache = RuleCache(isOfOneTemplate: false)
    var pool = ContentPool()
    var count = 0
    for (index, node) in document.nodes.enumerated()
    where node.kind == .string || node.kind == .number {
      for text in Self.oddTexts + ["1", "-7", "1.5", "1e3"] {
        let isString = text.hasPrefix("\"")
        guard isString == (node.kind == .string) else { continue }
        var changed = sample
        changed.files["pass.json"] = Self.bytes(of: document, with: text, at: index)
        Self.compare(sample, &cache, &pool, "before node \(index)")
        Self.compare(changed, &cache, &pool, "node \(index) as \(text.prefix(40))")
        count += 1
      }
    }
    #expect(count > 300)
  }

  /// Returns the document with another string in one place.
  private static func bytes(of document: JSONDocument, with text: String, at index: Int) -> [UInt8]
  {
    var nodes = document.nodes
    nodes[index].text = text.hasPrefix("\"") ? String(text.dropFirst().dropLast()) : text
    return JSONWriter.bytes(of: JSONDocument(nodes: nodes).root)
  }

  @Test func tellsReadersBeyondTheFirstSixtyFourApart() throws {
    var report = Report()
    let document = try #require(
      JSONReader.read(Array(#"["a", "b"]"#.utf8), name: "a.json", report: &report))
    let log = ReaderLog(nodeCount: document.nodes.count)
    let read = Array(document.recorded(in: log, byNode: true).root.elements)
    // Readers with numbers on both sides of the word boundary read different values.
    for reader in [0, 5, 63, 64, 69, 127] {
      log.begin(reader)
      if reader % 2 == 1 {
        _ = read[0].string
      } else {
        log.noteAlways()
      }
    }
    func readers(_ some: ReaderLog.Readers) -> [Int] {
      (0..<ReaderLog.limit).filter { ReaderLog.contains(some, $0) }
    }
    let byNode = log.readers(of: document)
    #expect(byNode.map(\.node) == [0, 1, 2])
    #expect(readers(log.always) == [0, 64])
    #expect(readers(byNode[read[0].index].readers) == [5, 63, 69, 127])
    #expect(readers(byNode[read[1].index].readers) == [])
    #expect(readers(byNode[0].readers) == [])
  }

  @Test func documentsOfAnotherShapeAreNotCompared() throws {
    func document(_ text: String) throws -> JSONDocument {
      var report = Report()
      return try #require(JSONReader.read(Array(text.utf8), name: "a.json", report: &report))
    }
    let base = try document(#"{"a": "x", "b": [1, 2]}"#)
    // The reader of each node has the number of the node.
    let readers = base.nodes.indices.map {
      (node: $0, readers: ReaderLog.Readers(1 << UInt64($0), 0))
    }
    #expect(
      try document(#"{"a": "y", "b": [1, 3]}"#).readersOfDifferences(from: base, readers)
        == readers[2].readers | readers[6].readers)
    #expect(
      try document(#"{ "a" : "x", "b": [1, 2] }"#).readersOfDifferences(from: base, readers)
        == ReaderLog.Readers())
    for other in [
      #"{"a": 1, "b": [1, 2]}"#, #"{"c": "x", "b": [1, 2]}"#, #"{"a": "x", "b": [1, 2, 3]}"#,
      #"{"a": "x", "b": {"1": 2}}"#, #"{"a": true, "b": [1, 2]}"#, "[]",
    ] {
      #expect(
        try document(other).readersOfDifferences(from: base, readers) == nil, "\(other)")
    }
    // Equal as Swift strings, but different bytes.
    let composed = try document("{\"a\": \"\u{e9}\", \"b\": [1, 2]}")
    let decomposed = try document("{\"a\": \"e\u{301}\", \"b\": [1, 2]}")
    #expect(composed.readersOfDifferences(from: decomposed, readers) == readers[2].readers)
  }
}
