// SPDX-License-Identifier: Apache-2.0

/// How often an option can be given, and the role of its value.
package struct ArgumentKind: Sendable, Hashable {
  package enum Count: Sendable, Hashable {
    /// An option without a value. Giving it twice is not an error.
    case flag
    case single
    case repeated
  }

  /// The use of the file that a value names.
  package enum Role: Sendable, Hashable {
    /// The value does not name a file.
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
    /// A text file that is written. It never replaces an image or a bundle.
    case text
    /// A certificate that is written as text. It replaces the certificate of an earlier run.
    case certificate
    /// A report, `FORMAT=FILE`.
    case report
    /// A database that is opened and changed in place.
    case database

    /// Whether the command can write to the file.
    package var isOutput: Bool {
      switch self {
      case .output, .text, .certificate, .report, .database: true
      case .none, .input, .pictures, .template, .searched: false
      }
    }
  }

  package let count: Count
  package let role: Role
  /// Whether the value can contain a password or token. No message repeats such a value.
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
