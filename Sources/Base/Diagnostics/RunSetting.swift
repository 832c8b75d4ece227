// SPDX-License-Identifier: Apache-2.0

/// A setting of a run that is not in a file, such as the encoding of the data.
///
/// The help of a finding mentions it in words, because programs use the library too. The command
/// adds the name of its option (see `PassReport`).
package struct RunSetting: Sendable, Hashable {
  package enum Subject: Sendable, CaseIterable {
    /// Folder of the signing identity.
    case identity
    /// Signing certificate.
    case certificate
    /// Password of a key file.
    case password
    /// Folder to import a certificate from Apple into.
    case importFolder
    /// Folder to import a key into.
    case keyFolder
    /// A root to trust in addition to Apple's.
    case trust
    /// Table of rows.
    case data
    /// The rows a template is checked with.
    case rows
    /// Which row of a template's sample.
    case sample
    /// Value of one column.
    case value
    /// Folder of files that rows name.
    case files
    /// Format of the rows: csv, tsv, json, jsonl or xlsx.
    case dataFormat
    /// Encoding of the rows.
    case encoding
    /// Delimiter between cells.
    case delimiter
    /// Sheet of a workbook.
    case sheet
    /// Key of the NFC reader.
    case readerKey
    /// Key that authentication tokens are derived from.
    case tokenKey
    /// Minimum iOS version.
    case oldestIOS
    /// Day of the check.
    case day
    /// Limit for archives.
    case limit
    /// Signing time.
    case signingTime
    /// Permission to sign a pass again although its manifest or signature is invalid.
    case acceptedChanges
    /// Fonts for images.
    case fonts
  }

  package let subject: Subject
  /// Possible values, or an example in capitals. Nil if it is obvious.
  package let value: String?

  package init(_ subject: Subject, _ value: String? = nil) {
    self.subject = subject
    self.value = value
  }
}
