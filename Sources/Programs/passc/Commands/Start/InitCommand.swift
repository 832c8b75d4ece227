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

      With --logo and the other image options, passc makes all images of your files, as passc \
      images does. The template gets a copy of the files, in the folder art. --background auto takes \
      the color from the logo.

      With --nfc the pass has a message for readers and a new key. The public key is in pass.json. \
      The private key is next to the folder (gym-nfc-private.pem for gym.pass): give it to the \
      reader only.

      With --from the template fits your table: passc guesses what the columns are, prints each \
      guess with its reason, and writes it into template.json. If a value could be read in two \
      ways, passc asks, or names the option to give. TYPE of --column is string, integer, number, \
      date or url, or what the column is on the pass: serial, name, points, balance, tier, \
      expires, photo or none.

      Examples:
        passc init gym.pass
        passc init gym.pass --from members.csv --background '#0b3d2e' --language en,de
        passc init gym.pass --from members.csv --date-order dmy --column No=string
        passc init gym.pass --logo logo.svg --strip photo.jpg --background auto
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
      "Make the card this color, such as '#0b3d2e', or auto.", valueName: "color"))
  var background: String?

  @OptionGroup(title: ImageFileOptions.title)
  var imageOptions: ImageFileOptions

  @OptionGroup(title: TableOptions.title)
  var tableOptions: TableOptions

  @OptionGroup(title: OutputOptions.title)
  var outputOptions: OutputOptions

  func run() throws {
    do {
      let languages = try language.map { try StarterLanguages($0) }
      try tableOptions.checkTable()
      _ = try StarterTemplate.checkRoom(for: folder)
      let images = try InitImages(imageOptions)
      let table = try tableOptions.table.map {
        try TableStart(tableOptions, table: $0, folder: folder, style: style, languages: languages)
      }
      let colour = try images.background(background)
      try MadeFolder.makeParent(of: folder)
      let key = nfc ? try StarterReaderKey() : nil
      let keyPath = nfc ? try StarterReaderKey.path(besideTemplate: folder) : nil
      let now = try SigningTime.now()
      let template =
        try table?.template(
          nfcPublicKey: key?.publicKey, background: colour, sources: images.sources, now: now)
        ?? StarterTemplate(
          style: style, languages: languages ?? .usual, nfcPublicKey: key?.publicKey,
          background: colour, sources: images.sources, now: now)
      // The key is written first. A template without its private key would be useless, so a failure
      // must not leave one.
      if let keyPath { try key?.write(to: keyPath) }
      do {
        try template.write(to: folder) { try images.draw(in: $0, shown: folder) }
      } catch {
        if let keyPath { try? Disk.remove(keyPath) }
        throw error
      }
      Console.print(
        "Made \(folder): \(style.article) \(style.rawValue) with \(template.rowCount) sample rows.")
      table?.printGuesses()
      InitNextSteps(
        folder: folder, style: style, languages: table == nil ? languages ?? .usual : .usual,
        keyPath: keyPath, data: table?.table, sheet: tableOptions.sheet
      ).print()
    } catch let error as StarterLanguages.StarterLanguagesError {
      throw CommandFailureError.usage("--language: \(error.description)", help: error.help)
    } catch let error as StarterTemplate.StarterTemplateError {
      throw CommandFailureError.usage(error.description, help: error.help)
    }
  }
}

extension StarterStyle: ExpressibleByArgument {}
