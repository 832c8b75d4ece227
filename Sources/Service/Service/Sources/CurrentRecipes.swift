// SPDX-License-Identifier: Apache-2.0

import PassBuild
import PassCrypto
import Synchronization

/// The current setup: the builder with the newest template, and previous builders as long as passes
/// are made with them. A mutex protects it.
final class CurrentRecipes: Sendable {
  private struct State {
    var rowRecipe: RowRecipe
    /// Newest first.
    var tables: [TableRecipe] = []
    /// Number of changes. `resign` compares it to notice a concurrent change.
    var changes = 0
  }

  /// The result is out of date, because the setup changed while it was made.
  struct OutdatedError: Error {}

  private let state: Mutex<State>

  init(_ recipe: RowRecipe) { state = Mutex(State(rowRecipe: recipe)) }

  /// The builder for API rows.
  var rowRecipe: RowRecipe { state.withLock { $0.rowRecipe } }

  /// The builders for the table, newest first.
  var tables: [TableRecipe] { state.withLock { $0.tables } }

  /// Replaces the builders after the template or table has changed.
  ///
  /// - Parameter press: the builder whose identity was used. Nil accepts any.
  /// - Returns: false if the identity was renewed in the meantime. The caller then reads again.
  @discardableResult
  func replace(with table: TableRecipe, madeFrom recipe: RowRecipe? = nil) -> Bool {
    replace(table.rowRecipe, table, madeFrom: recipe)
  }

  /// Replaces the builder for API rows without a table.
  ///
  /// - Parameter press: the builder whose identity was used.
  /// - Returns: false if the identity was renewed in the meantime. The caller then reads again.
  func replace(with next: RowRecipe, madeFrom recipe: RowRecipe) -> Bool {
    replace(next, nil, madeFrom: recipe)
  }

  private func replace(_ next: RowRecipe, _ table: TableRecipe?, madeFrom recipe: RowRecipe?)
    -> Bool
  {
    state.withLock { state in
      if let recipe, recipe.identity.certificate.der != state.rowRecipe.identity.certificate.der {
        return false
      }
      state.rowRecipe = next
      if let table { state.tables = [table] + state.tables.prefix(1) }
      state.changes += 1
      return true
    }
  }

  /// Replaces the identity of all builders. It makes them without the lock, and starts again if the
  /// setup has changed before they are stored.
  ///
  /// - Returns: whether the identity is different.
  /// - Throws: `RowRecipe.RecipeError`.
  func resign(with identity: Identity, now: Int64) throws(RowRecipe.RecipeError) -> Bool {
    while true {
      let old = state.withLock { $0 }
      let known = old.rowRecipe.identity
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
          try TableRecipe(table.rowRecipe.signing(as: identity, now: now), table.choice))
      }
      if let table = new.tables.first {
        new.rowRecipe = table.rowRecipe
      } else {
        new.rowRecipe = try old.rowRecipe.signing(as: identity, now: now)
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

  /// Drops the previous builders, after every pass was checked with the newest.
  func settle() {
    state.withLock {
      $0.tables = Array($0.tables.prefix(1))
      $0.changes += 1
    }
  }
}
