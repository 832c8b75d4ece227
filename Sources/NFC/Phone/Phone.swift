// SPDX-License-Identifier: Apache-2.0

import PassCrypto

/// A simulated iPhone in front of a reader: passes, what its holder does, and the two commands of
/// the protocol.
///
/// A value: tests copy it, and what it did is in `events`. Where nobody knows what a phone does, the
/// event says that the answer is a guess. Sources: public reverse engineering; see
/// docs/reference/nfc.md.
package struct Phone: Sendable {
  /// What the holder holds to the reader.
  package enum Presentation: Sendable, Hashable {
    /// The phone as it lies in a pocket: not unlocked, no pass chosen.
    case nothing
    /// One pass, opened in Wallet or chosen.
    case pass(InstalledPass.ID)
    /// A payment card, authenticated with a double click.
    case paymentCard
  }

  /// Where chance comes from: so many bytes nobody can foretell.
  package typealias Randomness = @Sendable (_ count: Int) throws -> [UInt8]
  /// Says what time it is, in seconds since 1970.
  package typealias Clock = @Sendable () -> Int64

  /// The passes in Wallet, in the order they are looked through.
  package private(set) var passes: [InstalledPass]
  /// What the holder holds to the reader now; nothing at first.
  package private(set) var presentation = Presentation.nothing
  /// Face, finger or code was given for what is presented.
  package private(set) var isAuthenticated = false
  /// Sent in 9F2A; empty on phones that were seen.
  package var mobileToken: [UInt8] = []
  /// How cryptograms are made; phones that were seen use v1.
  package var variant = CryptogramVariant.v1
  /// Everything that happened, oldest first.
  package private(set) var events: [PhoneEvent] = []
  /// The sign-up addresses readers handed over.
  package private(set) var signUpOffers: [SignUpOffer] = []

  private let randomness: Randomness
  private let clock: Clock
  private var isSelected = false
  /// Read since the holder authenticated last.
  private var served: Set<InstalledPass.ID> = []
  /// Read since the application was selected.
  private var servedInSession = 0

  /// A phone in a pocket with these passes.
  ///
  /// - Parameters:
  ///   - randomness: gives nonces and ephemeral keys.
  ///   - clock: gives the time that goes into cryptograms.
  package init(
    passes: [InstalledPass], randomness: @escaping Randomness, clock: @escaping Clock
  ) {
    self.passes = passes
    self.randomness = randomness
    self.clock = clock
  }

  // MARK: What the holder does

  /// Holds something to the reader.
  ///
  /// - Parameter authenticated: face, finger or code was given; a payment card is nothing without.
  package mutating func present(_ presentation: Presentation, authenticated: Bool = true) {
    self.presentation = presentation
    isAuthenticated = authenticated && presentation != .nothing
    // A new authentication, and nothing less, lets a pass be read again.
    if isAuthenticated { served = [] }
  }

  /// Adds a pass to Wallet, or replaces the one of its pass type and serial number.
  package mutating func add(_ pass: InstalledPass) {
    if let index = passes.firstIndex(where: { $0.id == pass.id }) {
      passes[index] = pass
    } else {
      passes.append(pass)
    }
    events.append(.added(pass.id))
  }

  /// Gives face, finger or code for what is presented.
  package mutating func authenticate() { present(presentation) }

  /// The phone leaves the field, or the card is powered off: the selection is gone, nothing else.
  package mutating func leaveField() {
    isSelected = false
    servedInSession = 0
  }

  // MARK: Commands

  /// Answers a command; whatever the bytes are, there is an answer.
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
    // Some error is certain; which one is not known.
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

  /// Who is asked for, and what the holder presents, decide.
  private mutating func serve(_ request: Request) -> ResponseAPDU {
    let ofType = passes.filter { $0.merchant == request.merchant }
    let installed = ofType.filter { $0.key != nil }
    let usable = installed.filter(\.canBeRead)
    if let url = request.url, usable.isEmpty {
      offer(url, passTypeIdentifier: installed.first?.id.passTypeIdentifier, request.merchant)
    }
    guard request.filter != .another else {
      return refuse(.dataNotFound, usable.first, .anotherFilter)
    }
    guard let first = usable.first else {
      return refuse(
        .dataNotFound, installed.first ?? ofType.first, reasonForAbsence(ofType, installed))
    }
    switch presentation {
    // Documented for stopOnVASResult: who presents a card pays, and no pass comes back.
    case .paymentCard where isAuthenticated && request.mode == .vasOrPayment:
      return refuse(.dataNotFound, first, .cardInstead)
    case .paymentCard where isAuthenticated:
      guard usable.count == 1 else { return refuse(.userIntervention, first, .severalPasses) }
      // Seen on devices: a second read of the same pass is 6287 whatever else applies.
      guard !served.contains(first.id) else {
        return refuse(.dataNotActivated, first, .servedAlready)
      }
      if request.mode == .vasOnly, servedInSession > 0 {
        return refuse(.dataNotFound, first, .onePassPerSession)
      }
      return serve(first)
    case .pass(let id):
      guard let pass = usable.first(where: { $0.id == id }) else {
        return refuse(.dataNotFound, first, .anotherPresented)
      }
      guard isAuthenticated || !pass.requiresAuthentication else {
        return refuse(.dataNotActivated, pass, .needsAuthentication)
      }
      return serve(pass)
    case .nothing, .paymentCard:
      // In a session of several requests only the last one learns that a pass is there.
      if request.moreFollow { return refuse(.dataNotFound, first, .notTheLastRequest) }
      guard usable.count == 1 else { return refuse(.userIntervention, first, .severalPasses) }
      return refuse(.dataNotActivated, first, .nothingPresented)
    }
  }

  private func reasonForAbsence(
    _ ofType: [InstalledPass], _ installed: [InstalledPass]
  ) -> PhoneEvent.Reason {
    guard !ofType.isEmpty else { return .notInstalled }
    guard !installed.isEmpty else { return .noNFC }
    return installed.contains(where: \.awaitsSignUp) ? .awaitsSignUp : .over
  }

  private mutating func refuse(
    _ status: StatusWord, _ pass: InstalledPass?, _ reason: PhoneEvent.Reason
  ) -> ResponseAPDU {
    events.append(.refused(pass?.id, status, reason))
    return ResponseAPDU(status)
  }

  private mutating func serve(_ pass: InstalledPass) -> ResponseAPDU {
    guard let key = pass.key, !served.contains(pass.id) else {
      return refuse(.dataNotActivated, pass, .servedAlready)
    }
    do {
      let cryptogram = try Cryptogram.seal(
        pass.sentMessage, at: VASTime(secondsSince1970: clock()), to: key,
        merchant: pass.merchant, ephemeral: try freshScalar(), variant: variant)
      served.insert(pass.id)
      servedInSession += 1
      events.append(.served(pass.id))
      return GetDataResponse(mobileToken: mobileToken, cryptogram: cryptogram.bytes).response
    } catch {
      return refuse(.internalFault, pass, .noCryptogram)
    }
  }

  /// A number below the order of the curve; all but one in four thousand million draws is.
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
    // Only an empty token comes back, as far as one reader's checks tell.
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

/// An address a reader handed over because the phone has no such pass.
package struct SignUpOffer: Sendable, Hashable {
  /// The address as the reader sent it, printable ASCII.
  package let url: String
  /// The pass type it came for, where the phone knows its name.
  package let passTypeIdentifier: String?
  /// What the reader asked for; nil when it only handed over the address.
  package let merchant: MerchantIdentifier?
}

/// Something that happened in the phone.
package enum PhoneEvent: Sendable, Hashable {
  case served(InstalledPass.ID)
  case refused(InstalledPass.ID?, StatusWord, Reason)
  case offered(SignUpOffer)
  case added(InstalledPass.ID)

  /// Why a phone did not send a message.
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

  /// The event in words.
  package var text: String {
    switch self {
    case .served(let id): "\(id.passTypeIdentifier), \(id.serialNumber): sent"
    case .refused(let id, let status, let reason):
      (id.map { "\($0.passTypeIdentifier), \($0.serialNumber)" }
        ?? "an unknown pass type identifier")
        + ": \(status), \(reason.rawValue)"
    case .offered(let offer): "sign-up URL arrived: \(offer.url)"
    case .added(let id): "\(id.passTypeIdentifier), \(id.serialNumber): added"
    }
  }
}
