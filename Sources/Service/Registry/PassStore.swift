// SPDX-License-Identifier: Apache-2.0

package import PassUpdates

/// Where the passes of a service come from; a pass has one source.
package enum PassSource: Int64, Sendable, CaseIterable {
  /// Files of `passc issue`, known by its ledger.
  case ledger = 1
  /// A template and a table, built when a device asks.
  case table = 2
  /// A row somebody put.
  case row = 3

  /// The source in words, for those who are refused because of it.
  package var words: String {
    switch self {
    case .ledger: "the ledger"
    case .table: "the table"
    case .row: "API rows"
    }
  }
}

/// A version of a pass that a store is to have.
package struct NewVersion: Sendable {
  /// The pass type identifier.
  package var passType: String
  /// The serial number.
  package var serial: String
  /// The token that stands in its pass.json; only a digest of it is kept.
  package var token: String
  /// The digest of its manifest, which tells a changed pass from one signed again.
  package var manifest: [UInt8]
  /// The SHA-256 of the bundle; of a pass of a table, of everything it is made from.
  package var digest: [UInt8]
  /// The bundle; of a pass of a table, which is built when a device asks, the row it is made from.
  package var bytes: [UInt8]
  /// Where it comes from.
  package var source: PassSource
  /// Whether its pass.json says that it is void.
  package var isVoided = false
  /// The row it is made from, as JSON, where the service keeps it.
  package var row: String?
  /// What the holder gave to sign up, as JSON; nil where that stays as it is.
  package var personal: [UInt8]?
  /// The sign-up that made it; nil for every other change. The version that is replaced must have
  /// none: each version of a pass has one sign-up, and therefore one signature.
  package var signUp: KeptSignUp?

  /// What it was made to replace; nil to replace whatever there is.
  package var replaces: Replaced?

  /// What a pass was when another version of it was made.
  package enum Replaced: Hashable, Sendable {
    /// It was not there.
    case nothing
    /// It had this number, and this row.
    case version(number: Int64, row: String?)
  }

  /// A version with everything a store asks for.
  package init(
    passType: String, serial: String, token: String, manifest: [UInt8], digest: [UInt8],
    bytes: [UInt8], source: PassSource, isVoided: Bool = false, row: String? = nil
  ) {
    self.passType = passType
    self.serial = serial
    self.token = token
    self.manifest = manifest
    self.digest = digest
    self.bytes = bytes
    self.source = source
    self.isVoided = isVoided
    self.row = row
  }
}

/// The one sign-up of a version of a pass.
package struct KeptSignUp: Hashable, Sendable {
  /// The SHA-256 of the token that was signed.
  package let tokenDigest: [UInt8]
  /// The signature over the token, for a phone that lost the response and asks again.
  package let signature: [UInt8]

  /// Creates a record of a token and the signature over it.
  package init(tokenDigest: [UInt8], signature: [UInt8]) {
    self.tokenDigest = tokenDigest
    self.signature = signature
  }
}

/// What became of a version that was handed to a store.
package enum PutOutcome: Hashable, Sendable {
  /// The store had no such pass.
  case added
  /// It had another version: tag and time were raised, pushes are waiting.
  case changed
  /// The manifest is the same: the new bytes are served, and nobody is told.
  case resealed
  /// The bytes are the same.
  case unchanged
  /// The pass has another source, which keeps it.
  case otherSource(PassSource)
  /// The pass is not what this version was made to replace, or had its sign-up already.
  case overtaken
}

/// What a store has of a version that is made when somebody asks for it.
package enum VersionContent: Hashable, Sendable {
  /// The bundle, which was kept.
  case bundle([UInt8])
  /// What it is made from.
  case source([UInt8])
}

