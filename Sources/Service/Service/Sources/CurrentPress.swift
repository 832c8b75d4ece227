// SPDX-License-Identifier: Apache-2.0

import PassBuild
import PassCrypto
import Synchronization

/// The template as it is now, and as it was while passes are still made from it.
final class CurrentPress: Sendable {
  private struct State {
    var press: RowPress
    /// The newest first.
    var tables: [TablePress] = []
    /// Rises with each change of them.
    var changes = 0
  }

  /// What was made was made of something that is not there any more.
  struct Overtaken: Error {}

  private let state: Mutex<State>

  init(_ press: RowPress) { state = Mutex(State(press: press)) }

  /// Makes passes of rows.
  var press: RowPress { state.withLock { $0.press } }

  /// What makes passes of a table, the newest first.
  var tables: [TablePress] { state.withLock { $0.tables } }

  /// Takes a template as it is from now on.
  ///
  /// - Parameter press: what it was read again from; nil for whatever there is.
  /// - Returns: whether it was taken: another identity may have come in between.
  @discardableResult
  func replace(with table: TablePress, madeFrom press: RowPress? = nil) -> Bool {
    take(table.press, table, madeFrom: press)
  }

  /// Takes a template as it is from now on, where there is no table.
  ///
  /// - Parameter press: what it was read again from.
  /// - Returns: whether it was taken: another identity may have come in between.
  func replace(with next: RowPress, madeFrom press: RowPress) -> Bool {
    take(next, nil, madeFrom: press)
  }

  private func take(_ next: RowPress, _ table: TablePress?, madeFrom press: RowPress?) -> Bool {
    state.withLock { state in
      if let press, press.identity.certificate.der != state.press.identity.certificate.der {
        return false
      }
      state.press = next
      if let table { state.tables = [table] + state.tables.prefix(1) }
      state.changes += 1
      return true
    }
  }

  /// Signs with another identity from now on.
  ///
  /// - Returns: whether it is another.
  /// - Throws: `RowPress.Unfit`.
  func resign(with identity: Identity, now: Int64) throws(RowPress.Unfit) -> Bool {
    while true {
      let old = state.withLock { $0 }
      let known = old.press.identity
      guard
        known.certificate.der != identity.certificate.der
          || known.issuer.der != identity.issuer.der
          || !known.key.matches(publicKeyDER: identity.key.publicKeyDER)
      else { return false }
      var new = old
      new.changes += 1
      new.tables = []
      for table in old.tables {
        new.tables.append(
          try TablePress(table.press.signing(as: identity, now: now), table.choice))
      }
      if let table = new.tables.first {
        new.press = table.press
      } else {
        new.press = try old.press.signing(as: identity, now: now)
      }
      let made = new
      let isTaken = state.withLock { state in
        guard state.changes == old.changes else { return false }
        state = made
        return true
      }
      if isTaken { return true }
    }
  }

  /// Every pass was seen: nothing is made any more from what was before.
  func settle() {
    state.withLock {
      $0.tables = Array($0.tables.prefix(1))
      $0.changes += 1
    }
  }
}
