// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassDiagnostics
import PassRules
import PassTesting
import Testing

/// Tests that the wrong lines of a finding give the finding, and the right ones do not.
struct ShownLinesTests {
  /// The first parts of the tested codes.
  static let areas: Set<String> = [
    "barcode", "field", "image", "style", "date", "personalization", "localisation", "colour",
    "currency", "contact", "beacon", "timeZone", "featuredAction", "semantics", "upcoming", "text",
  ]

  /// Described in words, because bytes or the number of items matter.
  static let inWords: Set<String> = [
    "barcode.message.tooLong", "beacon.list.tooLong", "image.file.readAsText",
    "image.file.unreadable",
    "image.format.notPNG", "image.png.animated", "image.png.checksum", "image.png.invalidChunk",
    "image.png.trailingBytes", "image.png.truncated", "image.slot.notShown",
    "upcoming.image.digestMalformed", "upcoming.venueMap.missing",
  ]

  static let findings = AllRules.findings.filter {
    areas.contains(String($0.code.prefix { $0 != "." }))
  }

  static let tried = findings.map(\.code).filter { !inWords.contains($0) }

  @Test func nearlyEveryFindingIsTried() {
    #expect(Self.tried.count > 110)
    #expect(Self.inWords.isSubset(of: Self.findings.map(\.code)))
  }

  @Test(arguments: tried)
  func wrongLinesGiveTheFindingAndRightLinesDoNot(_ code: String) throws {
    let finding = try #require(Self.findings.first { $0.code == code })
    let shown = finding.shown
    // The first good example has the other values that the finding needs.
    var example = try #require(finding.good.first)
    example.settings = try #require(finding.bad.first).settings
    var sample = try SamplePass(example)
    let base = sample.files

    sample.files = try ShownLines(shown.wrong, except: shown.right, code).applied(to: base)
    let wrong = sample.diagnostics()
    #expect(wrong.contains { $0.code == code }, "\(wrong)")
    sample.files = try ShownLines(shown.right, except: shown.wrong, code).applied(to: base)
    let right = sample.diagnostics()
    #expect(!right.contains { $0.code == code }, "\(right)")
  }
}

/// Lines in the forms of `passc explain`: members of a JSON object, `logo.png   160 x 50 pixels`,
/// `gym.pass/  pass.json  logo.png`, or lines of several files, each after its path.
private struct ShownLines {
  private let text: String
  /// The lines of the other side. Members that only they have are removed.
  private let other: String
  private let area: String

  init(_ text: String, except other: String, _ code: String) {
    self.text = text
    self.other = other
    area = String(code.prefix { $0 != "." })
  }

  /// Returns the files of a pass with these lines inserted.
  func applied(to files: [String: [UInt8]]) throws -> [String: [UInt8]] {
    var files = files
    let (own, others) = (Self.images(text), Self.images(other))
    if !own.isEmpty || !others.isEmpty {
      Self.remove(Set(own.keys).union(others.keys), from: &files)
      return files.merging(own) { $1 }
    }
    let otherSections = Self.sections(other)
    if otherSections.contains(where: { $0.path.hasSuffix(".strings") }) {
      files = files.filter { !$0.key.hasSuffix(".strings") }
    }
    for section in Self.sections(text) {
      if section.path.hasSuffix(".strings") {
        files[section.path] = Array(section.lines.utf8)
        continue
      }
      let otherLines = otherSections.first { $0.path == section.path }?.lines ?? ""
      let (patch, otherPatch) = (try object(section.lines), try object(otherLines))
      let keys = Set(patch.keys).union(otherPatch.keys)
      let isSheet =
        keys.contains("requiredPersonalizationFields") || keys.contains("termsAndConditions")
      let path = isSheet ? "personalization.json" : "pass.json"
      let base = try Self.members(String(decoding: files[path] ?? [], as: UTF8.self))
      let merged = Self.merged(base, with: patch, except: otherPatch)
      files[path] = Array(try JSONSerialization.data(withJSONObject: merged))
    }
    return files
  }

  // MARK: Files

  /// Returns images with sizes, or the files of a listing, by path.
  private static func images(_ text: String) -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    for line in text.split(separator: "\n") {
      if let match = line.wholeMatch(of: /(\S+\.png) +(\d+) x (\d+) pixels/) {
        found[String(match.1)] = PNGImage.plain(width: Int(match.2) ?? 0, height: Int(match.3) ?? 0)
      } else if line.hasPrefix("gym.pass/  pass.json  ") {
        for path in line.split(separator: " ").dropFirst(2) {
          found[String(path)] =
            path.hasSuffix(".png")
            ? PNGImage.plain(width: 320, height: 100) : Array(#""NAME" = "Name";"#.utf8)
        }
      }
    }
    return found
  }

  /// Removes the files of the same kinds: all scales of an image, all tables of strings.
  private static func remove(_ paths: Set<String>, from files: inout [String: [UInt8]]) {
    func kind(_ path: String) -> String {
      let name = path.split(separator: "/").last ?? ""
      return String(name.prefix { $0 != "@" && $0 != "." }).lowercased()
    }
    let kinds = Set(paths.map(kind))
    files = files.filter { $0.key == "pass.json" || !kinds.contains(kind($0.key)) }
  }

  private static func sections(_ text: String) -> [(path: String, lines: String)] {
    var sections: [(path: String, lines: String)] = []
    for line in text.split(separator: "\n") {
      if line.wholeMatch(of: /\S+\.(strings|json)/) != nil {
        sections.append((String(line), ""))
      } else {
        if sections.isEmpty { sections.append(("", "")) }
        sections[sections.count - 1].lines += "\(line)\n"
      }
    }
    return sections
  }

  // MARK: JSON

  private static let styles = [
    "boardingPass", "coupon", "eventTicket", "generic", "storeCard", "posterGeneric",
  ]

  /// Returns the members as in pass.json, with barcodes in a list and groups of fields in a style.
  private func object(_ lines: String) throws -> [String: Any] {
    let shown = lines.replacing(/,\s\.\.\./, with: "").replacing(/\s\.\.\.(?=\s)/, with: "")
    let members = try Self.members("{" + shown + "}")
    if area == "barcode", members["format"] != nil {
      let coding: [String: Any] = ["messageEncoding": "iso-8859-1"]
      let last: [String: Any] = [
        "format": "PKBarcodeFormatQR", "message": "A-17", "messageEncoding": "iso-8859-1",
      ]
      return ["barcodes": [members.merging(coding) { own, _ in own }, last]]
    }
    let isFields = members.keys.allSatisfy { $0.hasSuffix("Fields") && !$0.hasPrefix("required") }
    return isFields && !members.isEmpty ? ["generic": members] : members
  }

  private static func members(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  /// Returns an object with the members of another, without those that only a third one has.
  private static func merged(
    _ base: [String: Any], with patch: [String: Any], except other: [String: Any]
  ) -> [String: Any] {
    var merged = base.filter { patch[$0.key] != nil || other[$0.key] == nil }
    if styles.contains(where: { patch[$0] != nil || other[$0] != nil }) {
      merged = merged.filter { patch[$0.key] != nil || !styles.contains($0.key) }
    }
    for (name, value) in patch {
      guard let inner = value as? [String: Any], !inner.isEmpty,
        let old = base[name] as? [String: Any]
      else {
        merged[name] = value
        continue
      }
      merged[name] = Self.merged(old, with: inner, except: other[name] as? [String: Any] ?? [:])
    }
    return merged
  }
}
