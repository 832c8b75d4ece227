// SPDX-License-Identifier: Apache-2.0

/// How often an option can be given, and what its value names.
package struct ArgumentKind: Sendable, Hashable {
  /// How often an option can be given.
  package enum Count: Sendable, Hashable {
    /// An option without a value; a second one changes nothing.
    case flag
    /// An option with a value that can be given once.
    case single
    /// An option with a value that can be repeated.
    case repeated
  }

  /// What a value names.
  package enum Role: Sendable, Hashable {
    /// No file.
    case none
    /// A file that is read, or a folder whose files are read.
    case input
    /// A folder with images that rows can name.
    case pictures
    /// A template, a folder with the files of a pass, or a bundle.
    case template
    /// A bundle, or a folder that is searched for passes.
    case searched
    /// A file or folder that is written.
    case output
    /// A text file that is written, which never replaces an image or a bundle.
    case text
    /// A certificate that is written as text; it replaces the one of an earlier run.
    case certificate
    /// A report, `FORMAT=FILE`.
    case report
    /// A database that is opened and changed in place.
    case database

    /// Whether a file of that name can be written.
    package var isOutput: Bool {
      switch self {
      case .output, .text, .certificate, .report, .database: true
      case .none, .input, .pictures, .template, .searched: false
      }
    }
  }

  /// How often the option can be given.
  package let count: Count
  /// What its value names.
  package let role: Role
  /// Whether the value can hold a password or a token, which no message repeats.
  package let isSecret: Bool

  static let flag = ArgumentKind(count: .flag, role: .none, isSecret: false)
  static let single = single(.none)
  static let repeated = repeated(.none)
  static let secret = ArgumentKind(count: .single, role: .none, isSecret: true)

  static func single(_ role: Role, isSecret: Bool = false) -> ArgumentKind {
    ArgumentKind(count: .single, role: role, isSecret: isSecret)
  }

  static func repeated(_ role: Role) -> ArgumentKind {
    ArgumentKind(count: .repeated, role: role, isSecret: false)
  }
}
