// SPDX-License-Identifier: Apache-2.0

/// One merchant of a reader, as a `VASRequest` lists them.
package struct Merchant: Sendable, Hashable {
  /// The pass type identifier.
  package let id: String
  /// Where customers without the pass can join.
  package let url: String?
  /// The name the reader shows for it; nil when it shows none.
  package let name: String?

  /// A merchant, nothing of which is checked; `ReaderKit` checks those of an app.
  package init(id: String, url: String? = nil, name: String? = nil) {
    self.id = id
    self.url = url
    self.name = name
  }
}

/// A simulated reader: asks a phone for the passes of its merchants and decrypts what it gets.
package struct Reader: Sendable {
  /// How many passes one tap may bring.
  package enum Passes: Sendable, Hashable {
    /// The first that is presented.
    case first
    /// One of each merchant.
    case all
  }

  /// The connection to the phone: a command APDU there, a response APDU back.
  package typealias Transmit = (_ command: [UInt8]) throws -> [UInt8]

  /// The merchants in the order they are asked for.
  package var merchants: [Merchant]
  /// What the terminal is there for; `paymentOnly` asks for no pass.
  package var mode: TerminalMode
  /// Whether a tap ends with the first pass or goes through all merchants.
  package var passes = Passes.all
  /// Nil for a reader that leaves decrypting to a server.
  package var keys: KeyRing?
  /// How far the phone's clock may be off, in seconds; nil does not look.
  package var maximumAge: Int64?
  /// Sends a filter with each question, the only one known to work.
  package var sendsFilter = false

  private let randomness: Phone.Randomness
  private let clock: Phone.Clock

  /// A reader that asks for all passes and sends no filter.
  ///
  /// - Parameters:
  ///   - keys: nil for a reader that leaves decrypting to a server.
  ///   - maximumAge: how far the phone's clock may be off, in seconds; nil does not look.
  ///   - randomness: gives the nonces.
  ///   - clock: says now, which only `maximumAge` needs.
  package init(
    merchants: [Merchant], mode: TerminalMode = .vasOnly, keys: KeyRing? = nil,
    maximumAge: Int64? = nil, randomness: @escaping Phone.Randomness,
    clock: @escaping Phone.Clock
  ) {
    self.merchants = merchants
    self.mode = mode
    self.keys = keys
    self.maximumAge = maximumAge
    self.randomness = randomness
    self.clock = clock
  }

  // MARK: One tap

  /// One tap: SELECT, then a question per merchant in order.
  ///
  /// - Throws: only what `transmit` and the random source throw.
  package func tap(_ transmit: Transmit) throws -> Tap {
    var tap = Tap(mode: mode)
    let command = SelectCommand.command.bytes
    let answer = try transmit(command)
    tap.exchanges.append(Exchange(command: command, response: answer))
    do {
      tap.wallet = try SelectResponse(ResponseAPDU(answer))
    } catch {
      tap.failure = error
      if error == .applicationNotFound || error == .notAppleWallet {
        try lookForPlainCard(&tap, transmit)
      }
      return tap
    }
    guard mode != .paymentOnly else {
      tap.entries = merchants.map { Tap.Entry(merchant: $0, outcome: .notAsked) }
      return tap
    }
    for (index, merchant) in merchants.enumerated() {
      if tap.stopped || (passes == .first && tap.hasPass) {
        tap.entries.append(.init(merchant: merchant, outcome: .notAsked))
        continue
      }
      let entry = try ask(merchant, moreFollow: index < merchants.count - 1, &tap, transmit)
      tap.entries.append(entry)
    }
    return tap
  }

  /// Who does not know the application for passes may be a payment card.
  private func lookForPlainCard(_ tap: inout Tap, _ transmit: Transmit) throws {
    guard mode != .vasOnly else { return }
    let command = PaymentDirectory.command.bytes
    let answer = try transmit(command)
    tap.exchanges.append(Exchange(command: command, response: answer))
    guard let response = try? ResponseAPDU(answer), response.status == .success else { return }
    tap.isPlainCard = true
    tap.failure = nil
    tap.entries = merchants.map { Tap.Entry(merchant: $0, outcome: .notAsked) }
  }

  private func ask(
    _ merchant: Merchant, moreFollow: Bool, _ tap: inout Tap, _ transmit: Transmit
  ) throws -> Tap.Entry {
    let question = GetDataCommand(
      merchant: MerchantIdentifier(passTypeIdentifier: merchant.id), mode: mode,
      moreFollow: moreFollow, nonce: try randomness(GetDataCommand.nonceLength),
      filter: sendsFilter ? GetDataCommand.filter : nil, url: merchant.url)
    guard let command = question.command else {
      return .init(merchant: merchant, outcome: .failed(.wrongLength))
    }
    let bytes = try transmit(command.bytes)
    tap.exchanges.append(Exchange(command: command.bytes, response: bytes))
    do {
      let response = try ResponseAPDU(bytes)
      let answer = try GetDataResponse(response)
      return .init(
        merchant: merchant, status: response.status,
        outcome: try outcome(of: answer.cryptogram, merchant), cryptogram: answer.cryptogram)
    } catch let error as VASError {
      let status = try? ResponseAPDU(bytes).status
      return .init(merchant: merchant, status: status, outcome: Self.outcome(of: error))
    }
  }

  private func outcome(of bytes: [UInt8], _ merchant: Merchant) throws -> Tap.Outcome {
    let cryptogram = try Cryptogram(bytes)
    guard let keys else { return .encrypted }
    let message: DecryptedMessage
    do {
      message = try keys.decrypt(cryptogram, passTypeIdentifiers: [merchant.id])
    } catch let error as VASError {
      return .failed(error)
    }
    if let maximumAge, !message.isFresh(at: clock(), within: maximumAge) {
      return .failed(.staleTimestamp)
    }
    return .decrypted(message)
  }

  private static func outcome(of error: VASError) -> Tap.Outcome {
    switch error {
    case .dataNotFound: .notPresented
    case .dataNotActivated: .notActivated
    case .userInterventionRequired: .holderMustChoose
    default: .failed(error)
    }
  }

  // MARK: Several attempts

  /// Taps again while the phone says that its holder has something to do.
  ///
  /// - Parameter betweenTaps: told what the holder is to do; false gives up.
  package func tap(
    attempts: Int, _ transmit: Transmit, betweenTaps: (VASError) throws -> Bool
  ) throws -> [Tap] {
    var taps: [Tap] = []
    while taps.count < max(1, attempts) {
      let tap = try tap(transmit)
      taps.append(tap)
      guard let request = tap.requestToHolder, taps.count < attempts,
        try betweenTaps(request)
      else { break }
    }
    return taps
  }
}
