// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// Rejects outputs that would replace an input, another output, a private key or a database. It
/// also rejects files instead of folders, and outputs in a template or an identity folder.
///
/// All programs use this guard. It compares files by device and inode, so symbolic links and `..`
/// do not hide a conflict. For files that do not exist yet it compares the resolved folder and the
/// name.
package struct OutputGuard {
  /// A file or folder that is written.
  package struct Output {
    /// The path as it was typed.
    package let path: String
    /// The option or command that the message names, such as `--report`.
    package let option: String
    package var role = ArgumentKind.Role.output

    package init(_ path: String, option: String, role: ArgumentKind.Role = .output) {
      self.path = path
      self.option = option
      self.role = role
    }
  }

  /// A file or folder that is read.
  package enum Input {
    /// A file, or a folder with every file in it.
    case file(String)
    /// A template folder, and the templates that it extends.
    case template(String)
    /// A folder with images that rows can name.
    case pictures(String)
    /// The files of a folder whose names `isSource` accepts.
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

  /// Collects the inputs and outputs of a command line.
  package init(_ words: CommandTokens) {
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
        // Only the command knows which files it reads from a folder.
        if Disk.identity(of: path)?.isFolder != true { inputs.append((.file(path), value.name)) }
      case .output, .text, .certificate, .report, .database:
        let option = value.option.isEmpty ? words.command : value.option
        outputs.append(Output(path, option: option, role: value.kind.role))
      }
    }
    inputs += Self.implicitInputs.map { (.file($0), "") }
    self.outputs = outputs
  }

  /// Returns the path in a value. Returns nil for a stream, an environment variable, a key in an
  /// HSM, and a server address.
  private static func path(in value: CommandTokens.Value) -> String? {
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

  /// Folders with keys and certificates that are read although the command line does not name them.
  private static var implicitInputs: [String] {
    let named = Environment.value("PASSC_IDENTITY").flatMap { $0.isEmpty ? nil : $0 }
    return [named].compactMap { $0 } + IdentityOptions.intermediateFolders
  }

  // MARK: Checks

  /// Checks all files that the command line names.
  ///
  /// - Throws: `CommandFailureError` with exit code 2. At that time passc has not opened a file for writing.
  package func check() throws {
    try Self.checkDifference(of: outputs)
    for output in outputs {
      try check(output, against: inputs)
      if let failure = FolderOutput.failure(of: output, in: command) { throw failure }
      if let failure = kept.failure(of: output) { throw failure }
    }
  }

  /// Checks outputs whose names the command line does not contain, against the inputs of the
  /// command line and `more` inputs.
  ///
  /// `check()` has already checked outputs that the command line names. They are compared only with
  /// `more`.
  package func check(_ outputs: [Output], reading more: [Input] = []) throws {
    try Self.checkDifference(of: outputs)
    let more = more.map { ($0, option: "") }
    for output in outputs {
      let isChecked = isNamed(output)
      try check(output, against: isChecked ? more : inputs + more, content: !isChecked)
    }
  }

  /// Returns whether the command line names an output. It may also be a file in such a folder.
  private func isNamed(_ output: Output) -> Bool {
    outputs.contains { $0.path == output.path && $0.role == output.role }
  }

  private func check(
    _ output: Output, against inputs: [(input: Input, option: String)], content: Bool = true
  ) throws {
    guard output.path != "-" else { return }
    if content { try checkContent(output) }
    let target = Disk.identity(of: output.path)
    for (input, option) in inputs
    where try replaces(output, target, input) && !Self.isUpdate(output.option, option) {
      // If both errors apply, a file in the place of a folder is the clearer explanation.
      if isNamed(output), let failure = FolderOutput.failure(of: output, in: command) {
        throw CommandFailureError.usage(failure.message, help: failure.help)
      }
      let isFolder = Disk.identity(of: input.path)?.isFolder == true
      let replaced = isFolder ? "a file of \(input.path)" : input.path
      throw CommandFailureError.usage(
        "\(output.option) \(output.path) would replace \(replaced), an input of this run",
        help: "give another file")
    }
  }

  /// Returns whether an output replaces an input on purpose. This is so for a baseline: it is read
  /// completely and then written again.
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
        throw CommandFailureError.usage(
          other.option == output.option
            ? "\(output.option) names the same file twice: \(output.path)"
            : "\(other.option) and \(output.option) name the same file: \(output.path)",
          help: "give each a separate file")
      }
    }
  }

  /// Returns whether two paths are one file. Pipes and devices do not count, because several
  /// outputs can write to them.
  private static func isSameFile(_ path: String, _ other: String) -> Bool {
    isSameFile(path, Disk.identity(of: path), other)
  }

  /// - Parameter first: device and inode of the first path, or nil if nothing exists there.
  private static func isSameFile(
    _ path: String, _ first: Disk.Identity?, _ other: String
  ) -> Bool {
    let second = Disk.identity(of: other)
    if let first, let second {
      return first == second && (first.isFolder || Disk.hardLinkCount(of: path) != nil)
    }
    // Resolving folders is slow. If neither path has a part such as `..`, comparing the names first
    // avoids it.
    if isPlain(path), isPlain(other) {
      guard first == nil, second == nil else { return false }
      let (name, otherName) = (FilePath.lastComponent(path), FilePath.lastComponent(other))
      guard name.utf8.elementsEqual(otherName.utf8) else { return false }
    }
    return Disk.resolvingFolder(of: path) == Disk.resolvingFolder(of: other)
  }

  /// Returns whether no part of a path begins with a dot, as `.` and `..` do.
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
        try FileContent(start: Disk.head(of: output.path, limit: FileContent.maxPrefixLength))
        ?? FileContent(Disk.head(of: output.path, limit: Self.headLimit))
    } catch {
      throw CommandFailureError.usage(
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
    throw CommandFailureError.usage(
      "\(output.option) \(output.path) would replace \(fault)",
      help: "give another file, or delete this one first")
  }

  // MARK: Inputs

  /// - Parameter target: device and inode of the output, or nil if it does not exist yet.
  private func replaces(
    _ output: Output, _ target: Disk.Identity?, _ input: Input
  ) throws -> Bool {
    let source = Disk.identity(of: input.path)
    guard let target else {
      // The output does not exist yet, so it can only be the same as an input that does not exist
      // either.
      return source == nil && Self.isSameFile(output.path, nil, input.path)
    }
    guard let source else { return Self.isSidecar(output.path, target, of: input.path) }
    guard !target.isFolder, Disk.hardLinkCount(of: output.path) != nil else { return false }
    guard source.isFolder else {
      return target == source || Self.isSidecar(output.path, target, of: input.path)
    }
    return try InputFolder(input).isInput(output.path, target)
  }

  /// Returns whether a file is a journal of an SQLite database.
  private static func isSidecar(_ path: String, of database: String) -> Bool {
    isSidecar(path, Disk.identity(of: path), of: database)
  }

  /// - Parameter identity: device and inode of the file, or nil if nothing exists there.
  private static func isSidecar(
    _ path: String, _ identity: Disk.Identity?, of database: String
  ) -> Bool {
    ["-wal", "-shm", "-journal"].contains { isSameFile(path, identity, database + $0) }
  }
}

extension ArgumentKind.Role {
  /// Whether the output is text. Text must not replace an image or an archive.
  fileprivate var isText: Bool {
    switch self {
    case .text, .certificate, .report: true
    default: false
    }
  }
}
