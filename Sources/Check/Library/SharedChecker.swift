// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// Checks passes and templates for any number of tasks, on its own threads.
///
/// ```swift
/// let checker = SharedChecker()
/// let checked = try await checker.check(bytes, named: "upload.pkpass")
/// ```
///
/// Keep one in a server. A file that reaches the limits takes about a second, and on a thread of
/// Swift's pool all other requests would wait for it. Here only the task waits, without blocking a
/// thread. Checks begin in the order of their arrival. Each thread keeps a `Checker` and returns
/// its results. If a task is cancelled before its check has begun, the check is dropped, otherwise
/// it is finished. The threads end when the last reference is released.
public final class SharedChecker: Sendable {
  private let threads: JobThreads<Checker>

  /// Creates a checker that trusts Apple's authorities.
  ///
  /// - Parameters:
  ///   - time: the time of the check, in seconds since 1970. The default is now.
  ///   - limits: the size limits of a file.
  ///   - threads: the number of files checked at once.
  public init(
    at time: Int64? = nil, limits: Checker.Limits = Checker.Limits(), threads: Int = 1
  ) {
    self.threads = JobThreads(threads) { Checker(at: time, limits: limits) }
  }

  /// Creates a checker that trusts additional authorities, for example for tests of your passes.
  ///
  /// - Parameters:
  ///   - time: the time of the check, in seconds since 1970. The default is now.
  ///   - certificates: certificate files, as PEM, DER or PKCS #7.
  ///   - limits: the size limits of a file.
  ///   - threads: the number of files checked at once.
  /// - Throws: `Checker.CertificateError` if one of them contains no certificate.
  public init(
    at time: Int64? = nil, trusting certificates: [[UInt8]],
    limits: Checker.Limits = Checker.Limits(), threads: Int = 1
  ) throws(Checker.CertificateError) {
    let options = try Checker.options(at: time, trusting: certificates, limits: limits)
    self.threads = JobThreads(threads) { Checker(options, at: time) }
  }

  /// Checks the bytes of a .pkpass or .pkpasses file, like `Checker.check(_:named:)`.
  ///
  /// - Parameters:
  ///   - bytes: the content of the file.
  ///   - name: its name for findings and verdicts. The ending (.pkpass or .pkpasses) is checked
  ///     too.
  /// - Throws: `CancellationError` if the task was cancelled before its turn.
  public func check(
    _ bytes: [UInt8], named name: String
  ) async throws(CancellationError) -> CheckedBundle {
    try await threads.run { checker in checker.check(bytes, named: name) }
  }

  /// Checks a template whose files are in memory with the rows of its sample, like
  /// `Checker.check(template:named:base:)`. In a release build a row takes about 0.05 ms.
  ///
  /// - Parameters:
  ///   - files: the files of the template folder by path.
  ///   - name: the beginning of places in findings.
  ///   - base: returns the files of the folder that `extends` in template.json names, or nil if
  ///     there is none. It is called on a thread of the checker.
  /// - Throws: `CancellationError` if the task was cancelled before its turn, errors of `base`, or
  ///   an error with a path that leads out of the folder.
  public func check(
    template files: [String: [UInt8]], named name: String = "template",
    base: @escaping @Sendable (_ path: String) throws -> [String: [UInt8]]? = { _ in nil }
  ) async throws -> CheckedTemplate {
    try await threads.run { checker in
      Result { try checker.check(template: files, named: name, base: base) }
    }.get()
  }

  /// Checks a template folder with the rows of its sample, like `Checker.check(templateFolder:)`.
  /// Reads files.
  ///
  /// - Throws: `CancellationError` if the task was cancelled before its turn, or an error with the
  ///   file that cannot be read.
  public func check(templateFolder folder: String) async throws -> CheckedTemplate {
    try await threads.run { checker in
      Result { try checker.check(templateFolder: folder) }
    }.get()
  }
}
