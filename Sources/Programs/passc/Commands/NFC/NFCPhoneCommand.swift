// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBasics
import PassConsole
import PassCrypto
import PassDiagnostics
import PassNFC
import PassReport

struct NFCPhoneCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "phone",
    abstract: "Offer the simulated phone to your reader software over PC/SC.",
    discussion: """
      passc connects to vpcd, the virtual reader of vsmartcard, on this machine only, and responds \
      until vpcd closes the connection. vpcd itself listens on every network interface: run it in \
      a network namespace.

      Each time the card is powered on or reset counts as presenting and authenticating again.

      Example:
        passc nfc phone gym.pkpass --vpcd 127.0.0.1:35963 \\
          --trust certs-example/root.pem
      """)

  @Argument(
    help: ArgumentHelp(
      "A .pkpass or .pkpasses for the phone.", valueName: "bundle"),
    completion: .file(extensions: PackageKind.pass.fileExtensions))
  var bundles: [String]

  @OptionGroup
  var passOptions: NFCPassOptions

  @Option(
    help: ArgumentHelp(
      "Connect to vpcd at this address.", valueName: "host:port"))
  var vpcd: VPCDAddress

  @Option(
    help: ArgumentHelp(
      "Present this to the reader.",
      discussion: "The only pass by default, or a payment card if there are several.",
      valueName: "what"))
  var present: NFCPresent?

  @Option(
    help: ArgumentHelp(
      "Send this mobile token, up to 32 bytes.",
      valueName: "hex"))
  var mobileToken: String?

  @OptionGroup(title: OutputOptions.title)
  var outputOptions: OutputOptions

  func validate() throws {
    if bundles.isEmpty {
      throw ValidationError("no pass was given", help: "name one, such as gym.pkpass")
    }
    if present == .plainCard { throw ValidationError("--present plain-card is not a phone") }
    if let mobileToken {
      guard let token = Hex.decode(mobileToken), token.count <= 32 else {
        throw ValidationError("--mobile-token is \"\(mobileToken)\", expected up to 64 hex digits")
      }
    }
  }

  func run() throws {
    var phone = NFCPhone(
      passes: try passOptions.passes(of: bundles, now: Environment.now),
      randomness: { try SecureRandom.bytes($0) }, clock: { Environment.now })
    phone.mobileToken = mobileToken.flatMap { Hex.decode($0) } ?? []
    let connection = try VPCDConnection(vpcd)
    Console.note("the phone is at \(vpcd) with \(phone.passes.count) passes")
    var said = 0
    while let message = try connection.next() {
      switch VPCDMessage(message) {
      case .powerOff: phone.leaveField()
      case .powerOn, .reset:
        phone.leaveField()
        present(to: &phone)
      case .answerToReset: try connection.send(VPCDMessage.cardAnswer)
      case .command(let command): try connection.send(phone.respond(to: command))
      }
      for event in phone.events.dropFirst(said) { Console.print(TextWriter.printable(event.text)) }
      said = phone.events.count
    }
  }

  private func present(to phone: inout NFCPhone) {
    let readable = phone.passes.filter(\.canBeRead)
    let pass = readable.first.map { NFCPhone.Presentation.pass($0.id) } ?? .nothing
    switch present ?? (readable.count > 1 ? .card : .pass) {
    case .pass: phone.present(pass)
    case .locked: phone.present(pass, authenticated: false)
    case .card: phone.present(.paymentCard)
    case .nothing, .plainCard: phone.present(.nothing)
    }
  }
}
