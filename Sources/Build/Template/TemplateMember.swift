// SPDX-License-Identifier: Apache-2.0

/// What may stand at the top of template.json: the list the reader and `passc schema template` go by.
package enum TemplateMember: String, Sendable, CaseIterable {
  case extends, sample, columns, images, include, personalization, reader, allow

  /// For editors, in a line.
  package var summary: String {
    switch self {
    case .extends: "the folder of the base template, relative to this file"
    case .sample: "a data file with sample rows, for check, make and previews"
    case .columns: "the columns of the data and how their cells are read"
    case .images: "images that come from a file column, by their name in the package"
    case .include: "further files to pack; never data, keys or certificates"
    case .personalization: "columns that a customer fills by signing up, and with which field"
    case .reader: "what the app of passc nfc reader-kit shows"
    case .allow: "findings you allow: a code or prefix, and the reason"
    }
  }
}

/// What may stand in template.json's `reader`.
package enum ReaderMember: String, Sendable, CaseIterable {
  case name, program, url

  /// For editors, in a line.
  package var summary: String {
    switch self {
    case .name: "the name of the place or brand"
    case .program: "the name of the loyalty program"
    case .url: "where an iPhone without the pass is sent"
    }
  }
}
