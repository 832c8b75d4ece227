// SPDX-License-Identifier: Apache-2.0

import PassCrypto
import PassJSON
import PassTemplate

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
  /// Has no time: each pass is checked at its own.
  let recipe: PassRecipe

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
    recipe = PassRecipe(template, identity: identity, tokenKey: tokenKey, today: 0)
    switch recipe.tokenObstacle {
    case .noKey: throw .noToken
    case .noPassType: throw .noPassType
    case nil: try Self.compare(recipe.template, with: identity)
    }
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
}
