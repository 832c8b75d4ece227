// SPDX-License-Identifier: Apache-2.0

import PassArchive
import PassBasics
import PassBuild
import PassCrypto
@_exported public import PassDiagnostics
import PassReport

/// Judges finished bundles, one after the other, as `passc check` does.
///
/// ```swift
/// let checker = Checker()
/// let checked = checker.check(bytes, named: "upload.pkpass")
/// if checked.verdict.result == .refused { print(checked.findings) }
/// ```
///
/// A checker that is kept judges the next bundle of an issuer it has met in a fraction of the time:
/// it remembers certificates, images and what the rules said of them, equal ones compared byte for
/// byte. What it keeps is bounded, and changes no answer.
///
/// All work is done on the caller's thread, without waiting for anything but the processor: no
/// thread is started, no file read, nothing fetched. An ordinary pass takes a fraction of a
/// millisecond, a bundle that is as large as the limits allow about a second. A checker is for one
/// thread at a time. Tasks of a server take a `SharedChecker`, which has threads of its own.
public final class Checker {
  /// The moment that counts as now; nil for the clock's.
  private let time: Int64?
  private var today: Int64
  private let options: CheckOptions
  private var checker: PassChecker

  /// For how long a moment read off the clock counts as now. What is remembered of the rules holds
  /// for one moment, and signing times are given ten minutes.
  private static let secondsOfAMoment: Int64 = 60

  /// How much a bundle from a stranger may hold; what holds more is refused with a finding. By
  /// default what `passc check` allows.
  ///
  /// ```swift
  /// var limits = Checker.Limits()
  /// limits.totalSizeInBytes = 20 << 20
  /// let checker = Checker(limits: limits)
  /// ```
  public struct Limits: Sendable, Hashable {
    /// How many entries an archive has, folders included.
    public var entries: Int
    /// The sizes of all entries together, unpacked.
    public var totalSizeInBytes: Int
    /// The size of one entry, unpacked.
    public var entrySizeInBytes: Int
    /// How many bytes one packed byte may become.
    public var ratio: Int
    /// The length of a path.
    public var nameLengthInBytes: Int

    /// The limits of `passc check`.
    public init() {
      let usual = ArchiveLimits()
      entries = usual.entries
      totalSizeInBytes = usual.totalSize
      entrySizeInBytes = usual.entrySize
      ratio = usual.ratio
      nameLengthInBytes = usual.nameLength
    }

    /// The same for who reads archives; a limit below 1 is 1.
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

  /// A checker that trusts Apple's authorities.
  ///
  /// - Parameters:
  ///   - time: the moment to judge at, in seconds since 1970; the clock's by default.
  ///   - limits: how much a bundle may hold.
  public convenience init(at time: Int64? = nil, limits: Limits = Limits()) {
    var options = CheckOptions(today: time ?? Environment.now)
    options.limits = limits.ofArchives
    self.init(options, at: time)
  }

  /// A checker that trusts further authorities beside Apple's, as tests of one's own passes do.
  ///
  /// - Parameters:
  ///   - time: the moment to judge at, in seconds since 1970; the clock's by default.
  ///   - certificates: files of certificates, as PEM, DER or PKCS #7.
  ///   - limits: how much a bundle may hold.
  /// - Throws: `NoCertificate` where one of them holds none.
  public convenience init(
    at time: Int64? = nil, trusting certificates: [[UInt8]], limits: Limits = Limits()
  ) throws(NoCertificate) {
    self.init(try Self.options(at: time, trusting: certificates, limits: limits), at: time)
  }

