// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassArchive
import PassBasics
import PassBuild
import PassCheck
import PassConsole
import PassDiagnostics
import PassRead

struct ResignCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "resign",
    abstract: "Sign finished passes again and keep their content.",
    discussion: """
      Every file stays the same, byte for byte. Manifest and signature are new. passc checks only \
      what the signature decides: it rejects identifiers that are not those of the certificate, \
      NFC without an NFC certificate, and private keys among the files. In a .pkpasses it signs \
      every pass again. It never changes the sources.

      passc rejects a pass that was changed after it was signed. To sign it as it is, give \
      --accept-changes. An expired certificate, or one that is not Apple's, is not a reason to \
      reject a pass.

      Examples:
        passc resign old/*.pkpass -o new --identity my-identity
        passc resign gym.pkpass -o new --certificate pass.p12 --wwdr WWDRG4.cer
      """)

  @Argument(
    help: ArgumentHelp(
      "A .pkpass, a .pkpasses, or a folder with a pass.",
      valueName: "bundle-or-folder"), completion: .file(extensions: PackageKind.pass.fileExtensions)
  )
  var sources: [String]

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "Write the passes to this folder.", valueName: "dir"),
    completion: .directory)
  var output: String

  @OptionGroup(title: "Identity")
  var identityOptions: IdentityOptions

  @Flag(help: "Sign passes that were changed after they were signed.")
  var acceptChanges = false

  @Flag(help: "Print notes too.")
  var notes = false

  @OptionGroup(title: OutputOptions.title)
  var outputOptions: OutputOptions

  func run() throws {
    let time = try SigningTime.now()
    let targets = try targets()
    let source = identityOptions.source
    guard !source.isEmpty else {
      throw CommandFailureError.noIdentity()
    }
    var resigner = Resigner(
      try IdentityMaterial.read(source), time: time, acceptsChanges: acceptChanges)
    var hasErrors = false
    for (path, target) in zip(sources, targets) {
      var report = Report()
      let bytes = try resigned(path, &resigner, &report)
      Console.report(
        report.sorted, showsNotes: notes, isLast: bytes == nil, outcome: "\(target) not written")
      if let bytes {
        try MadeFolder.make(output)
        try Disk.write(bytes, to: target)
        Console.print(target)
      } else {
        hasErrors = true
      }
    }
    if let first = resigner.changedPasses.first {
      let more = resigner.changedPasses.count - 1
      throw CommandFailureError.broken(
        "\(first)\(more > 0 ? " and \(more) more do" : " does") not match manifest and signature, "
          + "not signed",
        help: "if the changes are yours, run: \(commandAcceptingChanges)")
    }
    if hasErrors { throw CommandFailureError.findings }
  }

  /// The command of this run with `--accept-changes`.
  private var commandAcceptingChanges: String {
    var words = ["passc", "resign"] + sources + ["-o", output, "--accept-changes"]
    if let identity = identityOptions.identity { words += ["--identity", identity] }
    return words.map(ShellWord.quoted).joined(separator: " ")
  }

  /// Signs one source. After an error the result is nil, and the run continues with the next
  /// source.
  private func resigned(
    _ path: String, _ resigner: inout Resigner, _ report: inout Report
  ) throws -> [UInt8]? {
    do {
      return try resigner.archive(of: try PassFinder.find(path: path), report: &report)
    } catch is DiagnosticsError {
      return nil
    } catch let error as PassFinder.PassFinderError {
      throw CommandFailureError.environment(error.description)
    } catch let error as ArchiveError {
      throw CommandFailureError.environment("\(path): \(error)")
    }
  }

  // MARK: Target files

  /// Returns the output file of each source. It has the name of the source, and for a folder also
  /// the extension.
  private func targets() throws -> [String] {
    var sourceOfName: [String: String] = [:]
    var targets: [String] = []
    for source in sources {
      let name = try name(of: source)
      // Most Macs ignore the case of file names.
      if let other = sourceOfName.updateValue(source, forKey: name.lowercased()) {
        throw CommandFailureError.usage("\(other) and \(source) would both be written as \(name)")
      }
      let target = FilePath.join(output, name)
      targets.append(target)
    }
    try CommandLineGuard.outputs()?.check(targets.map { OutputGuard.Output($0, option: "-o") })
    return targets
  }

  private func name(of source: String) throws -> String {
    guard let kind = try Disk.kind(of: source, followingLinks: true) else {
      throw FileError(.read, source, .missing)
    }
    // `.` and `a/..` do not contain the name of the folder, so the resolved path is used.
    let path = kind == .folder ? try Disk.resolvingSymbolicLinks(source) : source
    let name = FilePath.lastComponent(path)
    if kind != .folder, PackageKind.pass.isNameOfFile(name) { return name }
    return (kind == .folder ? FilePath.stem(name) : name) + "." + PackageKind.pass.fileExtension
  }
}
