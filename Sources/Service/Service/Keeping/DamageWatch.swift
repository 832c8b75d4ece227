// SPDX-License-Identifier: Apache-2.0

import Logging
import PassRegistry

/// Looks for damage in the database while the service runs.
///
/// SQLite finds a damaged page only when it reads it, which may be months after the disk failed.
struct DamageWatch: Sendable {
  let store: any PassStore
  let state: ServiceState
  let logger: Logger

  /// The reason `/readyz` gives.
  static let damaged = "the database is damaged"

  /// Looks once, and returns when the service ends.
  func run() async {
    await look()
    while !Task.isCancelled { try? await Task.sleep(for: .seconds(86_400)) }
  }

  /// Looks at all of the database.
  func look() async {
    do {
      guard let damage = try await store.findDamage() else { return }
      state.damage = damage
      logger.error(
        "\(Self.damaged), and /readyz is 503: restore a backup",
        metadata: ["reason": "\(damage)"])
    } catch {
      // A service that ends does not wait for the rest.
      guard !Task.isCancelled else { return }
      logger.warning(
        "cannot check the database for damage", metadata: ["reason": "\(error)"])
    }
  }
}
