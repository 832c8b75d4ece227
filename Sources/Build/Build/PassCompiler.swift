// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassCrypto
package import PassDiagnostics
package import PassJSON
import PassModel
package import PassRules
package import PassTemplate

/// Template and row to a signed bundle: the format, top to bottom.
///
/// Start reading here. `passc build` does this once, a batch once per row.
package struct PassCompiler {
  /// The template with the identifiers it left to the certificate.
  package let template: Template
  /// What rules need to know beside the pass.
  package private(set) var context: CheckContext
  /// Derives the token of a pass whose template names a web service and no token.
  package let tokenKey: AuthenticationTokenKey?
  /// What signs; nil when nothing is to be signed.
  package let identity: Identity?

  /// Prepares a template for building.
  ///
  /// - Parameters:
  ///   - facts: what is known of a certificate that cannot sign; an identity brings its own.
  ///   - nfcPublicKey: the reader's key as `encryptionPublicKey` spells it; fills it where it is
  ///     absent.
  package init(
    _ template: Template, identity: Identity?, facts: CertificateFacts? = nil,
    tokenKey: AuthenticationTokenKey? = nil, nfcPublicKey: String? = nil, today: Int64
  ) {
    let facts = identity?.facts ?? facts
    self.template = template.filled(
      passTypeIdentifier: identity?.passTypeIdentifier ?? facts?.passTypeIdentifier,
      teamIdentifier: identity?.teamIdentifier ?? facts?.teamIdentifier,
      nfcPublicKey: nfcPublicKey)
    self.identity = identity
    self.tokenKey = tokenKey
    context = CheckContext(today: today, certificate: facts, nfcPublicKey: nfcPublicKey)
  }

  /// The files of the pass of one row, judged by every rule.
  ///
  /// - Throws: `Rejected` when an error was found; `report` holds it too.
  package func checked(
    _ row: [Cell], files: RowFiles, judge: inout Judge, report: inout Report
  ) throws(Rejected) -> CheckedPass {
    guard
      var resolved = template.resolved(with: row, readFile: files.read, report: &report)
    else { throw Rejected(report.diagnostics) }
    if let token = derivedToken(for: resolved) {
      resolved = resolved.adding("authenticationToken", token)
    }
    return try resolved.checked(context, judge: &judge, report: &report)
  }

  /// The files of the pass of one row among many, judged by the rules that hang on rows.
  ///
  /// - Parameters:
  ///   - readFile: the bytes of a file a row names, and its path as the user knows it.
  ///   - memory: of passes of this compiler alone.
  ///   - token: makes what stands for an absent authenticationToken where there is a web
  ///     service and no `tokenKey` that derives it.
  ///   - derived: what that key derives for the pass, where it is known.
  /// - Throws: `Rejected` when an error was found; `report` holds it too.
  package func checked(
    _ row: [Cell], readFile: (String) throws(RowFileError) -> (name: String, bytes: [UInt8]),
    memory: inout RowMemory, token: (() -> String)?, derived: DerivedToken? = nil,
    rules: inout RuleSelection, judge: inout Judge, report: inout Report
  ) throws(Rejected) -> (pass: CheckedPass, document: JSONDocument) {
    guard
      var resolved = template.resolved(
        with: row, readFile: readFile, memory: &memory, report: &report)
    else { throw Rejected(report.diagnostics) }
    if let derived = derivedToken(for: resolved, derived) {
      resolved = resolved.adding("authenticationToken", derived)
    } else if let token, lacksToken(resolved) {
      resolved = resolved.adding("authenticationToken", token())
    }
    let pass = try resolved.checked(context, rules: &rules, judge: &judge, report: &report)
    return (pass, resolved.document)
  }

  /// The same, for passes that are judged at another moment.
  package func at(_ today: Int64) -> PassCompiler {
    var copy = self
    copy.context = CheckContext(
      today: today, certificate: context.certificate, nfcPublicKey: context.nfcPublicKey)
    return copy
  }

  private func lacksToken(_ pass: ResolvedPass) -> Bool {
    let root = pass.document.root
    return root["webServiceURL"] != nil && root["authenticationToken"] == nil
  }

  /// Seals a judged pass.
  ///
  /// - Precondition: there is an identity.
  package func sealed(_ pass: CheckedPass, at time: Int64) throws(CryptoError) -> SignedBundle {
    guard let identity else { preconditionFailure("sealing needs an identity") }
    return try pass.sealed(by: identity, at: time)
  }

  /// Whether a pass of the template would have a web service without a token.
  package var lacksToken: Bool {
    tokenKey == nil && template.document["webServiceURL"] != nil
      && template.document["authenticationToken"] == nil
  }

  /// Whether there is a token to derive and no pass type to derive it from.
  package var lacksTypeForToken: Bool {
    tokenKey != nil && template.document["webServiceURL"] != nil
      && template.document["authenticationToken"] == nil
      && template.document["passTypeIdentifier"] == nil
  }

  private func derivedToken(for pass: ResolvedPass, _ known: DerivedToken? = nil) -> String? {
    let root = pass.document.root
    guard let tokenKey, root["webServiceURL"] != nil, root["authenticationToken"] == nil,
      let type = root["passTypeIdentifier"]?.string, let serial = root["serialNumber"]?.string
    else { return nil }
    if let known, known.passType.hasBytes(of: type), known.serial.hasBytes(of: serial) {
      return known.text
    }
    return tokenKey.token(passTypeIdentifier: type, serialNumber: serial)
  }
}

extension Template {
  /// The template with what it left to the certificate and to the reader's key.
  package func filled(from identity: Identity?, nfcPublicKey: String?) -> Template {
    filled(
      passTypeIdentifier: identity?.passTypeIdentifier, teamIdentifier: identity?.teamIdentifier,
      nfcPublicKey: nfcPublicKey)
  }

  /// The template with identifiers and a reader's key put where it has none of its own.
  package func filled(
    passTypeIdentifier: String?, teamIdentifier: String?, nfcPublicKey: String?
  ) -> Template {
    var patch = JSONBuilder()
    // A merged object is where the patch is: here still where it was.
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
    return isEmpty ? self : merging(patch.document())
  }
}
