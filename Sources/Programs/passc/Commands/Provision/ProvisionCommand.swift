// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBasics
import PassConsole
import PassDiagnostics
import PassJSON
import PassProvisioning

/// `passc provision`: adding a payment card to Wallet from an app.
struct ProvisionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "provision",
    abstract: "Judge and carry over what adds a payment card to Wallet from an app.",
    discussion: """
      Shapes, certificates and time are checked, and fields moved from one shape to another. The \
      encryption itself is the processor's, and what Apple accepts nobody can test here. No command \
      opens a connection, and none shows a value.

      Example:
        passc provision example -o try
        passc provision check try/request.json --trust try/trust.pem
      """,
    subcommands: [
      ProvisionCheckCommand.self, ProvisionRelayCommand.self, ProvisionSwiftCommand.self,
      ProvisionExampleCommand.self,
    ])
}

/// Profiles of processors, by name or from a file.
enum ProvisionProfiles {
  static let help = ArgumentHelp(
    "The processor: increase, marqeta, wise, enfuce, or a file of one's own.", valueName: "p")

  /// A built-in profile by its name, else that of a file.
  static func load(_ text: String) throws -> ProvisioningProfile {
    if let known = ProvisioningProfile.named(text) { return known }
    guard text.contains("/") || text.contains("."), try Disk.kind(of: text) != nil else {
      let names = ProvisioningProfile.builtIn.map(\.name).joined(separator: ", ")
      throw Failure.usage(
        "there is no profile \"\(text)\"", help: "\(names), or a file of one's own")
    }
    var report = Report()
    let profile = ProvisioningProfile(
      reading: try Disk.read(text), name: text, report: &report)
    Console.report(report.sorted, showsNotes: false)
    guard let profile else { throw Failure.findings }
    return profile
  }
}

/// `passc provision relay`.
struct ProvisionRelayCommand: ParsableCommand {
  /// Which way.
  enum Direction: String, ExpressibleByArgument, CaseIterable { case request, answer }

  static let configuration = CommandConfiguration(
    commandName: "relay",
    abstract: "Turn an app's request into the processor's, or its answer into the app's.",
    discussion: """
      Standard input to standard output; the host sends. request reads the app's own shape and writes \
      one line of JSON: method, path, headers, body. answer reads \
      {"status": 200, "milliseconds": 420, "body": …}, or a body alone, and writes what the app gets; \
      exit code 1 when that is no card.

      Example:
        passc provision relay request --profile wise --card 1 < app-request.json
      """)

  @Argument(help: ArgumentHelp("request or answer.", valueName: "direction"))
  var direction: Direction

  @Option(help: ProvisionProfiles.help, completion: .file(extensions: ["json"]))
  var profile: String

  @Option(help: ArgumentHelp("The processor's id of the card.", valueName: "id"))
  var card: String?

  @Option(help: ArgumentHelp("The name on the card.", valueName: "name"))
  var cardholder: String?

  func validate() throws {
    if direction == .answer, card != nil || cardholder != nil {
      throw ValidationError("--card and --cardholder belong to a request")
    }
  }

  func run() throws {
    let profile = try ProvisionProfiles.load(profile)
    var report = Report(wantsNotes: false)
    let document = SecretJSON.read(
      try Disk.readStandardInput(), name: "standard input", report: &report)
    switch direction {
    case .request:
      if profile.needsCard, card == nil { throw Failure.usage("--card is missing") }
      if profile.needsCardholder, cardholder == nil {
        throw Failure.usage("--cardholder is missing")
      }
      guard let document, let request = AppRequest(document.root, report: &report) else {
        Console.report(report.sorted, showsNotes: false)
        throw Failure.findings
      }
      let owner = AuthorizedCard(id: card ?? "", cardholderName: cardholder)
      do {
        let call = try profile.upstreamRequest(from: request, card: owner)
        Console.report(report.sorted, showsNotes: false)
        Console.writeJSON(call.json)
      } catch {
        Console.report(error.diagnostics, showsNotes: false)
        throw Failure.findings
      }
    case .answer:
      let answer = profile.appAnswer(from: document?.root, report: &report)
      Console.report(report.sorted + answer.diagnostics, showsNotes: false)
      Console.writeJSON(answer.json)
      if answer.refusal != nil { throw Failure.findings }
    }
  }
}

/// `passc provision swift`.
struct ProvisionSwiftCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "swift",
    abstract: "Write what an app needs to add a payment card, as Swift.",
    discussion: """
      CardProvisioning.swift: whether cards can be added, the configuration, the sheet and the button \
      of SwiftUI, the way to your server within 18 seconds, an answer that is checked, and the result \
      as one value. The entitlement is Apple's to grant: passc app fragments --for provisioning.

      Example:
        passc provision swift -o Cards
      """)

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("The folder to write to; files in it are not replaced.", valueName: "dir"),
    completion: .directory)
  var output: String

  func run() throws {
    try WrittenSources.write(
      [(name: "CardProvisioning.swift", text: ProvisioningSource.card)], to: output, mode: .secret)
  }
}

/// `passc provision example`.
struct ProvisionExampleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "example",
    abstract: "Write a request and its answer to try things with.",
    discussion: """
      request.json, answer.json and trust.pem, the root of certificates made on the spot; with \
      --profile in the processor's shape, with app-request.json, what the app sent, and the profile \
      itself to start one of one's own from. No key opens anything, and cards are made up. --fault \
      seeds one fault.

      Example:
        passc provision example --fault reversed -o try
      """)

  @Option(help: ProvisionProfiles.help, completion: .file(extensions: ["json"]))
  var profile: String?

  @Option(help: ArgumentHelp("One fault to seed.", valueName: "name"))
  var fault: ProvisioningFault?

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("The folder to write to; files in it are not replaced.", valueName: "dir"),
    completion: .directory)
  var output: String

  func run() throws {
    let processor = try profile.map(ProvisionProfiles.load)
    if let fault, !fault.applies(to: processor) {
      throw Failure.usage(
        "\(processor?.name ?? "the app's own shape") has nothing that \(fault.rawValue) is about")
    }
    let example = try ProvisioningExample(
      profile: processor, fault: fault, now: try SigningTime.now())
    try WrittenSources.write(
      example.files.map { ($0.name, String(decoding: $0.bytes, as: UTF8.self)) }, to: output,
      mode: .secret)
  }
}

extension ProvisioningFault: ExpressibleByArgument {
  /// The names, as help and completions list them.
  public static var allValueStrings: [String] { allCases.map(\.rawValue) }
}
