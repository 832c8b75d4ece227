// SPDX-License-Identifier: Apache-2.0

import PassJSON
package import PassRules
package import PassTemplate

/// The common input of many passes: a template, completed with data of the identity and the keys.
///
/// It is compiled once and shared by any number of threads. Each thread has its own `PassMaker`.
package struct PassRecipe: Sendable {
  /// The template with the identifiers that it leaves to the certificate.
  package let template: Template
  /// The facts that rules need in addition to the pass.
  package private(set) var context: CheckContext
  /// The identity that signs the passes, or nil if nothing is signed.
  package let identity: Identity?
  /// The key that derives the authenticationToken of passes that have a web service and no token.
  package let tokenKey: AuthenticationTokenKey?
  /// Digests and layout of the files that are the same in every pass.
  let sharedFiles = SharedFileCache()

  /// Completes a template.
  ///
  /// - Parameters:
  ///   - facts: facts about a certificate that cannot sign. An identity has its own.
  ///   - nfcPublicKey: the reader's key in the form of `encryptionPublicKey`, used if the template
  ///     has none.
  ///   - today: seconds since 1970.
  package init(
    _ template: Template, identity: Identity?, facts: CertificateFacts? = nil,
    tokenKey: AuthenticationTokenKey? = nil, nfcPublicKey: String? = nil, today: Int64
  ) {
    self.init(
      template, identity: identity, tokenKey: tokenKey,
      context: CheckContext(
        today: today, certificate: identity?.facts ?? facts, nfcPublicKey: nfcPublicKey))
  }

  /// Completes a template with the facts of a context about the certificate and the reader's key.
  ///
  /// - Parameter givesTokens: whether the caller passes a token for each pass, unless `tokenKey`
  ///   derives one.
  package init(
    _ template: Template, identity: Identity? = nil, tokenKey: AuthenticationTokenKey? = nil,
    givesTokens: Bool = false, context: CheckContext
  ) {
    self.template = template.completed(
      passTypeIdentifier: identity?.passTypeIdentifier ?? context.certificate?.passTypeIdentifier,
      teamIdentifier: identity?.teamIdentifier ?? context.certificate?.teamIdentifier,
      nfcPublicKey: context.nfcPublicKey,
      tokens: givesTokens ? .caller : tokenKey == nil ? .none : .key)
    self.context = context
    self.identity = identity
    self.tokenKey = tokenKey
  }

  /// The same recipe for callers that pass a token for each pass.
  package var givingTokens: PassRecipe {
    PassRecipe(
      template, identity: identity, tokenKey: tokenKey, givesTokens: true, context: context)
  }

  /// Returns the same recipe for passes that are checked at another time, in seconds since 1970.
  package func at(_ today: Int64) -> PassRecipe {
    var copy = self
    copy.context.today = today
    return copy
  }

  /// The reason why passes that need a token have none.
  package enum TokenObstacle {
    /// There is no key to derive it, and the template has no token.
    case noKey
    /// The key derives it from the pass type identifier, which is not known.
    case noPassType
  }

  /// The reason why passes with a web service cannot have a token, or nil if there is none.
  package var tokenObstacle: TokenObstacle? {
    guard template.document["webServiceURL"] != nil,
      template.document["authenticationToken"] == nil
    else { return nil }
    if tokenKey == nil { return .noKey }
    return template.document["passTypeIdentifier"] == nil ? .noPassType : nil
  }

  /// Returns the token for the pass of a row, or nil if it needs none or there is none.
  ///
  /// - Parameters:
  ///   - given: the token that the caller passed. A token of the key takes precedence.
  ///   - derived: an earlier result of the key, possibly for another pass.
  /// - Returns: `isGiven` is true if the token is `given`.
  func token(
    for row: [Cell], given: String?, derived: DerivedToken?
  ) -> (text: String, isGiven: Bool)? {
    guard let column = template.tokenColumn, column.isNeeded(in: row) else { return nil }
    if let tokenKey, let (passType, serial) = column.identifiers(in: row) {
      if let derived, derived.passType.hasBytes(of: passType), derived.serial.hasBytes(of: serial) {
        return (derived.text, false)
      }
      return (tokenKey.token(passTypeIdentifier: passType, serialNumber: serial), false)
    }
    return given.map { ($0, true) }
  }
}

extension Template {
  /// Adds the identifiers and the reader's key that the template lacks.
  ///
  /// - Parameter tokens: the source of tokens if the template has none.
  package func completed(
    passTypeIdentifier: String?, teamIdentifier: String?, nfcPublicKey: String?,
    tokens: TokenSource = .none
  ) -> Template {
    var patch = JSONBuilder()
    // A merged object gets the origin of its patch, so the patch has the origins of the template.
    patch.begin(.object, origin: document.origin)
    var isEmpty = true
    func add(_ name: String, _ text: String?) {
      guard document[name] == nil, let text else { return }
      patch.key(name)
      patch.string(text)
      isEmpty = false
    }
    add("passTypeIdentifier", passTypeIdentifier)
    add("teamIdentifier", teamIdentifier)
    if let nfcPublicKey, let nfc = document["nfc"], nfc.isObject,
      nfc["encryptionPublicKey"] == nil
    {
      patch.key("nfc")
      patch.begin(.object, origin: nfc.origin)
      patch.key("encryptionPublicKey")
      patch.string(nfcPublicKey)
      patch.end()
      isEmpty = false
    }
    patch.end()
    if isEmpty, tokens == .none { return self }
    return merging(isEmpty ? nil : patch.document(), tokens: tokens)
  }
}
