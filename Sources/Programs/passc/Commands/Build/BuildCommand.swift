// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassArchive
import PassBasics
import PassBuild
import PassConsole
import PassCrypto
import PassDiagnostics
import PassJSON
import PassModel
import PassRules
import PassTemplate

struct BuildCommand: ConsoleCommand {
  /// The kind of output.
  enum Emit: String, ExpressibleByArgument, CaseIterable {
    case pkpass
    case folder
    case passJSON = "pass-json"
    case manifest
  }

  static let configuration = CommandConfiguration(
    commandName: "build",
    abstract: "Build one signed pass from a template folder.",
    discussion: """
      passc checks the pass first. If it finds an error, it signs and writes nothing. The same \
      input, RSA key and SOURCE_DATE_EPOCH give the same bytes.

      Examples:
        passc build gym.pass --data member.json --identity my-identity
        passc build gym.pass --sample 1 --identity certs-example/nfc
        passc build gym.pass --set serial=A-17 --set name='Ada' --emit pass-json
      """)

  @Argument(
    help: ArgumentHelp("The template folder.", valueName: "template"), completion: .directory)
  var template: String

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "Write to this file; - is standard output.",
      discussion: "The template's name by default.",
      valueName: "file"), completion: .file())
  var output: String?

  @OptionGroup(title: "Data")
  var dataOptions: DataOptionGroup

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Build this row of the template's sample or of --data.", valueName: "n"))
  var sample: Int?

  @OptionGroup(title: "Identity")
  var identityOptions: IdentityOptions

  @OptionGroup
  var keyOptions: KeyOptions

  @Option(
    help: ArgumentHelp(
      "Write this; only pkpass needs an identity.",
      valueName: "kind"))
  var emit = Emit.pkpass

  @Option(
    help: ArgumentHelp(
      "Write a make rule with everything that was read.", valueName: "file"), completion: .file())
  var depfile: String?

  @OptionGroup(title: "Findings")
  var policyOptions: PolicyOptions

  @OptionGroup(title: OutputOptions.title)
  var outputOptions: OutputOptions

  func validate() throws {
    try policyOptions.rejectUnknown(AllFindings.catalogue)
    if let sample, sample < 1 {
      throw ValidationError("--sample counts rows from 1", help: "write --sample 1")
    }
    if emit == .folder, output == "-" {
      throw ValidationError(
        "a folder cannot go to standard output", help: "give it a name, such as -o gym")
    }
    if depfile == "-" {
      throw ValidationError("--depfile needs the name of a file", help: "write --depfile gym.d")
    }
    if template.isEmpty || output?.isEmpty ?? false {
      throw ValidationError(
        "an empty name is not a file or folder",
        help: "name a file, and look for a variable that is not set in your command")
    }
  }

  func run() throws {
    var run = try BuildCommandRun(options)
    try run.build()
  }

  var options: BuildOptions {
    BuildOptions(
      template: template, output: output, dataOptions: dataOptions.names, sample: sample,
      identityOptions: identityOptions.names, keyOptions: keyOptions.names, emit: emit,
      depfile: depfile, policyOptions: policyOptions.names, isQuiet: outputOptions.quiet,
      display: outputOptions.display)
  }
}

/// The options of `passc build`, from either the parser or `BuildArguments`.
struct BuildOptions: Hashable, Sendable {
  var template: String
  var output: String?
  var dataOptions = DataNames()
  var sample: Int?
  var identityOptions = IdentityNames()
  var keyOptions = KeyNames()
  var emit = BuildCommand.Emit.pkpass
  var depfile: String?
  var policyOptions = PolicyNames()
  var isQuiet = false
  var display = Console.Display()
}

/// One run of `passc build`. It calls the library and writes the result.
struct BuildCommandRun {
  private let command: BuildOptions
  private let time: Int64
  private var run: BuildRun

  /// - Throws: `CommandFailureError` for invalid options.
  init(_ command: BuildOptions) throws {
    self.command = command
    time = try SigningTime.now()
    var request = BuildRun.Request(
      template: command.template, identity: command.identityOptions.source, time: time)
    request.data = try command.dataOptions.choice(sample: command.sample)
    request.identity.secretFiles += command.keyOptions.secretFiles
    request.isSigned = command.emit == .pkpass
    request.tokenKeyFile = command.keyOptions.tokenKey
    request.neverPacked = command.keyOptions.namedFiles(
      command.dataOptions, command.identityOptions)
    request.readerKey = { template, disk in
      let key = try command.keyOptions.nfcPublicKey(command.identityOptions, disk)
      if key != nil { NFCKeyFile.warnUnlessUsed(in: template, command.template) }
      return key
    }
    run = BuildRun(request, filter: command.policyOptions.filter)
  }

  mutating func build() throws {
    do {
      // These are two statements because `write` reads `run.found`, which is complete only after
      // `run()`.
      let built = try run.run()
      try write(built)
    } catch is DiagnosticsError {
      report(run.foundAtEnd, outcome: "nothing written")
      throw CommandFailureError.findings
    } catch let missing as BuildRun.MissingInputError {
      throw failure(missing)
    } catch let error as DataUsageError {
      throw error.failure(template: command.template, sample: command.sample)
    } catch let error as AuthenticationTokenKey.InvalidKeyError {
      throw CommandFailureError.environment(
        error.description, help: "to make one, run: openssl rand -hex 32 > token.key")
    } catch let error as BundleWriter.OverwriteError {
      throw CommandFailureError.environment(error.description)
    }
  }

