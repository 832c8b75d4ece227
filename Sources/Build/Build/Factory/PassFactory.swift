// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
public import PassTemplate
import Synchronization

/// Makes signed passes from a template and an identity, as fast as `passc issue`.
///
/// ```swift
/// let factory = try PassFactory(
///   template: Template.load(folder: "gym.pass"), identity: Identity.load(folder: "identity"))
/// let pass = try await factory.pass(for: ["serial": "A-17", "name": "Ada Example", "points": 240])
/// ```
///
/// Create a factory once and keep it. It stores the hashed files that all its passes have in
/// common, and reuses buffers. Any number of tasks can use it at once, without a lock. A pass has
/// the same bytes that `passc build` writes for the same row, key and time.
///
/// Making a pass takes little more processor time than its signature (docs/project/performance.md
/// has figures). The work is done on a thread of Swift's pool or of the task's preferred executor,
/// and other tasks continue before and after the signature. It waits only for files that a row
/// names. A signature by a key service (`Identity.load(certificates:passTypeIdentifier:at:sign:)`)
/// is awaited without blocking a thread.
public final class PassFactory: Sendable {
  /// The reason why a template and an identity do not fit together.
  public enum SetupError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The template has a web service but no token, and there is no key to derive one.
    case noToken
    /// A token must be derived, but neither template nor identity has a pass type identifier.
    case noPassType
    /// The pass type identifiers of template and certificate differ.
    case otherPassType(ofTemplate: String, ofIdentity: String)
    /// The teams of template and certificate differ.
    case otherTeam(ofTemplate: String, ofIdentity: String)

    /// The message for people.
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

  private let setup: Mutex<FactorySetup>
  /// The generation of the current setup. Workers with an older one are discarded.
  private let generation = Atomic<Int>(0)
  private let workers = IdleWorkers()

  /// Creates a factory for passes of a template, signed by an identity.
  ///
  /// - Parameters:
  ///   - template: the template. If it has no pass type identifier or team, those of the
  ///     certificate are used.
  ///   - identity: the identity that signs the passes, until `replaceIdentity` is called.
  ///   - tokenKey: the key that derives authentication tokens, if the template has a web service
  ///     but no token.
  ///   - filesFolder: the folder of files that rows name. With nil, rows contain images as bytes
  ///     and no file is read.
  public init(
    template: Template, identity: Identity, tokenKey: AuthenticationTokenKey? = nil,
    filesFolder: String? = nil
  ) throws(SetupError) {
    setup = Mutex(
      try FactorySetup(
        template: template, identity: identity, tokenKey: tokenKey, filesFolder: filesFolder,
        generation: 0))
  }

  /// Makes and signs the pass of one row.
  ///
  /// - Parameters:
  ///   - row: the values by their column names.
  ///   - time: the time of signing and checking, in seconds since 1970. The default is now.
  /// - Throws: `DiagnosticsError` with all findings if there is an error, such as an expired identity. Also
  ///   `CancellationError`, errors of a key service, and errors of OpenSSL.
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
  /// - Throws: the errors of that function and of `RowValue.row(of:)`.
  public func pass(for row: some Encodable, at time: Int64? = nil) async throws -> SignedPass {
    try Task.checkCancellation()
    return try await pass(try ValueRow(of: row), at: time)
  }

  private func pass(_ row: ValueRow, at time: Int64?) async throws -> SignedPass {
    let time = time ?? Environment.now
    guard Self.yieldsBetweenSteps else {
      switch try begin(row, at: time) {
      case .signed(let pass): return pass
      case .unsigned(let pass): return try await finish(pass)
      }
    }
    let unsigned = try withWorker { try $0.begin(row, at: time) }
    guard !unsigned.setup.awaitsKey else { return try await finish(unsigned) }
    await Task.yield()
    try Task.checkCancellation()
    let signature = try withWorker(for: unsigned.setup) { try $0.sign(unsigned) }
    await Task.yield()
    return try withWorker(for: unsigned.setup) { try $0.finish(unsigned, signature: signature) }
  }

  /// Whether the task yields between the steps of a pass. A thread with many tasks, such as the
  /// connections of a server, then does the same step for several passes in a row. The code of the
  /// step stays in the processor's cache, which a signature would fill. On Swift's own pool a task
  /// would move between threads, which costs more than it gains.
  private static var yieldsBetweenSteps: Bool {
    withUnsafeCurrentTask { $0?.unownedTaskExecutor != nil }
  }

  /// Signs with another identity from the next pass on, such as a renewed one. Passes in progress
  /// are finished with the old identity.
  ///
  /// - Throws: `SetupError`, and continues with the old one.
  public func replaceIdentity(_ identity: Identity) throws(SetupError) {
    try replace { old, generation throws(SetupError) in
      try FactorySetup(
        template: old.original, identity: identity, tokenKey: old.tokenKey,
        filesFolder: old.filesFolder, generation: generation)
    }
  }

  /// Makes passes from another template from the next pass on. Passes in progress are finished with
  /// the old template.
  ///
  /// - Throws: `SetupError`, and continues with the old one.
  public func replaceTemplate(_ template: Template) throws(SetupError) {
    try replace { old, generation throws(SetupError) in
      try FactorySetup(
        template: template, identity: old.identity, tokenKey: old.tokenKey,
        filesFolder: old.filesFolder, generation: generation)
    }
  }

  private func replace(
    _ change: (FactorySetup, Int) throws(SetupError) -> FactorySetup
  ) throws(SetupError) {
    // Compiled without the lock, so that no other task waits. If another replacement was faster,
    // repeat.
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
        // Deletes old keys and templates, except for those of passes in progress.
        workers.removeAll()
        return
      }
    }
  }

  /// A finished pass, or one whose signature must be awaited.
  enum StartedPass {
    case signed(SignedPass)
    case unsigned(PendingPass)
  }

  /// Makes a pass on the current thread, up to the point where something must be awaited.
  func begin(_ row: ValueRow, at time: Int64) throws -> StartedPass {
    try withWorker { worker in
      worker.setup.awaitsKey
        ? .unsigned(try worker.begin(row, at: time)) : .signed(try worker.make(row, at: time))
    }
  }

  /// Awaits the signature of a pass and finishes the pass with the setup it was started with, even
  /// if that was replaced since. No worker is in use while the key service works.
  func finish(_ pass: PendingPass) async throws -> SignedPass {
    let signature = try await pass.setup.identity.awaitSignature(
      ofManifest: pass.unsigned.manifest, at: pass.time)
    return try withWorker(for: pass.setup) { try $0.finish(pass, signature: signature) }
  }

  // MARK: Workers

  /// Calls `body` with a worker of the current setup, which no other task uses meanwhile.
  private func withWorker<Value>(_ body: (FactoryWorker) throws -> Value) rethrows -> Value {
    var worker = workers.removeOne()
    if worker?.setup.generation != generation.load(ordering: .acquiring) {
      worker = FactoryWorker(setup.withLock { $0 })
    }
    guard let worker else { preconditionFailure("a worker was made above") }
    defer { workers.add(worker) }
    return try body(worker)
  }

  /// Calls `body` with a worker of the setup that a pass was started with.
  private func withWorker<Value>(
    for setup: FactorySetup, _ body: (FactoryWorker) throws -> Value
  ) rethrows -> Value {
    let worker = workers.removeOne() ?? FactoryWorker(setup)
    defer { workers.add(worker) }
    return try body(worker.setup === setup ? worker : FactoryWorker(setup))
  }
}
