// SPDX-License-Identifier: Apache-2.0

import PassJSON

/// Faults that an example can have, each of which gives one finding.
package enum ProvisioningFault: String, Sendable, CaseIterable {
  case pem
  case notBase64 = "not-base64"
  case notACertificate = "not-a-certificate"
  case trailingByte = "trailing-byte"
  case oneCertificate = "one-certificate"
  case noRoot = "no-root"
  case reversed
  case noIntermediate = "no-intermediate"
  case foreignRoot = "foreign-root"
  case unknownRoot = "unknown-root"
  case otherCurve = "other-curve"
  case wrongUsage = "wrong-usage"
  case noMarker = "no-marker"
  case otherIssuer = "other-issuer"
  case expired
  case nonceText = "nonce-text"
  case emptyNonce = "empty-nonce"
  case repeatedNonce = "repeated-nonce"
  case signatureText = "signature-text"
  case emptySignature = "empty-signature"
  case otherEncoding = "other-encoding"
  case number
  case noHolder = "no-holder"
  case longName = "long-name"
  case shortSuffix = "short-suffix"
  case longSuffix = "long-suffix"
  case otherScheme = "other-scheme"
  case constant
  case longCard = "long-card"
  case late
  case refusal
  case wrongChannel = "wrong-channel"
  case wrongVersion = "wrong-version"
  case oldVersion = "old-version"
  case emptyKey = "empty-key"
  case noPoint = "no-point"
  case emptyData = "empty-data"
  case dataText = "data-text"
  case plainActivation = "plain-activation"
  case hexData = "hex-data"
  case numberData = "number-data"

  /// The code it is named by.
  package var code: String {
    switch self {
    case .pem, .notBase64: "provision.certificate.base64"
    case .notACertificate: "provision.certificate.der"
    case .trailingByte: "provision.certificate.trailing"
    case .oneCertificate, .noRoot: "provision.chain.count"
    case .reversed, .noIntermediate, .foreignRoot: "provision.chain.order"
    case .unknownRoot: "provision.chain.root"
    case .otherCurve: "provision.leaf.key"
    case .wrongUsage: "provision.leaf.usage"
    case .noMarker: "provision.leaf.marker"
    case .otherIssuer: "provision.chain.issuer"
    case .expired: "provision.chain.expired"
    case .nonceText: "provision.nonce.encoding"
    case .emptyNonce: "provision.nonce.empty"
    case .repeatedNonce: "provision.nonce.repeated"
    case .signatureText: "provision.signature.encoding"
    case .emptySignature: "provision.signature.empty"
    case .otherEncoding, .hexData: "provision.encoding.profile"
    case .number: "provision.request.member"
    case .noHolder: "provision.cardholder.missing"
    case .longName: "provision.cardholder.name"
    case .shortSuffix: "provision.suffix.form"
    case .longSuffix: "provision.suffix.tooLong"
    case .otherScheme: "provision.request.scheme"
    case .constant: "provision.request.constant"
    case .longCard: "provision.card.form"
    case .late: "provision.answer.late"
    case .refusal: "provision.answer.status"
    case .wrongChannel: "provision.answer.channel"
    case .wrongVersion, .oldVersion: "provision.answer.version"
    case .emptyKey, .noPoint: "provision.answer.key"
    case .emptyData, .dataText: "provision.answer.data"
    case .plainActivation: "provision.answer.activationText"
    case .numberData: "provision.answer.member"
    }
  }

  /// Whether a shape has what the fault is about; nil is the app's own.
  package func applies(to profile: ProvisioningProfile?) -> Bool {
    switch self {
    case .noHolder, .longName: profile.map(\.needsCardholder) ?? true
    case .shortSuffix, .longSuffix, .otherScheme: profile == nil
    case .wrongChannel: profile?.answer.channel != nil
    case .wrongVersion: profile?.answer.version != nil
    case .oldVersion: profile?.answer.version?.former != nil
    case .constant: profile?.exampleConstant != nil
    case .longCard:
      profile?.template.nodes.contains {
        $0.kind == .string && $0.text == ProvisioningProfile.Placeholder.card.rawValue
      } ?? false
    default: true
    }
  }
}

extension ProvisioningProfile {
  /// A string of the template that has to stand as it is, or one of its values with choices.
  var exampleConstant: String? {
    if let choice = values.first(where: { !$0.choices.isEmpty }) { return choice.text }
    let nodes = template.nodes.filter { $0.kind == .string && !$0.text.contains("{") }
    return nodes.first?.text
  }
}
