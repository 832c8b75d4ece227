// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import Synchronization

/// The cached result of reading a pass.strings without diagnostics. Several workers may use it, so
/// a mutex protects it.
package final class StringsCache: Sendable {
  /// The result: the file in UTF-8, which offsets refer to, and its entries.
  private struct CachedTable {
    let text: [UInt8]
    let source: UInt32
    let entries: [StringsTable.Entry]
  }

  private let cachedTables = Mutex<CachedTable?>(nil)

  init() {}

  /// Caches a result.
  ///
  /// - Parameters:
  ///   - text: the file in UTF-8.
  ///   - source: the number of the source in the origins of the entries.
  func store(_ entries: [StringsTable.Entry], of text: [UInt8], source: UInt32) {
    cachedTables.withLock { $0 = CachedTable(text: text, source: source, entries: entries) }
  }

  /// Returns the entries with origins in another source that has the same bytes, or nil if nothing
  /// is cached.
  func entries(
    named name: String, in bundle: String?, _ sources: inout SourceTable
  ) -> [StringsTable.Entry]? {
    guard let known = cachedTables.withLock({ $0 }) else { return nil }
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
