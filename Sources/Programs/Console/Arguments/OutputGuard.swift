// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// Rejects outputs that would replace something a run reads, another output, a private key or a
/// database, files in place of folders, and outputs in a template or an identity folder.
///
/// One guard for all programs. Files are compared by device and inode, so that links and `..` do
/// not matter. Files that do not exist yet are compared by the resolved folder and the name.
package struct OutputGuard {
  /// A file or folder that is written.
  package struct Output {
    /// The path as it was typed.
    package let path: String
    /// What it was given for, as people know it: `--report`.
    package let option: String
    /// What is written there.
    package var role = ArgumentKind.Role.output

    /// An output of an option.
    package init(_ path: String, option: String, role: ArgumentKind.Role = .output) {
      self.path = path
      self.option = option
      self.role = role
    }
  }

  /// Something that is read.
  package enum Input {
    /// A file, or a folder with every file in it.
    case file(String)
    /// A folder with the files of a pass, and those it extends.
    case template(String)
    /// A folder of images that rows can name.
    case pictures(String)
    /// The files in a folder whose names are of interest.
    case sources(String, isSource: (String) -> Bool)

    var path: String {
      switch self {
      case .file(let path), .template(let path), .pictures(let path), .sources(let path, _): path
      }
    }
  }

  private let command: String
  private let outputs: [Output]
  private let kept: KeptFolders
  private var inputs: [(input: Input, option: String)] = []

  /// A guard of what a command line names.
  package init(_ words: CommandWords) {
    command = words.command
    kept = KeptFolders(words)
    var outputs: [Output] = []
    for value in words.values {
      guard let path = Self.path(in: value) else { continue }
      switch value.kind.role {
      case .none: continue
      case .input: inputs.append((.file(path), value.name))
      case .template: inputs.append((.template(path), value.name))
      case .pictures: inputs.append((.pictures(path), value.name))
      case .searched:
        // The command knows what it finds in a folder.
        if Disk.identity(of: path)?.isFolder != true { inputs.append((.file(path), value.name)) }
      case .output, .text, .certificate, .report, .database:
        let option = value.option.isEmpty ? words.command : value.option
        outputs.append(Output(path, option: option, role: value.kind.role))
      }
    }
    inputs += Self.standingInputs.map { (.file($0), "") }
    self.outputs = outputs
  }

  /// The path a value names; nil for a stream, a variable, a key in a token and a server.
  private static func path(in value: CommandWords.Value) -> String? {
    var text = value.text
    if value.kind.role == .report {
      guard let sign = text.firstIndex(of: "=") else { return nil }
      text = String(text[text.index(after: sign)...])
    }
    let isPath =
      !text.isEmpty && text != "-" && !text.hasPrefix("env:")
      && !text.lowercased().hasPrefix("pkcs11:") && !text.hasPrefix("postgres://")
      && !text.hasPrefix("postgresql://")
    return isPath ? text : nil
  }

  /// Folders of keys and certificates that are read without being named.
  private static var standingInputs: [String] {
    let named = Environment.value("PASSC_IDENTITY").flatMap { $0.isEmpty ? nil : $0 }
    return [named].compactMap { $0 } + IdentityOptions.intermediateFolders
  }

  // MARK: Checks

  /// Checks everything that the command line names.
  ///
  /// - Throws: `Failure` with exit code 2; no file was opened for writing.
  package func check() throws {
    try Self.checkDifference(of: outputs)
    for output in outputs {
      try check(output, against: inputs)
      if let failure = FolderOutput.failure(of: output, in: command) { throw failure }
      if let failure = kept.failure(of: output) { throw failure }
    }
  }

  /// Checks outputs whose names only the command knows, against what the command line names and
  /// what else was read.
  ///
  /// An output that the command line names was checked by `check()` before the command began. It is
  /// compared with the rest only.
  package func check(_ outputs: [Output], reading more: [Input] = []) throws {
    try Self.checkDifference(of: outputs)
    let more = more.map { ($0, option: "") }
    for output in outputs {
      let isChecked = self.outputs.contains { $0.path == output.path && $0.role == output.role }
      try check(output, against: isChecked ? more : inputs + more, content: !isChecked)
    }
  }

  private func check(
    _ output: Output, against inputs: [(input: Input, option: String)], content: Bool = true
  ) throws {
    guard output.path != "-" else { return }
    if content { try checkContent(output) }
    let target = Disk.identity(of: output.path)
    for (input, option) in inputs
    where try replaces(output, target, input) && !Self.isUpdate(output.option, option) {
      // A file in the place of a folder is the better explanation, if both are true.
      if let failure = FolderOutput.failure(of: output, in: command) {
        throw Failure.usage(failure.message, help: failure.help)
      }
      let isFolder = Disk.identity(of: input.path)?.isFolder == true
      let replaced = isFolder ? "a file of \(input.path)" : input.path
      throw Failure.usage(
        "\(output.option) \(output.path) would replace \(replaced), an input of this run",
        help: "give another file")
    }
  }

  /// Whether a file is read whole and then written again on purpose: a baseline that is renewed.
  private static func isUpdate(_ output: String, _ input: String) -> Bool {
    output == "--write-baseline" && input == "--baseline"
  }

  private static func checkDifference(of outputs: [Output]) throws {
    for (index, output) in outputs.enumerated() where output.path != "-" {
      for other in outputs[..<index] where other.path != "-" {
        guard
          isSameFile(output.path, other.path)
            || (other.role == .database && isSidecar(output.path, of: other.path))
            || (output.role == .database && isSidecar(other.path, of: output.path))
        else { continue }
        throw Failure.usage(
          other.option == output.option
            ? "\(output.option) names the same file twice: \(output.path)"
            : "\(other.option) and \(output.option) name the same file: \(output.path)",
          help: "give each a separate file")
      }
    }
  }

  /// Whether two paths are one file. Pipes and devices take what several outputs write.
  private static func isSameFile(_ path: String, _ other: String) -> Bool {
    isSameFile(path, Disk.identity(of: path), other)
  }

  /// - Parameter first: the first path to the disk; nil if nothing is there.
  private static func isSameFile(
    _ path: String, _ first: Disk.Identity?, _ other: String
  ) -> Bool {
    let second = Disk.identity(of: other)
    if let first, let second {
      return first == second && (first.isFolder || Disk.hardLinkCount(of: path) != nil)
    }
    // Resolving folders is slow, and these need it only to follow `new/..`, where `new` is not there.
    if isPlain(path), isPlain(other) {
      guard first == nil, second == nil else { return false }
      let (name, otherName) = (FilePath.lastComponent(path), FilePath.lastComponent(other))
      guard name.utf8.elementsEqual(otherName.utf8) else { return false }
    }
    return Disk.resolvingFolder(of: path) == Disk.resolvingFolder(of: other)
  }

  /// Whether no part of a path begins with a point, as `.` and `..` do.
  private static func isPlain(_ path: String) -> Bool {
    var last = UInt8(ascii: "/")
    for byte in path.utf8 {
      if byte == UInt8(ascii: "."), last == UInt8(ascii: "/") { return false }
      last = byte
    }
    return true
  }

  // MARK: Content

  private static let headLimit = 1 << 20

  private func checkContent(_ output: Output) throws {
    guard Disk.hardLinkCount(of: output.path) != nil else { return }
    let content: FileContent
    do {
      content =
        try FileContent(start: Disk.head(of: output.path, limit: FileContent.longestStart))
        ?? FileContent(Disk.head(of: output.path, limit: Self.headLimit))
    } catch {
      throw Failure.usage(
        "\(output.option) \(output.path) exists and cannot be read, so it may hold a key",
        help: "give another file")
    }
    let fault: String? =
      switch content {
      case .key: "a private key"
      case .tokenKey: "a token key"
      case .certificate where output.role != .certificate: "a certificate"
      case .database where output.role != .database: "an SQLite database"
      case .image where output.role.isText: "an image"
      case .archive where output.role.isText: "a pass or another archive"
      case .database, .image, .archive, .certificate, .other: nil
      }
    guard let fault else { return }
    throw Failure.usage(
      "\(output.option) \(output.path) would replace \(fault)",
      help: "give another file, or delete this one first")
  }

  // MARK: Inputs

  /// - Parameter target: the output to the disk; nil if it does not exist yet.
  private func replaces(
    _ output: Output, _ target: Disk.Identity?, _ input: Input
  ) throws -> Bool {
    let source = Disk.identity(of: input.path)
    guard let target else {
      // Nothing is there yet: only an input that is not there either can be meant.
      return source == nil && Self.isSameFile(output.path, nil, input.path)
    }
    guard let source else { return Self.isSidecar(output.path, target, of: input.path) }
    guard !target.isFolder, Disk.hardLinkCount(of: output.path) != nil else { return false }
    guard source.isFolder else {
      return target == source || Self.isSidecar(output.path, target, of: input.path)
    }
    return try InputFolder(input).holds(output.path, target)
  }

  /// Whether a file is the journal of a database.
  private static func isSidecar(_ path: String, of database: String) -> Bool {
    isSidecar(path, Disk.identity(of: path), of: database)
  }

  /// - Parameter identity: the file to the disk; nil if nothing is there.
  private static func isSidecar(
    _ path: String, _ identity: Disk.Identity?, of database: String
  ) -> Bool {
    ["-wal", "-shm", "-journal"].contains { isSameFile(path, identity, database + $0) }
  }
}

extension ArgumentKind.Role {
  /// Whether text is written, which is never an image or an archive.
  fileprivate var isText: Bool {
    switch self {
    case .text, .certificate, .report: true
    default: false
    }
  }
}
