// SPDX-License-Identifier: Apache-2.0

import PassJSON
package import PassRules
package import PassTemplate

/// What passes are made from: a template completed with what identity and keys know.
///
/// Compiled once and shared by any number of threads. Each thread has a `PassMaker` for it.
package struct PassRecipe: Sendable {
  /// The template, completed with the identifiers that it leaves to the certificate.
  package let template: Template
  /// What rules need to know besides the pass.
  package private(set) var context: CheckContext
  /// Signs the passes; nil if nothing is signed.
  package let identity: Identity?
  /// Derives the authenticationToken of passes that have a web service and no token.
  package let tokenKey: AuthenticationTokenKey?
  /// Digests and layout of the files that are the same in every pass.
  let sharedFiles = SharedFileCache()

  /// Completes a template.
  ///
  /// - Parameters:
  ///   - facts: what is known of a certificate that cannot sign; an identity brings its own.
  ///   - nfcPublicKey: the reader's key as `encryptionPublicKey` spells it; fills it where it is
  ///     absent.
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

  /// Completes a template with what a context knows of certificate and reader's key.
  ///
  /// - Parameter givesTokens: the caller gives a token for each pass, unless `tokenKey` derives one.
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

  /// The same recipe for passes whose maker has a token for each.
  package var givingTokens: PassRecipe {
    PassRecipe(
      template, identity: identity, tokenKey: tokenKey, givesTokens: true, context: context)
  }

  /// The same recipe for passes that are checked at another time, in seconds since 1970.
  package func at(_ today: Int64) -> PassRecipe {
    var copy = self
    copy.context.today = today
    return copy
  }

  /// Why passes that need a token get none.
  package enum TokenObstacle {
    /// There is no key to derive it, and the template names none.
    case noKey
    /// The key derives it from the pass type identifier, which is not known.
    case noPassType
  }

  /// What keeps passes with a web service from having a token; nil if nothing does.
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
  ///   - given: what the maker has for the pass; the key comes first.
  ///   - derived: what the key derives for a pass, perhaps for another one.
  /// - Returns: `isGiven` for `given`.
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
  /// Adds the identifiers and the reader's key that the template leaves out.
  ///
  /// - Parameter tokens: who makes tokens where the template names none.
  package func completed(
    passTypeIdentifier: String?, teamIdentifier: String?, nfcPublicKey: String?,
    tokens: TokenSource = .none
  ) -> Template {
    var patch = JSONBuilder()
    // A merged object gets the origin of its patch: keep those of the template.
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
