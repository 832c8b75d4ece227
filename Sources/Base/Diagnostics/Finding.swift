// SPDX-License-Identifier: Apache-2.0

/// The severity of a diagnostic.
public enum Severity: String, Sendable, Comparable, CaseIterable {
  /// Information that does not affect the result.
  case note
  /// Works, but is probably not intended.
  case warning
  /// Wallet rejects the pass, or the pass is wrong.
  case error

  /// Returns whether the first severity is lower.
  public static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }

  private var rank: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }
}

/// The effect of an error on a pass.
public enum Effect: String, Sendable {
  /// Wallet rejects the pass.
  case refused
  /// Some versions of Wallet may reject the pass.
  case maybeRefused
  /// The pass shows wrong data.
  case wrong
  /// Wallet ignores the value.
  case ignored
  /// The pass works, but looks wrong.
  case style

  /// Description for a pass.
  package var inWords: String {
    switch self {
    case .refused: "Wallet rejects the pass"
    case .maybeRefused: "some versions of Wallet may reject the pass"
    case .wrong: "the pass shows wrong data"
    case .ignored: "ignored silently"
    case .style: "works, but looks wrong"
    }
  }

  /// Description for anything other than a pass: a payment request, a notification, entitlements of
  /// an app or responses of a web service.
  package var inWordsOutsidePasses: String {
    switch self {
    case .refused: "the system rejects it"
    case .maybeRefused: "some systems may reject it"
    case .wrong: "it does something other than intended"
    case .ignored: "ignored silently"
    case .style: "works, but not as intended"
    }
  }

  package var refusingDevices: Devices {
    switch self {
    case .refused: .all
    case .maybeRefused: .some
    case .wrong, .ignored, .style: .none
    }
  }

  /// The share of devices that reject the pass.
  package enum Devices: Sendable {
    case none, some, all
  }
}

/// The reason why something is an error.
public enum Basis: Sendable, Hashable {
  /// Apple's documentation, or a standard that the format uses.
  case documented(String)
  /// Behaviour of devices or published passes, which is not documented.
  case observed(String)
  /// Common practice, or a decision of this project.
  case convention(String)

  /// The word in machine-readable formats.
  public var word: String {
    switch self {
    case .documented: "documented"
    case .observed: "observed"
    case .convention: "convention"
    }
  }

  /// The document or observation.
  public var reference: String {
    switch self {
    case .documented(let text), .observed(let text), .convention(let text): text
    }
  }
}

/// The same lines of a file with and without an error.
package struct Contrast: Sendable {
  package let wrong: String
  package let right: String
}

/// A kind of error, with its explanation.
public struct Finding: Sendable {
  /// The code `area.subject.complaint`, which is never reused.
  public var code: String { facts.code }
  /// Earlier codes of the finding. `--allow`, `--deny`, template.json, baselines and `passc
  /// explain` still accept them. If another finding has such a code today, it covers both.
  package var formerCodes: [String] { facts.formerCodes }
  /// The default severity. A rule may report a lower one, and a stricter run a higher one.
  public var severity: Severity { facts.severity }
  /// The effect of an error on a pass.
  public private(set) var effect: Effect
  /// The consequences of the error, and known false alarms.
  public var why: String { facts.why }
  /// The way to fix it.
  public var help: String { facts.help }
  /// The settings of a run that `help` mentions.
  package var settings: [RunSetting] { facts.settings }
  /// The reason why it is an error.
  public var basis: Basis { facts.basis }
  /// The message in Wallet's device log, if it is known.
  public var walletLog: String? { facts.walletLog }
  /// Changes to a valid sample that give exactly this finding. Empty if a change of one pass cannot
  /// cause it, for example if it needs a special archive, other rows or other runs. The tests of
  /// its module have examples then.
  package var bad: [Example] { facts.makeBad() }
  /// Near misses that must not give this finding.
  package var good: [Example] { facts.makeGood() }
  /// An example for people: a few lines of the file, or a sentence. A line has at most 72
  /// characters.
  package var shown: Contrast { facts.shown }
  /// Whether `--allow` and template.json may silence it, if severity and basis permit. False if it
  /// cannot be intended.
  package var mayBeAllowed: Bool { facts.mayBeAllowed }
  /// The step at which Wallet finds the error. Meaningful only if Wallet may reject the pass.
  package var step: WalletStep { facts.step }
  /// Whether this error makes later checks meaningless, because the files of an archive or the
  /// values of a document are unknown. Later findings are then not reported.
  package var invalidatesLaterChecks: Bool { facts.invalidatesLaterChecks }
  /// Whether it compares the pass with its signing certificate.
  package var comparesCertificate: Bool { facts.comparesCertificate }
  /// The problem of a file, if other findings depend on it.
  package var fileFault: FileProblem? { facts.fileFault }
  /// Findings that make this one redundant.
  package var impliedFindings: [RedundancyReason] { facts.impliedFindings }

