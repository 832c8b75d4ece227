// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The template as it is now, and as it was while passes are still made from it.
final class CurrentPress: Sendable {
  private struct State {
    var press: RowPress
    /// The newest first.
    var tables: [TablePress] = []
  }

  private let state: Mutex<State>

  init(_ press: RowPress) { state = Mutex(State(press: press)) }

  /// Makes passes of rows.
  var press: RowPress { state.withLock { $0.press } }

  /// What makes passes of a table, the newest first.
  var tables: [TablePress] { state.withLock { $0.tables } }

  /// Takes a template as it is from now on.
  func replace(with table: TablePress) {
    state.withLock {
      $0.press = table.press
      $0.tables = [table] + $0.tables.prefix(1)
    }
  }

  /// Every pass was seen: nothing is made any more from what was before.
  func settle() { state.withLock { $0.tables = Array($0.tables.prefix(1)) } }
}
