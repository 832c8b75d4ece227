// SPDX-License-Identifier: Apache-2.0

import Logging
import PassRegistry

/// Checks the database for damage while the service runs.
///
/// SQLite notices a damaged page only when it reads it, which may be months after the disk failed.
struct DamageWatch: Sendable {
  let store: any PassStore
  let state: ServiceState
  let logger: Logger

  /// Reason in the response of `/readyz`.
  static let damaged = "the database is damaged"

  /// Checks at the start and once a day, until the service ends.
  func run() async {
    while !Task.isCancelled {
      await checkOnce()
      try? await Task.sleep(for: .seconds(86_400))
    }
  }

  func checkOnce() async {
    do {
      guard let damage = try await store.findDamage() else { return }
      state.damage = damage
      logger.error(
        "\(Self.damaged), and /readyz is 503: restore a backup",
        metadata: ["reason": "\(damage)"])
    } catch {
      // The check was cancelled because the service ends.
      guard !Task.isCancelled else { return }
      logger.warning(
        "cannot check the database for damage", metadata: ["reason": "\(error)"])
    }
  }
}
