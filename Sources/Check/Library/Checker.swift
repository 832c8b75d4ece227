// SPDX-License-Identifier: Apache-2.0

import PassArchive
import PassBasics
import PassBuild
import PassCrypto
@_exported public import PassDiagnostics
import PassReport

/// Checks finished passes one after the other, like `passc check`.
///
/// ```swift
/// let checker = Checker()
/// let checked = checker.check(bytes, named: "upload.pkpass")
/// if checked.verdict.result == .refused { print(checked.findings) }
/// ```
///
/// Keep a checker: it checks the next pass of the same issuer in a fraction of the time. It caches
/// certificates, images and the findings about them, compared byte for byte. The cache is limited
/// in size and does not change any result.
///
/// All work is done on the caller's thread: the checker starts no thread, reads no file and
/// downloads nothing. An ordinary pass takes a fraction of a millisecond, and a file that reaches
/// the limits about a second. Use a checker from one thread at a time. In a server use a
/// `SharedChecker`, which has its own threads.
public final class Checker {
  /// The time of every check, or nil to use the clock.
  private let time: Int64?
  private var today: Int64
  private let options: CheckOptions
  private var checker: PassChecker

  /// The number of seconds that one reading of the clock is used for. Cached results of rules are
  /// valid for one time only, so a new time for each pass would make the cache useless. The rules
  /// about signing times allow ten minutes anyway.
  private static let secondsOfAMoment: Int64 = 60

  /// The size limits for untrusted files. A file that exceeds them is rejected with a finding. The
  /// default limits are those of `passc check`.
  ///
  /// ```swift
  /// var limits = Checker.Limits()
  /// limits.totalSizeInBytes = 20 << 20
  /// let checker = Checker(limits: limits)
  /// ```
  public struct Limits: Sendable, Hashable {
    /// The most entries in an archive, including folders.
    public var entries: Int
    /// The most bytes of all entries together, decompressed.
    public var totalSizeInBytes: Int
    /// The most bytes of one entry, decompressed.
    public var entrySizeInBytes: Int
    /// The highest ratio of decompressed to compressed size.
    public var ratio: Int
    /// The longest path in bytes.
    public var nameLengthInBytes: Int

    /// Creates the limits of `passc check`.
    public init() {
      let usual = ArchiveLimits()
      entries = usual.entries
      totalSizeInBytes = usual.totalSize
      entrySizeInBytes = usual.entrySize
      ratio = usual.ratio
      nameLengthInBytes = usual.nameLength
    }

    /// The limits of the archive reader. A limit below 1 becomes 1.
    fileprivate var ofArchives: ArchiveLimits {
      var limits = ArchiveLimits()
      limits.entries = max(1, entries)
      limits.totalSize = max(1, totalSizeInBytes)
      limits.entrySize = max(1, entrySizeInBytes)
      limits.ratio = max(1, ratio)
      limits.nameLength = max(1, nameLengthInBytes)
      return limits
    }
  }

  /// Creates a checker that trusts Apple's authorities.
  ///
  /// - Parameters:
  ///   - time: the time of the check, in seconds since 1970. The default is now.
  ///   - limits: the size limits of a file.
  public convenience init(at time: Int64? = nil, limits: Limits = Limits()) {
    var options = CheckOptions(today: time ?? Environment.now)
    options.limits = limits.ofArchives
    self.init(options, at: time)
  }

  /// Creates a checker that trusts additional authorities, for example for tests of your passes.
  ///
  /// - Parameters:
  ///   - time: the time of the check, in seconds since 1970. The default is now.
  ///   - certificates: certificate files, as PEM, DER or PKCS #7.
  ///   - limits: the size limits of a file.
  /// - Throws: `CertificateError` if one of them contains no certificate.
  public convenience init(
    at time: Int64? = nil, trusting certificates: [[UInt8]], limits: Limits = Limits()
  ) throws(CertificateError) {
    self.init(try Self.options(at: time, trusting: certificates, limits: limits), at: time)
  }

  /// Returns the options of a checker that trusts further authorities.
  static func options(
    at time: Int64?, trusting certificates: [[UInt8]], limits: Limits
  ) throws(CertificateError) -> CheckOptions {
    var options = CheckOptions(today: time ?? Environment.now)
    options.limits = limits.ofArchives
    var trusted: [Certificate] = []
    for (position, file) in certificates.enumerated() {
      let found = CredentialFile.certificates(in: file)
      guard !found.isEmpty else { throw CertificateError(position: position) }
      trusted += found
    }
    options.trust = Trust(adding: trusted)
    return options
  }

  init(_ options: CheckOptions, at time: Int64?) {
    var options = options
    options.wantsFacts = true
    self.options = options
    self.time = time
    today = options.today
    checker = PassChecker(options)
  }

