// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
import PassJSON
package import PassModel

/// Every rule, by name; a test compares the list with the files.
package enum AllRules {
  /// Rules about the content of one pass, sorted by name.
  package static let rules: [any Rule] = [
    AppLaunchRule(),
    AttributedValueRule(),
    AuthenticationTokenRule(),
    BarcodeContentRule(),
    BarcodeFormatRule(),
    BarcodeMessageRule(),
    BeaconRule(),
    ChangeMessageRule(),
    ColourRule(),
    ContactRule(),
    CurrencyAmountRule(),
    CurrencyCodeRule(),
    DateRule(),
    DeprecatedKeyRule(),
    EmptyIdentityRule(),
    DocumentSecretsRule(),
    ExpirationRule(),
    FeaturedActionRule(),
    FieldGroupRule(),
    FieldKeyRule(),
    FieldOptionRule(),
    FieldRowRule(),
    IconRule(),
    ImageContentRule(),
    ImageScaleRule(),
    ImageSizeRule(),
    ImageUseRule(),
    DateOrderRule(),
    KeyRangeRule(),
    KeyTypeRule(),
    KeyUseRule(),
    KeyValueRule(),
    KeyVersionRule(),
    LanguageFolderRule(),
    NFCAuthenticationRule(),
    NFCCertificateRule(),
    NFCKeyRule(),
    NFCMessageRule(),
    PassTypeIdentifierRule(),
    PersonalizationRule(),
    PosterEventRule(),
    RequiredKeyRule(),
    SecretsRule(),
    SemanticBoardingRule(),
    SemanticWordRule(),
    StrayFilesRule(),
    StyleKeyRule(),
    StyleSchemeRule(),
    TeamIdentifierRule(),
    TimeZoneRule(),
    TranslationRule(),
    URLRule(),
    UnknownKeyRule(),
    UpcomingRule(),
    ValueVersionRule(),
    VoidedRule(),
    WebServiceURLRule(),
  ]

  /// Rules about the seal of a finished bundle, in the order Wallet looks.
  package static let sealRules: [any SealRule] = [
    ManifestDocumentRule(),
    ManifestEntryRule(),
    ManifestContentRule(),
    SignatureFormRule(),
    SignatureProofRule(),
    SignatureTimeRule(),
    SignatureChainRule(),
    SignaturePolicyRule(),
    SignatureDigestRule(),
  ]

  /// Those of them that are about whether the files are the ones that were signed, and not about
  /// who signed them.
  private static let integrityRules: [any SealRule] = [
    ManifestDocumentRule(), ManifestEntryRule(), ManifestContentRule(), SignatureFormRule(),
    SignatureProofRule(),
  ]

  /// Rules about passes that belong together.
  package static let batchRules: [any BatchRule] = [
    SerialNumberSetRule(),
    SharedSecretSetRule(),
  ]

  /// A pass that names a web service has no token to ask it with; a service that serves nobody else
  /// says so of a pass without either.
  package static let missingToken = AuthenticationTokenRule.missing

  /// Everything reading a package and the rules can find, for those who explain codes.
  package static let findings: [Finding] =
    JSONFindings.all + PackageFindings.all + StringsFindings.all + rules.flatMap(\.findings)

  /// What can be found in a seal.
  package static let sealFindings: [Finding] = sealRules.flatMap(\.findings)

  /// What can be found in a set.
  package static let batchFindings: [Finding] = batchRules.flatMap(\.findings)

  /// Runs every rule whose ground holds.
  package static func check(
    _ pass: PassPackage, _ context: CheckContext, _ report: inout Report
  ) {
    for rule in rules where rule.applies(to: pass) { rule.check(pass, context, &report) }
  }

  /// Runs every rule about the seal.
  package static func check(_ seal: Seal, _ context: CheckContext, _ report: inout Report) {
    for rule in sealRules { rule.check(seal, context, &report) }
  }

  /// Checks whether the files are the ones that were signed, whoever signed them.
  package static func checkIntegrity(
    of seal: Seal, _ context: CheckContext, _ report: inout Report
  ) {
    for rule in integrityRules { rule.check(seal, context, &report) }
  }
}
