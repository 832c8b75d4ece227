// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics

/// A writer of SARIF 2.1.0 for code scanning services: one run with a rule for each code that was
/// found.
package struct SARIFWriter: CheckReportWriter {
  private let version: String
  private let base: String?
  private var rules: [Finding] = []
  private var indexes: [String: Int] = [:]
  private var results: [JSONTree] = []

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - version: the version of passc.
  ///   - base: the address of docs/rules.md. The anchor of a code is added to it. If it is nil,
  ///     rules have no address, because the standard allows only an absolute one.
  package init(version: String, base: String? = nil) {
    self.version = version
    self.base = base.flatMap { $0.isEmpty ? nil : $0 }
  }

  package mutating func subject(_ subject: CheckedSubject) -> String {
    for diagnostic in subject.diagnostics {
      results.append(Self.result(diagnostic, rule: index(of: diagnostic.finding), subject.name))
    }
    return ""
  }

  package mutating func end(_ summary: CheckSummary) -> String {
    let run: JSONTree = [
      "tool": [
        "driver": [
          "name": "passc", "version": .string(version), "semanticVersion": .string(version),
          "rules": .array(rules.map(rule)),
        ]
      ],
      "columnKind": "utf16CodeUnits", "results": .array(results),
    ]
    return ReportJSON.lines([
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
      "runs": .array([Self.invocation(summary).map { run.with(["invocations": [$0]]) } ?? run]),
    ])
  }

  /// Returns what could not be checked, or nil if everything was.
  private static func invocation(_ summary: CheckSummary) -> JSONTree? {
    guard summary.isPartial || !summary.notChecked.isEmpty else { return nil }
    let notifications = summary.notChecked.map { words -> JSONTree in
      ["level": "warning", "message": text("not checked: " + words)]
    }
    return [
      "executionSuccessful": .boolean(!summary.isPartial),
      "toolExecutionNotifications": .array(notifications),
    ]
  }

  private static func result(
    _ diagnostic: Diagnostic, rule: Int, _ subject: String
  ) -> JSONTree {
    var result: JSONTree = [
      "ruleId": .string(diagnostic.code), "ruleIndex": .number(rule),
      "level": .string(diagnostic.severity.rawValue),
      "message": text(diagnostic.message + "; " + diagnostic.helpWithOptions),
      "locations": [.object(place(diagnostic.location, diagnostic.pointer, subject))],
    ]
    let related = diagnostic.notes.enumerated().filter { $0.element.location != nil }
    if !related.isEmpty {
      let places = related.map { index, note in
        JSONTree.object(
          [("id", .number(index + 1))] + place(note.location, note.pointer, subject)
            + [("message", text(note.message))])
      }
      result = result.with(["relatedLocations": .array(places)])
    }
    result = result.with([
      "partialFingerprints": ["passcCode/v1": .string(fingerprint(diagnostic))]
    ])
    guard let serial = diagnostic.serial else { return result }
    return result.with(["properties": ["serialNumber": .string(serial)]])
  }

  /// Returns a SARIF message, which is an object with the text.
  private static func text(_ text: String) -> JSONTree { ["text": .string(text)] }

  /// Returns a fingerprint from code, file, pointer and serial number. It stays the same when the
  /// line moves. A `|` in a part is escaped, so that other parts give another fingerprint.
  private static func fingerprint(_ diagnostic: Diagnostic) -> String {
    [
      diagnostic.code, diagnostic.location?.bundle, diagnostic.location?.file, diagnostic.pointer,
      diagnostic.serial,
    ].map { ($0 ?? "").replacing("\\", with: "\\\\").replacing("|", with: "\\|") }
      .joined(separator: "|")
  }

  /// Returns the members with the location of a result.
  private static func place(
    _ place: Location?, _ pointer: String?, _ subject: String
  ) -> [JSONTree.Member] {
    // Several importers reject a result without a region. For a whole file it is the first line.
    var region: JSONTree = ["startLine": 1]
    if let place, let line = place.line, place.isOnDisk {
      region = ["startLine": .number(line)]
      if let column = place.utf16Column { region = region.with(["startColumn": .number(column)]) }
    }
    // Viewers open files on disk. For an entry of an archive that is the archive, and the name of
    // the entry is a logical location.
    let file: JSONTree = ["uri": .string(URIText.reference(place?.fileOnDisk ?? subject))]
    var logical: [JSONTree] = []
    func add(_ name: String, _ kind: JSONTree) {
      logical.append(["fullyQualifiedName": .string(name), "kind": kind])
    }
    if let place, let bundle = place.bundle { add("\(bundle)!\(place.file)", "module") }
    if let pointer, !pointer.isEmpty { add(pointer, "member") }
    return [("physicalLocation", ["artifactLocation": file, "region": region])]
      + (logical.isEmpty ? [] : [("logicalLocations", .array(logical))])
  }

  private mutating func index(of finding: Finding) -> Int {
    if let index = indexes[finding.code] { return index }
    indexes[finding.code] = rules.count
    rules.append(finding)
    return rules.count - 1
  }

  private func rule(_ finding: Finding) -> JSONTree {
    let rule: JSONTree = [
      "id": .string(finding.code),
      "shortDescription": Self.text(Self.firstSentence(finding.why)),
      "fullDescription": Self.text(finding.why),
      "help": Self.text("\(finding.helpWithOptions); passc explain \(finding.code)"),
      "defaultConfiguration": ["level": .string(finding.severity.rawValue)],
      "properties": [
        "basis": .string(finding.basis.word), "effect": .string(finding.effect.rawValue),
        "tags": [.string(String(finding.code.prefix { $0 != "." }))],
      ],
    ]
    return base.map { rule.with(["helpUri": .string($0 + "#" + finding.code)]) } ?? rule
  }

  private static func firstSentence(_ text: String) -> String {
    var sentence = ""
    for character in text {
      if sentence.last == ".", character == " " { return sentence }
      sentence.append(character)
    }
    return sentence
  }
}

/// The conversion of paths to URI references.
enum URIText {
  static func reference(_ path: String) -> String {
    var text = path.hasPrefix("/") ? "file://" : ""
    for byte in path.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: text.unicodeScalars.append(.init(byte))
      case _ where "-._~/".utf8.contains(byte): text.unicodeScalars.append(.init(byte))
      default:
        text += "%" + Hex.number(byte, digits: 2, uppercase: true)
      }
    }
    return text
  }
}
