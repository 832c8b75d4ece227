// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassConsole
import PassCrypto
import PassFiles
import PassNFC

/// `passc nfc tap`: a simulated phone is held to a simulated reader.
struct NFCTapCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tap",
    abstract: "Hold passes to a simulated reader and decrypt what it gets.",
    discussion: """
      Puts bundles into a simulated phone, asks for pass types in the order given, decrypts and \
      compares with the pass. It ends with 0 when every pass type was read, or its --url reached \
      the phone.

      "not presented" is what a phone answers when it has no such pass, and also when its holder \
      shows another one: never "not a member".

      Examples:
        passc nfc tap gym.pkpass --pass-type pass.com.example.passc --trace \\
          --key reader.pem --trust certs-example/root.pem
        passc nfc tap gym.pkpass --pass-type pass.com.example.sauna \\
          --url https://example.com/join --trust certs-example/root.pem
      """)

  @OptionGroup
  var passOptions: NFCPassOptions

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "A pass type to ask for; again for each further one, in order.", valueName: "id"))
  var passType: [String]

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "The reader's private key; again for each further one. Without it nothing is decrypted.",
      valueName: "file"), completion: .file())
  var key: [String] = []

  @Option(
    help: ArgumentHelp("Where customers without the pass can join; https.", valueName: "url"))
  var url: String?

  @Option(
    help: ArgumentHelp(
      "What the terminal is there for; no payment is simulated.",
      valueName: "mode"))
  var mode = NFCMode.vasOnly

  @Option(
    help: ArgumentHelp(
      "What the holder does: pass, locked (the pass, not authenticated), card or nothing.",
      discussion: "Else the first pass asked for; a payment card where --mode knows payment.",
      valueName: "what"))
  var present: NFCPresent?

  @Option(
    help: ArgumentHelp(
      "Tap up to N times; in between the holder does what the phone asks for.", valueName: "n"))
  var attempts = 1

  @Flag(help: "End the tap with the first pass that is read, instead of asking for all.")
  var one = false

  @Flag(help: "Print every command and response, taken apart.")
  var trace = false

  @Option(help: ArgumentHelp("What to print: text or json.", valueName: "format"))
  var format = OutputForm.text

  @Option(
    help: ArgumentHelp("A file with the password of the keys.", valueName: "file"),
    completion: .file())
  var passwordFile: String?

  func validate() throws {
    if passType.isEmpty { throw ValidationError("--pass-type is missing") }
    if Set(passType).count != passType.count {
      throw ValidationError("a pass type is asked for twice")
    }
    if let url, let fault = SignUpURL.fault(in: url) { throw ValidationError(fault) }
    guard (1...100).contains(attempts) else {
      throw ValidationError("--attempts is \(attempts), expected 1 to 100")
    }
  }

  func run() throws {
    let now = Environment.now
    var phone = Phone(
      passes: try passOptions.passes(now: now), randomness: { try SecureRandom.bytes($0) },
      clock: { Environment.now })
    let keys = key.isEmpty ? nil : try NFCKeyFile.keyRing(key, password: passwordFile)
    var reader = Reader(
      merchants: passType.map { Merchant(id: $0, url: url) }, mode: mode.terminal, keys: keys,
      maximumAge: 10, randomness: { try SecureRandom.bytes($0) }, clock: { Environment.now })
    reader.passes = one ? .first : .all
    if let url, url.utf8.count > SignUpURL.longestForCoreNFC {
      Console.say(
        "passc: warning: the URL has \(url.utf8.count) characters; Core NFC readers take "
          + "\(SignUpURL.longestForCoreNFC)")
    }
    present(to: &phone)
    let taps = try reader.tap(
      attempts: attempts, { phone.respond(to: $0) },
      betweenTaps: { _ in
        phone.leaveField()
        return react(&phone)
      })
    let outcome = NFCTapReport(taps: taps, phone: phone, reader: reader, now: Environment.now)
    switch format {
    case .text: Console.write(outcome.text(trace: trace, colour: Console.resultHasColour))
    case .json: Console.write(outcome.json + [0x0A])
    }
    if !outcome.isFine { throw Failure.findings }
  }

  // MARK: The holder

  /// The first pass that is asked for and that a reader could get.
  private func firstPass(of phone: Phone) -> InstalledPass.ID? {
    for type in passType {
      let pass = phone.passes.first { $0.id.passTypeIdentifier == type && $0.canBeRead }
      if let pass { return pass.id }
    }
    return phone.passes.first(where: \.canBeRead)?.id
  }

  private func present(to phone: inout Phone) {
    let pass = firstPass(of: phone)
    switch present ?? (mode == .vasOnly ? .pass : .card) {
    case .pass: phone.present(pass.map { .pass($0) } ?? .nothing)
    case .locked: phone.present(pass.map { .pass($0) } ?? .nothing, authenticated: false)
    case .card: phone.present(.paymentCard)
    case .nothing: phone.present(.nothing)
    }
  }

  /// Does what the phone asked for; false when there is nothing to present.
  private func react(_ phone: inout Phone) -> Bool {
    guard let pass = firstPass(of: phone) else { return false }
    phone.present(.pass(pass))
    return true
  }
}

/// What the holder holds to the reader.
enum NFCPresent: String, ExpressibleByArgument, CaseIterable {
  case pass, locked, card, nothing
}

/// What the terminal says it is there for.
enum NFCMode: String, ExpressibleByArgument, CaseIterable {
  case vasOnly = "vas-only"
  case vasAndPay = "vas-and-pay"
  case vasOrPay = "vas-or-pay"
  case payOnly = "pay-only"

  var terminal: TerminalMode {
    switch self {
    case .vasOnly: .vasOnly
    case .vasAndPay: .vasAndPayment
    case .vasOrPay: .vasOrPayment
    case .payOnly: .paymentOnly
    }
  }
}
