// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBasics
import PassConsole
import PassCrypto
import PassDiagnostics
import PassNFC

struct NFCTapCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "tap",
    abstract: "Hold passes to a simulated reader and decrypt what it gets.",
    discussion: """
      passc puts the passes into a simulated phone. A simulated reader requests pass type \
      identifiers in the order given, decrypts the response and compares it with the pass. The \
      last line shows which results an app gets from readPaymentCard: pass, payment, both or none.

      Exit code 0 means that every pass type identifier was read, that its --url reached the \
      phone, or that --mode let the tap end with a payment. "not presented" means that the phone \
      has no such pass, or that another one is in front. It never means that a person is not a \
      member.

      Examples:
        passc nfc tap gym.pkpass --pass-type pass.com.example.passc --trace \\
          --reader-key reader.pem --trust certs-example/root.pem
        passc nfc tap gym.pkpass --pass-type pass.com.example.sauna \\
          --url https://example.com/join --trust certs-example/root.pem
        passc nfc tap --mode vas-and-pay --pass-type pass.com.example.passc \\
          --url https://example.com/join --join gym.pkpass \\
          --reader-key reader.pem --trust certs-example/root.pem
      """)

  @Argument(
    help: ArgumentHelp(
      "A .pkpass or .pkpasses for the phone; a phone can be empty.",
      valueName: "bundle"), completion: .file(extensions: PackageKind.pass.fileExtensions))
  var bundles: [String] = []

  @OptionGroup
  var passOptions: NFCPassOptions

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Request this pass type identifier; repeatable, in order.", valueName: "id"))
  var passType: [String]

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Decrypt with this private key of the reader; repeatable.",
      valueName: "file"), completion: .file())
  var readerKey: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Send this address to phones that do not have the pass; repeatable.",
      discussion: "TYPE=URL is only for this pass type identifier.", valueName: "[type=]url"))
  var url: [NFCSignUpAddress] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Add this pass after the phone received --url, and tap again.", valueName: "bundle"),
    completion: .file(extensions: PackageKind.pass.fileExtensions))
  var join: [String] = []

  @Option(
    help: ArgumentHelp(
      "Run the terminal in this mode; no payment is simulated.",
      valueName: "mode"))
  var mode = NFCMode.vasOnly

  @Option(
    help: ArgumentHelp(
      "Present this to the reader.",
      discussion:
        "locked is a pass in a locked phone, card a payment card in a phone, plain-card a card alone.",
      valueName: "what"))
  var present: NFCPresent?

  @Option(
    help: ArgumentHelp(
      "Tap up to this many times.", valueName: "n"))
  var attempts = 1

  @Flag(help: "End the tap with the first pass that is read.")
  var one = false

  @Flag(help: "Print every command and response with its fields.")
  var trace = false

  @Option(
    help: ArgumentHelp(
      "Print the result in this format.", valueName: "format"))
  var format = OutputForm.text

  @Option(
    help: ArgumentHelp(
      "Read the password of the keys from this file.", valueName: "file"),
    completion: .file())
  var passwordFile: String?

  @OptionGroup(title: OutputOptions.title)
  var outputOptions: OutputOptions

  func validate() throws {
    if passType.isEmpty {
      throw ValidationError(
        "--pass-type is missing", help: "give it, such as --pass-type pass.com.example.gym")
    }
    if Set(passType).count != passType.count {
      throw ValidationError("a pass type is given twice", help: "give each --pass-type once")
    }
    _ = try NFCSignUpAddress.merchants(passType, url)
    guard (1...100).contains(attempts) else {
      throw ValidationError(
        "--attempts is \(attempts), expected 1 to 100", help: "write --attempts 1")
    }
  }

  func run() throws {
    let now = Environment.now
    let passes = try passOptions.passes(of: bundles, now: now)
    let joining = try passOptions.passes(of: join, now: now)
    for pass in joining where !passType.contains(pass.id.passTypeIdentifier) {
      throw CommandFailureError.usage(
        TextWriter.printable(
          "the pass to join with is of \(pass.id.passTypeIdentifier), which is not asked for"),
        help: "give its --pass-type, and a --url for it")
    }
    let phone = NFCPhone(
      passes: passes, randomness: { try SecureRandom.bytes($0) }, clock: { Environment.now })
    let keys =
      readerKey.isEmpty ? nil : try NFCKeyFile.keyRing(readerKey, password: passwordFile)
    var reader = Reader(
      merchants: try NFCSignUpAddress.merchants(passType, url), mode: mode.terminal, keys: keys,
      maximumAge: 10, randomness: { try SecureRandom.bytes($0) }, clock: { Environment.now })
    reader.passes = one ? .first : .all
    for address in url where address.url.utf8.count > SignUpURL.maxCoreNFCLength {
      Console.printLine(
        "passc: warning: the URL has \(address.url.utf8.count) characters; Core NFC readers take "
          + "\(SignUpURL.maxCoreNFCLength)")
    }
    var visit = NFCVisit(
      reader: reader, phone: phone, attempts: attempts, usesPlainCard: present == .plainCard)
    present(to: &visit.phone)
    try visit.tap { react(&$0) }
    try visit.join(joining) { phone, pass in
      // With `vas-and-pay` the customer presents the payment card again. Otherwise the customer
      // presents the new pass.
      phone.present(mode == .vasAndPay ? .paymentCard : .pass(pass))
    }
    let outcome = NFCTapReport(visit: visit, now: Environment.now)
    switch format {
    case .text: Console.show(outcome.text(trace: trace, colour: Console.resultHasColour))
    case .json: Console.writeJSON(outcome.json + [0x0A])
    }
    if !outcome.isFine { throw CommandFailureError.findings }
  }

  // MARK: The cardholder

  /// Returns the first requested pass that a reader can get. If there is none, returns any pass
  /// that a reader can get.
  private func firstPass(of phone: NFCPhone) -> NFCPass.ID? {
    for type in passType {
      let pass = phone.passes.first { $0.id.passTypeIdentifier == type && $0.canBeRead }
      if let pass { return pass.id }
    }
    return phone.passes.first(where: \.canBeRead)?.id
  }

  /// Returns what the cardholder presents if `--present` is not given.
  private func usual(_ phone: NFCPhone) -> NFCPresent {
    switch mode {
    case .vasOnly: .pass
    case .vasAndPay, .payOnly: .card
    case .vasOrPay:
      phone.passes.contains { passType.contains($0.id.passTypeIdentifier) && $0.canBeRead }
        ? .pass : .card
    }
  }

  private func present(to phone: inout NFCPhone) {
    let pass = firstPass(of: phone)
    switch present ?? usual(phone) {
    case .pass: phone.present(pass.map { .pass($0) } ?? .nothing)
    case .locked: phone.present(pass.map { .pass($0) } ?? .nothing, authenticated: false)
    case .card: phone.present(.paymentCard)
    case .nothing, .plainCard: phone.present(.nothing)
    }
  }

  /// Presents the pass after the phone asked for it. Returns false if there is no pass to present.
  private func react(_ phone: inout NFCPhone) -> Bool {
    guard let pass = firstPass(of: phone) else { return false }
    phone.present(.pass(pass))
    return true
  }
}

/// The object that the cardholder presents to the reader.
enum NFCPresent: String, ExpressibleByArgument, CaseIterable {
  case pass, locked, card, nothing
  case plainCard = "plain-card"
}

/// The terminal mode that the reader sends to the phone.
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
