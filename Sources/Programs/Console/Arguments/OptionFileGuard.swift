// SPDX-License-Identifier: Apache-2.0

import PassArchive
import PassBasics
import PassBuild
import PassCrypto
import PassDiagnostics

/// Rejects option values that name missing files, folders instead of files, and files instead of
/// folders. This check runs before a command prints or writes anything.
struct OptionFileGuard {
  private let values: [CommandTokens.Value]
  private let identities: [CommandTokens.Value]

  init(_ words: CommandTokens) {
    let isDoctor = words.command == "cert doctor"
    values = words.values.filter { Self.form(of: $0) != nil }
    // This command also takes the folder without --identity.
    identities = isDoctor ? words.values.filter(\.name.isEmpty) : []
  }

  /// The kind of file that the value of an option must name.
  private enum Form {
    /// A file with rows.
    case table
    /// A file with a key or a certificate.
    case credential
    /// A folder with an identity.
    case identity
    /// A folder with images.
    case pictures
    /// Another file.
    case file
    /// A file that the command makes if it is missing, or whose absence the command itself reports.
    case perhaps
  }

  private static func form(of value: CommandTokens.Value) -> Form? {
    switch value.name {
    case "--data": .table
    case "--identity": .identity
    case "--files": .pictures
    case "--certificate", "--key", "--wwdr": .credential
    case "--password-file", "--token-key", "--nfc-key", "--trust", "--tls-certificate",
      "--tls-key", "--operators-token-file", "--push-trust", "--push-key", "--device-token-file":
      .file
    case "--ledger", "--baseline", "--link-key": .perhaps
    default: nil
    }
  }

  /// - Throws: `CommandFailureError` with exit code 3.
  func check() throws {
    for value in values + identities {
      let form = Self.form(of: value) ?? .identity
      guard Self.isPath(value.text), let failure = failure(value, form) else { continue }
      throw failure
    }
  }

  /// Returns whether a value names a file, and not a stream, a variable or a key in an HSM.
  private static func isPath(_ text: String) -> Bool {
    !text.isEmpty && text != "-" && !text.hasPrefix("env:")
      && !text.lowercased().hasPrefix("pkcs11:")
  }

  private func failure(_ value: CommandTokens.Value, _ form: Form) -> CommandFailureError? {
    let path = value.text
    guard let found = Disk.identity(of: path) else {
      guard form != .perhaps, Self.isMissing(path) else { return nil }
      return missing(value, form)
    }
    switch form {
    case .identity, .pictures: return found.isFolder ? nil : notAFolder(value, form)
    case .table, .credential, .file, .perhaps: return found.isFolder ? notAFile(value, form) : nil
    }
  }

  /// Returns whether there is nothing at a path, not even a broken link. Other errors are reported
  /// when the file is read.
  private static func isMissing(_ path: String) -> Bool {
    do { return try Disk.kind(of: path) == nil } catch { return false }
  }

  /// Returns a path with the option that it was given for.
  private static func named(_ value: CommandTokens.Value, _ path: String) -> String {
    value.option.isEmpty ? path : "\(value.option) \(path)"
  }

  // MARK: Missing files

  private func missing(_ value: CommandTokens.Value, _ form: Form) -> CommandFailureError {
    let path = value.text
    let isFolder = form == .identity || form == .pictures
    let near = NearbyFile.question(for: path) {
      Disk.identity(of: $0)?.isFolder == isFolder
    }
    return .environment(
      "\(Self.named(value, SecretText.shownPath(path))) does not exist",
      help: near ?? maker(value, form)
    )
  }

  /// Returns how to make a missing file, or nil if passc makes no such file.
  private func maker(_ value: CommandTokens.Value, _ form: Form) -> String? {
    switch (form, value.name) {
    case (.identity, _):
      "to make one for tests, run: passc cert example -o \(ShellWord.quoted(value.text))"
    case (.credential, _): "to make an identity for tests, run: passc cert example -o my-identity"
    case (_, "--token-key"):
      "to make one, run: openssl rand -hex 32 > \(ShellWord.quoted(value.text))"
    case (_, "--nfc-key"):
      "to make a key, run: passc nfc keygen -o \(ShellWord.quoted(value.text))"
    default: nil
    }
  }

  // MARK: Files of another kind

  private func notAFile(_ value: CommandTokens.Value, _ form: Form) -> CommandFailureError {
    let path = value.text
    let help: String? =
      switch form {
      case .table:
        table(in: path).map { "did you mean \(value.option) \(ShellWord.quoted($0))?" }
          ?? "name a .csv, .tsv, .json, .jsonl or .xlsx file, such as \(value.option) members.csv"
      case .credential:
        "to use the identity in a folder, write --identity \(ShellWord.quoted(path))"
      case .identity, .pictures, .file, .perhaps: "name a file"
      }
    let wanted = form == .table ? "a table" : "a file"
    return .environment("\(Self.named(value, path)) is a folder, not \(wanted)", help: help)
  }

  /// Returns the first table in a folder.
  private func table(in folder: String) -> String? {
    let documents =
      PackageKind.pass.requiredFiles + ["template.json", "personalization.json", "google.json"]
    let names = ((try? Disk.list(folder)) ?? []).filter { $0.kind == .file }.map(\.name).sorted()
    for suffix in ["csv", "tsv", "jsonl", "json", "xlsx"] {
      if let name = names.first(where: {
        !documents.contains($0) && FilePath.extension($0).lowercased() == suffix
      }) {
        return FilePath.join(folder, name)
      }
    }
    return nil
  }

  private func notAFolder(_ value: CommandTokens.Value, _ form: Form) -> CommandFailureError {
    let path = value.text
    let head = (try? Disk.head(of: path, limit: 1 << 16)) ?? []
    let words = Disk.hardLinkCount(of: path) == nil ? "a device" : FileKind(head, name: path).name
    let parent = FilePath.parent(path)
    let help: String
    if form == .pictures {
      help = "name the folder of the files: \(value.option) \(ShellWord.quoted(parent))"
    } else if !holdsCredentials(head, path) {
      help = "to make an identity for tests, run: passc cert example -o my-identity"
    } else if parent != "." {
      help = "did you mean \(Self.named(value, ShellWord.quoted(parent)))?"
    } else {
      help =
        "to make an identity of it, run: passc cert import \(ShellWord.quoted(path)) "
        + "--into my-identity"
    }
    return .environment("\(Self.named(value, path)) is \(words), not a folder", help: help)
  }

  private func holdsCredentials(_ head: [UInt8], _ path: String) -> Bool {
    switch FileContent(head) {
    case .key, .certificate: true
    default: ["p12", "pfx"].contains(FilePath.extension(path).lowercased())
    }
  }
}
