// SPDX-License-Identifier: Apache-2.0

import PassArchive
import PassBasics
import PassBuild
import PassDiagnostics
import PassRules
import PassTemplate
import PassTesting
import Testing

/// Tests of damaged template folders with everything that `passc build` does. The result must be a
/// diagnostic or a bundle, never a trap.
struct HostileTemplateTests {
  private static let time: Int64 = 1_767_225_600
  private static let reader =
    "MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgAD/IokO6AuH5ngkvruHbs4413LP3gC0lFB/t9oV1y+jvs="

  /// A template with many features, its base and its data.
  private static let files: [String: [UInt8]] = [
    "t.pass/pass.json": Array(
      """
      {"formatVersion":1,"serialNumber":"{{ serial }}","organizationName":"O","description":"d",
       "nfc":{"$if":"nfc","message":"{{ serial }}"},"semantics":"{{ semantics }}",
       "expirationDate":"{{ until }}","voided":"{{ void }}","backgroundColor":"{{ colour }}",
       "userInfo":{"_id":[1,"{{ serial }}"]},"_id":"x",
       "barcodes":[{"format":"PKBarcodeFormatQR","message":"{{ serial | lower }}-é",
                    "messageEncoding":"utf-8"}],
       "generic":{"primaryFields":[{"key":"n","label":"L","value":"{{ n }}"}],
                  "backFields":[{"$if":"!void","key":"b","value":"a {{ n }} {{ '{{' }} b"}]}}
      """.utf8),
    "t.pass/template.json": Array(
      """
      {"extends":"../base","sample":"rows.csv","include":["legal/a.txt"],
       "columns":{"n":{"type":"number","decimal":",","default":0},
                  "until":{"type":"date","format":"dd.MM.yyyy","time":"23:59:59",
                           "zone":"Europe/Berlin","optional":true},
                  "void":{"type":"boolean","default":false},"nfc":{"type":"boolean"},
                  "semantics":{"type":"json","optional":true},
                  "photo":{"type":"file","optional":true},"colour":{"optional":true}},
       "images":{"thumbnail.png":"{{ photo }}"},"allow":{"image":"drawn by a test"}}
      """.utf8),
    "t.pass/rows.csv": Array(
      "serial,n,until,void,nfc,semantics,photo,colour\nA-1,\"1,5\",31.12.2030,no,1,\"{\"\"eventName\"\":\"\"x\"\"}\",p.png,\"rgb(1,2,3)\"\n"
        .utf8),
    "t.pass/p.png": PNGImage.plain(width: 9, height: 9),
    "t.pass/de.lproj/pass.strings": [0xFF, 0xFE]
      + "\"L\" = \"{{ serial }} é\"; /* c */".utf16.flatMap {
        [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
      },
    "t.pass/legal/a.txt": Array("terms".utf8),
    "t.pass/personalization.json": Array(
      #"{"description":"{{ serial }}","requiredPersonalizationFields":["PKPassPersonalizationFieldName"]}"#
        .utf8),
    "base/pass.json": Array(
      #"{"logoText":"base","voided":true,"generic":{"headerFields":[]}}"#.utf8),
    "base/icon.png": PNGImage.plain(width: 38, height: 38),
    "base/icon@2x.png": PNGImage.plain(width: 76, height: 76),
    "base/template.json": Array(#"{"columns":{"serial":{"pattern":"[A-Z]-[0-9]+"}}}"#.utf8),
    "base/de.lproj/pass.strings": Array("\"L\" = \"x\"; 'M' = N;".utf8),
  ]

  private static func damaged(_ bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var bytes = bytes
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
    case 1:
      return (0..<Int.random(in: 0..<200, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
    default:
      let words = ["{{", "}}", "\"", "$if", "{", "]", ",", "\\", "null", "..", "\u{0}", "-1e999"]
      for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: bytes.remove(at: index)
        case 2:
          bytes.insert(
            contentsOf: Array((words.randomElement(using: &random) ?? "").utf8), at: index)
        default: bytes[index] = UInt8.random(in: 0...255, using: &random)
        }
      }
      return bytes
    }
  }

  /// Does what `passc build` does after parsing its arguments. Returns the bundle, or nil with an
  /// error in the report.
  private static func build(
    _ folder: TemporaryFolder, _ identity: Identity, _ report: inout Report
  ) throws -> [UInt8]? {
    guard let template = try Template.load(folder("t.pass"), report: &report) else { return nil }
    let recipe = PassRecipe(template, identity: identity, nfcPublicKey: reader, today: time)
    var maker = PassMaker(recipe)
    var choice = DataChoice()
    choice.file = folder("t.pass/rows.csv")
    guard let row = try ChosenRow.read(choice, for: recipe.template, report: &report) else {
      return nil
    }
    do {
      let pass = try maker.check(row.cells, readFile: row.files.read, report: &report)
      return try maker.signAndPackage(pass, at: time).bytes
    } catch is DiagnosticsError {
      return nil
    }
  }

  @Test func theSoundOneBuilds() throws {
    let folder = try TemporaryFolder()
    for (path, bytes) in Self.files { try folder.add(path, bytes) }
    let identity = try Identity.load(
      folder: FilePath.join(Program.repository, "certs-example/nfc"), at: Self.time)
    var report = Report()
    let bundle = try Self.build(folder, identity, &report)
    #expect(bundle != nil, "\(report.sorted)")
  }

  /// The seed is in the test's name, so that a failure can be repeated.
  @Test(arguments: [11, 12, 13, 14] as [UInt64])
  func neverTrapsOnADamagedFolder(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let identity = try Identity.load(
      folder: FilePath.join(Program.repository, "certs-example/nfc"), at: Self.time)
    let folder = try TemporaryFolder()
    for (path, bytes) in Self.files { try folder.add(path, bytes) }
    let paths = Self.files.keys.sorted()
    var built = 0
    for round in 0..<500 {
      let path = paths[Int.random(in: 0..<paths.count, using: &random)]
      let sound = try #require(Self.files[path])
      let bytes = Self.damaged(sound, &random)
      if Int.random(in: 0..<20, using: &random) == 0 {
        try Disk.remove(folder(path))
      } else {
        try folder.add(path, bytes)
      }
      var report = Report()
      do {
        let bundle = try Self.build(folder, identity, &report)
        #expect(
          (bundle == nil) == report.hasErrors, "seed \(seed), round \(round), \(path): \(bytes)")
        built += bundle == nil ? 0 : 1
      } catch let error as FileError {
        // A missing file, or a base with a damaged path.
        #expect(!error.description.isEmpty)
      } catch let error as DataUsageError {
        // No row is left.
        guard case .tooFewRows = error else { throw error }
      }
      for diagnostic in report.sorted { #expect(!diagnostic.message.isEmpty) }
      try folder.add(path, sound)
    }
    // Both results must occur.
    #expect(built > 20 && built < 480, "\(built)")
  }
}
