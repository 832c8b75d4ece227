// SPDX-License-Identifier: Apache-2.0

import Logging
import PassBuild
import PassCrypto
import PassPush
import UnixSignals

/// Reads certificates and keys again on SIGHUP. Connections stay open. If a new file is invalid, it
/// logs the reason and keeps the previous one.
struct RenewalLoop: Sendable {
  let settings: ServiceSettings
  /// Certificate of the server. Nil with plain HTTP.
  let tls: ServerTLS?
  /// The pass builder. Nil if the service makes no passes.
  let current: CurrentRecipes?
  let contents: ContentCache
  /// Keys of links. Nil if there are no links.
  let linkKeys: CurrentLinkKeys?
  let state: ServiceState
  let logger: Logger
  private let thread = WorkThreads(1)

  init(
    _ settings: ServiceSettings, tls: ServerTLS?, current: CurrentRecipes?, contents: ContentCache,
    linkKeys: CurrentLinkKeys? = nil, state: ServiceState, logger: Logger
  ) {
    self.settings = settings
    self.tls = tls
    self.current = current
    self.contents = contents
    self.linkKeys = linkKeys
    self.state = state
    self.logger = logger
  }

  /// Waits for signals until the service ends.
  func run(_ signals: UnixSignalsSequence) async {
    for await _ in signals where !Task.isCancelled { await renew() }
  }

  /// Reads all files once.
  func renew() async {
    if let tls {
      do {
        let isNew = try await thread.run { try tls.renew() }
        state.serverCertificateEnd = tls.end
        log(isNew, "server certificate", end: tls.end)
      } catch {
        logFailure("server certificate", error)
      }
    }
    if let renewal = settings.renewal {
      do {
        try await renew(by: renewal)
      } catch {
        logFailure("signing identity", error)
      }
    }
    if let linkKeys, let file = settings.links?.file {
      do {
        let keys = try await thread.run { try LinkKeys(file: file) }
        log(linkKeys.renew(with: keys), "link key file")
      } catch {
        logFailure("link key file", error)
      }
    }
    // The operator who sends the signal may have fixed the cause, so stopped topics are tried
    // again.
    state.renewed()
    state.wakePusher()
  }

  /// Renews signing identity and push key. All checks come before the first change.
  private func renew(by renewal: ServiceSettings.Renewal) async throws {
    let current = current
    let pusher = settings.pusher
    let (identity, isPressNew, isSenderNew) = try await thread.run {
      () throws -> (Identity, Bool, Bool) in
      let identity = try renewal.identity()
      let expected = current?.rowRecipe.identity.passTypeIdentifier ?? pusher?.topic
      if let expected, identity.passTypeIdentifier != expected {
        throw ServiceSettings.Renewal.RenewalError(
          description: "the certificate is for \(identity.passTypeIdentifier ?? "no pass type"), "
            + "expected \(expected)")
      }
      if let recipe = current?.rowRecipe, recipe.hasNFC, !identity.isEnabledForNFC {
        throw ServiceSettings.Renewal.RenewalError(
          description: "the certificate is not allowed to sign NFC passes, which the template makes"
        )
      }
      let credential = try renewal.credential?(identity)
      var isPressNew = false
      func resign() throws {
        isPressNew = try current?.resign(with: identity, now: settings.clock()) ?? false
      }
      guard let credential, let sender = pusher?.renewable else {
        try resign()
        return (identity, isPressNew, false)
      }
      let isSenderNew = try sender.renew(as: credential, after: resign)
      return (identity, isPressNew, isSenderNew)
    }
    let end = identity.certificate.notAfter
    let isOtherEnd = state.certificateEnd != end
    state.certificateEnd = end
    // The cached bundles have the signature of the previous certificate.
    if isPressNew { contents.clear() }
    if current != nil { log(isPressNew, "signing identity", end: end) }
    if settings.pusher != nil { log(isSenderNew, "push certificate or key", end: end) }
    if current == nil, settings.pusher == nil { log(isOtherEnd, "signing identity", end: end) }
  }

  private func log(_ isNew: Bool, _ what: String, end: Int64? = nil) {
    var metadata: Logger.Metadata = [:]
    if let end { metadata["daysLeft"] = .count(Int((end - settings.clock()) / 86_400)) }
    logger.info(
      isNew ? "loaded the new \(what)" : "the \(what) has not changed", metadata: metadata)
  }

  private func logFailure(_ what: String, _ error: any Error) {
    logger.error(
      "cannot use the new \(what), the previous one stays active",
      metadata: ["reason": "\(settings.renewal?.words(error) ?? "\(error)")"])
  }
}
