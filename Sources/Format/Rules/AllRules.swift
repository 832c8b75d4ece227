// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
import PassJSON
package import PassModel

/// Every rule, by name. A test compares the list with the files.
package enum AllRules {
  /// Rules about the content of one pass, sorted by name.
  package static let rules: [any Rule] = [
    AppLaunchRule(),
    AttributedValueRule(),
    AuthenticationTokenRule(),
    BarcodeContentRule(),
    BarcodeFormatRule(),
    BarcodeLeftoverRule(),
    BarcodeMessageRule(),
    BarcodeReadingRule(),
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
    GoogleWalletRule(),
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
    LeftoverRule(),
    NFCAuthenticationRule(),
    NFCCertificateRule(),
    NFCKeyRule(),
    NFCMessageRule(),
    PassTypeIdentifierRule(),
    PersonalizationRule(),
    PosterEventRule(),
    RequiredKeyRule(),
    RowLeftoverRule(),
    SecretsRule(),
    SemanticBoardingRule(),
    SemanticWordRule(),
    UnexpectedFilesRule(),
    StyleKeyRule(),
    StyleSchemeRule(),
    TeamIdentifierRule(),
    TicketDateRule(),
    TimeZoneRule(),
    TranslationRule(),
    URLRule(),
    UnknownKeyRule(),
    UpcomingRule(),
    ValueVersionRule(),
    VoidedRule(),
    WebServiceURLRule(),
  ]

  /// Rules about manifest and signature of a finished bundle, in the order of Wallet's own checks.
  package static let signedManifestRules: [any SignedManifestRule] = [
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

  /// The rules about whether the files are the signed ones. The signer does not matter for them.
  private static let integrityRules: [any SignedManifestRule] = [
    ManifestDocumentRule(), ManifestEntryRule(), ManifestContentRule(), SignatureFormRule(),
    SignatureProofRule(),
  ]

  /// Rules about sets of passes.
  package static let batchRules: [any BatchRule] = [
    SerialNumberSetRule(),
    SharedSecretSetRule(),
  ]

  /// The finding for a pass with a web service and without a token. RowRecipe also reports it for a
  /// pass with neither, because it serves only passes with a web service.
  package static let missingToken = AuthenticationTokenRule.missing

  /// All findings of reading a package and of the rules, for `passc explain`.
  package static let findings: [Finding] =
    JSONFindings.all + PackageFindings.all + StringsFindings.all + rules.flatMap(\.findings)

  /// All findings about manifest and signature.
  package static let signedManifestFindings: [Finding] = signedManifestRules.flatMap(\.findings)

  /// All findings about sets of passes.
  package static let batchFindings: [Finding] = batchRules.flatMap(\.findings)

  /// Runs every rule that applies to the pass.
  package static func check(
    _ pass: PassPackage, _ context: CheckContext, _ report: inout Report
  ) {
    for rule in rules where rule.applies(to: pass) { rule.check(pass, context, &report) }
  }

  /// Runs every rule about manifest and signature.
  package static func check(
    _ signedManifest: SignedManifest, _ context: CheckContext, _ report: inout Report
  ) {
    for rule in signedManifestRules { rule.check(signedManifest, context, &report) }
  }

  /// Checks whether the files are the signed ones. The signer does not matter.
  package static func checkIntegrity(
    of signedManifest: SignedManifest, _ context: CheckContext, _ report: inout Report
  ) {
    for rule in integrityRules { rule.check(signedManifest, context, &report) }
  }
}
