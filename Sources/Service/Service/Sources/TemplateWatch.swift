// SPDX-License-Identifier: Apache-2.0

import Logging
import PassRegistry
import ServiceLifecycle

/// Checks whether this instance has the newest template in the database. If not, it cannot make
/// passes that another instance imported with a newer template, and `/readyz` is 503.
struct TemplateWatch: Sendable {
  let passType: String
  let store: any PassStore
  let state: ServiceState
  let logger: Logger
  /// Pause between two checks.
  var interval = Duration.seconds(2)

  /// Reason in the response of `/readyz`.
  static let newerElsewhere =
    "another instance has a newer template: this one cannot make passes of the table"
  /// Reason for an instance without a template.
  static let noTemplate = "cannot make passes of the table without --template"

  /// Checks until the service ends.
  func run() async {
    while !Task.isShuttingDownGracefully, !Task.isCancelled {
      try? await Task.sleep(for: interval)
      await checkOnce()
    }
  }

  /// Checks once. Changes nothing if the database does not respond.
  func checkOnce() async {
    guard let isNewest = try? await store.hasNewestTemplate(of: passType) else { return }
    if isNewest {
      guard state.hindrance != nil else { return }
      state.hindrance = nil
      logger.info(
        "this instance has the newest template again", metadata: ["passType": "\(passType)"])
    } else {
      reportNewerTemplate()
    }
  }

  /// Records and logs, once, that another instance has a newer template.
  func reportNewerTemplate() {
    guard state.hindrance == nil else { return }
    state.hindrance = Self.newerElsewhere
    logger.warning(
      "another instance has a newer template: /readyz is 503, and API rows are rejected",
      metadata: ["passType": "\(passType)"])
  }
}

extension PassStore {
  /// Makes a template the newest in the database. If another instance has a newer one, it tries the
  /// previous template instead, which this instance keeps using.
  ///
  /// - Returns: whether the new template is the newest.
  func adopt(_ next: RowRecipe, or before: RowRecipe) async throws(StoreError) -> Bool {
    if try await adopt(template: next.revision, of: next.passType) { return true }
    _ = try await adopt(template: before.revision, of: before.passType)
    return false
  }
}
