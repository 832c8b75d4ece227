// SPDX-License-Identifier: Apache-2.0

import Logging
import PassBuild
import PassCrypto
import PassRegistry
import PassUpdates

/// Notices that passes are made with another token key than before: all of them change then, and every
/// phone is told. Tokens that were given out stay valid, so that nothing else shows it.
struct TokenKeyWatch: Sendable {
  let press: RowPress
  let store: any PassStore
  let logger: Logger
  /// So many passes are looked at, at most.
  var limit = 10_000

  /// Passes that were made with another key, by the store's numbers; to be asked for before passes are
  /// made.
  func passesOfAnotherKey() async throws(StoreError) -> Set<Int64> {
    guard press.derivesTokens else { return [] }
    let known = try await store.setting(name)
    guard known != mark else { return [] }
    // A database from before this was looked at: a few passes tell.
    if known == nil, try await strangers(among: 20).isEmpty { return [] }
    // The key of before the last one opens its passes still, and all change even so.
    return try await passes(among: limit, onlyStrangers: known == nil)
  }

  /// Says what became of the passes that were made with another key, and remembers the key.
  func tell(of others: Set<Int64>) async throws(StoreError) {
    guard press.derivesTokens else { return }
    if !others.isEmpty {
      let unchanged = try await strangers(among: limit)
      let changed = others.subtracting(unchanged).count
      logger.warning(
        """
        the token key has changed: passes get new tokens and phones fetch them again; tokens in \
        passes that were already issued stay valid
        """,
        metadata: [
          "passes": "\(changed)\(others.count < limit ? "" : " and more")",
          "later": "\(others.count - changed)",
          "help": "start with the previous key unless you meant to change it",
        ])
    }
    guard try await store.setting(name) != mark else { return }
    try await store.keep(setting: mark, named: name)
  }

  private var name: String { "tokenKey \(press.passType)" }

  /// Tells one key from another, and nothing of it.
  private var mark: [UInt8] {
    let token = press.tokenKey.token(passTypeIdentifier: press.passType, serialNumber: "")
    return Digest.sha256(Array(token.utf8))
  }

  /// The passes that the token of this key does not open, among the first of those made here.
  private func strangers(among limit: Int) async throws(StoreError) -> Set<Int64> {
    try await passes(among: limit, onlyStrangers: true)
  }

  private func passes(
    among limit: Int, onlyStrangers: Bool
  ) async throws(StoreError) -> Set<Int64> {
    var found: Set<Int64> = []
    var seen = 0
    var last = (passType: press.passType, serial: "")
    while seen < limit {
      let page = try await store.passes(after: last, limit: 1_000)
      for pass in page {
        guard pass.passType == press.passType, seen < limit else { return found }
        last = (pass.passType, pass.serial)
        // What a ledger has was made elsewhere.
        guard pass.source != .ledger else { continue }
        seen += 1
        guard onlyStrangers else {
          found.insert(pass.id)
          continue
        }
        let token = press.tokenKey.token(
          passTypeIdentifier: pass.passType, serialNumber: pass.serial)
        let address = PassAddress(passType: pass.passType, serials: [pass.serial])
        if try await store.pass(address, token: token) == nil { found.insert(pass.id) }
      }
      guard !page.isEmpty else { return found }
    }
    return found
  }
}