  private func failure(_ missing: BuildRun.MissingInputError) -> CommandFailureError {
    switch missing {
    case .identity:
      .noIdentity()
    case .token:
      .usage(
        "\(command.template) names a webServiceURL and no authenticationToken",
        help: "to make a key for tokens, run: openssl rand -hex 32 > token.key",
        or: "then add --token-key token.key")
    case .typeForToken:
      .usage(
        "--token-key derives the token from the pass type, which \(command.template) leaves to the "
          + "certificate", help: "add --identity my-identity")
    case .data(let columns, let hasSample):
      .usage(
        "\(command.template) needs data for \(columns.joined(separator: ", "))",
        help: hasSample
          ? "to build the first row of the sample, add --sample 1" : settings(columns),
        or: hasSample ? settings(columns) : "to take the values from a file, add --data member.json"
      )
    }
  }

  /// Returns the options that give columns their values.
  private func settings(_ columns: [String]) -> String {
    let shown = columns.prefix(3).map { "--set " + ShellWord.quoted("\($0)=VALUE") }
    return "to give the values yourself, add " + shown.joined(separator: " ")
      + (columns.count > 3 ? " and so on" : "")
  }

  // MARK: Output

  private func write(_ built: BuildRun.Built) throws {
    let output = try outputPath()
    if output == "-", command.depfile != nil {
      throw CommandFailureError.usage(
        "--depfile names the output in its rule, and standard output has no name",
        help: "give -o FILE")
    }
    try checkOutputs(output)
    let pass = built.pass
    var maker = built.maker
    switch command.emit {
    case .passJSON:
      try write(pass.files.first { $0.path == PackageKind.pass.document }?.bytes ?? [], to: output)
    case .manifest: try write(try maker.prepare(pass).manifest, to: output)
    case .folder:
      let files = try maker.files(of: pass, at: time)
      try BundleWriter.throwUnlessReplaceable(output)
      try MadeFolder.makeParent(of: output)
      try writeDependencies(of: output)
      try BundleWriter.writeFolder(files, to: output)
    case .pkpass: try write(try maker.signAndPackage(pass, at: time).bytes, to: output)
    }
    report(run.found)
    if command.emit == .pkpass || command.emit == .folder, output != "-" {
      Console.print(output)
    }
  }

  /// Returns the path of the result, `-` for standard output.
  private func outputPath() throws -> String {
    // "." and ".." do not contain the name of the folder, so the resolved path is used for them.
    let folder = try Disk.resolvingSymbolicLinks(command.template)
    let own = FilePath.lastComponent(FilePath.normalised(command.template))
    var stem = FilePath.stem(own.hasPrefix(".") ? FilePath.lastComponent(folder) : own)
    // An export in an archive, Boarding.pkpasstemplate.zip.
    if FilePath.extension(stem) == "pkpasstemplate" { stem = FilePath.stem(stem) }
    let name =
      switch command.emit {
      case .pkpass: stem + "." + PackageKind.pass.fileExtension
      case .folder: stem + ".package"
      case .passJSON: PackageKind.pass.document
      case .manifest: PackageKind.pass.manifest
      }
    guard let output = command.output else {
      return command.emit == .passJSON || command.emit == .manifest ? "-" : name
    }
    if command.emit != .folder, output.hasSuffix("/") { return FilePath.join(output, name) }
    if command.emit != .folder, output != "-",
      try Disk.kind(of: output, followingLinks: true) == .folder
    {
      return FilePath.join(output, name)
    }
    return output
  }

  /// Rejects outputs that would replace an input of the pass, or the folder with the inputs.
  private func checkOutputs(_ output: String) throws {
    let outputs =
      [OutputGuard.Output(output, option: "-o")]
      + [command.depfile].compactMap { $0 }.map {
        OutputGuard.Output($0, option: "--depfile", role: .text)
      }
    let read = run.log.files.filter { Disk.identity(of: $0)?.isFolder == false }
    try CommandLineGuard.outputs()?.check(outputs, reading: read.map { .file($0) })
    guard Disk.identity(of: output)?.isFolder == true,
      let folder = try? Disk.resolvingSymbolicLinks(output)
    else { return }
    let inputs = read.compactMap { try? Disk.resolvingSymbolicLinks($0) }
    if inputs.contains(where: { FilePath.isInside($0, folder) }) {
      throw CommandFailureError.usage(
        "-o \(output) has files that the pass is built from", help: "name another folder: -o out")
    }
  }

  private func write(_ bytes: [UInt8], to output: String) throws {
    try writeDependencies(of: output)
    guard output != "-" else { return try Disk.writeStandardOutput(bytes) }
    try MadeFolder.makeParent(of: output)
    try Disk.write(bytes, to: output)
  }

  /// Writes the dependency file. It must run before the output is written: if it fails, make must
  /// not find a new output.
  private func writeDependencies(of output: String) throws {
    guard let depfile = command.depfile else { return }
    do {
      let rule = try Dependencies.rule(for: output, log: run.log)
      try MadeFolder.makeParent(of: depfile)
      try Disk.write(Array(rule.utf8), to: depfile)
    } catch let error as Dependencies.DependencyPathError {
      throw CommandFailureError.usage(
        error.description, help: "rename it, or do without --depfile")
    }
  }

  private func report(_ diagnostics: [Diagnostic], outcome: String? = nil) {
    Console.report(
      diagnostics, showsNotes: command.policyOptions.notes, subject: command.template,
      outcome: outcome)
  }
}
