// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
public import PassTemplate
import Synchronization

/// Makes one signed pass after the other from a template and an identity, as fast as `passc issue`.
///
/// ```swift
/// let press = try PassPress(
///   template: Template.load(folder: "gym.pass"), identity: Identity.load(folder: "identity"))
/// let pass = try await press.pass(for: ["serial": "A-17", "name": "Ada Example", "points": 240])
/// ```
///
/// A press is made once and kept: it holds what all its passes have in common, hashed and laid out,
/// and what one pass leaves that the next can use. Any number of tasks use it at once; no lock makes
/// one wait for another. A pass is made of the same bytes that `passc build` writes for the same row,
/// key and time.
///
/// Making a pass takes the processor for little longer than its signature does
/// (docs/project/performance.md has figures, with the machine), on a thread of Swift's own pool or of the executor that the task
/// prefers, where others go on before and after the signature; nothing is waited for but files that a
/// row names. A key that is elsewhere
/// (`Identity.load(certificates:passTypeIdentifier:at:sign:)`) is awaited, and no thread waits for
/// it.
public final class PassPress: Sendable {
  /// Why a template and an identity make no press.
  public enum Unsuitable: Error, Sendable, Hashable, CustomStringConvertible {
    /// The template names a web service and no token, and there is no key to derive one.
    case noToken
    /// A token is to be derived, and neither template nor identity says for which pass type.
    case noPassType
    /// The template's passes are all of another pass type than the certificate's.
    case otherPassType(ofTemplate: String, ofIdentity: String)
    /// The template's passes all name another team than the certificate's.
    case otherTeam(ofTemplate: String, ofIdentity: String)

    /// The sentence for people.
    public var description: String {
      switch self {
      case .noToken:
        "the template has a webServiceURL and no authenticationToken: give a token key"
      case .noPassType: "no pass type identifier: the token of a pass is derived from it"
      case .otherPassType(let template, let identity):
        "the template is for \(quoted(template)), the certificate for \(quoted(identity))"
      case .otherTeam(let template, let identity):
        "the template names team \(quoted(template)), the certificate \(quoted(identity))"
      }
    }
  }

  private let setup: Mutex<PressSetup>
  /// Of the setup that passes are made with: what was laid out for an earlier one is dropped.
  private let generation = Atomic<Int>(0)
  private let stations = PressStations()

  /// A press for passes of a template, signed by an identity.
  ///
  /// - Parameters:
  ///   - template: what it leaves to the certificate, pass type and team, is taken from there.
  ///   - identity: signs every pass, until `replaceIdentity` brings another.
  ///   - tokenKey: derives the token of each pass where the template names a web service and no
  ///     token.
  ///   - filesFolder: where files are that rows name; nil where rows bring images as bytes, and
  ///     then no file is ever read.
  public init(
    template: Template, identity: Identity, tokenKey: AuthenticationTokenKey? = nil,
    filesFolder: String? = nil
  ) throws(Unsuitable) {
    setup = Mutex(
      try PressSetup(
        template: template, identity: identity, tokenKey: tokenKey, filesFolder: filesFolder,
        generation: 0))
  }

  /// Makes and signs the pass of one row.
  ///
  /// - Parameters:
  ///   - row: values by the names of their columns.
  ///   - time: the signing time in seconds since 1970, at which the pass is judged too; now by
  ///     default.
  /// - Throws: `Rejected` with everything that is wrong with it, where one finding is an error, the
  ///   identity's having ended included; `CancellationError`; what whoever holds the key elsewhere
  ///   throws; or an error that says why OpenSSL could not sign.
  public func pass(
    for row: [String: RowValue], at time: Int64? = nil
  ) async throws -> SignedPass {
    try Task.checkCancellation()
    return try await pass(ValueRow(row), at: time)
  }

  /// Makes and signs the pass of one row, whose columns are the members of a value.
  ///
  /// - Parameters:
  ///   - row: a value whose members have the names of the columns.
  ///   - time: as in `pass(for:at:)` for rows of values.
  /// - Throws: what that throws, and what `RowValue.row(of:)` throws.
  public func pass(for row: some Encodable, at time: Int64? = nil) async throws -> SignedPass {
    try Task.checkCancellation()
    return try await pass(try ValueRow(of: row), at: time)
  }

