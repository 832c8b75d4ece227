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
      rows, a German translation and images in three scales. passc never changes an existing \
      folder that has anything in it.

      With --nfc the pass has a message for readers and a new key. The public key is in pass.json. \
      The private key is next to the folder (gym-nfc-private.pem for gym.pass): give it to the \
      reader only.

      Examples:
        passc init gym.pass
        passc init tickets/tour.pass --style eventTicket
        passc init loyalty.pass --nfc
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

  @Flag(help: "Add NFC and a new key for the reader.")
  var nfc = false

  @OptionGroup(title: OutputOptions.title)
  var outputOptions: OutputOptions

  func run() throws {
    do {
      _ = try StarterTemplate.checkRoom(for: folder)
      try MadeFolder.makeParent(of: folder)
      let key = nfc ? try StarterReaderKey() : nil
      let keyPath = nfc ? try StarterReaderKey.path(besideTemplate: folder) : nil
      let template = StarterTemplate(
        style: style.style, nfcPublicKey: key?.publicKey, now: try SigningTime.now())
      // The key is written first. A template without its private key would be useless, so a failure
      // must not leave one.
      if let keyPath { try key?.write(to: keyPath) }
      do {
        try template.write(to: folder)
      } catch {
        if let keyPath { try? Disk.remove(keyPath) }
        throw error
      }
      printNextSteps(template, keyPath)
    } catch let error as StarterTemplate.StarterTemplateError {
      throw CommandFailureError.usage(error.description, help: error.help)
    }
  }

  private func printNextSteps(_ template: StarterTemplate, _ keyPath: String?) {
    let shown = TextWriter.printable(ShellWord.quoted(folder))
    // "." and ".." do not contain a name, so the output is called `sample`.
    let stem = FilePath.stem(FilePath.normalised(folder))
    let output = TextWriter.printable(
      ShellWord.quoted(([".", ".."].contains(stem) ? "sample" : stem) + ".pkpass"))
    let article = style == .eventTicket ? "an" : "a"
    Console.print(
      "Made \(folder): \(article) \(style.rawValue) with \(template.rowCount) sample rows.")
    if let keyPath {
      Console.print("The reader's private key is in \(keyPath): it is for the reader alone.")
    }
    Console.show(
      """

      Build the first sample row with an identity to try things out:

        passc cert example -o my-identity
        passc build \(shown) --sample 1 --identity my-identity -o \(output)
        passc inspect \(output)

      Then edit pass.json, template.json and sample.csv, and put your own images in.

      """)
  }
}

/// The values of `--style`.
enum StarterStyle: String, ExpressibleByArgument, CaseIterable {
  case storeCard, coupon, eventTicket, generic, boardingPass

  var style: PassStyle {
    switch self {
    case .storeCard: .storeCard
    case .coupon: .coupon
    case .eventTicket: .eventTicket
    case .generic: .generic
    case .boardingPass: .boardingPass
    }
  }
}
