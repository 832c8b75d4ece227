// SPDX-License-Identifier: Apache-2.0

import PassNFC

/// The visit of a customer to the reader: one or more taps, and optionally sign-ups between them.
struct NFCVisit {
  let reader: Reader
  var phone: NFCPhone
  /// The maximal number of taps while the phone asks for an action of the cardholder.
  let attempts: Int
  /// Whether a card without passes is tapped in place of the phone.
  let usesPlainCard: Bool

  /// All taps, in order.
  private(set) var taps: [Tap] = []
  /// The passes that were added after `beforeJoining.taps` taps.
  private(set) var joined: [NFCPass.ID] = []
  /// The passes whose sign-up address never reached the phone.
  private(set) var notJoined: [NFCPass.ID] = []
  /// The number of taps and sign-up offers before the customer joined.
  private(set) var beforeJoining = (taps: 0, offers: 0)

  init(reader: Reader, phone: NFCPhone, attempts: Int, usesPlainCard: Bool) {
    self.reader = reader
    self.phone = phone
    self.attempts = attempts
    self.usesPlainCard = usesPlainCard
  }

  /// Taps the reader, and taps again while the phone asks for an action of the cardholder.
  mutating func tap(react: (inout NFCPhone) -> Bool) throws {
    let card = PlainCard()
    let isCard = usesPlainCard && joined.isEmpty
    var phone = phone
    defer { self.phone = phone }
    let more = try reader.tap(
      attempts: attempts, { isCard ? card.respond(to: $0) : phone.respond(to: $0) },
      betweenTaps: { _ in
        guard !isCard else { return false }
        phone.leaveField()
        return react(&phone)
      })
    taps += more
    phone.leaveField()
  }

  /// Adds the passes whose sign-up was offered, and taps once more.
  ///
  /// - Parameter present: presents something to the reader. Its second argument is the first pass
  ///   that was added.
  mutating func join(
    _ passes: [NFCPass], present: (inout NFCPhone, NFCPass.ID) -> Void
  ) throws {
    beforeJoining = (taps.count, phone.signUpOffers.count)
    for pass in passes {
      if wasOffered(pass.id.passTypeIdentifier) {
        phone.add(pass)
        joined.append(pass.id)
      } else {
        notJoined.append(pass.id)
      }
    }
    guard let first = joined.first else { return }
    present(&phone, first)
    try tap { _ in false }
  }

  private func wasOffered(_ passType: String) -> Bool {
    let id = MerchantIdentifier(passTypeIdentifier: passType)
    return phone.signUpOffers.contains { $0.merchant == id }
  }
}
