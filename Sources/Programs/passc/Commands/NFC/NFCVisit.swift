// SPDX-License-Identifier: Apache-2.0

import PassNFC

/// A customer at the till: one tap or several, and perhaps joining in between.
struct NFCVisit {
  let reader: Reader
  var phone: Phone
  /// How often the holder may do what the phone asks for.
  let attempts: Int
  /// A plain card is tapped, and the phone stays in the pocket.
  let usesPlainCard: Bool

  /// Every tap, in order.
  private(set) var taps: [Tap] = []
  /// The passes that were added after `tapsBeforeJoining` taps.
  private(set) var joined: [InstalledPass.ID] = []
  /// The passes whose address never reached the phone.
  private(set) var notJoined: [InstalledPass.ID] = []
  /// How many taps and offers there were when the holder joined.
  private(set) var beforeJoining = (taps: 0, offers: 0)

  init(reader: Reader, phone: Phone, attempts: Int, usesPlainCard: Bool) {
    self.reader = reader
    self.phone = phone
    self.attempts = attempts
    self.usesPlainCard = usesPlainCard
  }

  /// Taps, again while the phone asks its holder for something.
  mutating func tap(react: (inout Phone) -> Bool) throws {
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

  /// Adds the passes the holder was offered, and taps once more.
  ///
  /// - Parameter present: what the holder shows then, given the first pass that was added.
  mutating func join(
    _ passes: [InstalledPass], present: (inout Phone, InstalledPass.ID) -> Void
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
