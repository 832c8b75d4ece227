// SPDX-License-Identifier: Apache-2.0

/// A merchant of a reader, as in a `VASRequest`.
package struct Merchant: Sendable, Hashable {
  package let id: String
  /// URL where customers without the pass can sign up.
  package let url: String?
  /// Name that the reader shows, or nil.
  package let name: String?

  /// Checks nothing. `ReaderKit` checks the merchants of an app.
  package init(id: String, url: String? = nil, name: String? = nil) {
    self.id = id
    self.url = url
    self.name = name
  }
}

/// A simulated reader, which requests the passes of its merchants and decrypts them.
package struct Reader: Sendable {
  /// Number of passes to read in one tap.
  package enum Passes: Sendable, Hashable {
    /// Only the first one that is presented.
    case first
    /// One for each merchant.
    case all
  }

  /// Sends a command APDU to the phone and returns the response APDU.
  package typealias Transmit = (_ command: [UInt8]) throws -> [UInt8]

  /// Merchants in the order of the requests.
  package var merchants: [Merchant]
  /// Purpose of the terminal. `paymentOnly` requests no pass.
  package var mode: TerminalMode
  package var passes = Passes.all
  /// Keys for decryption, or nil for a reader that leaves this to a server.
  package var keys: KeyRing?
  /// Maximum difference to the phone's clock in seconds, or nil to skip the check. Detects a
  /// replay.
  package var maximumAge: Int64?
  /// Whether requests have a filter, the only one that is known to work.
  package var sendsFilter = false

  private let randomness: NFCPhone.Randomness
  private let clock: NFCPhone.Clock

  /// Creates a reader that requests all passes without a filter.
  ///
  /// - Parameters:
  ///   - keys: nil for a reader that leaves decryption to a server.
  ///   - maximumAge: maximum difference to the phone's clock in seconds, or nil to skip the check.
  ///   - randomness: for nonces.
  ///   - clock: the current time, for `maximumAge` only.
  package init(
    merchants: [Merchant], mode: TerminalMode = .vasOnly, keys: KeyRing? = nil,
    maximumAge: Int64? = nil, randomness: @escaping NFCPhone.Randomness,
    clock: @escaping NFCPhone.Clock
  ) {
    self.merchants = merchants
    self.mode = mode
    self.keys = keys
    self.maximumAge = maximumAge
    self.randomness = randomness
    self.clock = clock
  }

  // MARK: One tap

  /// Performs a tap: SELECT, then a request for each merchant in order.
  ///
  /// - Throws: only errors of `transmit` and of the random source.
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
        try checkForPlainCard(&tap, transmit)
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
      let entry = try request(merchant, moreFollow: index < merchants.count - 1, &tap, transmit)
      tap.entries.append(entry)
    }
    return tap
  }

  /// Checks for a payment card, if the application for passes is missing.
  private func checkForPlainCard(_ tap: inout Tap, _ transmit: Transmit) throws {
    guard mode != .vasOnly else { return }
    let command = PaymentDirectory.command.bytes
    let answer = try transmit(command)
    tap.exchanges.append(Exchange(command: command, response: answer))
    guard let response = try? ResponseAPDU(answer), response.status == .success else { return }
    tap.isPlainCard = true
    tap.failure = nil
    tap.entries = merchants.map { Tap.Entry(merchant: $0, outcome: .notAsked) }
  }

  private func request(
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

  /// Repeats the tap as long as the customer must do something.
  ///
  /// - Parameter betweenTaps: gets the action for the customer. Returns false to stop.
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
