// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassApp
import PassBasics
import PassConsole
import PassDiagnostics
import PassJSON

/// `passc notify`: pushes that reach a wallet.
struct NotifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notify",
    abstract: "Judge and route notifications of passes, apps and a wallet SDK.",
    discussion: """
      Nothing is sent: passc push does that for passes. What is checked for apps is the payload, its \
      headers, and the notifications of the NFC Wallet SDK.

      Example:
        passc notify example tns | passc notify route -
      """,
    subcommands: [
      NotifyCheckCommand.self, NotifyRouteCommand.self, NotifySwiftCommand.self,
      NotifyExampleCommand.self,
    ])
}

/// Payloads of a file: one object, an array of them, or one a line.
enum NotifyPayloads {
  /// Calls `body` with each payload; a text that is no JSON is reported.
  static func read(
    _ file: String, _ report: inout Report, _ body: (JSONValue, inout Report) throws -> Void
  ) throws {
    let bytes = file == "-" ? try Disk.readStandardInput() : try Disk.read(file)
    let name = file == "-" ? "standard input" : file
    let lines = bytes.split(separator: 0x0A).filter { $0.contains { $0 > 0x20 } }
    var aside = Report()
    let areLines =
      lines.count > 1
      && JSONReader.read(Array(lines[0]), name: name, report: &aside)?.root.isObject == true
    if areLines {
      // The whole text is the source of every line, so that each has its own place.
      let source = report.sources.add(Source(name: name, bytes: bytes))
      for line in lines {
        guard
          let document = JSONReader.read(
            Array(line), source: source, at: line.startIndex, report: &report)
        else { continue }
        try body(document.root, &report)
      }
      return
    }
    guard let document = JSONReader.read(bytes, name: name, report: &report) else { return }
    if document.root.isArray {
      for element in document.root.elements { try body(element, &report) }
    } else {
      try body(document.root, &report)
    }
  }
}

/// `passc notify check`.
struct NotifyCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Find what APNs refuses, or the app cannot use, in notifications.",
    discussion: """
      FILE is one JSON object, an array or JSON Lines: what arrived as userInfo, or with --to what is \
      to be sent. Headers are given as they would be sent.

      Example:
        passc notify check push.json --to app --header apns-push-type=background
      """)

  @Argument(help: ArgumentHelp("Payloads; - is standard input.", valueName: "file"))
  var files: [String]

  @Option(help: ArgumentHelp("Who it is sent to: app or pass.", valueName: "receiver"))
  var to: NotificationOptions.Receiver?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "A header it is sent with, such as apns-priority=5.", valueName: "name=value"))
  var header: [String] = []

  @OptionGroup(title: "Report")
  var reportOptions: DocumentReportOptions

  func validate() throws {
    if files.isEmpty { throw ValidationError("no file was given") }
  }

  func run() throws {
    var options = NotificationOptions()
    options.receiver = to
    for text in header {
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else {
        throw Failure.usage("--header \(text) is no header, expected NAME=VALUE")
      }
      options.headers[parts[0].lowercased()] = parts[1]
    }
    var reports = try DocumentReports(reportOptions, inputs: files)
    for file in files {
      var report = Report(wantsNotes: reports.wantsNotes)
      try NotifyPayloads.read(file, &report) { payload, report in
        NotificationCheck.check(payload, options, report: &report)
      }
      try reports.add(file == "-" ? "standard input" : file, report.sorted)
    }
    try reports.finish()
  }
}

/// `passc notify route`.
struct NotifyRouteCommand: ParsableCommand {
  /// How routes are written.
  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

  static let configuration = CommandConfiguration(
    commandName: "route",
    abstract: "Say where a notification goes: card, transaction, keys, or the app itself.",
    discussion: """
      Keys, sender and action are read without regard to case. One line for each payload; card ids \
      are shortened. Exit code 1 when one is of the SDK and unusable.

      Example:
        passc notify route received.jsonl --format json
      """)

  @Argument(help: ArgumentHelp("Payloads; - is standard input.", valueName: "file"))
  var file: String

  @Option(help: ArgumentHelp("What to print: text or json.", valueName: "format"))
  var format = Format.text

  @Flag(help: "Show card ids whole.")
  var showIds = false

  func run() throws {
    var report = Report()
    var fails = false
    try NotifyPayloads.read(file, &report) { payload, _ in
      let push = WalletPush(payload)
      if case .invalid = push { fails = true }
      switch format {
      case .text: Console.print(push.line(showsIDs: showIds))
      case .json:
        var builder = JSONBuilder()
        builder.begin(.object, origin: .none)
        builder.key("version")
        builder.scalar(.number, "1")
        for (name, value) in push.members(showsIDs: showIds) {
          builder.key(name)
          builder.string(value)
        }
        builder.end()
        Console.writeJSON(JSONWriter.bytes(of: builder.document().root) + [0x0A])
      }
    }
    Console.report(report.sorted, showsNotes: false)
    if fails || report.hasErrors { throw Failure.findings }
  }
}

/// `passc notify swift`.
struct NotifySwiftCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "swift",
    abstract: "Write the router of an app as Swift.",
    discussion: """
      WalletPush.swift is pure: a value from userInfo, a protocol that tests can fake, and a router \
      that is done when its call returns. --sdk adds the calls of the NFC Wallet SDK.

      Example:
        passc notify swift -o Push --sdk
      """)

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("The folder to write to; files in it are not replaced.", valueName: "dir"),
    completion: .directory)
  var output: String

  @Flag(help: "Also write the vendor's calls, compiled where its SDK is.")
  var sdk = false

  func run() throws {
    var files = [(name: "WalletPush.swift", text: RouterSource.router)]
    if sdk { files.append(("WalletPush+SDK.swift", RouterSource.sdk)) }
    try WrittenSources.write(files, to: output)
  }
}

/// `passc notify example`.
struct NotifyExampleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "example",
    abstract: "Write a notification to try a router with.",
    discussion: """
      tns, tns-cobadged, mg, cps, app-background, app-alert, pass-update, and such as must be \
      refused: bad-prefix, bad-no-card, bad-number-card, bad-two-spellings, bad-too-large; \
      small-letters and aps-only are odd and fine. Ids are made up.

      Example:
        passc notify example mg --card 9f3a-example
      """)

  @Argument(help: ArgumentHelp("Which one.", valueName: "name"))
  var name: NotificationExample

  @Option(help: ArgumentHelp("The card it is about.", valueName: "id"))
  var card = "00000000-example"

  func run() throws { Console.write(name.text(card: card)) }
}

extension NotificationOptions.Receiver: ExpressibleByArgument {
  /// The spellings of `--to`.
  public static var allValueStrings: [String] { allCases.map(\.rawValue) }
}

extension NotificationExample: ExpressibleByArgument {
  /// The names, as help and completions list them.
  public static var allValueStrings: [String] { allCases.map(\.rawValue) }
}
