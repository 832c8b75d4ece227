// SPDX-License-Identifier: Apache-2.0

import PassCrypto
import PassJSON
import PassTemplate

/// The common data of all passes of a factory, until template or identity are replaced.
final class FactorySetup: Sendable {
  /// The template as it was given, without identifiers of the identity.
  let original: Template
  let identity: Identity
  /// Whether signatures are awaited. No worker is in use meanwhile.
  let awaitsKey: Bool
  let tokenKey: AuthenticationTokenKey?
  let filesFolder: String?
  /// The number of replacements before this one.
  let generation: Int
  /// Its time is not used, because each pass is checked at its own time.
  let recipe: PassRecipe

  init(
    template: Template, identity: Identity, tokenKey: AuthenticationTokenKey?,
    filesFolder: String?, generation: Int
  ) throws(PassFactory.SetupError) {
    original = template
    self.identity = identity
    awaitsKey = identity.signer.isAwaited
    self.tokenKey = tokenKey
    self.filesFolder = filesFolder
    self.generation = generation
    recipe = PassRecipe(template, identity: identity, tokenKey: tokenKey, today: 0)
    switch recipe.tokenObstacle {
    case .noKey: throw .noToken
    case .noPassType: throw .noPassType
    case nil: try Self.compare(recipe.template, with: identity)
    }
  }

  /// Throws if Wallet would reject every pass of the template because of its certificate.
  private static func compare(
    _ template: Template, with identity: Identity
  ) throws(PassFactory.SetupError) {
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
}
