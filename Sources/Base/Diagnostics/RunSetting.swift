// SPDX-License-Identifier: Apache-2.0

/// Something that is said to a run and stands in no file, such as in which encoding the data is.
///
/// The help of a finding speaks of it in words, for programs that use the library. How it is said is
/// added by whoever takes it: the command its option, as `PassReport` spells it.
package struct RunSetting: Sendable, Hashable {
  /// What is said.
  package enum Subject: Sendable, CaseIterable {
    /// The folder of certificate and key.
    case identity
    /// The certificate that signs.
    case certificate
    /// What opens the file of a key.
    case password
    /// A certificate that is sent to Apple and comes back goes into this folder.
    case importFolder
    /// A root that is trusted beside Apple's.
    case trust
    /// The rows.
    case data
    /// The rows a template is checked with.
    case rows
    /// Which row of a template's sample.
    case sample
    /// The value of one column.
    case value
    /// The folder of files that rows name.
    case files
    /// The format of the rows: csv, tsv, json or jsonl.
    case dataFormat
    /// The encoding of the rows.
    case encoding
    /// What stands between the cells of a row.
    case delimiter
    /// The key of the reader that is to read a pass.
    case readerKey
    /// The key from which authentication tokens are derived.
    case tokenKey
    /// The oldest iOS the pass is for.
    case oldestIOS
    /// The day on which everything is judged.
    case day
    /// A limit of archives.
    case limit
    /// The moment that counts as now when a pass is signed.
    case signingTime
    /// That a pass is signed again whose manifest or signature does not hold.
    case acceptedChanges
    /// Which fonts pictures are drawn with.
    case fonts
  }

  /// What is said.
  package let subject: Subject
  /// What it may be, or an example in capitals; nil where that is plain.
  package let value: String?

  /// A setting, with what it may be.
  package init(_ subject: Subject, _ value: String? = nil) {
    self.subject = subject
    self.value = value
  }
}