  /// Shared by reference, because thousands of diagnostics are copied and sorted, each with a
  /// finding.
  private let facts: Facts

  private final class Facts: Sendable {
    let code: String
    let formerCodes: [String]
    let severity: Severity
    let why: String
    let help: String
    let settings: [RunSetting]
    let basis: Basis
    let walletLog: String?
    let shown: Contrast
    let mayBeAllowed: Bool
    let step: WalletStep
    let invalidatesLaterChecks: Bool
    let comparesCertificate: Bool
    let fileFault: FileProblem?
    let impliedFindings: [RedundancyReason]
    // Lazy, because making all examples takes longer than building a pass. Only `explain` and tests
    // need them.
    let makeBad: @Sendable () -> [Example]
    let makeGood: @Sendable () -> [Example]

    init(
      _ code: String, _ severity: Severity, step: WalletStep, why: String, help: String,
      settings: [RunSetting], source basis: Basis, walletLog: String?,
      shown: Contrast,
      bad: @escaping @Sendable () -> [Example], good: @escaping @Sendable () -> [Example],
      mayBeAllowed: Bool, losesGround: Bool, comparesCertificate: Bool, fileFault: FileProblem?,
      echoes: [RedundancyReason], formerly formerCodes: [String]
    ) {
      self.code = code
      self.severity = severity
      self.why = why
      self.help = help
      self.settings = settings
      self.basis = basis
      self.walletLog = walletLog
      self.shown = shown
      self.mayBeAllowed = mayBeAllowed
      self.step = step
      self.invalidatesLaterChecks = losesGround
      self.comparesCertificate = comparesCertificate
      self.fileFault = fileFault
      self.impliedFindings = echoes
      self.formerCodes = formerCodes
      makeBad = bad
      makeGood = good
    }
  }

  /// Creates a finding.
  ///
  /// - Parameters:
  ///   - bad: changes of one pass that each give the finding; none if a change of one pass cannot
  ///     cause it.
  ///   - good: changes of one pass that do not give it.
  package init(
    _ code: String, _ severity: Severity, effect: Effect, step: WalletStep = .unknown,
    why: String, help: String, settings: [RunSetting] = [], source basis: Basis,
    walletLog: String? = nil, wrong: String, right: String,
    bad: @escaping @autoclosure @Sendable () -> [Example] = [],
    good: @escaping @autoclosure @Sendable () -> [Example] = [], mayBeAllowed: Bool = true,
    losesGround: Bool = false, comparesCertificate: Bool = false, fileFault: FileProblem? = nil,
    echoes: [RedundancyReason] = [], formerly formerCodes: [String] = []
  ) {
    self.effect = effect
    facts = Facts(
      code, severity, step: step, why: why, help: help, settings: settings, source: basis,
      walletLog: walletLog, shown: Contrast(wrong: wrong, right: right), bad: bad, good: good,
      mayBeAllowed: mayBeAllowed, losesGround: losesGround,
      comparesCertificate: comparesCertificate, fileFault: fileFault, echoes: echoes,
      formerly: formerCodes)
  }

  private var area: Substring { code.prefix { $0 != "." } }

  /// Whether it is about something other than a pass, such as a payment request. The first part of
  /// the code shows this.
  package var isOutsidePasses: Bool {
    ["pay", "notify", "provision", "app"].contains(area) || isOfGooglePass
  }

  /// Whether it is about a pass for Google Wallet. Other findings of that area are about the
  /// .pkpass on Android.
  private var isOfGooglePass: Bool { area == "google" && !code.hasPrefix("google.pkpass") }

  /// The effect for people.
  package var effectInWords: String {
    isOutsidePasses || area == "rehearse" ? effect.inWordsOutsidePasses : effect.inWords
  }

  /// Returns the finding for a reported severity. Its effect is that the pass is rejected or wrong
  /// only if the severity is error.
  func fitting(_ reported: Severity) -> Finding {
    var copy = self
    switch (severity == .error, reported == .error) {
    case (true, false): copy.effect = effect == .refused ? .maybeRefused : .style
    case (false, true): copy.effect = effect == .maybeRefused ? .refused : .wrong
    default: break
    }
    return copy
  }
}

extension Finding: Hashable {
  /// Returns whether two findings have the same code. Their effects may differ.
  public static func == (a: Finding, b: Finding) -> Bool {
    a.facts === b.facts || a.code == b.code
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
