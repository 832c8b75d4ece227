// SPDX-License-Identifier: Apache-2.0

import Logging
import PassRegistry
import ServiceLifecycle

/// Looks whether the template of this instance is still the newest its database knows: passes of a
/// table that another instance has made with a newer one cannot be made here, which probes are told.
struct TemplateWatch: Sendable {
  let passType: String
  let store: any PassStore
  let state: ServiceState
  let logger: Logger
  /// How often it looks.
  var interval = Duration.seconds(2)

  /// What probes are told.
  static let newerElsewhere =
    "another instance has a newer template: this one cannot make passes of the table"
  /// What they are told of an instance that has none.
  static let noTemplate = "cannot make passes of the table: there is no --template"

  /// Looks until the service ends.
  func run() async {
    while !Task.isShuttingDownGracefully, !Task.isCancelled {
      try? await Task.sleep(for: interval)
      await look()
    }
  }

  /// Looks once; where the database does not answer nothing is known.
  func look() async {
    guard let isNewest = try? await store.hasNewestTemplate(of: passType) else { return }
    if isNewest {
      guard state.hindrance != nil else { return }
      state.hindrance = nil
      logger.info(
        "this instance has the newest template again", metadata: ["passType": "\(passType)"])
    } else {
      tell()
    }
  }

  /// Another instance has a newer template: said once.
  func tell() {
    guard state.hindrance == nil else { return }
    state.hindrance = Self.newerElsewhere
    logger.warning(
      "another instance has a newer template: /readyz is 503, and API rows are rejected",
      metadata: ["passType": "\(passType)"])
  }
}

extension PassStore {
  /// Has a template that was read again be the newest; where another instance has a newer one, the
  /// template of before, which was the newest perhaps, and is what there is to write with.
  ///
  /// - Returns: whether it is the newest now.
  func adopt(_ next: RowPress, or before: RowPress) async throws(StoreError) -> Bool {
    if try await adopt(template: next.revision, of: next.passType) { return true }
    _ = try await adopt(template: before.revision, of: before.passType)
    return false
  }
}
