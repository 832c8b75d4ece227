// SPDX-License-Identifier: Apache-2.0

package import PassCompanionFindings
package import PassCrypto
import PassJSON

/// A request and its response as files with random values. The keys are new and the card is
/// fictional, so the files have no real secrets.
package struct ProvisioningExample {
  /// A file of it.
  package struct File: Sendable {
    package let name: String
    package let bytes: [UInt8]
  }

  /// Id of the card.
  package static let card = "00000000-example"
  /// Cardholder's name.
  package static let cardholder = "Ada Example"

  /// The files to check, and the root to trust.
  package let files: [File]
  /// All secret values in the form they have in the files. Tests search the output for them.
  package let secrets: [String]
  /// Root that replaces Apple's.
  package let root: Certificate

  /// Creates an example.
  ///
  /// - Parameters:
  ///   - profile: the processor, or nil for the app's own format.
  ///   - fault: the error to put into the files.
  ///   - now: the current time in seconds since 1970, at which the certificates are valid.
  package init(
    profile: ProvisioningProfile?, fault: ProvisioningMistake? = nil, now: Int64
  ) throws(CryptoError) {
    let draft = try ExampleDraft(profile: profile, fault: fault, now: now)
    root = draft.root
    secrets = draft.secrets
    var files = [
      File(name: "request.json", bytes: draft.request()),
      File(name: "answer.json", bytes: draft.makeResponse()),
      File(name: "trust.pem", bytes: Array(draft.root.pem.utf8)),
    ]
    if profile != nil { files.append(File(name: "app-request.json", bytes: draft.appRequest())) }
    if let text = profile.flatMap({ ProvisioningProfile.text(of: $0.name) }) {
      files.append(File(name: "profile.json", bytes: Array(text.utf8)))
    }
    self.files = files
  }

  /// Returns a file by its name.
  package func bytes(_ name: String) -> [UInt8] {
    files.first { $0.name == name }?.bytes ?? []
  }
}

/// The values of an example, and the JSON with them.
private struct ExampleDraft {
  let profile: ProvisioningProfile?
  let fault: ProvisioningMistake?
  let root: Certificate
  private var certificates: [[UInt8]]
  private let nonce: [UInt8]
  private let signature: [UInt8]
  private let data: [UInt8]
  private let activation: [UInt8]
  private let key: [UInt8]

  init(
    profile: ProvisioningProfile?, fault: ProvisioningMistake?, now: Int64
  ) throws(CryptoError) {
    self.profile = profile
    self.fault = fault
    let day: Int64 = 86_400
    let (from, to) = (now - 30 * day, now + 365 * day)
    let authority = try EnciphermentChain(
      notBefore: from, notAfter: to,
      intermediateName: fault == .otherIssuer
        ? "passc example intermediate" : EnciphermentChain.intermediateName)
    var leaf = EnciphermentChain.Leaf()
    switch fault {
    case .wrongUsage: leaf.usage = .digitalSignature
    case .noMarker: leaf.hasMarker = false
    case .expired: leaf.notAfter = now - day
    case .otherCurve: leaf.publicKeyDER = try PrivateKey.generateP384().publicKeyDER
    default: break
    }
    let made = try authority.leaf(leaf).der
    certificates = [made, authority.intermediate.der, authority.root.der]
    let other = try EnciphermentChain(notBefore: from, notAfter: to)
    root = fault == .unknownRoot ? other.root : authority.root
    switch fault {
    case .oneCertificate: certificates.removeLast(2)
    case .noRoot: certificates.removeLast()
    case .reversed: certificates.reverse()
    case .noIntermediate: certificates.remove(at: 1)
    case .foreignRoot: certificates[2] = other.root.der
    case .trailingByte: certificates[0].append(0)
    case .notACertificate: certificates[0] = Array("no certificate at all".utf8)
    default: break
    }
    // With these lengths, hex digits are not valid Base64, so a wrong encoding is always detected.
    nonce = try SecureRandom.bytes(17)
    signature = try SecureRandom.bytes(71)
    data = try SecureRandom.bytes(201)
    activation = try SecureRandom.bytes(33)
    key = Array(try PrivateKey.generateP256().publicKeyDER.suffix(65))
  }

  /// The secret values in each encoding of the files.
  var secrets: [String] {
    let values = certificates + [nonce, signature, data, activation, key]
    return values.flatMap { [WireEncoding.base64.encode($0), WireEncoding.hex.encode($0)] }
      + [ProvisioningExample.card, ProvisioningExample.cardholder]
  }

  // MARK: The request

  func appRequest() -> [UInt8] {
    let list = certificates.map { "    \"\(Base64.encode($0))\"" }.joined(separator: ",\n")
    return Array(
      """
      {
        "certificates": [
      \(list)
        ],
        "nonce": "\(Base64.encode(nonce))",
        "nonceSignature": "\(Base64.encode(signature))",
        "card": "\(ProvisioningExample.card)",
        "scheme": "\(EncryptionScheme.ecc.rawValue)",
        "configuration": {
          "cardholderName": "\(ProvisioningExample.cardholder)",
          "primaryAccountSuffix": "0000"
        }
      }

      """.utf8)
  }

  private var cardID: String {
    profile?.card.isInteger == true ? "1234" : ProvisioningExample.card
  }

