// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// Judges bundles and templates for any number of tasks, on threads of its own.
///
/// ```swift
/// let checker = SharedChecker()
/// let checked = try await checker.check(bytes, named: "upload.pkpass")
/// ```
///
/// What a server keeps: a bundle as large as the limits allow takes about a second, and on a thread
/// of Swift's own pool all other requests would wait for it. Here the task alone waits, and blocks no
/// thread. What comes is begun in its order; each thread has a `Checker` that it keeps, and answers
/// as that does. What a task waits for is dropped when the task is cancelled before a thread has
/// begun it, and finished when it is cancelled after. The threads end when the last user lets go of
/// this.
public final class SharedChecker: Sendable {
  private let threads: JobThreads<Checker>

  /// A checker that trusts Apple's authorities.
  ///
  /// - Parameters:
  ///   - time: the moment to judge at, in seconds since 1970; the clock's by default.
  ///   - limits: how much a bundle may hold.
  ///   - threads: how many bundles are judged at once.
  public init(
    at time: Int64? = nil, limits: Checker.Limits = Checker.Limits(), threads: Int = 1
  ) {
    self.threads = JobThreads(threads) { Checker(at: time, limits: limits) }
  }

  /// A checker that trusts further authorities beside Apple's, as tests of one's own passes do.
  ///
  /// - Parameters:
  ///   - time: the moment to judge at, in seconds since 1970; the clock's by default.
  ///   - certificates: files of certificates, as PEM, DER or PKCS #7.
  ///   - limits: how much a bundle may hold.
  ///   - threads: how many bundles are judged at once.
  /// - Throws: `Checker.NoCertificate` where one of them holds none.
  public init(
    at time: Int64? = nil, trusting certificates: [[UInt8]],
    limits: Checker.Limits = Checker.Limits(), threads: Int = 1
  ) throws(Checker.NoCertificate) {
    let options = try Checker.options(at: time, trusting: certificates, limits: limits)
    self.threads = JobThreads(threads) { Checker(options, at: time) }
  }

  /// Judges the bytes of a .pkpass or a .pkpasses, whatever they are, as `Checker.check(_:named:)`
  /// does.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - name: its name for findings and verdicts. Whether it ends in .pkpass or .pkpasses is
  ///     judged too.
  /// - Throws: `CancellationError` where the task was cancelled before its turn came.
  public func check(
    _ bytes: [UInt8], named name: String
  ) async throws(CancellationError) -> CheckedBundle {
    try await threads.run { checker in checker.check(bytes, named: name) }
  }

  /// Judges a template whose files are in memory, with the rows of its sample, as
  /// `Checker.check(template:named:base:)` does: in a release build some twentieth of a
  /// millisecond for each row.
  ///
  /// - Parameters:
  ///   - files: what would lie in the template folder, by path.
  ///   - name: what places begin with.
  ///   - base: the files of the folder that a template.json names with `extends`, by the path that
  ///     stands there; nil where there is none. Called on a thread of the checker.
  /// - Throws: `CancellationError` where the task was cancelled before its turn came, what `base`
  ///   throws, or an error that says which path leads out of the folder.
  public func check(
    template files: [String: [UInt8]], named name: String = "template",
    base: @escaping @Sendable (_ path: String) throws -> [String: [UInt8]]? = { _ in nil }
  ) async throws -> CheckedTemplate {
    try await threads.run { checker in
      Result { try checker.check(template: files, named: name, base: base) }
    }.get()
  }

  /// Judges a template folder with the rows of its sample, as `Checker.check(templateFolder:)` does;
  /// reads files.
  ///
  /// - Throws: `CancellationError` where the task was cancelled before its turn came, or an error
  ///   that says which file cannot be read.
  public func check(templateFolder folder: String) async throws -> CheckedTemplate {
    try await threads.run { checker in
      Result { try checker.check(templateFolder: folder) }
    }.get()
  }
}
