// SPDX-License-Identifier: Apache-2.0

/// The members of template.json, for its reader and for `passc schema template`.
package enum TemplateMember: String, Sendable, CaseIterable {
  case extends, sample, language, data, columns, fill, images, include, personalization, reader
  case compatible, allow

  /// A description in one line, for editors.
  package var summary: String {
    switch self {
    case .extends: "the folder of the base template, relative to this file"
    case .sample: "a data file with sample rows, for check, make and previews"
    case .language: "the language of pass.json, such as en; the build adds its folder"
    case .data: "how CSV files with rows are written"
    case .columns: "the columns of the data and how their cells are read"
    case .fill: "values that columns fill without a placeholder, by their path in pass.json"
    case .images: "images that come from a file column, by their name in the package"
    case .include: "further files to pack; never data, keys or certificates"
    case .personalization: "columns that a customer fills by signing up, and with which field"
    case .reader: "what the app of passc nfc reader-kit shows"
    case .compatible: "the style for systems before iOS 27, made from posterGeneric"
    case .allow: "findings you allow: a code or prefix, and the reason"
    }
  }
}

/// The members of `data` in template.json.
package enum DataMember: String, Sendable, CaseIterable {
  case encoding, delimiter

  /// A description in one line, for editors.
  package var summary: String {
    switch self {
    case .encoding: "the encoding of CSV files, such as utf-8 or windows-1252"
    case .delimiter: "the sign between cells, such as ; or tab"
    }
  }
}

/// The members of `reader` in template.json.
package enum ReaderMember: String, Sendable, CaseIterable {
  case name, program, url

  /// A description in one line, for editors.
  package var summary: String {
    switch self {
    case .name: "the name of the place or brand"
    case .program: "the name of the loyalty program"
    case .url: "where an iPhone without the pass is sent"
    }
  }
}