/// A pass as a store knows it, without its bytes.
package struct StoredPass: Hashable, Sendable {
  /// The store's own number for it.
  package let id: Int64
  /// The pass type identifier.
  package let passType: String
  /// The serial number.
  package let serial: String
  /// What `Last-Modified` says.
  package let version: PassVersion
  /// The number of the change that made this version.
  package let number: Int64
  /// The SHA-256 of the bundle.
  package let digest: [UInt8]
  /// Where it comes from.
  package let source: PassSource
  /// Whether it is void.
  package let isVoided: Bool
  /// The row it is made from, where the service keeps it.
  package let row: String?
  /// On how many devices it is registered.
  package let deviceCount: Int
}

/// What has changed for a device.
package struct DeviceChanges: Hashable, Sendable {
  /// The passes that changed, the longest ago first.
  package var serials: [String]
  /// What the device brings back next time; nil where the pass type is unknown.
  package var tag: UpdateTag?

  /// Changes up to a tag.
  package init(serials: [String], tag: UpdateTag?) {
    self.serials = serials
    self.tag = tag
  }
}

/// A push that waits.
package struct OutboxEntry: Hashable, Sendable {
  /// The topic: the pass type identifier.
  package let passType: String
  /// The device's token at the push service.
  package let pushToken: String
  /// The highest change it tells of.
  package let number: Int64
  /// How often it was tried in vain.
  package let attempts: Int

  /// An entry of an outbox.
  package init(passType: String, pushToken: String, number: Int64, attempts: Int) {
    self.passType = passType
    self.pushToken = pushToken
    self.number = number
    self.attempts = attempts
  }
}

/// A device a push could be sent to, though nobody asked for one.
package struct PushRecipient: Hashable, Sendable {
  /// Whether a change waits to be told.
  package enum Waiting: Hashable, Sendable {
    /// It was told everything.
    case nothing
    /// Its push is due.
    case now
    /// Its push was put off.
    case later
  }

  /// Its place among all devices.
  package let place: Int64
  /// The push that waits, or that would be sent.
  package let entry: OutboxEntry
  /// Whether a change waits to be told.
  package let waiting: Waiting

  /// - Parameter due: when the push that waits is due; nil where none waits.
  init(place: Int64, entry: OutboxEntry, due: Int64?, putOffAt: Int64, now: Int64) {
    self.place = place
    self.entry = entry
    let isDue = due.map { $0 <= now || putOffAt > OutboxClock.future(now) }
    waiting = isDue.map { $0 ? .now : .later } ?? .nothing
  }
}

/// How a device was pushed lately, in the reckoning that devices keep themselves.
package struct DevicePace: Hashable, Sendable {
  /// The score, from 0.
  package var score: Double
  /// When it was pushed last, in milliseconds since 1970; nil for never.
  package var lastAt: Int64?
  /// How many passes of the type are on it.
  package var passes: Int
  /// The store's own numbers of the devices this is of: a phone is one for each pass type, all with
  /// one push token.
  package var devices: [Int64]

  /// A reckoning so far.
  package init(score: Double, lastAt: Int64?, passes: Int, devices: [Int64] = []) {
    self.score = score
    self.lastAt = lastAt
    self.passes = passes
    self.devices = devices
  }

  /// Adds another device with the same token and passes of the same type.
  mutating func add(_ device: Int64, score: Double, lastAt: Int64?, passes: Int) {
    self.score = max(self.score, score)
    self.lastAt = [self.lastAt, lastAt].compactMap { $0 }.max()
    self.passes += passes
    devices.append(device)
  }
}

/// What is to become of a push that was answered.
package enum OutboxOutcome: Hashable, Sendable {
  /// The push service took it.
  case delivered
  /// To be tried again at this time, in seconds since 1970.
  case later(Int64)
  /// Nobody is there any more: registrations that are older than the time, in milliseconds since
  /// 1970, go with it.
  case gone(before: Int64)
  /// Never to be tried again.
  case dropped
}

/// A message of devices, and how often it came.
package struct DeviceMessage: Hashable, Sendable {
  /// The message without its time.
  package let text: String
  /// How often it came.
  package let count: Int64
  /// When it came first, in seconds since 1970.
  package let first: Int64
  /// When it came last.
  package let last: Int64

  /// A message with how often and when.
  package init(text: String, count: Int64, first: Int64, last: Int64) {
    self.text = text
    self.count = count
    self.first = first
    self.last = last
  }
}

