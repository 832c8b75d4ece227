// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBuild
import PassCrypto
import PassDiagnostics
import PassFiles
import PassJSON
import PassModel
import PassRules
import PassTemplate

/// `passc build`: one pass from a template and a row.
struct BuildCommand: ParsableCommand {
  /// What is written.
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
      Runs every rule first; an error stops it before anything is signed. The same input, RSA \
      key and SOURCE_DATE_EPOCH give the same bytes.

      Examples:
        passc build gym.pass --data member.json --identity ~/passes/gym
        passc build gym.pass --sample 1 --identity certs-example/nfc -o gym.pkpass
        passc build gym.pass --set serial=A-17 --set name='Ada' --emit pass-json
      """)

  @Argument(
    help: ArgumentHelp("The template folder.", valueName: "template"), completion: .directory)
  var template: String

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "The file to write, - for standard output; the template's name by default.",
      valueName: "out"), completion: .file())
  var output: String?

  @OptionGroup(title: "Data")
  var dataOptions: DataOptionGroup

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Build row N of the template's sample, or of --data; from 1.", valueName: "n"))
  var sample: Int?

  @OptionGroup(title: "Identity")
  var identityOptions: IdentityOptions

  @OptionGroup
  var keyOptions: KeyOptions

  @Option(
    help: ArgumentHelp(
      "What to write: pkpass, folder, pass-json or manifest; only pkpass needs an identity.",
      valueName: "kind"))
  var emit = Emit.pkpass

  @Option(
    help: ArgumentHelp(
      "Write a make rule with everything that was read.", valueName: "file"), completion: .file())
  var depfile: String?

  @OptionGroup(title: "Judging")
  var policyOptions: PolicyOptions

  func validate() throws {
    if let sample, sample < 1 { throw ValidationError("--sample counts rows from 1") }
    if emit == .folder, output == "-" {
      throw ValidationError("a folder cannot go to standard output, give -o a name")
    }
    if depfile == "-" { throw ValidationError("--depfile wants the name of a file") }
    if template.isEmpty || output?.isEmpty ?? false {
      throw ValidationError("an empty name is no file or folder")
    }
  }

  func run() throws {
    var run = BuildRun(options)
    try run.run()
  }

  /// What was asked for.
  var options: BuildOptions {
    BuildOptions(
      template: template, output: output, dataOptions: dataOptions.names, sample: sample,
      identityOptions: identityOptions.names, keyOptions: keyOptions.names, emit: emit,
      depfile: depfile, policyOptions: policyOptions.names)
  }
}

/// What `passc build` is asked for, however it was read.
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
}

/// One run of `passc build`.
struct BuildRun {
  let command: BuildOptions
  let log = ReadLog()
  let disk: DiskReader
  var report = Report()
  var judge: Judge

  init(_ command: BuildOptions) {
    self.command = command
    disk = DiskReader(log: log)
    judge = command.policyOptions.judge
  }

  mutating func run() throws {
    let time = try SigningTime.now()
    do {
      try build(time)
    } catch is Rejected {
      throw fail()
    } catch let error as DataUsageError {
      throw error.failure(template: command.template, sample: command.sample)
    } catch let error as TokenKey.Invalid {
      throw Failure.environment(error.description)
    } catch let error as BundleWriter.Refused {
      throw Failure.environment(error.description)
    }
  }

  private mutating func build(_ time: Int64) throws {
    let source = command.identityOptions.source
    // Whatever is wrong with the identity's files is said when its turn comes.
    let ahead = source.isEmpty ? nil : IdentityMaterial.readAhead(source)
    let dataFiles = command.keyOptions.namedFiles(command.dataOptions, command.identityOptions)
    guard
      let template = try Template.load(
        command.template, dataFiles: dataFiles, disk: disk, report: &report)
    else { throw fail() }
    judge = judge.allowing(template.settings.allowances)
    let nfcKey = try command.keyOptions.nfcPublicKey(command.identityOptions, disk)
    if nfcKey != nil { NFCKeyFile.warnUnlessUsed(in: template, command.template) }
    let (identity, facts) = try identity(for: template, source, ahead, time)
    let tokenKey = try command.keyOptions.token(disk)
    let compiler = PassCompiler(
      template, identity: identity, facts: facts, tokenKey: tokenKey, nfcPublicKey: nfcKey,
      today: time)
    if identity == nil, !source.isEmpty { throw try failOverIdentity(compiler) }
    if compiler.lacksToken, command.emit == .pkpass {
      throw Failure.usage(
        "\(command.template) names a webServiceURL and no authenticationToken",
        help: "give --token-key FILE to derive it; openssl rand -hex 32 > FILE makes one")
    }
    if compiler.lacksTypeForToken {
      throw Failure.usage(
        "--token-key derives the token from the pass type, which \(command.template) leaves to the "
          + "certificate", help: "give --identity DIR too")
    }
    let row = try row(for: compiler.template)
    let pass = try checked(row, by: compiler)
    guard !hasErrors else { throw fail() }
    let output = try outputPath()
    if output == "-", command.depfile != nil {
      throw Failure.usage(
        "--depfile names the output in its rule, and standard output has no name",
        help: "give -o FILE")
    }
    try refuseInputs([output, command.depfile].compactMap { $0 })
    switch command.emit {
    case .passJSON:
      try write(pass.files.first { $0.path == "pass.json" }?.bytes ?? [], to: output)
    case .manifest: try write(Manifest(of: pass.files).bytes, to: output)
    case .folder:
      let files =
        if identity == nil {
          pass.files + [PackagedFile(path: "manifest.json", bytes: Manifest(of: pass.files).bytes)]
        } else {
          try compiler.sealed(pass, at: time).files
        }
      try BundleWriter.refuseUnlessReplaceable(output)
      try writeDependencies(of: output)
      try BundleWriter.writeFolder(files, to: output)
    case .pkpass: try write(try compiler.sealed(pass, at: time).archive(), to: output)
    }
    show()
    if command.emit == .pkpass || command.emit == .folder, output != "-" {
      Console.print(output)
    }
  }

  /// The identity is at fault: whatever else is wrong is said in the same run.
  ///
  /// - Throws: what stops the work for good, such as a data file that cannot be read.
  private mutating func failOverIdentity(_ compiler: PassCompiler) throws -> Failure {
    do {
      // What is missing on the command line, or a token, waits for the next run.
      if !compiler.lacksToken, let choice = try dataChoice(for: compiler.template),
        let row = try ChosenRow.read(choice, for: compiler.template, disk: disk, report: &report)
      {
        _ = try checked(row, by: compiler)
      }
    } catch is Rejected {
      // Everything found is in the report.
    }
    return fail()
  }

  private mutating func checked(
    _ row: ChosenRow, by compiler: PassCompiler
  ) throws -> CheckedPass {
    do {
      let pass = try compiler.checked(row.cells, files: row.files, judge: &judge, report: &report)
      judge.complainAboutUnused(isComplete: true, &report)
      return pass
    } catch {
      judge.complainAboutUnused(isComplete: false, &report)
      throw error
    }
  }

  // MARK: Input

  private mutating func identity(
    for template: Template, _ source: IdentitySource,
    _ ahead: BackgroundWork<IdentityMaterial.Read?>?, _ time: Int64
  ) throws -> (Identity?, CertificateFacts?) {
    guard !source.isEmpty else {
      guard command.emit == .pkpass else { return (nil, nil) }
      throw Failure.usage(
        "signing needs an identity: a pass certificate, its key and the intermediate",
        help: "give --identity DIR or set PASSC_IDENTITY; passc cert example -o DIR makes one to "
          + "try with, passc cert request one of your own")
    }
    let material: IdentityMaterial
    if let read = ahead?.value() {
      material = read.material
      for file in read.files { log.addFile(file) }
      for folder in read.folders { log.addFolder(folder) }
    } else {
      material = try IdentityMaterial.read(source, disk: disk)
    }
    let purpose = IdentityChoice.Purpose(
      passTypeIdentifier: template.passTypeIdentifier,
      at: template.document["passTypeIdentifier"]?.place, time: time)
    return try IdentityChoice.judgement(of: material, for: purpose, report: &report)
  }

  /// Where the row comes from; nil when the command line names too little.
  private func dataChoice(for template: Template) throws -> DataChoice? {
    var choice = DataChoice()
    choice.file = command.dataOptions.data
    choice.options = try command.dataOptions.options()
    choice.sample = command.sample
    choice.given = command.dataOptions.set
    choice.folder = command.dataOptions.files
    let hasRow = !choice.isEmpty || !choice.given.isEmpty || template.requiredColumns.isEmpty
    return hasRow ? choice : nil
  }

  private mutating func row(for template: Template) throws -> ChosenRow {
    guard let choice = try dataChoice(for: template) else {
      let columns = template.requiredColumns.joined(separator: ", ")
      throw Failure.usage(
        "\(command.template) needs data for \(columns)",
        help: template.settings.sample == nil
          ? "give --data FILE or --set COLUMN=VALUE"
          : "give --data FILE or --set COLUMN=VALUE, or build the sample with --sample 1")
    }
    guard
      let row = try ChosenRow.read(choice, for: template, disk: disk, report: &report)
    else { throw fail() }
    return row
  }

  // MARK: Output

  /// Where the result goes; `-` is standard output.
  private func outputPath() throws -> String {
    // "." and ".." have no name of their own.
    let folder = try disk.resolvingSymbolicLinks(command.template)
    let own = FilePath.lastComponent(FilePath.normalised(command.template))
    let stem = FilePath.stem(own.hasPrefix(".") ? FilePath.lastComponent(folder) : own)
    let name =
      switch command.emit {
      case .pkpass: stem + ".pkpass"
      case .folder: stem + ".package"
      case .passJSON: "pass.json"
      case .manifest: "manifest.json"
      }
    guard let output = command.output else {
      return command.emit == .passJSON || command.emit == .manifest ? "-" : name
    }
    if command.emit != .folder, output.hasSuffix("/") { return FilePath.join(output, name) }
    if command.emit != .folder, output != "-",
      try disk.kind(of: output, followingLinks: true) == .folder
    {
      return FilePath.join(output, name)
    }
    return output
  }

  /// Nothing a pass is built from is written over, nor the folder it lies in.
  private func refuseInputs(_ targets: [String]) throws {
    if targets.count > 1, Set(targets.map(FilePath.normalised)).count < targets.count {
      throw Failure.usage("-o and --depfile name the same file")
    }
    for target in targets where target != "-" {
      guard let own = Disk.identity(of: target) else { continue }
      if log.files.contains(where: { Disk.identity(of: $0) == own }) {
        throw Failure.usage("\(target) is one of the files the pass is built from")
      }
      guard own.isFolder, let folder = try? disk.resolvingSymbolicLinks(target) else { continue }
      let inputs = log.files.compactMap { try? disk.resolvingSymbolicLinks($0) }
      if inputs.contains(where: { FilePath.isInside($0, folder) }) {
        throw Failure.usage("\(target) holds files the pass is built from")
      }
    }
  }

  private func write(_ bytes: [UInt8], to output: String) throws {
    try writeDependencies(of: output)
    guard output != "-" else { return try Disk.writeStandardOutput(bytes) }
    try Disk.makeFolders(FilePath.parent(output))
    try Disk.write(bytes, to: output)
  }

  /// Before the output: when this fails, nothing looks built.
  private func writeDependencies(of output: String) throws {
    guard let depfile = command.depfile else { return }
    do {
      let rule = try Dependencies.rule(for: output, log: log)
      try Disk.makeFolders(FilePath.parent(depfile))
      try Disk.write(Array(rule.utf8), to: depfile)
    } catch let error as Dependencies.UnreadableName {
      throw Failure.usage(
        error.description, help: "rename it, or do without --depfile")
    }
  }

  private var shown: [Diagnostic] {
    var judge = judge
    return judge.verdict(on: report.sorted)
  }

  private var hasErrors: Bool { shown.contains { $0.severity == .error } }

  private func show() {
    say(shown)
  }

  private func say(_ diagnostics: [Diagnostic]) {
    Console.report(
      diagnostics, showsNotes: command.policyOptions.notes, subject: command.template)
  }

  /// Shows everything that was found and ends with the status for findings.
  private func fail() -> Failure {
    if hasErrors {
      show()
    } else {
      // Something that was to be allowed has stopped the work all the same.
      say(report.sorted)
    }
    return .findings
  }
}

extension DataUsageError {
  /// The sentence for the person, with what to write instead.
  func failure(template: String, sample: Int?) -> Failure {
    switch self {
    case .noSample:
      .usage(
        "\(template) names no sample in template.json",
        help: "give --data FILE, or add \"sample\": \"sample.csv\"")
    case .sampleIsNoFile(let path):
      .environment("\(path), the template's sample, is not a file")
    case .noEqualsSign(let argument):
      .usage("--set \(argument) has no =", help: "write --set COLUMN=VALUE")
    case .tooFewRows(let file, let rows):
      .usage(
        "\(file) has \(counted(rows, "row")), there is no row \(sample ?? 1)")
    }
  }
}
