// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassValues

/// SARIF 2.1.0, for code scanning services: one run with a rule for each code that was found.
package struct SARIFWriter: CheckReportWriter {
  private let version: String
  private let base: String?
  private var rules: [Finding] = []
  private var indexes: [String: Int] = [:]
  /// A list that is open until the end.
  private var results = JSONBuilder()

  /// A report that has not begun.
  ///
  /// - Parameters:
  ///   - version: of passc.
  ///   - base: the address of docs/rules.md, to which an anchor per code is added; nil where
  ///     nobody has said it, since the standard wants an absolute one or none.
  package init(version: String, base: String? = nil) {
    self.version = version
    self.base = base.flatMap { $0.isEmpty ? nil : $0 }
    results.begin(.array, origin: .none)
  }

  package mutating func subject(_ subject: CheckedSubject) -> String {
    for diagnostic in subject.diagnostics {
      let rule = index(of: diagnostic.finding)
      results.object { Self.write(diagnostic, rule: rule, subject.name, to: &$0) }
    }
    return ""
  }

  package mutating func end(_ summary: CheckSummary) -> String {
    results.end()
    return ReportJSON.lines { json in
      json.object { json in
        json.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
        json.member("version", "2.1.0")
        json.array("runs", [results.document().root]) { json, results in
          json.object { write(results, to: &$0) }
        }
      }
    }
  }

  /// The one run of the report.
  private func write(_ results: JSONValue, to json: inout JSONBuilder) {
    json.object("tool") { json in
      json.object("driver") { json in
        json.member("name", "passc")
        json.member("version", version)
        json.member("semanticVersion", version)
        json.array("rules", rules) { json, finding in
          json.object { write(finding, to: &$0) }
        }
      }
    }
    json.member("columnKind", "utf16CodeUnits")
    json.member("results", results)
  }

  private static func write(
    _ diagnostic: Diagnostic, rule: Int, _ subject: String, to json: inout JSONBuilder
  ) {
    json.member("ruleId", diagnostic.code)
    json.member("ruleIndex", rule)
    json.member("level", diagnostic.severity.rawValue)
    json.text("message", diagnostic.message + "; " + diagnostic.help)
    json.array("locations", [diagnostic.location]) { json, place in
      json.object { write(place, diagnostic.pointer, subject, to: &$0) }
    }
    let related = diagnostic.notes.enumerated().filter { $0.element.location != nil }
    if !related.isEmpty {
      json.array("relatedLocations", related) { json, related in
        json.object { json in
          json.member("id", related.offset + 1)
          write(related.element.location, related.element.pointer, subject, to: &json)
          json.text("message", related.element.message)
        }
      }
    }
    json.object("partialFingerprints") { $0.member("passcCode/v1", fingerprint(diagnostic)) }
    if let serial = diagnostic.serial {
      json.object("properties") { $0.member("serialNumber", serial) }
    }
  }

  /// Stays the same while code, file, pointer and serial number do, wherever the line moves.
  private static func fingerprint(_ diagnostic: Diagnostic) -> String {
    [
      diagnostic.code, diagnostic.location?.bundle, diagnostic.location?.file, diagnostic.pointer,
      diagnostic.serial,
    ].map { $0 ?? "" }.joined(separator: "|")
  }

  /// The members that say where something is.
  private static func write(
    _ place: Location?, _ pointer: String?, _ subject: String, to json: inout JSONBuilder
  ) {
    json.object("physicalLocation") { json in
      // Viewers open files: of an entry that is the archive, and its name stands beside it.
      json.object("artifactLocation") {
        $0.member("uri", URIText.reference(place?.fileOnDisk ?? subject))
      }
      // Several importers refuse a result without a region; of a whole file it is the first line.
      json.object("region") { json in
        guard let place, let line = place.line, place.isOnDisk else {
          return json.member("startLine", 1)
        }
        json.member("startLine", line)
        if let column = place.utf16Column { json.member("startColumn", column) }
      }
    }
    var logical: [(name: String, kind: String)] = []
    if let place, let bundle = place.bundle {
      logical.append(("\(bundle)!\(place.file)", "module"))
    }
    if let pointer, !pointer.isEmpty { logical.append((pointer, "member")) }
    guard !logical.isEmpty else { return }
    json.array("logicalLocations", logical) { json, location in
      json.object { json in
        json.member("fullyQualifiedName", location.name)
        json.member("kind", location.kind)
      }
    }
  }

  private mutating func index(of finding: Finding) -> Int {
    if let index = indexes[finding.code] { return index }
    indexes[finding.code] = rules.count
    rules.append(finding)
    return rules.count - 1
  }

  private func write(_ finding: Finding, to json: inout JSONBuilder) {
    json.member("id", finding.code)
    json.text("shortDescription", Self.firstSentence(finding.why))
    json.text("fullDescription", finding.why)
    json.text("help", "\(finding.help); passc explain \(finding.code)")
    json.object("defaultConfiguration") { $0.member("level", finding.severity.rawValue) }
    json.object("properties") { json in
      json.member("basis", finding.basis.word)
      json.member("effect", finding.effect.rawValue)
      json.array("tags", [finding.code.prefix { $0 != "." }]) { $0.string(String($1)) }
    }
    if let base { json.member("helpUri", base + "#" + finding.code) }
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

extension JSONBuilder {
  /// A message of SARIF: an object with the text.
  fileprivate mutating func text(_ name: String, _ text: String) {
    object(name) { $0.member("text", text) }
  }
}

/// Paths as URI references.
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
