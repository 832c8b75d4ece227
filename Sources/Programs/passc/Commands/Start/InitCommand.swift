// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBasics
import PassBuild
import PassConsole
import PassDiagnostics
import PassModel

struct InitCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Make a template with sample data that builds at once.",
    discussion: """
      The folder gets pass.json with placeholders, template.json with typed columns, three sample \
      rows and images in three scales. passc never changes an existing folder that has anything in \
      it.

      pass.json is in English if that is one of the languages, otherwise in the first one. The \
      other languages get folders such as de.lproj. Without --language there is a German one. If \
      passc has no translation, the file has the English strings for you to translate.

      With --nfc the pass has a message for readers and a new key. The public key is in pass.json. \
      The private key is next to the folder (gym-nfc-private.pem for gym.pass): give it to the \
      reader only.

      With --from the template fits your table: passc guesses what the columns are, prints each \
      guess with its reason, and writes it into template.json. If a value could be read in two \
      ways, passc asks, or names the option to give. TYPE of --column is string, integer, number, \
      date or url, or what the column is on the pass: serial, name, points, balance, tier, \
      expires, photo or none.

      With --from and an export of Apple's Pass Designer (a folder or its zip archive) the template \
      extends the export. template.json says which column fills which field. You may save the design \
      again at any time, and the next build has the changes.

      Examples:
        passc init gym.pass
        passc init gym.pass --from members.csv --background '#0b3d2e' --language en,de
        passc init gym.pass --from members.csv --date-order dmy --column No=string
        passc init boarding.pass --from Boarding.pkpasstemplate
        passc init tickets/tour.pass --style eventTicket
        passc init loyalty.pass --nfc
        passc init loyalty.pass --language en,de,fr
        passc init concert.pass --style posterEventTicket --nfc
      """)

  @Argument(
    help: ArgumentHelp(
      "The folder to make, such as gym.pass.", valueName: "dir"),
    completion: .directory)
  var folder: String

  @Option(
    help: ArgumentHelp(
      "Make a template of this style.", valueName: "style"))
  var style = StarterStyle.storeCard

  @Option(
    help: ArgumentHelp(
      "Write these languages, such as en,de; English comes first.", valueName: "tags"))
  var language: String?

  @Flag(help: "Add NFC and a new key for the reader.")
  var nfc = false

  @Option(
    help: ArgumentHelp(
      "Make the card this color, such as '#0b3d2e'.", valueName: "color"))
  var background: String?

  @OptionGroup(title: TableOptions.title)
  var tableOptions: TableOptions

  @OptionGroup(title: OutputOptions.title)
  var outputOptions: OutputOptions

  func run() throws {
    do {
      let languages = try language.map { try StarterLanguages($0) }
      let colour = try backgroundColour()
      try tableOptions.checkTable()
      _ = try StarterTemplate.checkRoom(for: folder)
      if let export = tableOptions.table, ExportStart.isExport(export) {
        return try startFromExport(export)
      }
      let table = try tableOptions.table.map {
        try TableStart(tableOptions, table: $0, folder: folder, style: style, languages: languages)
      }
      try MadeFolder.makeParent(of: folder)
      let key = nfc ? try StarterReaderKey() : nil
      let keyPath = nfc ? try StarterReaderKey.path(besideTemplate: folder) : nil
      let now = try SigningTime.now()
      let template =
        try table?.template(nfcPublicKey: key?.publicKey, background: colour, now: now)
        ?? StarterTemplate(
          style: style, languages: languages ?? .usual, nfcPublicKey: key?.publicKey,
          background: colour, now: now)
      // The key is written first. A template without its private key would be useless, so a failure
      // must not leave one.
      if let keyPath { try key?.write(to: keyPath) }
      do {
        try template.write(to: folder)
      } catch {
        if let keyPath { try? Disk.remove(keyPath) }
        throw error
      }
      Console.print(
        "Made \(folder): \(style.article) \(style.rawValue) with \(template.rowCount) sample rows.")
      table?.printGuesses()
      InitNextSteps(
        folder: folder, style: style, languages: table == nil ? languages ?? .usual : .usual,
        keyPath: keyPath, data: table?.table
      ).print()
    } catch let error as StarterLanguages.StarterLanguagesError {
      throw CommandFailureError.usage("--language: \(error.description)", help: error.help)
    } catch let error as StarterTemplate.StarterTemplateError {
      throw CommandFailureError.usage(error.description, help: error.help)
    }
  }

  private func startFromExport(_ export: String) throws {
    let unusable = [
      background.map { _ in "--background" }, language.map { _ in "--language" },
      nfc ? "--nfc" : nil, style == .storeCard ? nil : "--style",
    ].compactMap { $0 }
    let start = try ExportStart(
      export, folder: folder, unusable: unusable.first ?? tableOptions.others.first)
    try start.template.write(to: folder)
    start.printColumns(folder)
    InitNextSteps(
      folder: folder, style: style, languages: .usual, keyPath: nil, export: export
    ).print()
  }

  private func backgroundColour() throws -> PassColour? {
    guard let background else { return nil }
    guard let colour = PassColour(background) else {
      throw CommandFailureError.usage(
        "--background is \"\(background)\", which is not a color",
        help: "write --background '#0b3d2e' or --background 'rgb(11, 61, 46)'")
    }
    return colour
  }
}

extension StarterStyle: ExpressibleByArgument {}
