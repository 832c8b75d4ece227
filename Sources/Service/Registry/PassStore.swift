// SPDX-License-Identifier: Apache-2.0

package import PassUpdates

/// The source of a pass. A pass has one source and keeps it.
package enum PassSource: Int64, Sendable, CaseIterable {
  /// Files of `passc issue`, imported with its ledger.
  case ledger = 1
  /// A template and a table. The pass is built when a device requests it.
  case table = 2
  /// An API row.
  case row = 3

  /// The name of the source in error messages.
  package var description: String {
    switch self {
    case .ledger: "the ledger"
    case .table: "the table"
    case .row: "API rows"
    }
  }
}

/// A version of a pass to store.
package struct NewVersion: Sendable {
  package var passType: String
  package var serial: String
  /// The authentication token in `pass.json`. Only its digest is stored.
  package var token: String
  /// The digest of the manifest. It distinguishes a changed pass from one that was signed again.
  package var manifest: [UInt8]
  /// SHA-256 of the bundle, or of everything that the pass is made from if its source is `table`.
  package var digest: [UInt8]
  /// The bundle, or the row that the pass is made from if its source is `table`.
  package var bytes: [UInt8]
  package var source: PassSource
  /// Whether `pass.json` says that the pass is void.
  package var isVoided = false
  /// The row that the pass is made from, as JSON, if the service keeps it.
  package var row: String?
  /// The customer's data from the sign-up, as JSON. Nil leaves the stored data as it is.
  package var personal: [UInt8]?
  /// The sign-up that caused this version, or nil for another change.
  ///
  /// The replaced version must not have one. Each version of a pass has at most one sign-up and
  /// therefore one signature.
  package var signUp: StoredSignUp?

  /// The state that this version was made to replace. Nil replaces any state.
  package var replaces: Replaced?

  /// The state of a pass at the time when another version was made.
  package enum Replaced: Hashable, Sendable {
    /// The pass did not exist.
    case nothing
    /// The pass had this number and this row.
    case version(number: Int64, row: String?)
  }

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

/// The only sign-up of a version of a pass.
package struct StoredSignUp: Hashable, Sendable {
  /// SHA-256 of the personalization token.
  package let tokenDigest: [UInt8]
  /// The signature over the token. A phone that lost the response requests it again.
  package let signature: [UInt8]

  package init(tokenDigest: [UInt8], signature: [UInt8]) {
    self.tokenDigest = tokenDigest
    self.signature = signature
  }
}

/// The result of storing a version.
package enum SaveOutcome: Hashable, Sendable {
  /// The pass is new.
  case added
  /// The pass changed. Its tag and time were raised, and its pushes are in the outbox.
  case changed
  /// The manifest is the same. The new bundle replaces the old one without a push.
  case resealed
  case unchanged
  /// The pass has another source and was not changed.
  case otherSource(PassSource)
  /// The pass has changed since the version was made, or already has a sign-up. It was not changed.
  case overtaken
}

/// The stored content of a version that is built on request.
package enum VersionContent: Hashable, Sendable {
  /// The bundle, which was stored after an earlier request.
  case bundle([UInt8])
  /// The row that the bundle is made from.
  case source([UInt8])
}

/// A stored pass without its bytes.
package struct StoredPass: Hashable, Sendable {
  /// The identifier in the store.
  package let id: Int64
  package let passType: String
  package let serial: String
  /// The version, which is also the `Last-Modified` date.
  package let version: PassVersion
  /// The number of the change that made this version. A tag contains such a number.
  package let number: Int64
  /// SHA-256 of the bundle, or of what it is made from.
  package let digest: [UInt8]
  package let source: PassSource
  package let isVoided: Bool
  /// The row that the pass is made from, if the service keeps it.
  package let row: String?
  /// Number of devices on which the pass is registered.
  package let deviceCount: Int
}

/// Changes for a device since its tag.
package struct DeviceChanges: Hashable, Sendable {
  /// Serial numbers of the changed passes, the oldest change first.
  package var serials: [String]
  /// The tag for the next request, or nil if the pass type identifier is unknown.
  package var tag: UpdateTag?

  package init(serials: [String], tag: UpdateTag?) {
    self.serials = serials
    self.tag = tag
  }
}

/// A push that waits in the outbox.
package struct OutboxEntry: Hashable, Sendable {
  /// The pass type identifier, which is also the APNs topic.
  package let passType: String
  package let pushToken: String
  /// The highest number of a change that the push is for.
  package let number: Int64
  /// Number of failed attempts.
  package let attempts: Int

  package init(passType: String, pushToken: String, number: Int64, attempts: Int) {
    self.passType = passType
    self.pushToken = pushToken
    self.number = number
    self.attempts = attempts
  }
}

/// A device that a push could be sent to, for pushes by hand.
package struct PushRecipient: Hashable, Sendable {
  /// Whether a push of the device is in the outbox.
  package enum PendingKind: Hashable, Sendable {
    /// No push is waiting.
    case nothing
    /// A push is due.
    case now
    /// A push is postponed.
    case later
  }

  /// The position of the device in the list of all devices.
  package let place: Int64
  /// The waiting push, or the one that would be sent.
  package let entry: OutboxEntry
  package let pendingKind: PendingKind

  /// Creates a recipient.
  ///
  /// - Parameters:
  ///   - due: when the waiting push is due, in seconds since 1970. Nil without one.
  ///   - putOffAt: when it was postponed, in seconds since 1970, or 0.
  ///   - now: seconds since 1970.
  init(place: Int64, entry: OutboxEntry, due: Int64?, postponedAt: Int64, now: Int64) {
    self.place = place
    self.entry = entry
    let isDue = due.map { $0 <= now || postponedAt > OutboxClock.future(now) }
    pendingKind = isDue.map { $0 ? .now : .later } ?? .nothing
  }
}

/// The push rate of a device, as the device keeps it too (see `PushRate`).
package struct DevicePace: Hashable, Sendable {
  /// The score, at least 0.
  package var score: Double
  /// The time of the last push, in milliseconds since 1970.
  package var lastAt: Int64?
  /// Number of passes of the type on the device.
  package var passes: Int
  /// The identifiers in the store of the devices with this push token. A phone has a separate
  /// device library identifier for each pass type identifier, all with the same push token.
  package var devices: [Int64]

  package init(score: Double, lastAt: Int64?, passes: Int, devices: [Int64] = []) {
    self.score = score
    self.lastAt = lastAt
    self.passes = passes
    self.devices = devices
  }

  /// Adds another device with the same push token and passes of the same type.
  mutating func add(_ device: Int64, score: Double, lastAt: Int64?, passes: Int) {
    self.score = max(self.score, score)
    self.lastAt = [self.lastAt, lastAt].compactMap { $0 }.max()
    self.passes += passes
    devices.append(device)
  }
}

/// What to do with a push after the response of the push service.
package enum OutboxOutcome: Hashable, Sendable {
  /// The push service accepted it.
  case delivered
  /// Try it again at this time, in seconds since 1970.
  case later(Int64)
  /// The push token is invalid. Delete registrations that are older than this time, in milliseconds
  /// since 1970.
  case gone(before: Int64)
  /// Never try it again.
  case dropped
}

/// A log message of devices and how often it arrived.
package struct DeviceMessage: Hashable, Sendable {
  /// The message without its time.
  package let text: String
  package let count: Int64
  /// When it first arrived, in seconds since 1970.
  package let first: Int64
  /// When it last arrived, in seconds since 1970.
  package let last: Int64

  package init(text: String, count: Int64, first: Int64, last: Int64) {
    self.text = text
    self.count = count
    self.first = first
    self.last = last
  }
}

/// Number of records in a store.
package struct StoreCounts: Hashable, Sendable {
  package var passes: Int64 = 0
  package var devices: Int64 = 0
  /// Number of pairs of a pass and a device.
  package var registrations: Int64 = 0
  /// Number of pushes in the outbox.
  package var pushes: Int64 = 0

  package init() {}
}

/// A registration in the format for export and import.
package struct PortableRegistration: Hashable, Sendable {
  /// The device library identifier, which is a secret.
  package var device: String
  package var pushToken: String
  package var passType: String
  package var serial: String

  package init(device: String, pushToken: String, passType: String, serial: String) {
    self.device = device
    self.pushToken = pushToken
    self.passType = passType
    self.serial = serial
  }
}

/// An error of a store.
package struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of an error.
  package enum Reason: Hashable, Sendable {
    /// Another process uses this database.
    case inUse
    /// There is no space to write.
    case full
    /// The database belongs to a newer release or to another program.
    case foreign
    /// The database or its folder does not exist.
    case missing
    /// A part of the database file cannot be read.
    case damaged
    /// The database has an older version, and it may not be upgraded without a copy.
    case older
    /// The database server does not respond now.
    case unavailable
    /// Another instance uses a newer template.
    case outdated
    case failed
  }

  package let reason: Reason
  package let description: String
  /// What the operator can do.
  package let help: String?

  package init(_ reason: Reason, _ description: String, help: String? = nil) {
    self.reason = reason
    self.description = description
    self.help = help
  }

  /// Returns the error of opening a database, with its name in the sentence.
  func naming(_ place: String) -> StoreError {
    guard !description.contains(place) else { return self }
    let isPredicate = description.hasPrefix("is ") || description.hasPrefix("has ")
    return StoreError(
      reason, isPredicate ? "\(place) \(description)" : "cannot open \(place): \(description)",
      help: help)
  }
}

