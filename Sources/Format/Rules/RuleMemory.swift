// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
import PassJSON
package import PassModel

/// Runs every rule, and for passes that are nearly the same only those that may say otherwise.
///
/// The passes of an issuer have one shape and the same images; they differ in a few texts. While
/// the rules judge one of them it is noted which texts each rule reads. Of a pass with the same
/// shape, the same files beside pass.json and the same context, a rule that was silent and read
/// none of the differing texts is not run: rules are pure, it would see what it saw. One per
/// worker.
package struct RuleMemory {
  fileprivate struct Known {
    let document: JSONDocument
    let files: [(path: String, content: KnownContent)]
    let context: CheckContext
    let keys: PassPackage.Keys
    /// Which rules read each text.
    let readers: [TextReads.Readers]
    /// Rules that complained, or read more than texts.
    let always: TextReads.Readers
  }

  /// The one used last stands first.
  private var known: [Known] = []

  /// Passes remembered at most, and the bytes of the files of one.
  private static let limit = 6
  private static let limitInBytes = 2 << 20

  /// Remembers no pass yet.
  package init() {}

  /// Reports what every rule whose ground holds has to say.
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
  /// The rules that may say something else of a pass; nil when it is not of this kind.
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
