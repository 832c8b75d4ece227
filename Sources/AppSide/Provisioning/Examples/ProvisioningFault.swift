// SPDX-License-Identifier: Apache-2.0

package import PassCompanionFindings
import PassDiagnostics
import PassJSON

extension ProvisioningMistake {
  /// Code of the finding that reports it.
  package var code: String { finding.code }

  private var finding: Finding {
    switch self {
    case .pem, .notBase64: ProvisioningFindings.certificateBase64
    case .notACertificate: ProvisioningFindings.certificateDER
    case .trailingByte: ProvisioningFindings.certificateTrailing
    case .oneCertificate, .noRoot: ProvisioningFindings.chainCount
    case .reversed, .noIntermediate, .foreignRoot: ProvisioningFindings.chainOrder
    case .unknownRoot: ProvisioningFindings.chainRoot
    case .otherCurve: ProvisioningFindings.leafKey
    case .wrongUsage: ProvisioningFindings.leafUsage
    case .noMarker: ProvisioningFindings.leafMarker
    case .otherIssuer: ProvisioningFindings.chainIssuer
    case .expired: ProvisioningFindings.chainExpired
    case .nonceText: ProvisioningFindings.nonceEncoding
    case .emptyNonce: ProvisioningFindings.nonceEmpty
    case .repeatedNonce: ProvisioningFindings.nonceRepeated
    case .signatureText: ProvisioningFindings.signatureEncoding
    case .emptySignature: ProvisioningFindings.signatureEmpty
    case .otherEncoding, .hexData: ProvisioningFindings.encoding
    case .number: ProvisioningFindings.requestMember
    case .noHolder: ProvisioningFindings.holderMissing
    case .longName: ProvisioningFindings.holderName
    case .shortSuffix: ProvisioningFindings.suffixForm
    case .longSuffix: ProvisioningFindings.suffixLong
    case .otherScheme: ProvisioningFindings.scheme
    case .constant: ProvisioningFindings.constant
    case .longCard: ProvisioningFindings.cardForm
    case .late: ProvisioningFindings.answerLate
    case .refusal: ProvisioningFindings.answerStatus
    case .wrongChannel: ProvisioningFindings.answerChannel
    case .wrongVersion, .oldVersion: ProvisioningFindings.answerVersion
    case .emptyKey, .noPoint: ProvisioningFindings.answerKey
    case .emptyData, .dataText: ProvisioningFindings.answerData
    case .plainActivation: ProvisioningFindings.activationText
    case .numberData: ProvisioningFindings.answerMember
    }
  }

  /// Returns whether a format has the part with the error. nil is the app's own format.
  package func applies(to profile: ProvisioningProfile?) -> Bool {
    switch self {
    case .noHolder, .longName: profile.map(\.needsCardholder) ?? true
    case .shortSuffix, .longSuffix, .otherScheme: profile == nil
    case .wrongChannel: profile?.response.channel != nil
    case .wrongVersion: profile?.response.version != nil
    case .oldVersion: profile?.response.version?.former != nil
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
  /// A constant string of the template, or a value with choices.
  var exampleConstant: String? {
    if let choice = values.first(where: { !$0.choices.isEmpty }) { return choice.text }
    let nodes = template.nodes.filter { $0.kind == .string && !$0.text.contains("{") }
    return nodes.first?.text
  }
}
