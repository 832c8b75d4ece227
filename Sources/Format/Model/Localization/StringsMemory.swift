// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import Synchronization

/// What the bytes of a pass.strings said when they were read before without a complaint, for
/// whoever meets the same bytes again.
package final class StringsMemory: Sendable {
  /// What was read: the file in UTF-8, in which offsets count, and its entries.
  private struct Known {
    let text: [UInt8]
    let source: UInt32
    let entries: [StringsTable.Entry]
  }

  private let known = Mutex<Known?>(nil)

  /// Remembers nothing yet.
  init() {}

  /// Keeps what was read.
  ///
  /// - Parameters:
  ///   - text: the file in UTF-8.
  ///   - source: the number of the source the entries' origins have.
  func keep(_ entries: [StringsTable.Entry], of text: [UInt8], source: UInt32) {
    known.withLock { $0 = Known(text: text, source: source, entries: entries) }
  }

  /// The entries as those of another source with the same bytes; nil where nothing is remembered.
  func entries(
    named name: String, in bundle: String?, _ sources: inout SourceTable
  ) -> [StringsTable.Entry]? {
    guard let known = known.withLock({ $0 }) else { return nil }
    let source = sources.add(Source(name: name, bundle: bundle, bytes: known.text))
    guard source != known.source else { return known.entries }
    return known.entries.map {
      StringsTable.Entry(
        key: $0.key, value: $0.value,
        keyOrigin: Origin(source: source, offset: Int($0.keyOrigin.offset)),
        valueOrigin: Origin(source: source, offset: Int($0.valueOrigin.offset)))
    }
  }
}