  /// What a checker goes by that trusts further authorities.
  static func options(
    at time: Int64?, trusting certificates: [[UInt8]], limits: Limits
  ) throws(NoCertificate) -> CheckOptions {
    var options = CheckOptions(today: time ?? Environment.now)
    options.limits = limits.ofArchives
    var trusted: [Certificate] = []
    for (position, file) in certificates.enumerated() {
      let found = CredentialFile.certificates(in: file)
      guard !found.isEmpty else { throw NoCertificate(position: position) }
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

  /// What was to be trusted holds no certificate.
  public struct NoCertificate: Error, Hashable, Sendable, CustomStringConvertible {
    /// Which of the files it is, from 0.
    public let position: Int
    /// The sentence for people.
    public var description: String {
      "file \(position + 1) to trust contains no certificate"
    }
  }

  /// Judges a template folder with the rows of its sample, or without rows where it has none, as
  /// `passc check` does; reads files, and takes the longer the more rows the sample has.
  ///
  /// - Throws: an error that says which file cannot be read.
  public func check(templateFolder folder: String) throws -> CheckedTemplate {
    CheckedTemplate(try TemplateChecker.check(folder, optionsOfNow))
  }

  /// Judges a template whose files are in memory; no file is read.
  ///
  /// - Parameters:
  ///   - files: what would lie in the template folder, by path.
  ///   - name: what places begin with.
  ///   - base: the files of the folder that a template.json names with `extends`, by the path that
  ///     stands there; nil where there is none.
  /// - Throws: what `base` throws, or an error that says which path leads out of the folder.
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

  /// Judges the bytes of a .pkpass or a .pkpasses, whatever they are: what is no archive, or holds
  /// more than the limits of `passc check`, has a finding that says so.
  ///
  /// What only several bundles together show, such as a serial number that stands twice, is found
  /// among the passes of a .pkpasses and not from one call to the next.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - name: its name for findings and verdicts. Whether it ends in .pkpass or .pkpasses is
  ///     judged too.
  public func check(_ bytes: [UInt8], named name: String) -> CheckedBundle {
    if time == nil {
      let now = Environment.now
      if now < today || now &- today >= Self.secondsOfAMoment {
        today = now
        checker.setToday(now)
      }
    }
    // A .pkpasses comes last, after its passes.
    var outcomes = checker.check(bytes, name: name)
    guard let last = outcomes.popLast() else {
      preconditionFailure("the checker gives an outcome for any bytes")
    }
    return CheckedBundle(last, passes: outcomes.map { CheckedBundle($0, passes: []) })
  }
}

/// What was found in a template and the rows of its sample.
///
/// ```swift
/// let checked = try Checker().check(templateFolder: "gym.pass")
/// for finding in checked.findings where finding.severity == .error { print(finding) }
/// ```
public struct CheckedTemplate: Sendable {
  /// The folder, or the name it was judged by.
  public let name: String
  /// Errors, warnings and notes in the order of their places.
  public let findings: [Diagnostic]
  /// How many rows were looked at; 0 where the template was judged without any.
  public let rows: Int

  fileprivate init(_ subject: CheckedSubject) {
    name = subject.name
    findings = subject.diagnostics
    rows = subject.rows
  }
}

/// What was found in one bundle.
///
/// ```swift
/// let checked = checker.check(bytes, named: "family.pkpasses")
/// for pass in checked.passes {
///   print(pass, pass.facts?.serialNumber ?? "no serial number")
/// }
/// ```
public struct CheckedBundle: Sendable, CustomStringConvertible, Encodable {
  /// The name it was judged by, `outer.pkpasses!inner.pkpass` for a pass in a .pkpasses.
  public let name: String
  /// What Wallet makes of it; of a .pkpasses that of its worst part.
  public let verdict: Verdict
  /// The verdict as a sentence, which counts errors that Wallet would not mind too.
  public let sentence: String
  /// Errors, warnings and notes in the order of their places; those about the passes of a .pkpasses
  /// stand at each of them.
  public let findings: [Diagnostic]
  /// What stands in the pass; nil for a .pkpasses, and for what is no pass or cannot be read.
  public let facts: PassFacts?
  /// The passes of a .pkpasses, those that cannot be read after the others; empty for a .pkpass.
  public let passes: [CheckedBundle]

  /// Name and verdict, for people.
  public var description: String { "\(name): \(sentence)" }

  /// Writes what the line of `--format json` has that ends a bundle's findings: its name and its
  /// verdict. Each of `findings` writes a line of its own.
  public func encode(to encoder: any Encoder) throws {
    try verdict.json(of: name).encode(to: encoder)
  }

  fileprivate init(_ outcome: PassChecker.Outcome, passes: [CheckedBundle]) {
    let subject = outcome.subject
    name = subject.name
    // A .pkpasses without a fault of its own says nothing of it.
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
