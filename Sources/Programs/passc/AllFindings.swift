// SPDX-License-Identifier: Apache-2.0

import PassArchive
import PassBuild
import PassCheck
import PassCompanionFindings
import PassDiagnostics
import PassIssue
import PassRead
import PassRules
import PassTemplate

/// The findings of all programs.
enum AllFindings {
  /// Built at the first use, because building it takes milliseconds.
  static let catalogue = FindingCatalogue(
    AllRules.findings + AllRules.signedManifestFindings + AllRules.batchFindings
      + ArchiveFindings.all
      + IdentityFindings.all + TemplateFindings.all + GroupFindings.all + ResignFindings.all
      + CheckFindings.all
      + IssueFindings.all + LedgerFindings.all + DiffFindings.all + ColumnFindings.all
      + DataFindings.all + SheetFindings.all + CellFindings.all + PreviewFindings.all
      + RehearsalFindings.all + PaymentFindings.all + NotificationFindings.all
      + ProvisioningFindings.all + AppFindings.all + GoogleFindings.all)
}