/// A store for devices, passes, registrations and waiting pushes.
///
/// A change of passes, its number and its pushes are one transaction. When a method has returned,
/// its changes are on disk. All methods can be called from any thread.
package protocol PassStore: Sendable {
  /// The name of the history that the numbers belong to. See `UpdateTag`.
  var epoch: String { get }
  /// Number of registrations that were removed since this store was opened, because their pass was
  /// on too many devices.
  var droppedRegistrations: Int64 { get }
  /// Passes that had the maximum number of devices when another device registered, since this store
  /// was opened. At most 100.
  var fullPasses: [FullPass] { get }

  // MARK: Devices

  /// Returns a pass if the token is its authentication token.
  ///
  /// The result does not distinguish a wrong token from an unknown pass.
  func pass(_ address: PassAddress, token: String?) async throws(StoreError) -> StoredPass?
  /// Returns a pass like `pass(_:token:)`, and its content if `wantsContent` returns true.
  ///
  /// The content is nil if the store would need another query for it.
  func pass(
    _ address: PassAddress, token: String?,
    wantsContent: @Sendable (StoredPass) -> Bool
  ) async throws(StoreError) -> (pass: StoredPass, content: VersionContent?)?
  /// Registers a pass on a device. The push token applies to all passes of the device.
  ///
  /// - Returns: whether the pass was not registered on the device before.
  func register(
    _ pass: StoredPass, device: String, pushToken: String, now: Int64
  ) async throws(StoreError) -> Bool
  func isRegistered(_ pass: StoredPass, device: String) async throws(StoreError) -> Bool
  /// Marks the registrations of devices as used.
  ///
  /// If a pass is on too many devices, unused registrations are removed first.
  func use(_ devices: [String]) async throws(StoreError)
  /// Removes a registration, if it exists.
  func unregister(_ pass: StoredPass, device: String) async throws(StoreError)
  /// Returns the passes of a device that changed after the tag.
  func changes(
    device: String, passType: String, since tag: String?
  ) async throws(StoreError) -> DeviceChanges
  /// Returns the bytes of this version of a pass, or nil if the pass has changed since.
  func bytes(of pass: StoredPass) async throws(StoreError) -> [UInt8]?
  /// Stores log messages of devices.
  func note(_ messages: [String], now: Int64) async throws(StoreError)

  // MARK: Passes

  /// Stores versions of passes and adds their pushes to the outbox, in one transaction.
  func save(_ versions: [NewVersion], now: Int64) async throws(StoreError) -> [SaveOutcome]
  /// Returns the indices of the passes that do not exist or have another digest.
  func unknown(
    _ passes: [(serial: String, digest: [UInt8])], passType: String
  ) async throws(StoreError) -> [Int]
  func pass(passType: String, serial: String) async throws(StoreError) -> StoredPass?
  /// Returns passes sorted by type and serial number, from the one after `last` on.
  func passes(
    after last: (passType: String, serial: String)?, limit: Int
  ) async throws(StoreError) -> [StoredPass]
  /// Deletes a pass and everything stored with it. Without a type it deletes the passes of all
  /// types.
  ///
  /// - Returns: whether a pass existed.
  func forget(passType: String?, serial: String) async throws(StoreError) -> Bool
  /// Returns the serial numbers that no pass of any type has, in the given order.
  func unknown(serials: [String]) async throws(StoreError) -> [String]
  /// Adds a push for every device of these passes, or of all passes with nil, without a change.
  ///
  /// Each transaction covers at most 10,000 registrations, so that other writers do not wait long.
  ///
  /// - Returns: the number of pushes.
  func push(serials: [String]?, now: Int64) async throws(StoreError) -> Int

  /// Registers the digest of a template as the one that this instance uses for a type.
  ///
  /// A template that the database does not know becomes the newest. An older one stays as it is,
  /// and `save` then rejects passes other than those of a ledger.
  ///
  /// - Returns: whether the template is the newest.
  func adopt(template: [UInt8], of passType: String) async throws(StoreError) -> Bool
  /// Returns whether the adopted template is still the newest. True if none was adopted.
  func hasNewestTemplate(of passType: String) async throws(StoreError) -> Bool

  // MARK: Pushes

  /// Returns the pass type identifiers with due pushes.
  func topics(now: Int64) async throws(StoreError) -> [String]
  /// Returns the due pushes of a type, or of all types with nil, the longest waiting first.
  func due(topic: String?, now: Int64, limit: Int) async throws(StoreError) -> [OutboxEntry]
  /// Returns due pushes of a type, the longest waiting first, and reserves them for the caller.
  ///
  /// Other instances do not get them until they are settled, or until two minutes have passed.
  func claim(topic: String, now: Int64, limit: Int) async throws(StoreError) -> [OutboxEntry]
  /// Stores the results of pushes.
  ///
  /// A delivered push is removed only if no change came after it was read. Otherwise it stays in
  /// the outbox for the new change.
  func settle(_ outcomes: [(OutboxEntry, OutboxOutcome)], now: Int64) async throws(StoreError)

  /// Returns devices that pushes could be sent to, whether or not a push is waiting.
  ///
  /// With a serial number it returns only devices with such a pass. It begins after `last`, may
  /// return a few more than `limit`, and returns none after the last device.
  func recipients(
    serial: String?, after last: Int64, limit: Int, now: Int64
  ) async throws(StoreError) -> [PushRecipient]

  /// Returns for each push token the lowest identifier of a registered pass of the push's type.
  func passes(of entries: [OutboxEntry]) async throws(StoreError) -> [String: Int64]
  /// Returns the push rate of the devices by push token. All pushes have to be of one type.
  func paces(of entries: [OutboxEntry]) async throws(StoreError) -> [String: DevicePace]
  /// Stores push rates by push token, only for the devices in them.
  func save(_ paces: [String: DevicePace]) async throws(StoreError)

  // MARK: Queries for the operator

  func counts() async throws(StoreError) -> StoreCounts
  /// Returns log messages of devices, the latest first.
  func messages(limit: Int) async throws(StoreError) -> [DeviceMessage]
  /// Returns registrations in the order of their creation, from the one after `last` on.
  func registrations(
    after last: Int64, limit: Int
  ) async throws(StoreError) -> [(place: Int64, PortableRegistration)]
  /// Imports registrations of another service. Unknown passes are skipped.
  ///
  /// - Returns: the number of new registrations.
  func add(_ registrations: [PortableRegistration], now: Int64) async throws(StoreError) -> Int
  /// Sets a closure that is called with an error when the server is lost, and with nil when it is
  /// back.
  ///
  /// A database in a file is never lost.
  func watch(_ tell: @escaping @Sendable (StoreError?) -> Void)
  /// Checks the whole database for damage, which takes a while. Cancelling the task stops the
  /// check.
  ///
  /// - Returns: a description of the damage. Nil if there is none, and for a server, which checks
  ///   itself.
  func findDamage() async throws -> String?
  /// Closes the connections.
  func end() throws(StoreError)

  // MARK: Passes made on request

  /// Returns the stored bundle of a version, or nil.
  ///
  /// It is stored if a second build would not give the same bytes.
  func bundle(of pass: StoredPass) async throws(StoreError) -> [UInt8]?
  /// Returns the stored bundle of a version or what it is made from. Nil if the pass has changed.
  func content(of pass: StoredPass) async throws(StoreError) -> VersionContent?
  /// Stores the bundle of a version and replaces one of an earlier version.
  ///
  /// - Returns: the stored bundle. If the version already has one, that one stays.
  func save(bundle bytes: [UInt8], of pass: StoredPass) async throws(StoreError) -> [UInt8]
  /// Returns the customer's data from the sign-up, as JSON, or nil.
  func personal(of pass: StoredPass) async throws(StoreError) -> [UInt8]?
  /// Returns the sign-up of this version of a pass, or nil. A later version has none.
  func signUp(of pass: StoredPass) async throws(StoreError) -> StoredSignUp?

  // MARK: Links

  /// Returns how often the links of a pass were revoked.
  func linkGeneration(passType: String, serial: String) async throws(StoreError) -> Int64
  /// Revokes every link of a pass made so far, even if the pass does not exist yet.
  ///
  /// - Returns: the generation of links that are made from now on.
  func revokeLinks(passType: String, serial: String) async throws(StoreError) -> Int64

  // MARK: Retention

  /// Records that devices sent a request on a day. Days are counted by the service.
  func hear(_ devices: [String], on day: Int64) async throws(StoreError)
  /// Records today for devices without a day, so that their retention time begins.
  ///
  /// - Returns: the number of devices. If it is `limit`, there may be more.
  func hearOfNew(on today: Int64, limit: Int) async throws(StoreError) -> Int
  /// Deletes devices whose last request was before a day. Devices without a day stay.
  ///
  /// - Returns: the number of devices. If it is `limit`, there may be more.
  func dropDevices(unheardSince day: Int64, limit: Int) async throws(StoreError) -> Int
  /// Deletes log messages that last arrived before a time in seconds since 1970.
  ///
  /// - Returns: the number of messages.
  func dropMessages(before time: Int64) async throws(StoreError) -> Int
  /// Returns passes of API rows that have been void since before a time in seconds since 1970.
  func voidPasses(before time: Int64, limit: Int) async throws(StoreError) -> [StoredPass]

  // MARK: Settings

  /// Returns a value that the service stored about itself.
  func setting(_ name: String) async throws(StoreError) -> [UInt8]?
  /// Stores a value about the service.
  func save(setting value: [UInt8], named name: String) async throws(StoreError)
}

extension PassStore {
  /// Does nothing. For a store that cannot be lost.
  package func watch(_ tell: @escaping @Sendable (StoreError?) -> Void) {}

  /// Returns nil. For a server, which checks itself.
  package func findDamage() async throws -> String? { nil }

  /// Returns the pass without content. For a store that needs another query for it.
  package func pass(
    _ address: PassAddress, token: String?,
    wantsContent: @Sendable (StoredPass) -> Bool
  ) async throws(StoreError) -> (pass: StoredPass, content: VersionContent?)? {
    try await pass(address, token: token).map { ($0, nil) }
  }
}

/// Limits of every store.
enum StoreLimit {
  /// Maximum number of different log messages that are stored.
  static let messages: Int64 = 5_000
}