  /// The error for a trusted file without a certificate.
  public struct CertificateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The index of the file, from 0.
    public let position: Int
    /// The message for people.
    public var description: String {
      "file \(position + 1) to trust contains no certificate"
    }
  }

  /// Checks a template folder with the rows of its sample, if it has one, like `passc check`. Reads
  /// files, and takes longer for more rows.
  ///
  /// - Throws: an error with the file that cannot be read.
  public func check(templateFolder folder: String) throws -> CheckedTemplate {
    CheckedTemplate(try TemplateChecker.check(folder, optionsOfNow))
  }

  /// Checks a template whose files are in memory. Reads no files.
  ///
  /// - Parameters:
  ///   - files: the files of the template folder by path.
  ///   - name: the beginning of places in findings.
  ///   - base: returns the files of the folder that `extends` in template.json names, or nil if
  ///     there is none.
  /// - Throws: errors of `base`, or an error with a path that leads out of the folder.
  public func check(
    template files: [String: [UInt8]], named name: String = "template",
    base: (_ path: String) throws -> [String: [UInt8]]? = { _ in nil }
  ) throws -> CheckedTemplate {
    let memory = try MemoryFiles(template: files, named: name, base: base)
    return CheckedTemplate(
      try TemplateChecker.check(name, optionsOfNow, disk: DiskReader(memory)))
  }

  private var optionsOfNow: CheckOptions {
    var options = options
    options.today = time ?? Environment.now
    return options
  }

  /// Checks the bytes of a .pkpass or .pkpasses file. If they are not an archive, or exceed the
  /// limits, there is a finding.
  ///
  /// Findings that need several passes, such as a duplicate serial number, are found among the
  /// passes of one .pkpasses file, not across several calls.
  ///
  /// - Parameters:
  ///   - bytes: the content of the file.
  ///   - name: its name for findings and verdicts. The ending (.pkpass or .pkpasses) is checked
  ///     too.
  public func check(_ bytes: [UInt8], named name: String) -> CheckedBundle {
    if time == nil {
      let now = Environment.now
      if now < today || now &- today >= Self.secondsOfAMoment {
        today = now
        checker.setToday(now)
      }
    }
    // The outcome of a .pkpasses comes last, after its passes.
    var outcomes = checker.check(bytes, name: name)
    guard let last = outcomes.popLast() else {
      preconditionFailure("the checker gives an outcome for any bytes")
    }
    return CheckedBundle(last, passes: outcomes.map { CheckedBundle($0, passes: []) })
  }
}

/// The findings about a template and the rows of its sample.
///
/// ```swift
/// let checked = try Checker().check(templateFolder: "gym.pass")
/// for finding in checked.findings where finding.severity == .error { print(finding) }
/// ```
public struct CheckedTemplate: Sendable {
  /// The folder or the given name.
  public let name: String
  /// The errors, warnings and notes in the order of their places.
  public let findings: [Diagnostic]
  /// The number of checked rows, or 0 if there were none.
  public let rows: Int

  fileprivate init(_ subject: CheckedSubject) {
    name = subject.name
    findings = subject.diagnostics
    rows = subject.rows
  }
}

/// The findings about one file.
///
/// ```swift
/// let checked = checker.check(bytes, named: "family.pkpasses")
/// for pass in checked.passes {
///   print(pass, pass.facts?.serialNumber ?? "no serial number")
/// }
/// ```
public struct CheckedBundle: Sendable, CustomStringConvertible, Encodable {
  /// The given name, or `outer.pkpasses!inner.pkpass` for a pass in a .pkpasses file.
  public let name: String
  /// The verdict. For a .pkpasses file it is the worst verdict of its passes.
  public let verdict: Verdict
  /// The verdict as a sentence. It also counts errors that Wallet ignores.
  public let sentence: String
  /// The errors, warnings and notes in the order of their places. Findings about the passes of a
  /// .pkpasses file are in `passes`.
  public let findings: [Diagnostic]
  /// The content of the pass, or nil for a .pkpasses file and for a file that cannot be read.
  public let facts: PassFacts?
  /// The passes of a .pkpasses file, unreadable ones last, or empty for a .pkpass file.
  public let passes: [CheckedBundle]

  /// The name and verdict, for people.
  public var description: String { "\(name): \(sentence)" }

  /// Encodes the members of the last line of `--format json`: the name and the verdict. Each of
  /// `findings` encodes its own line.
  public func encode(to encoder: any Encoder) throws {
    try verdict.json(of: name).encode(to: encoder)
  }

  fileprivate init(_ outcome: PassChecker.Outcome, passes: [CheckedBundle]) {
    let subject = outcome.subject
    name = subject.name
    // A .pkpasses has no verdict unless it has errors itself.
    let verdict =
      subject.verdict
      ?? Verdicts.worst(of: Verdicts.verdict(on: [], proving: nil), passes.map(\.verdict))
    self.verdict = verdict
    sentence = subject.sentence ?? verdict.sentence
    findings = subject.diagnostics
    facts = outcome.facts
    self.passes = passes
  }
}
