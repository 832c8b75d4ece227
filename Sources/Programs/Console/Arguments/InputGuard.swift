// SPDX-License-Identifier: Apache-2.0

import PassArchive
import PassBasics
import PassBuild
import PassCrypto
import PassDiagnostics

/// Rejects a template argument that is not a template, before passc reads or writes a file.
struct InputGuard {
  private let command: String
  private let templates: [String]

  init(_ words: CommandTokens) {
    command = words.command
    let named = words.values.filter { $0.kind.role == .template && !$0.text.isEmpty }
    let arguments = named.filter(\.option.isEmpty).map(\.text)
    let taken: Int
    switch words.command {
    // The parser rejects a second argument.
    case "build", "issue", "google build", "google link", "google report", "google init": taken = 1
    case "nfc reader-kit", "app fragments", "app swift": taken = arguments.count
    default: taken = 0
    }
    templates =
      Array(arguments.prefix(taken)) + named.filter { $0.name == "--template" }.map(\.text)
  }

  /// - Throws: `CommandFailureError` with exit code 3.
  func check() throws {
    for path in templates {
      if let identity = Disk.identity(of: path) {
        if !identity.isFolder { throw notATemplate(path) }
      } else if Self.isMissing(path) {
        throw missing(path)
      }
    }
  }

  /// Returns whether nothing exists at a path. Any other error is reported when passc reads the
  /// path.
  private static func isMissing(_ path: String) -> Bool {
    do { return try Disk.kind(of: path, followingLinks: true) == nil } catch { return false }
  }

  private func missing(_ path: String) -> CommandFailureError {
    .environment(
      "template \(SecretText.shownPath(path)) does not exist",
      help: NearbyFile.question(for: path, where: Self.isTemplate)
        ?? (ArgumentTable.isCommand(path)
          ? "run one command at a time: passc \(command), then passc \(path)"
          : "to make one, run: passc init gym.pass"))
  }

  /// Returns whether a folder has the files of a template.
  static func isTemplate(_ path: String) -> Bool {
    Disk.identity(of: path)?.isFolder == true
      && [PackageKind.pass.document, "template.json"].contains {
        Disk.identity(of: FilePath.join(path, $0)) != nil
      }
  }

  private func notATemplate(_ path: String) -> CommandFailureError {
    let head = (try? Disk.head(of: path, limit: 4_096)) ?? []
    let kind = FileKind(head, name: path)
    let help: String? =
      switch kind {
      case .pass: "to check it, run: passc check \(ShellWord.quoted(path))"
      case .table:
        "to use its rows, run: passc \(command) TEMPLATE --data \(ShellWord.quoted(path))"
      case .other:
        Self.isTemplate(FilePath.parent(path))
          ? "did you mean \(FilePath.parent(path))?"
          : "to make a template, run: passc init gym.pass"
      }
    return .environment("\(path) is \(kind.name), not a template", help: help)
  }
}
