// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBasics
import PassBuild
import PassConsole
import PassCrypto
import PassDiagnostics
import PassJSON
import PassNFC
import PassTemplate

struct NFCReaderKitCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "reader-kit",
    abstract: "Write Swift and property lists for an iPhone app that reads passes.",
    discussion: """
      The app has one merchant for each template, in order. The name, the program and the URL come \
      from "reader" in template.json. Their translations come from the template's pass.strings. \
      The app sends lines for passc nfc decrypt - and shows the response.

      proximity is Tap to Pay on iPhone, core-nfc is NFCVASReaderSession, payment-tag is \
      NFCPaymentTagReaderSession (iOS 26, European Union). Each needs an entitlement that Apple \
      grants.

      Examples:
        passc nfc reader-kit gym.pass --api proximity -o reader \\
          --identity certs-example/nfc
        passc nfc reader-kit gym.pass sauna.pass --api core-nfc -o reader \\
          --pass-type pass.com.example.gym --pass-type pass.com.example.sauna
      """)

  @Argument(
    help: ArgumentHelp(
      "The templates of the passes, in order.", valueName: "template"),
    completion: .directory)
  var templates: [String]

  @Option(
    help: ArgumentHelp(
      "Write the app for this Apple API.", valueName: "api"))
  var api: ReaderKit.API

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Select this application identifier; repeatable, in order.", valueName: "hex"))
  var aid: [String] = []

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "Write to this folder; existing files are not replaced.", valueName: "dir"),
    completion: .directory)
  var output: String

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Use this pass type identifier for a template without one.", valueName: "id"))
  var passType: [String] = []

  @OptionGroup(title: "Identity, for templates without a pass type identifier")
  var identityOptions: IdentityOptions

  @OptionGroup(title: OutputOptions.title)
  var outputOptions: OutputOptions

  func validate() throws {
    if templates.isEmpty {
      throw ValidationError("no template was given", help: "name one, such as gym.pass")
    }
  }

  func run() throws {
    var merchants: [Merchant] = []
    var programs: [String] = []
    var names = NFCReaderNames()
    var passTypes = passType[...]
    for path in templates {
      var report = Report()
      let template = try Template.load(path, disk: DiskReader(), report: &report)
      Console.report(report.sorted, showsNotes: false, isLast: report.hasErrors)
      guard let template, !report.hasErrors else { throw CommandFailureError.findings }
      guard template.document["nfc"] != nil else {
        throw CommandFailureError.usage("\(path) has no nfc, so a reader gets nothing")
      }
      let reader = template.settings.reader
      if let program = reader?.program { programs.append(program) }
      let merchant = Merchant(
        id: try passTypeIdentifier(of: template, path, &passTypes), url: reader?.url,
        name: reader?.name)
      merchants.append(merchant)
      names.add(merchant, program: reader?.program, of: template)
    }
    // A single `--pass-type` is used for all templates, like a pass type identifier from a
    // certificate.
    if passType.count > 1, let more = passTypes.first {
      throw CommandFailureError.usage(
        "no template for --pass-type \(more)",
        help: "give it once for each template without a pass type identifier")
    }
    let differ = programs.first { $0 != programs[0] }
    // Only a VASRequest, which proximity uses, has a field for the name of a program, and it has
    // one field for all merchants.
    if api == .proximity, let other = differ {
      throw CommandFailureError.usage(
        "the templates name two programs, \"\(programs[0])\" and \"\(other)\"",
        help: "a request shows one: make \"program\" under \"reader\" the same in all of them")
    }
    let kit: ReaderKit
    do {
      kit = try ReaderKit(
        api, merchants: merchants, program: differ == nil ? programs.first : nil, identifiers: aid,
        translations: names.translations(withProgram: differ == nil))
    } catch {
      throw CommandFailureError.usage(error.description, help: error.help)
    }
    for warning in kit.warnings { Console.printLine("passc: warning: \(warning)") }
    try write(kit)
  }

  private func write(_ kit: ReaderKit) throws {
    let files = kit.files.map { (path: FilePath.join(output, $0.name), text: $0.text) }
    for (path, _) in files where try Disk.kind(of: path) != nil {
      throw CommandFailureError.environment(
        "\(path) is there already, and may have been changed since", help: "give another folder")
    }
    try MadeFolder.make(output)
    for (path, text) in files {
      try Disk.makeFolders(FilePath.parent(path))
      try Disk.write(Array(text.utf8), to: path, replacing: false)
      Console.print(path)
    }
  }

  private func passTypeIdentifier(
    of template: Template, _ path: String, _ passTypes: inout ArraySlice<String>
  ) throws -> String {
    if let identifier = template.passTypeIdentifier { return identifier }
    if passType.count == 1 { return passType[0] }
    if let next = passTypes.popFirst() { return next }
    let source = identityOptions.source
    if !source.isEmpty {
      let certificates = try IdentityMaterial.read(source).certificates
      let found = Set(certificates.compactMap(\.content.passTypeIdentifier))
      if found.count == 1, let identifier = found.first { return identifier }
    }
    throw CommandFailureError.usage(
      "\(path) leaves its pass type to the certificate",
      help: "give --pass-type ID, or --identity DIR with one pass certificate")
  }
}

extension ReaderKit.API: ExpressibleByArgument {
  /// The spellings of `--api`, for help and completions.
  public static var allValueStrings: [String] { allCases.map(\.rawValue) }
}