/// How much a store holds.
package struct StoreCounts: Hashable, Sendable {
  /// Passes.
  package var passes: Int64 = 0
  /// Devices.
  package var devices: Int64 = 0
  /// Registrations of a pass on a device.
  package var registrations: Int64 = 0
  /// Pushes that wait.
  package var pushes: Int64 = 0

  /// Nothing.
  package init() {}
}

/// One registration, as it is exported and imported.
package struct PortableRegistration: Hashable, Sendable {
  /// The device library identifier, which is a secret.
  package var device: String
  /// The device's token at the push service.
  package var pushToken: String
  /// The pass type identifier.
  package var passType: String
  /// The serial number.
  package var serial: String

  /// A registration of a pass on a device.
  package init(device: String, pushToken: String, passType: String, serial: String) {
    self.device = device
    self.pushToken = pushToken
    self.passType = passType
    self.serial = serial
  }
}

/// Why a store does not answer.
package struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of fault it is.
  package enum Reason: Hashable, Sendable {
    /// Another process serves this database.
    case inUse
    /// There is no room to write.
    case full
    /// The file is of a newer release, or of another program.
    case foreign
    /// The database cannot be reached for now.
    case unavailable
    /// Another instance has a newer template.
    case outdated
    /// Anything else.
    case failed
  }

  /// What kind of fault it is.
  package let reason: Reason
  /// The fault in words.
  package let description: String

  /// A fault.
  package init(_ reason: Reason, _ description: String) {
    self.reason = reason
    self.description = description
  }

  /// The same with the database before what it is or is not.
  func naming(_ place: String) -> StoreError {
    reason == .foreign && description.hasPrefix("is ")
      ? StoreError(reason, "\(place) \(description)") : self
  }
}