  func request() -> [UInt8] {
    var text = String(decoding: plainRequest(), as: UTF8.self)
    let (nonceEncoding, signatureEncoding) = (
      profile?.nonce ?? .base64, profile?.nonceSignature ?? .base64
    )
    let nonceText = "\"\(nonceEncoding.encode(nonce))\""
    let signatureText = "\"\(signatureEncoding.encode(signature))\""
    let leafText = "\"\(Base64.encode(certificates[0]))\""
    func change(_ old: String, _ new: String) { text = text.replacing(old, with: new) }
    switch fault {
    case .pem:
      let pem = PEM.encode("CERTIFICATE", certificates[0]).replacing("\n", with: "\\n")
      change(leafText, "\"\(pem)\"")
    case .notBase64: change(leafText, "\"no Base64!\"")
    case .nonceText: change(nonceText, "\"no nonce!\"")
    case .emptyNonce: change(nonceText, "\"\"")
    case .number: change(nonceText, "17")
    case .repeatedNonce: text = Self.line(text) + Self.line(text)
    case .signatureText: change(signatureText, "\"no signature!\"")
    case .emptySignature: change(signatureText, "\"\"")
    case .otherEncoding:
      let other = nonceEncoding == .base64 ? WireEncoding.hex : .base64
      change(nonceText, "\"\(other.encode(nonce))\"")
    case .noHolder:
      change("\"cardholderName\": \"\(ProvisioningExample.cardholder)\",", "")
      change("\"primaryAccountSuffix\": \"0000\"", "")
      change("\"\(ProvisioningExample.cardholder)\"", "\"\"")
    case .longName:
      change(ProvisioningExample.cardholder, String(repeating: "Ada ", count: 20))
    case .shortSuffix: change("\"0000\"", "\"00\"")
    case .longSuffix: change("\"0000\"", "\"00000000\"")
    case .otherScheme: change("\"\(EncryptionScheme.ecc.rawValue)\"", "\"EV_ECC_v3\"")
    case .constant:
      if let constant = profile?.exampleConstant { change(":\"\(constant)\"", ":\"other\"") }
    case .longCard:
      change("\"\(cardID)\"", "\"\(String(repeating: "0", count: 41))\"")
    default: break
    }
    return Array(text.utf8)
  }

  /// Returns a document as one line of JSON Lines.
  private static func line(_ text: String) -> String {
    text.replacing("\n", with: "") + "\n"
  }

  private func plainRequest() -> [UInt8] {
    guard let profile else { return appRequest() }
    let card = AuthorizedCard(id: cardID, cardholderName: ProvisioningExample.cardholder)
    let request = AppRequest(certificates, nonce, signature)
    // The card fits every built-in profile. Other profiles may reject it.
    guard let call = try? profile.upstreamRequest(from: request, card: card) else { return [] }
    return call.body + [0x0A]
  }

  // MARK: The response

  func makeResponse() -> [UInt8] {
    let encoding = profile?.response.encoding ?? .base64
    let form = profile?.response
    func quoted(_ bytes: [UInt8]) -> String { "\"\(encoding.encode(bytes))\"" }
    var members = [
      (form?.encryptedPassData ?? "/encryptedPassData", quoted(data)),
      (form?.activationData ?? "/activationData", quoted(activation)),
      (form?.ephemeralPublicKey ?? "/ephemeralPublicKey", quoted(key)),
    ]
    switch fault {
    case .emptyData: members[0].1 = "\"\""
    case .dataText: members[0].1 = "\"no data!\""
    case .hexData:
      let other = encoding == .base64 ? WireEncoding.hex : .base64
      members[0].1 = "\"\(other.encode(data))\""
    case .numberData: members[0].1 = "17"
    case .plainActivation: members[1].1 = "\"an activation code!\""
    case .emptyKey: members[2].1 = "\"\""
    case .noPoint: members[2].1 = quoted(Array(key.prefix(33)))
    default: break
    }
    if let channel = form?.channel {
      members.append((channel.pointer, "\"\(fault == .wrongChannel ? "other" : channel.text)\""))
    }
    if let version = form?.version {
      let text =
        switch fault {
        case .wrongVersion: "EV_ECC_v9"
        case .oldVersion: version.former ?? version.text
        default: version.text
        }
      members.append((version.pointer, "\"\(text)\""))
    }
    let body = Self.object(members.map { ($0.0.split(separator: "/").map(String.init)[...], $0.1) })
    let isFramed = profile != nil || fault == .late || fault == .refusal
    guard isFramed else { return Array("\(body)\n".utf8) }
    let status = fault == .refusal ? 404 : 200
    let time = fault == .late ? 16_200 : 420
    return Array(
      "{ \"status\": \(status), \"milliseconds\": \(time), \"body\": \(body) }\n".utf8)
  }

  /// Returns a JSON object with members at these paths.
  private static func object(_ members: [(ArraySlice<String>, String)]) -> String {
    var names: [String] = []
    for (path, _) in members {
      if let first = path.first, !names.contains(first) { names.append(first) }
    }
    let texts = names.map { name -> String in
      let inside = members.filter { $0.0.first == name }
      if let leaf = inside.first(where: { $0.0.count == 1 }) { return "\"\(name)\": \(leaf.1)" }
      return "\"\(name)\": \(object(inside.map { ($0.0.dropFirst(), $0.1) }))"
    }
    return "{ \(texts.joined(separator: ", ")) }"
  }
}
