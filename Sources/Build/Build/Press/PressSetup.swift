// SPDX-License-Identifier: Apache-2.0

import PassArchive
import PassBasics
import PassCrypto
import PassDiagnostics
import PassJSON
import PassModel
import PassTemplate
import Synchronization

/// What all passes of a press have in common until template or identity are replaced.
final class PressSetup: Sendable {
  /// The template as it was given, without what it takes from the identity.
  let original: Template
  let identity: Identity
  /// Whether a signature is awaited, and no station holds still for it.
  let awaitsKey: Bool
  let tokenKey: AuthenticationTokenKey?
  let filesFolder: String?
  /// Counts the replacements.
  let generation: Int
  /// Of no moment: stations take it for theirs.
  let compiler: PassCompiler
  private let shared = Mutex<SharedFiles?>(nil)

  init(
    template: Template, identity: Identity, tokenKey: AuthenticationTokenKey?,
    filesFolder: String?, generation: Int
  ) throws(PassPress.Unsuitable) {
    original = template
    self.identity = identity
    awaitsKey = identity.signer.isAwaited
    self.tokenKey = tokenKey
    self.filesFolder = filesFolder
    self.generation = generation
    compiler = PassCompiler(template, identity: identity, tokenKey: tokenKey, today: 0)
    if compiler.lacksToken { throw .noToken }
    if compiler.lacksTypeForToken { throw .noPassType }
    try Self.compare(compiler.template, with: identity)
  }

  /// Whether every pass of the template would be refused for its certificate.
  private static func compare(
    _ template: Template, with identity: Identity
  ) throws(PassPress.Unsuitable) {
    if let type = template.constantText(of: "passTypeIdentifier"),
      let other = identity.passTypeIdentifier, !other.hasBytes(of: type)
    {
      throw .otherPassType(ofTemplate: type, ofIdentity: other)
    }
    if let team = template.constantText(of: "teamIdentifier"),
      let other = identity.teamIdentifier, !other.hasBytes(of: team)
    {
      throw .otherTeam(ofTemplate: team, ofIdentity: other)
    }
  }

  /// The files that are the same in every pass, hashed and laid out when the first one is made.
  func sharedFiles(_ pass: [PackagedFile]) throws(ArchiveError) -> SharedFiles {
    if let known = shared.withLock({ $0 }) { return known }
    // Where nobody waits for the lock; of two that are made at once, the first is kept.
    let made = try SharedFiles(of: pass)
    return shared.withLock { shared in
      if let shared { return shared }
      shared = made
      return made
    }
  }
}
