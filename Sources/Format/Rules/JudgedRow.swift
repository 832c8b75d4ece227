// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// A row whose pass was judged, and what each rule looked at then.
///
/// Rules are pure: one that was silent, and read nothing that differs in another row's pass, would
/// be silent there too.
struct JudgedRow {
  private let document: JSONDocument
  /// The files beside pass.json that depend on the row; a file that is made anew is another one.
  private let files: [(place: Int, file: PackagedFile)]
  /// For each value of the row in pass.json, who looked at its text.
  private let readers: [(node: Int, readers: TextReads.Readers)]
  /// Who looked at one of `files`, or at what is written in them.
  private let besideReaders: TextReads.Readers
  /// Who complained, or looked at more than that.
  private let always: TextReads.Readers

  fileprivate init(
    _ document: JSONDocument, _ files: [(place: Int, file: PackagedFile)], _ texts: TextReads
  ) {
    self.document = document
    self.files = files
    readers = document.nodes.indices.filter { document.nodes[$0].varies }
      .map { ($0, texts.byNode[$0]) }
    besideReaders = texts.beside
    always = texts.always
  }

  /// Whether the pass has the same files beside pass.json.
  func hasFiles(of pass: PassPackage) -> Bool { pass.holds(files) }

  /// The rules that may say something else of a pass of the same template; nil where any may.
  func readersOfDifferences(in pass: PassPackage) -> TextReads.Readers? {
    guard let differing = pass.passJSON?.readersOfDifferences(from: document, readers) else {
      return nil
    }
    return differing | always | (hasFiles(of: pass) ? TextReads.Readers() : besideReaders)
  }
}

/// A row that is being judged.
struct WatchedRow {
  let texts: TextReads
  private let document: JSONDocument
  private let files: [(place: Int, file: PackagedFile)]

  /// Nil where nobody knows what other passes of the template have in common with this one.
  init?(_ pass: PassPackage) {
    guard let document = pass.passJSON, document.layout != nil, let files = pass.filesOfRow,
      AllRules.rules.count <= TextReads.limit
    else { return nil }
    self.document = document
    self.files = files
    texts = TextReads(nodeCount: document.nodes.count)
  }

  /// Runs a rule, by its number among all.
  func check(
    _ number: Int, _ rule: any Rule, _ pass: PassPackage, _ context: CheckContext,
    _ report: inout Report
  ) {
    guard rule.applies(to: pass) else { return }
    texts.begin(number)
    let before = report.diagnostics.count
    rule.check(pass, context, &report)
    if report.diagnostics.count != before { texts.noteAlways() }
  }

  /// What was seen.
  var row: JudgedRow { JudgedRow(document, files, texts) }
}
