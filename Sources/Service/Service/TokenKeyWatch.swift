// SPDX-License-Identifier: Apache-2.0

import Logging
import PassBuild
import PassCrypto
import PassRegistry
import PassUpdates

/// Detects that the service uses another token key than before. Then every pass gets a new
/// authentication token, and every phone fetches its pass again. Old tokens stay valid, so nothing
/// else would show the mistake.
struct TokenKeyWatch: Sendable {
  let recipe: RowRecipe
  let store: any PassStore
  let logger: Logger
  /// Most passes that are checked.
  var limit = 10_000

  /// Returns the identifiers of passes that were made with another key. Must be called before
  /// passes are made again.
  func passesOfAnotherKey() async throws(StoreError) -> Set<Int64> {
    guard recipe.derivesTokens else { return [] }
    let known = try await store.setting(name)
    guard known != mark else { return [] }
    // The database has no mark yet. A few passes are enough to find out.
    if known == nil, try await foreignPasses(among: 20).isEmpty { return [] }
    // The mark is of another key, so all passes change. A token of the last key but one may still
    // be accepted, so testing tokens is not enough here.
    return try await passes(among: limit, onlyForeign: known == nil)
  }

  /// Logs what happened to passes of another key, and stores the mark of the current key.
  func logChanges(of others: Set<Int64>) async throws(StoreError) {
    guard recipe.derivesTokens else { return }
    if !others.isEmpty {
      let unchanged = try await foreignPasses(among: limit)
      let changed = others.subtracting(unchanged).count
      logger.warning(
        """
        the token key has changed: passes get new tokens and phones fetch them again; tokens in \
        passes that were already issued stay valid
        """,
        metadata: [
          "passes": .count(changed), "isAll": .stringConvertible(others.count < limit),
          "later": .count(others.count - changed),
          "help": "start with the previous key unless you meant to change it",
        ])
    }
    guard try await store.setting(name) != mark else { return }
    try await store.save(setting: mark, named: name)
  }

  private var name: String { "tokenKey \(recipe.passType)" }

  /// A digest that identifies the key without revealing it.
  private var mark: [UInt8] {
    let token = recipe.tokenKey.token(passTypeIdentifier: recipe.passType, serialNumber: "")
    return Digest.sha256(Array(token.utf8))
  }

  /// Returns the passes that do not accept the token of this key, among the first of those made by
  /// this service.
  private func foreignPasses(among limit: Int) async throws(StoreError) -> Set<Int64> {
    try await passes(among: limit, onlyForeign: true)
  }

  private func passes(
    among limit: Int, onlyForeign: Bool
  ) async throws(StoreError) -> Set<Int64> {
    var found: Set<Int64> = []
    var seen = 0
    var last = (passType: recipe.passType, serial: "")
    while seen < limit {
      let page = try await store.passes(after: last, limit: 1_000)
      for pass in page {
        guard pass.passType == recipe.passType, seen < limit else { return found }
        last = (pass.passType, pass.serial)
        // Passes of a ledger get their tokens elsewhere.
        guard pass.source != .ledger else { continue }
        seen += 1
        guard onlyForeign else {
          found.insert(pass.id)
          continue
        }
        let token = recipe.tokenKey.token(
          passTypeIdentifier: pass.passType, serialNumber: pass.serial)
        let address = PassAddress(passType: pass.passType, serials: [pass.serial])
        if try await store.pass(address, token: token) == nil { found.insert(pass.id) }
      }
      guard !page.isEmpty else { return found }
    }
    return found
  }
}