/// Devices, passes, registrations, and the pushes that wait: what a service has to keep.
///
/// A change of passes, its number and the pushes it asks for are one transaction. What a call
/// returned is on the disk.
package protocol PassStore: Sendable {
  /// The history its numbers belong to.
  var epoch: String { get }
  /// How many registrations went since this store was opened, because their pass is on as many devices
  /// as it may be.
  var droppedRegistrations: Int64 { get }
  /// Passes that were on as many devices as they may be when one registered, since this store was
  /// opened; at most 100.
  var fullPasses: [FullPass] { get }

  // MARK: Devices

  /// The pass of an address, if the token is its own: nothing tells a wrong token from a pass
  /// that is unknown.
  func pass(_ address: PassAddress, token: String?) async throws(StoreError) -> StoredPass?
  /// The same, and what there is of its version where `wantsContent` says so of the pass and one look
  /// finds both.
  func pass(
    _ address: PassAddress, token: String?,
    wantsContent: @Sendable (StoredPass) -> Bool
  ) async throws(StoreError) -> (pass: StoredPass, content: VersionContent?)?
  /// Registers a pass on a device, which has this push token now for all its passes.
  ///
  /// - Returns: whether it was not registered before.
  func register(
    _ pass: StoredPass, device: String, pushToken: String, now: Int64
  ) async throws(StoreError) -> Bool
  /// Whether a pass is registered on a device.
  func isRegistered(_ pass: StoredPass, device: String) async throws(StoreError) -> Bool
  /// Marks the registrations of devices as used: when a pass is on too many devices, they are removed
  /// after those that never were.
  func use(_ devices: [String]) async throws(StoreError)
  /// Ends a registration; nothing happens where there is none.
  func unregister(_ pass: StoredPass, device: String) async throws(StoreError)
  /// The passes of a device that changed after the tag.
  func changes(
    device: String, passType: String, since tag: String?
  ) async throws(StoreError) -> DeviceChanges
  /// The bytes of a pass, in the version the pass has; nil when it has another one by now.
  func bytes(of pass: StoredPass) async throws(StoreError) -> [UInt8]?
  /// Keeps messages of devices.
  func note(_ messages: [String], now: Int64) async throws(StoreError)

  // MARK: Passes

  /// Takes versions of passes in one transaction, and lays out the pushes they ask for.
  func put(_ versions: [NewVersion], now: Int64) async throws(StoreError) -> [PutOutcome]
  /// Which of these passes of a type have another digest than given, or are not there.
  func unknown(
    _ passes: [(serial: String, digest: [UInt8])], passType: String
  ) async throws(StoreError) -> [Int]
  /// A pass by its names.
  func pass(passType: String, serial: String) async throws(StoreError) -> StoredPass?
  /// Passes by type and serial, from behind a place.
  func passes(
    after last: (passType: String, serial: String)?, limit: Int
  ) async throws(StoreError) -> [StoredPass]
  /// Takes a pass and all that is known of it away.
  ///
  /// - Returns: whether it was there.
  func forget(passType: String?, serial: String) async throws(StoreError) -> Bool
  /// Which of these serial numbers no pass has, of whatever type; in their order.
  func unknown(serials: [String]) async throws(StoreError) -> [String]
  /// Lays out a push for each device of these passes, all when nil, though nothing changed: in
  /// transactions of at most 10,000 registrations, so that others never wait long.
  ///
  /// - Returns: how many pushes.
  func push(serials: [String]?, now: Int64) async throws(StoreError) -> Int

  /// Makes a template, by a digest of it, the one that passes of a type are made with. One that is new
  /// to the database is the newest; one that others have followed is not.
  ///
  /// Where it is not the newest, `put` refuses passes that come from no ledger.
  ///
  /// - Returns: whether it is the newest.
  func adopt(template: [UInt8], of passType: String) async throws(StoreError) -> Bool
  /// Whether the template that was adopted for a pass type is the newest still, or none was.
  func hasNewestTemplate(of passType: String) async throws(StoreError) -> Bool

  // MARK: Pushes

  /// The pass types with pushes whose time has come.
  func topics(now: Int64) async throws(StoreError) -> [String]
  /// The pushes of a pass type, of all when nil, whose time has come, the longest waiting first.
  func due(topic: String?, now: Int64, limit: Int) async throws(StoreError) -> [OutboxEntry]
  /// Takes pushes of a pass type whose time has come, the longest waiting first, for whoever asks:
  /// while it sends them nobody else is given them. They are free again when they are settled, and
  /// after two minutes in any case.
  func claim(topic: String, now: Int64, limit: Int) async throws(StoreError) -> [OutboxEntry]
  /// Keeps what became of pushes. Of one that was delivered only the change that was read goes: a
  /// change since then is still to be told.
  func settle(_ outcomes: [(OutboxEntry, OutboxOutcome)], now: Int64) async throws(StoreError)

  /// Devices pushes could be sent to, whether or not one waits: those of passes with this serial
  /// number, all when nil, from behind a place, a few more than `limit` at most; none behind the last.
  func recipients(
    serial: String?, after last: Int64, limit: Int, now: Int64
  ) async throws(StoreError) -> [PushRecipient]

  /// A pass of these pushes' type that is registered with their token, by push token: the store's number
  /// of it, of several the smallest.
  func passes(of entries: [OutboxEntry]) async throws(StoreError) -> [String: Int64]
  /// How the devices of pushes were pushed lately, by push token; the pushes are of one pass type.
  func paces(of entries: [OutboxEntry]) async throws(StoreError) -> [String: DevicePace]
  /// Keeps how devices were pushed, by push token; of the devices that are named there alone.
  func keep(_ paces: [String: DevicePace]) async throws(StoreError)

  // MARK: Looking

  /// How much there is.
  func counts() async throws(StoreError) -> StoreCounts
  /// Messages of devices, the last first.
  func messages(limit: Int) async throws(StoreError) -> [DeviceMessage]
  /// Registrations in the order they came, from behind a place.
  func registrations(
    after last: Int64, limit: Int
  ) async throws(StoreError) -> [(place: Int64, PortableRegistration)]
  /// Takes registrations of another service; passes that are unknown are left out.
  ///
  /// - Returns: how many are there now that were not.
  func add(_ registrations: [PortableRegistration], now: Int64) async throws(StoreError) -> Int
  /// Has `tell` called when the database is lost, with the reason, and with nothing when it is back. A
  /// database in a file is never lost.
  func watch(_ tell: @escaping @Sendable (StoreError?) -> Void)
  /// Looks for damage in all of the database, which takes a while; a task that is cancelled ends it.
  ///
  /// - Returns: what is damaged, in words; nil if nothing is, and for a server, which looks itself.
  func findDamage() async throws -> String?
  /// Ends its connections.
  func end() throws(StoreError)

  // MARK: Made on demand

  /// The bundle that was kept of a version which could not be made again with the same bytes; nil
  /// where none was.
  func sealed(_ pass: StoredPass) async throws(StoreError) -> [UInt8]?
  /// The bundle that was kept of a version, or what it is made from; nil when the pass has another
  /// version by now.
  func content(of pass: StoredPass) async throws(StoreError) -> VersionContent?
  /// Keeps a bundle of a version, in the place of one of an earlier version.
  ///
  /// - Returns: the bundle that is kept: the first one of a version stays.
  func keep(sealed bytes: [UInt8], of pass: StoredPass) async throws(StoreError) -> [UInt8]
  /// What the holder of a pass gave to sign up, as JSON; nil where nobody has.
  func personal(of pass: StoredPass) async throws(StoreError) -> [UInt8]?
  /// Returns the sign-up of this version of a pass; nil where it had none. A version that is made
  /// later has none again.
  func signUp(of pass: StoredPass) async throws(StoreError) -> KeptSignUp?

  // MARK: Links

  /// How often the links of a pass were revoked.
  func linkGeneration(passType: String, serial: String) async throws(StoreError) -> Int64
  /// Revokes every link of a pass that was made so far; also of one that is not there yet.
  ///
  /// - Returns: the generation of links that are made from now on.
  func revokeLinks(passType: String, serial: String) async throws(StoreError) -> Int64

  // MARK: Keeping

  /// Marks devices as heard of on a day, as the service counts its days.
  func hear(_ devices: [String], on day: Int64) async throws(StoreError)
  /// Marks devices that were never heard of as heard of today, so that their time begins.
  ///
  /// - Returns: how many; as many as `limit` means that there may be more.
  func hearOfNew(on today: Int64, limit: Int) async throws(StoreError) -> Int
  /// Takes devices away that were last heard of before a day; none that was never heard of.
  ///
  /// - Returns: how many; as many as `limit` means that there may be more.
  func dropDevices(unheardSince day: Int64, limit: Int) async throws(StoreError) -> Int
  /// Takes messages of devices away that came last before a time.
  ///
  /// - Returns: how many.
  func dropMessages(before time: Int64) async throws(StoreError) -> Int
  /// The passes of rows that were put which are void in a version from before a time.
  func voidPasses(before time: Int64, limit: Int) async throws(StoreError) -> [StoredPass]

  // MARK: Settings

  /// What the service keeps about itself under a name.
  func setting(_ name: String) async throws(StoreError) -> [UInt8]?
  /// Keeps something about the service under a name.
  func keep(setting value: [UInt8], named name: String) async throws(StoreError)
}

extension PassStore {
  /// Nothing to tell: for a store that is never lost.
  package func watch(_ tell: @escaping @Sendable (StoreError?) -> Void) {}

  /// Nothing to look at: for a store on a server.
  package func findDamage() async throws -> String? { nil }

  /// The pass alone: for a store that looks its content up by itself.
  package func pass(
    _ address: PassAddress, token: String?,
    wantsContent: @Sendable (StoredPass) -> Bool
  ) async throws(StoreError) -> (pass: StoredPass, content: VersionContent?)? {
    try await pass(address, token: token).map { ($0, nil) }
  }
}
