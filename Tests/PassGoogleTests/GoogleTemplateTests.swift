// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
import PassGoogle
import PassGoogleModel
import PassJSON
import PassModel
import PassTemplate
import PassTesting
import Testing

/// The seven templates as passes for Google, and what they lose.
struct GoogleTemplateTests {
  @Test(arguments: GoogleTemplates.names)
  func everyTemplateCompiles(_ name: String) throws {
    let template = try GoogleTemplates.template(name)
    var compiler = try GoogleCompiler(
      template: template, issuer: GoogleTemplates.issuer, options: GoogleTemplates.options)
    let (passes, rows, found) = try GoogleTemplates.passes(template, &compiler)
    let errors = found.filter { $0.severity == .error }
    #expect(errors.isEmpty, "\(TextWriter(showsNotes: true).text(of: errors))")
    #expect(passes.count == rows.count && !passes.isEmpty)
    let first = try #require(passes.first)
    var text = indented(first.classJSON) + indented(first.objectJSON)
    for loss in compiler.losses() {
      let line = loss.location?.line.map { ":\($0)" } ?? ""
      let file = loss.location.map { FilePath.lastComponent($0.file) } ?? ""
      text += "\(file)\(line) \(loss.code) \(loss.message)\n"
    }
    let difference = Golden.difference(of: text, from: "\(name).txt")
    #expect(difference == nil, "\(difference ?? "")")
  }

  private func indented(_ json: [UInt8]) -> String {
    var report = Report()
    let root = JSONReader.read(json, name: "json", report: &report)?.root
    let tree = JSONTree(root)
    return String(decoding: tree.bytes, as: UTF8.self).replacing("},\"", with: "},\n\"") + "\n"
  }

  /// Each member of pass.json is in the payload or in the report.
  @Test(arguments: GoogleTemplates.names)
  func everyMemberIsInThePayloadOrInTheReport(_ name: String) throws {
    let template = try GoogleTemplates.template(name)
    var compiler = try GoogleCompiler(
      template: template, issuer: GoogleTemplates.issuer, options: GoogleTemplates.options)
    let (passes, rows, _) = try GoogleTemplates.passes(template, &compiler)
    let lost = Set(compiler.losses().compactMap(\.pointer))
    for (pass, row) in zip(passes, rows) {
      let payload = String(decoding: pass.classJSON + pass.objectJSON, as: UTF8.self)
      let missing = MemberSearch(row.document.root, payload, lost).missing
      // Indices of the row differ from those of the template if a field is absent.
      let hasConditions = row.document.nodes.count != template.document.document.nodes.count
      #expect(missing.isEmpty || hasConditions, "\(missing)")
    }
  }
}

/// The members of a pass that are neither in a payload nor in a report.
struct MemberSearch {
  private(set) var missing: [String] = []
  private let payload: String
  private let reported: Set<String>

  init(_ root: JSONValue, _ payload: String, _ reported: Set<String>) {
    self.payload = payload
    self.reported = reported
    visit(root, "")
  }

  private static let notNeeded: Set<String> = [
    "formatVersion", "passTypeIdentifier", "teamIdentifier", "webServiceURL",
    "authenticationToken", "voided", "transitType", "format", "backgroundColor", "$if",
    "currencyCode",
  ]

  private mutating func visit(_ value: JSONValue, _ pointer: String) {
    if reported.contains(pointer) { return }
    for member in value.members where !Self.notNeeded.contains(member.name) {
      visit(member.value, pointer + "/" + JSONPointer.escaped(member.name))
    }
    for (index, element) in value.elements.enumerated() { visit(element, "\(pointer)/\(index)") }
    guard let text = value.string ?? value.number?.spelling, !text.isEmpty else { return }
    var quoted: [UInt8] = []
    JSONWriter.writeString(text, to: &quoted)
    let inner = String(decoding: quoted.dropFirst().dropLast(), as: UTF8.self)
    let escaped = GoogleIdentifier.objectID(classID: "", serialNumber: text).dropFirst()
    let isThere =
      [inner, String(escaped), GoogleIdentifier.moduleID(text)].contains { payload.contains($0) }
      || GoogleMoneyText.isThere(text, payload)
      || text.contains("T") && payload.contains(text.prefix(16))
    if !isThere { missing.append("\(pointer) \(text)") }
  }
}

/// Amounts of money in a payload.
enum GoogleMoneyText {
  static func isThere(_ amount: String, _ payload: String) -> Bool {
    Double(amount).map { payload.contains(String(Int64($0 * 1_000_000))) } ?? false
  }
}
