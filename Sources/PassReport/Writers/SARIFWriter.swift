// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics

/// SARIF 2.1.0, for code scanning services: one run with a rule for each code that was found.
package struct SARIFWriter: CheckReportWriter {
  private let version: String
  private let base: String?
  private var rules: [Finding] = []
  private var indexes: [String: Int] = [:]
  private var results: [JSONText.Value] = []

  /// A report that has not begun.
  ///
  /// - Parameters:
  ///   - version: of passc.
  ///   - base: the address of docs/rules.md, to which an anchor per code is added; nil where
  ///     nobody has said it, since the standard wants an absolute one or none.
  package init(version: String, base: String? = nil) {
    self.version = version
    self.base = base.flatMap { $0.isEmpty ? nil : $0 }
  }

  package mutating func subject(_ subject: CheckedSubject) -> String {
    for diagnostic in subject.diagnostics { results.append(result(diagnostic, subject)) }
    return ""
  }

  package mutating func end(_ summary: CheckSummary) -> String {
    let driver: [(String, JSONText.Value)] = [
      ("name", .string("passc")), ("version", .string(version)),
      ("semanticVersion", .string(version)), ("rules", .array(rules.map(rule))),
    ]
    return JSONText.indented(
      .object([
        ("$schema", .string("https://json.schemastore.org/sarif-2.1.0.json")),
        ("version", .string("2.1.0")),
        (
          "runs",
          .array([
            .object([
              ("tool", .object([("driver", .object(driver))])),
              ("columnKind", .string("utf16CodeUnits")), ("results", .array(results)),
            ])
          ])
        ),
      ]))
  }

  private mutating func result(
    _ diagnostic: Diagnostic, _ subject: CheckedSubject
  ) -> JSONText.Value {
    let index = index(of: diagnostic.finding)
    var members: [(String, JSONText.Value)] = [
      ("ruleId", .string(diagnostic.code)), ("ruleIndex", .number(index)),
      ("level", .string(diagnostic.severity.rawValue)),
      (
        "message",
        .object([("text", .string(diagnostic.message + "; " + diagnostic.help))])
      ),
      ("locations", .array([location(diagnostic.location, diagnostic.pointer, subject.name)])),
    ]
    let related = diagnostic.notes.enumerated().compactMap { index, note -> JSONText.Value? in
      guard note.location != nil,
        case .object(let place) = location(note.location, note.pointer, subject.name)
      else { return nil }
      return .object(
        [("id", .number(index + 1))] + place
          + [("message", .object([("text", .string(note.message))]))])
    }
    if !related.isEmpty { members.append(("relatedLocations", .array(related))) }
    members.append(
      (
        "partialFingerprints",
        .object([("passcCode/v1", .string(Self.fingerprint(diagnostic)))])
      ))
    if let serial = diagnostic.serial {
      members.append(("properties", .object([("serialNumber", .string(serial))])))
    }
    return .object(members)
  }

  /// Stays the same while code, file, pointer and serial number do, wherever the line moves.
  private static func fingerprint(_ diagnostic: Diagnostic) -> String {
    [
      diagnostic.code, diagnostic.location?.bundle, diagnostic.location?.file, diagnostic.pointer,
      diagnostic.serial,
    ].map { $0 ?? "" }.joined(separator: "|")
  }

  private func location(
    _ place: Location?, _ pointer: String?, _ subject: String
  ) -> JSONText.Value {
    // Viewers open files: of an entry that is the archive, and its name stands beside it.
    let uri = URIText.reference(place?.fileOnDisk ?? subject)
    var physical: [(String, JSONText.Value)] = [
      ("artifactLocation", .object([("uri", .string(uri))]))
    ]
    if let place, let line = place.line, place.isOnDisk {
      var region: [(String, JSONText.Value)] = [("startLine", .number(line))]
      if let column = place.utf16Column { region.append(("startColumn", .number(column))) }
      physical.append(("region", .object(region)))
    }
    var members: [(String, JSONText.Value)] = [("physicalLocation", .object(physical))]
    var logical: [JSONText.Value] = []
    if let place, let bundle = place.bundle {
      logical.append(
        .object([
          ("fullyQualifiedName", .string("\(bundle)!\(place.file)")), ("kind", .string("module")),
        ]))
    }
    if let pointer, !pointer.isEmpty {
      logical.append(
        .object([("fullyQualifiedName", .string(pointer)), ("kind", .string("member"))]))
    }
    if !logical.isEmpty { members.append(("logicalLocations", .array(logical))) }
    return .object(members)
  }

  private mutating func index(of finding: Finding) -> Int {
    if let index = indexes[finding.code] { return index }
    indexes[finding.code] = rules.count
    rules.append(finding)
    return rules.count - 1
  }

  private func rule(_ finding: Finding) -> JSONText.Value {
    let address = base.map { base in ("helpUri", JSONText.Value.string(base + "#" + finding.code)) }
    return .object(
      [
        ("id", .string(finding.code)),
        ("shortDescription", .object([("text", .string(Self.firstSentence(finding.why)))])),
        ("fullDescription", .object([("text", .string(finding.why))])),
        (
          "help",
          .object([("text", .string("\(finding.help); passc explain \(finding.code)"))])
        ),
        (
          "defaultConfiguration",
          .object([("level", .string(finding.severity.rawValue))])
        ),
        (
          "properties",
          .object([
            ("basis", .string(finding.basis.word)), ("effect", .string(finding.effect.rawValue)),
            ("tags", .array([.string(String(finding.code.prefix { $0 != "." }))])),
          ])
        ),
      ] + [address].compactMap { $0 })
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

/// Paths as URI references.
enum URIText {
  static func reference(_ path: String) -> String {
    var text = path.hasPrefix("/") ? "file://" : ""
    for byte in path.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: text.unicodeScalars.append(.init(byte))
      case _ where "-._~/".utf8.contains(byte): text.unicodeScalars.append(.init(byte))
      default:
        let hex = String(byte, radix: 16, uppercase: true)
        text += "%" + (hex.count == 1 ? "0" : "") + hex
      }
    }
    return text
  }
}
