// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
import PassJSON
package import PassModel

/// A runner of all rules. For passes that resemble an earlier one it runs only the rules whose
/// result may differ.
///
/// The passes of an issuer have the same structure and images, and differ in a few strings. While
/// the rules check the first of these passes, it records which strings each rule reads. A rule is
/// skipped for a later pass if it reported nothing and read none of the strings that differ.
/// Structure, other files and context must be the same. Rules are pure, so the skipped rule would
/// report nothing again. It is not thread-safe, so each worker has one.
package struct RuleMemory {
  fileprivate struct Known {
    let document: JSONDocument
    let files: [(path: String, content: KnownContent)]
    let context: CheckContext
    let keys: PassPackage.Keys
    /// The rules that read each string.
    let readers: [TextReads.Readers]
    /// The rules that reported something or read more than strings.
    let always: TextReads.Readers
  }

  /// The last used one is first.
  private var known: [Known] = []

  /// The most passes that are remembered, and the most bytes of the other files of one pass.
  private static let limit = 6
  private static let limitInBytes = 2 << 20

  package init() {}

  /// Runs the rules that apply to the pass.
  package mutating func check(
    _ pass: PassPackage, _ context: CheckContext, _ report: inout Report
  ) {
    guard let document = pass.passJSON, let files = pass.knownFilesBesideDocument,
      AllRules.rules.count <= TextReads.limit
    else { return AllRules.check(pass, context, &report) }
    for position in known.indices {
      guard let readers = known[position].rulesToRun(on: document, files, context) else { continue }
      pass.adopt(known[position].keys)
      for (number, rule) in AllRules.rules.enumerated()
      where TextReads.contains(readers, number) && rule.applies(to: pass) {
        rule.check(pass, context, &report)
      }
      if position > 0 { known.swapAt(0, position) }
      return
    }
    learn(pass, document, files, context, &report)
  }

  private mutating func learn(
    _ pass: PassPackage, _ document: JSONDocument,
    _ files: [(path: String, content: KnownContent)], _ context: CheckContext,
    _ report: inout Report
  ) {
    let texts = TextReads(nodeCount: document.nodes.count)
    let recorded = pass.recording(RowReads(texts: texts))
    for (number, rule) in AllRules.rules.enumerated() where rule.applies(to: pass) {
      texts.begin(number)
      let count = report.diagnostics.count
      rule.check(recorded, context, &report)
      if report.diagnostics.count != count { texts.noteAlways() }
    }
    let size = files.reduce(0) { $0 + $1.content.bytes.count }
    guard size <= Self.limitInBytes, let keys = pass.keys else { return }
    if known.count >= Self.limit { known.removeLast() }
    known.insert(
      Known(
        document: document, files: files, context: context, keys: keys, readers: texts.byNode,
        always: texts.always), at: 0)
  }
}

extension RuleMemory.Known {
  /// Returns the rules whose result may differ, or nil if the pass does not resemble this one.
  fileprivate func rulesToRun(
    on other: JSONDocument, _ files: [(path: String, content: KnownContent)],
    _ context: CheckContext
  ) -> TextReads.Readers? {
    guard files.count == self.files.count, context == self.context,
      zip(files, self.files).allSatisfy({
        $0.content === $1.content && $0.path.utf8.elementsEqual($1.path.utf8)
      }),
      let differing = other.differences(from: document)
    else { return nil }
    return differing.reduce(always) { $0 | readers[$1] }
  }
}
