// SPDX-License-Identifier: Apache-2.0

import PassWork

/// Judges bundles for any number of tasks, on threads of its own.
///
/// ```swift
/// let checker = SharedChecker()
/// let checked = await checker.check(bytes, named: "upload.pkpass")
/// ```
///
/// What a server keeps: a bundle as large as the limits allow takes about a second, and on a thread
/// of Swift's own pool all other requests would wait for it. Here the task alone waits, and blocks no
/// thread. Bundles are begun in the order they came; each thread has a `Checker` that it keeps, and
/// answers as that does. The threads end when the last user lets go of this.
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
  /// does. A task that is cancelled has its answer all the same.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - name: its name for findings and verdicts. Whether it ends in .pkpass or .pkpasses is
  ///     judged too.
  public func check(_ bytes: [UInt8], named name: String) async -> CheckedBundle {
    await threads.run { checker in checker.check(bytes, named: name) }
  }
}
