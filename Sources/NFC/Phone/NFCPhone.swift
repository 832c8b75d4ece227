// SPDX-License-Identifier: Apache-2.0

import PassCrypto

/// A simulated iPhone at an NFC reader, with passes, actions of the customer and the two commands
/// of the protocol.
///
/// It is a value, which tests can copy. `events` has everything that happened. If the behaviour of
/// real phones is unknown, the event reports this. Source: public reverse engineering, see
/// docs/reference/nfc.md.
package struct NFCPhone: Sendable {
  /// The pass or card that the customer presents.
  package enum Presentation: Sendable, Hashable {
    /// Nothing. The phone is locked and no pass is chosen.
    case nothing
    /// A pass that is open in Wallet.
    case pass(NFCPass.ID)
    /// A payment card after a double click and authentication.
    case paymentCard
  }

  /// Returns unpredictable random bytes.
  package typealias Randomness = @Sendable (_ count: Int) throws -> [UInt8]
  /// Returns the time in seconds since 1970.
  package typealias Clock = @Sendable () -> Int64

  /// Passes in Wallet, in their order.
  package private(set) var passes: [NFCPass]
  package private(set) var presentation = Presentation.nothing
  /// Whether the customer has authenticated for the presented pass or card.
  package private(set) var isAuthenticated = false
  /// Sent in tag 9F2A. Empty on all phones that were observed.
  package var mobileToken: [UInt8] = []
  /// Variant of cryptograms. All phones that were observed use v1.
  package var variant = CryptogramVariant.v1
  /// Events, oldest first.
  package private(set) var events: [NFCPhoneEvent] = []
  /// Sign-up URLs from readers.
  package private(set) var signUpOffers: [SignUpOffer] = []

  private let randomness: Randomness
  private let clock: Clock
  private var isSelected = false
  /// Passes that were read since the last authentication.
  private var served: Set<NFCPass.ID> = []
  /// Number of passes that were read since the application was selected.
  private var servedInSession = 0

  /// Creates a phone that presents nothing.
  ///
  /// - Parameters:
  ///   - randomness: for nonces and ephemeral keys.
  ///   - clock: for the time in cryptograms.
  package init(
    passes: [NFCPass], randomness: @escaping Randomness, clock: @escaping Clock
  ) {
    self.passes = passes
    self.randomness = randomness
    self.clock = clock
  }

  // MARK: Actions of the customer

  /// Presents a pass or card.
  ///
  /// - Parameter authenticated: whether the customer has authenticated. A payment card needs it.
  package mutating func present(_ presentation: Presentation, authenticated: Bool = true) {
    self.presentation = presentation
    isAuthenticated = authenticated && presentation != .nothing
    // Only a new authentication allows a pass to be read again.
    if isAuthenticated { served = [] }
  }

  /// Adds a pass, or replaces the one with the same identity.
  package mutating func add(_ pass: NFCPass) {
    if let index = passes.firstIndex(where: { $0.id == pass.id }) {
      passes[index] = pass
    } else {
      passes.append(pass)
    }
    events.append(.added(pass.id))
  }

  /// Authenticates for the presented pass or card.
  package mutating func authenticate() { present(presentation) }

  /// Takes the phone out of the field or powers off the card. Only the selection is lost.
  package mutating func leaveField() {
    isSelected = false
    servedInSession = 0
  }

  // MARK: Commands

  /// Returns the response to a command. Every input gets one.
  package mutating func respond(to bytes: [UInt8]) -> [UInt8] {
    guard let command = CommandAPDU(bytes) else { return ResponseAPDU(.wrongLength).bytes }
    return respond(to: command).bytes
  }

  private mutating func respond(to command: CommandAPDU) -> ResponseAPDU {
    switch (command.instructionClass, command.instruction) {
    case (0x00, SelectCommand.instruction): select(command)
    case (GetDataCommand.instructionClass, GetDataCommand.instruction): getData(command)
    case (0x00, _), (GetDataCommand.instructionClass, _): ResponseAPDU(.unknownInstruction)
    default: ResponseAPDU(.unknownClass)
    }
  }

  private mutating func select(_ command: CommandAPDU) -> ResponseAPDU {
    leaveField()
    guard command.p1 == 0x04, command.p2 == 0x00 else { return ResponseAPDU(.wrongParameters) }
    guard command.data == SelectCommand.applicationName else {
      return ResponseAPDU(.applicationNotFound)
    }
    guard let nonce = try? randomness(GetDataCommand.nonceLength) else {
      return ResponseAPDU(.internalFault)
    }
    isSelected = true
    return SelectResponse(deviceNonce: nonce, capabilities: capabilities).response
  }

  private var capabilities: MobileCapabilities { hasCard ? .payment : .pass }

  private var hasCard: Bool { presentation == .paymentCard && isAuthenticated }

  private mutating func getData(_ command: CommandAPDU) -> ResponseAPDU {
    // A phone returns an error here. It is not known which one.
    guard isSelected else { return ResponseAPDU(.notSelected) }
    guard command.p1 == GetDataCommand.p1 else { return ResponseAPDU(.wrongParameters) }
    do {
      switch command.p2 {
      case GetDataCommand.fullVAS: return serve(try Request(command.data, isURLOnly: false))
      case GetDataCommand.urlOnly: return takeURL(try Request(command.data, isURLOnly: true))
      default: return ResponseAPDU(.wrongParameters)
      }
    } catch {
      return ResponseAPDU(error.status)
    }
  }

  // MARK: Passes

  /// Processes a request for a pass. The result depends on its pass type identifier and on what is
  /// presented.
  private mutating func serve(_ request: Request) -> ResponseAPDU {
    let ofType = passes.filter { $0.merchant == request.merchant }
    let installed = ofType.filter { $0.key != nil }
    let usable = installed.filter(\.canBeRead)
    if let url = request.url, usable.isEmpty {
      offer(url, passTypeIdentifier: installed.first?.id.passTypeIdentifier, request.merchant)
    }
    guard request.filter != .another else {
      return reject(.dataNotFound, usable.first, .anotherFilter)
    }
    guard let first = usable.first else {
      return reject(
        .dataNotFound, installed.first ?? ofType.first, reasonForAbsence(ofType, installed))
    }
    switch presentation {
    // Documented for stopOnVASResult: if the customer presents a card, there is a payment and no
    // pass.
    case .paymentCard where isAuthenticated && request.mode == .vasOrPayment:
      return reject(.dataNotFound, first, .cardInstead)
    case .paymentCard where isAuthenticated:
      guard usable.count == 1 else { return reject(.userIntervention, first, .severalPasses) }
      // Observed on devices: a second read of the same pass gives 6287 in any case.
      guard !served.contains(first.id) else {
        return reject(.dataNotActivated, first, .servedAlready)
      }
      if request.mode == .vasOnly, servedInSession > 0 {
        return reject(.dataNotFound, first, .onePassPerSession)
      }
      return serve(first)
    case .pass(let id):
      guard let pass = usable.first(where: { $0.id == id }) else {
        return reject(.dataNotFound, first, .anotherPresented)
      }
      guard isAuthenticated || !pass.requiresAuthentication else {
        return reject(.dataNotActivated, pass, .needsAuthentication)
      }
      return serve(pass)
    case .nothing, .paymentCard:
      // If a session has several requests, only the response to the last one shows that there is a
      // pass.
      if request.moreFollow { return reject(.dataNotFound, first, .notTheLastRequest) }
      guard usable.count == 1 else { return reject(.userIntervention, first, .severalPasses) }
      return reject(.dataNotActivated, first, .nothingPresented)
    }
  }

  private func reasonForAbsence(
    _ ofType: [NFCPass], _ installed: [NFCPass]
  ) -> NFCPhoneEvent.Reason {
    guard !ofType.isEmpty else { return .notInstalled }
    guard !installed.isEmpty else { return .noNFC }
    return installed.contains(where: \.awaitsSignUp) ? .awaitsSignUp : .over
  }

  private mutating func reject(
    _ status: StatusWord, _ pass: NFCPass?, _ reason: NFCPhoneEvent.Reason
  ) -> ResponseAPDU {
    events.append(.rejected(pass?.id, status, reason))
    return ResponseAPDU(status)
  }

  private mutating func serve(_ pass: NFCPass) -> ResponseAPDU {
    guard let key = pass.key, !served.contains(pass.id) else {
      return reject(.dataNotActivated, pass, .servedAlready)
    }
    do {
      let cryptogram = try Cryptogram.encrypt(
        pass.sentMessage, at: VASTime(secondsSince1970: clock()), to: key,
        merchant: pass.merchant, ephemeral: try freshScalar(), variant: variant)
      served.insert(pass.id)
      servedInSession += 1
      events.append(.served(pass.id))
      return GetDataResponse(mobileToken: mobileToken, cryptogram: cryptogram.bytes).response
    } catch {
      return reject(.internalFault, pass, .noCryptogram)
    }
  }

  /// Returns a private key. It must be below the order of the curve, which only one in four
  /// thousand million random numbers is not.
  private func freshScalar() throws -> P256Scalar {
    for _ in 0..<16 {
      if let scalar = P256Scalar(try randomness(32)) { return scalar }
    }
    throw CryptoError("the random source returns no usable number")
  }

  // MARK: Sign-up

  private mutating func takeURL(_ request: Request) -> ResponseAPDU {
    guard let url = request.url else { return ResponseAPDU(.incorrectData) }
    offer(url, passTypeIdentifier: nil, nil)
    // The response has only an empty token, according to the checks of one reader.
    let inner = TLV(VASTag.mobileToken, mobileToken).bytes
    return ResponseAPDU(.success, data: TLV(VASTag.template, inner).bytes)
  }

  private mutating func offer(
    _ url: String, passTypeIdentifier: String?, _ merchant: MerchantIdentifier?
  ) {
    let offer = SignUpOffer(
      url: url, passTypeIdentifier: passTypeIdentifier, merchant: merchant)
    signUpOffers.append(offer)
    events.append(.offered(offer))
  }
}

