// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCompanionFindings
import PassConsole
import PassDiagnostics
import PassJSON
import PassReport
import PassTemplate

/// `passc check --drawn`: the findings of passc-preview when it draws a pass.
struct DrawnFindings {
  private let arguments: [String]
  private let data: [String]

  init(_ command: CheckCommand) {
    let policy = command.policyOptions
    var arguments: [String] = policy.strict ? ["--strict"] : []
    for code in policy.deny { arguments += ["--deny", code] }
    for code in policy.allow { arguments += ["--allow", code] }
    if let ios = command.ios { arguments += ["--ios", ios] }
    if let asOf = command.asOf { arguments += ["--as-of", asOf] }
    self.arguments = arguments
    let options = command.dataOptions
    var data: [String] = options.data.map { ["--data", $0, "--all"] } ?? []
    for value in options.set { data += ["--set", value] }
    if let files = options.form.files { data += ["--files", files] }
    if let delimiter = options.form.delimiter { data += ["--delimiter", delimiter] }
    if let encoding = options.form.encoding { data += ["--encoding", encoding] }
    if let sheet = options.form.sheet { data += ["--sheet", sheet] }
    if let format = options.form.dataFormat { data += ["--data-format", format.rawValue] }
    self.data = data
  }

  /// Returns the subject with the findings of its drawing added. A pass inside another file is
  /// returned unchanged, because passc-preview cannot open it by name.
  func added(to subject: CheckedSubject) throws -> CheckedSubject {
    guard [.template, .folder, .bundle].contains(subject.kind),
      Disk.identity(of: subject.name) != nil
    else { return subject }
    let folder = try ScratchFolder(in: Environment.value("TMPDIR") ?? "/tmp")
    defer { try? folder.remove() }
    let file = FilePath.join(folder.path, "found.json")
    let rows = subject.kind == .template ? data : []
    do {
      try CompanionProgram.preview.run(
        [subject.name, "--side", "both", "--findings-only", "--report", "json=\(file)"]
          + arguments + rows)
    } catch let failure as CommandFailureError where failure.status == .findings {
      // The report contains the findings, so exit code 1 is not an error here.
    }
    let drawn = try Self.diagnostics(in: try Disk.read(file))
    return CheckedSubject(
      name: subject.name, kind: subject.kind,
      diagnostics: (subject.diagnostics + drawn).sorted(by: Diagnostic.inOrder),
      verdict: subject.verdict, rows: subject.rows)
  }

  /// Reads the findings of a report in JSON Lines. It ignores findings other than those of
  /// previews, because `check` has already reported them.
  private static func diagnostics(in report: [UInt8]) throws -> [Diagnostic] {
    try report.split(separator: UInt8(ascii: "\n")).compactMap { line in
      var reading = Report()
      guard
        let json = JSONReader.read(Array(line), name: "report of passc-preview", report: &reading)?
          .root, !reading.hasErrors
      else {
        throw CommandFailureError.environment("passc-preview wrote a report that cannot be read")
      }
      guard let code = json["code"]?.string,
        let finding = PreviewFindings.all.first(where: { $0.code == code }),
        let message = json["message"]?.string
      else { return nil }
      return Diagnostic(
        finding: finding, severity: json["severity"]?.string.flatMap(Severity.init),
        message: message, location: location(json), pointer: json["pointer"]?.string,
        serial: json["serial"]?.string, help: json["help"]?.string,
        notes: json["notes"]?.elements.compactMap { note in
          note["message"]?.string.map {
            Diagnostic.Note(
              location: location(note), pointer: note["pointer"]?.string, message: $0)
          }
        } ?? [])
    }
  }

  private static func location(_ json: JSONValue) -> Location? {
    json["file"]?.string.map {
      Location(
        bundle: json["bundle"]?.string, file: $0, line: json["line"]?.number?.integer,
        column: json["column"]?.number?.integer)
    }
  }
}
