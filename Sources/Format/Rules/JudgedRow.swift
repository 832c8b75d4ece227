// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// A checked row, and the values that each rule read.
///
/// Rules are pure. If a rule reported nothing and read nothing that differs in another row, it
/// would report nothing for that row either.
struct JudgedRow {
  private let document: JSONDocument
  /// The files other than pass.json that depend on the row. They are compared by identity, so a
  /// file that was created again counts as different.
  private let files: [(place: Int, file: PackagedFile)]
  /// The rules that read each value of the row in pass.json.
  private let readers: [(node: Int, readers: TextReads.Readers)]
  /// The rules that read one of `files` or values in these.
  private let besideReaders: TextReads.Readers
  /// The rules that reported something or read anything else.
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

  /// Returns whether the pass has the same files other than pass.json.
  func hasFiles(of pass: PassPackage) -> Bool { pass.holds(files) }

  /// Returns the rules whose result may differ for a pass of the same template, or nil if that may
  /// be any rule.
  func readersOfDifferences(in pass: PassPackage) -> TextReads.Readers? {
    guard let differing = pass.passJSON?.readersOfDifferences(from: document, readers) else {
      return nil
    }
    return differing | always | (hasFiles(of: pass) ? TextReads.Readers() : besideReaders)
  }
}

/// A row during its check.
struct WatchedRow {
  let texts: TextReads
  private let document: JSONDocument
  private let files: [(place: Int, file: PackagedFile)]

  /// Returns nil if it is unknown what this pass has in common with others of the template.
  init?(_ pass: PassPackage) {
    guard let document = pass.passJSON, document.layout != nil, let files = pass.filesOfRow,
      AllRules.rules.count <= TextReads.limit
    else { return nil }
    self.document = document
    self.files = files
    texts = TextReads(nodeCount: document.nodes.count)
  }

  /// Runs a rule and records what it reads.
  ///
  /// - Parameter number: the index of the rule in `AllRules.rules`.
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

  /// The result of the recording.
  var row: JudgedRow { JudgedRow(document, files, texts) }
}