/// A sign-up URL from a reader, because the phone does not have the pass.
package struct SignUpOffer: Sendable, Hashable {
  /// The URL in printable ASCII.
  package let url: String
  /// Pass type identifier of the request, if the phone knows it.
  package let passTypeIdentifier: String?
  /// Hash in the request, or nil if the request has only the URL.
  package let merchant: MerchantIdentifier?
}

/// An event of the phone.
package enum NFCPhoneEvent: Sendable, Hashable {
  case served(NFCPass.ID)
  case rejected(NFCPass.ID?, StatusWord, Reason)
  case offered(SignUpOffer)
  case added(NFCPass.ID)

  /// The reason why the phone sent no message.
  package enum Reason: String, Sendable, Hashable {
    case notInstalled = "the phone has no such pass"
    case noNFC = "the pass has no nfc, so readers get nothing from it"
    case anotherFilter = "the filter requests something else"
    case awaitsSignUp = "the customer has not signed up yet"
    case over = "the pass is voided or expired; the response of a real iPhone is unknown"
    case anotherPresented = "another pass is presented"
    case needsAuthentication = "the customer has to authenticate first"
    case severalPasses = "several passes of this pass type identifier, and none was chosen"
    case notTheLastRequest = "nothing is presented; only the last request of a session gets details"
    case nothingPresented = "the phone has the pass, and nothing is presented"
    case servedAlready = "the pass was already read since the customer authenticated"
    case onePassPerSession = "a terminal without payment reads one pass in a session"
    case cardInstead = "a payment card is presented, and the terminal accepts a pass or a payment"
    case noCryptogram = "no cryptogram could be made"
  }

  /// Description for people.
  package var text: String {
    switch self {
    case .served(let id): "\(id.passTypeIdentifier), \(id.serialNumber): sent"
    case .rejected(let id, let status, let reason):
      (id.map { "\($0.passTypeIdentifier), \($0.serialNumber)" }
        ?? "an unknown pass type identifier")
        + ": \(status), \(reason.rawValue)"
    case .offered(let offer): "sign-up URL arrived: \(offer.url)"
    case .added(let id): "\(id.passTypeIdentifier), \(id.serialNumber): added"
    }
  }
}