  private func pass(_ row: ValueRow, at time: Int64?) async throws -> SignedPass {
    let time = time ?? Environment.now
    guard Self.takesTurns else {
      switch try begin(row, at: time) {
      case .signed(let pass): return pass
      case .unsigned(let pass): return try await finish(pass)
      }
    }
    let unsigned = try atStation { try $0.begin(row, at: time) }
    guard !unsigned.setup.awaitsKey else { return try await finish(unsigned) }
    await Task.yield()
    try Task.checkCancellation()
    let signature = try atStation(of: unsigned.setup) { try $0.sign(unsigned) }
    await Task.yield()
    return try atStation(of: unsigned.setup) { try $0.finish(unsigned, signature: signature) }
  }

  /// Whether other tasks go on between the steps of a pass: those of a thread that has many, such as a
  /// server's connections, do each step for several passes in a row then, and find its code in the
  /// processor's cache, which a signature fills. Between threads of Swift's own pool, where a
  /// task changes hands, that would cost more than it brings.
  private static var takesTurns: Bool {
    withUnsafeCurrentTask { $0?.unownedTaskExecutor != nil }
  }

  /// Signs with another identity from the next pass on, such as a renewed one; passes that are being
  /// made are finished with the old one.
  ///
  /// - Throws: `Unsuitable`, and goes on with the old one.
  public func replaceIdentity(_ identity: Identity) throws(Unsuitable) {
    try replace { old, generation throws(Unsuitable) in
      try PressSetup(
        template: old.original, identity: identity, tokenKey: old.tokenKey,
        filesFolder: old.filesFolder, generation: generation)
    }
  }

  /// Makes passes of another template from the next one on; passes that are being made are finished
  /// with the old one.
  ///
  /// - Throws: `Unsuitable`, and goes on with the old one.
  public func replaceTemplate(_ template: Template) throws(Unsuitable) {
    try replace { old, generation throws(Unsuitable) in
      try PressSetup(
        template: template, identity: old.identity, tokenKey: old.tokenKey,
        filesFolder: old.filesFolder, generation: generation)
    }
  }

  private func replace(
    _ change: (PressSetup, Int) throws(Unsuitable) -> PressSetup
  ) throws(Unsuitable) {
    // Compiled where nobody waits for the lock; anew when another was quicker.
    while true {
      let old = setup.withLock { $0 }
      let next = try change(old, old.generation + 1)
      let isInPlace = setup.withLock { setup in
        guard setup === old else { return false }
        setup = next
        generation.store(next.generation, ordering: .releasing)
        return true
      }
      if isInPlace {
        // Key and template of before go with them, but for those of passes that are being made.
        stations.removeAll()
        return
      }
    }
  }

  /// A finished pass, or one whose signature has to be awaited.
  enum Begun {
    case signed(SignedPass)
    case unsigned(UnsignedPass)
  }

  /// Makes a pass on the thread it is called on, as far as nothing has to be awaited.
  func begin(_ row: ValueRow, at time: Int64) throws -> Begun {
    try atStation { station in
      station.setup.awaitsKey
        ? .unsigned(try station.begin(row, at: time)) : .signed(try station.make(row, at: time))
    }
  }

  /// Awaits the signature of a pass and finishes it as it was begun, whatever was replaced
  /// meanwhile. Nobody holds a station while the key is asked.
  func finish(_ unsigned: UnsignedPass) async throws -> SignedPass {
    let signature = try await unsigned.setup.identity.awaitSignature(
      ofManifest: unsigned.manifest, at: unsigned.time)
    return try atStation(of: unsigned.setup) { try $0.finish(unsigned, signature: signature) }
  }

  // MARK: Stations

  /// Lends a station of what passes are made with now.
  private func atStation<Value>(_ body: (PressStation) throws -> Value) rethrows -> Value {
    var station = stations.take()
    if station?.setup.generation != generation.load(ordering: .acquiring) {
      station = PressStation(setup.withLock { $0 })
    }
    guard let station else { preconditionFailure("a station was made above") }
    defer { stations.give(station) }
    return try body(station)
  }

  /// Lends a station of what a pass was begun with.
  private func atStation<Value>(
    of setup: PressSetup, _ body: (PressStation) throws -> Value
  ) rethrows -> Value {
    let station = stations.take() ?? PressStation(setup)
    defer { stations.give(station) }
    return try body(station.setup === setup ? station : PressStation(setup))
  }
}
