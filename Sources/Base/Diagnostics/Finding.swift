// SPDX-License-Identifier: Apache-2.0

/// How much a diagnostic weighs.
public enum Severity: String, Sendable, Comparable, CaseIterable {
  /// Worth knowing; never counts.
  case note
  /// Works, but is likely not meant.
  case warning
  /// Wallet refuses the pass, or the holder gets a wrong one.
  case error

  /// Whether the first weighs less.
  public static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }

  private var rank: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }
}

/// What happens to a pass with the fault.
public enum Effect: String, Sendable {
  /// Wallet refuses the pass.
  case refused
  /// Some versions of Wallet may refuse it.
  case maybeRefused
  /// The holder gets a wrong pass.
  case wrong
  /// Wallet ignores what was written.
  case ignored
  /// It works and looks or reads worse than meant.
  case style

  /// The effect in plain words, for a pass.
  package var inWords: String {
    switch self {
    case .refused: "Wallet rejects the pass"
    case .maybeRefused: "some versions of Wallet may reject the pass"
    case .wrong: "the pass shows wrong data"
    case .ignored: "ignored silently"
    case .style: "works, but looks wrong"
    }
  }

  /// The effect in plain words for anything other than a pass: a payment request, a notification,
  /// an app's entitlements, the responses of a web service.
  package var inWordsOutsidePasses: String {
    switch self {
    case .refused: "the system rejects it"
    case .maybeRefused: "some systems may reject it"
    case .wrong: "it does something other than intended"
    case .ignored: "ignored silently"
    case .style: "works, but not as intended"
    }
  }

  /// On which devices Wallet refuses the pass.
  package var refusingDevices: Devices {
    switch self {
    case .refused: .all
    case .maybeRefused: .some
    case .wrong, .ignored, .style: .none
    }
  }

  /// How many of the devices a pass may meet.
  package enum Devices: Sendable {
    case none, some, all
  }
}

/// Why we believe that something is a fault.
public enum Basis: Sendable, Hashable {
  /// Apple's documentation, or the standard the format builds on, says so.
  case documented(String)
  /// Devices or published passes show it; nobody promised it.
  case observed(String)
  /// A habit of the trade, or a decision of ours.
  case convention(String)

  /// The word machine formats carry.
  public var word: String {
    switch self {
    case .documented: "documented"
    case .observed: "observed"
    case .convention: "convention"
    }
  }

  /// Where it is written or was seen.
  public var reference: String {
    switch self {
    case .documented(let text), .observed(let text), .convention(let text): text
    }
  }
}

/// The same lines of a file, once with a mistake and once without.
package struct Contrast: Sendable, Equatable {
  /// The lines with the mistake.
  package let wrong: String
  /// The same lines without it.
  package let right: String

  /// Creates a contrast of the same lines with and without a mistake.
  package init(wrong: String, right: String) {
    self.wrong = wrong
    self.right = right
  }

  /// Both, or nil if either is missing.
  init?(_ wrong: String?, _ right: String?) {
    guard let wrong, let right else { return nil }
    self.init(wrong: wrong, right: right)
  }
}

/// A kind of complaint: everything there is to know about it, in one place.
public struct Finding: Sendable {
  /// `area.subject.complaint`, never reused.
  public var code: String { facts.code }
  /// The codes under which the fault was reported before: `--allow`, `--deny`, template.json,
  /// baselines and `passc explain` take them on. One that another finding still has covers both.
  package var formerCodes: [String] { facts.formerCodes }
  /// How much it weighs, unless a rule reports it more lightly or the run is stricter.
  public var severity: Severity { facts.severity }
  /// What happens to a pass with the fault.
  public private(set) var effect: Effect
  /// What happens without the check, and which false alarms are known.
  public var why: String { facts.why }
  /// What to do about it.
  public var help: String { facts.help }
  /// What its help says that a run can be told.
  package var settings: [RunSetting] { facts.settings }
  /// Why we believe that it is a fault.
  public var basis: Basis { facts.basis }
  /// Wallet's own words in the device log, where they are known.
  public var walletLog: String? { facts.walletLog }
  /// Changes to a valid sample that give exactly this finding. Empty if it takes more than a change
  /// of one pass to show the fault (an archive made byte by byte, other rows, other runs): the
  /// tests of its module have its examples.
  package var bad: [Example] { facts.makeBad() }
  /// Near misses that must stay silent.
  package var good: [Example] { facts.makeGood() }
  /// Wrong and right as a person would show them: a few lines of the file at fault, or a sentence.
  /// A line has at most 72 characters.
  package var shown: Contrast? { facts.shown }
  /// Whether `--allow` and template.json may silence it, as far as its severity and basis let
  /// them; false for what nobody can have meant.
  package var mayBeAllowed: Bool { facts.mayBeAllowed }
  /// Where Wallet meets the fault; only of use where it may refuse the pass.
  package var step: WalletStep { facts.step }
  /// As an error, it takes away what later checks stand on: which files an archive holds, or
  /// what the values of a document are. What they would say after it is no further fault.
  package var losesGround: Bool { facts.losesGround }
  /// It compares the pass with the certificate that signs it.
  package var comparesCertificate: Bool { facts.comparesCertificate }
  /// What it says of a file, where other findings build on that.
  package var fileFault: FileFault? { facts.fileFault }
  /// The faults beside any of which it is left out.
  package var echoes: [Echo] { facts.echoes }

  /// Behind one reference: every diagnostic has a finding, and diagnostics are copied and sorted by
  /// the thousand.
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
    let shown: Contrast?
    let mayBeAllowed: Bool
    let step: WalletStep
    let losesGround: Bool
    let comparesCertificate: Bool
    let fileFault: FileFault?
    let echoes: [Echo]
    // Made only for those who explain or test: building all of them takes longer than a pass.
    let makeBad: @Sendable () -> [Example]
    let makeGood: @Sendable () -> [Example]

    init(
      _ code: String, _ severity: Severity, step: WalletStep, why: String, help: String,
      settings: [RunSetting], source basis: Basis, walletLog: String?,
      shown: Contrast?,
      bad: @escaping @Sendable () -> [Example], good: @escaping @Sendable () -> [Example],
      mayBeAllowed: Bool, losesGround: Bool, comparesCertificate: Bool, fileFault: FileFault?,
      echoes: [Echo], formerly formerCodes: [String]
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
      self.losesGround = losesGround
      self.comparesCertificate = comparesCertificate
      self.fileFault = fileFault
      self.echoes = echoes
      self.formerCodes = formerCodes
      makeBad = bad
      makeGood = good
    }
  }

  /// A finding that changes of one pass prove: each of `bad` gives it, none of `good` does.
  package init(
    _ code: String, _ severity: Severity, effect: Effect, step: WalletStep = .unknown,
    why: String, help: String, settings: [RunSetting] = [], source basis: Basis,
    walletLog: String? = nil, wrong: String? = nil, right: String? = nil,
    bad: @escaping @autoclosure @Sendable () -> [Example],
    good: @escaping @autoclosure @Sendable () -> [Example], mayBeAllowed: Bool = true,
    losesGround: Bool = false, comparesCertificate: Bool = false, fileFault: FileFault? = nil,
    echoes: [Echo] = [], formerly formerCodes: [String] = []
  ) {
    self.effect = effect
    facts = Facts(
      code, severity, step: step, why: why, help: help, settings: settings, source: basis,
      walletLog: walletLog, shown: Contrast(wrong, right), bad: bad, good: good,
      mayBeAllowed: mayBeAllowed, losesGround: losesGround,
      comparesCertificate: comparesCertificate, fileFault: fileFault, echoes: echoes,
      formerly: formerCodes)
  }

  /// A finding whose proof takes more than a change of one pass.
  package init(
    _ code: String, _ severity: Severity, effect: Effect, step: WalletStep = .unknown,
    why: String, help: String, settings: [RunSetting] = [], source basis: Basis,
    walletLog: String? = nil, wrong: String,
    right: String, mayBeAllowed: Bool = true, losesGround: Bool = false,
    comparesCertificate: Bool = false, fileFault: FileFault? = nil,
    echoes: [Echo] = [], formerly formerCodes: [String] = []
  ) {
    self.effect = effect
    facts = Facts(
      code, severity, step: step, why: why, help: help, settings: settings, source: basis,
      walletLog: walletLog, shown: Contrast(wrong: wrong, right: right), bad: { [] }, good: { [] },
      mayBeAllowed: mayBeAllowed,
      losesGround: losesGround, comparesCertificate: comparesCertificate, fileFault: fileFault,
      echoes: echoes, formerly: formerCodes)
  }

  /// Whether it is about something other than a pass, such as a payment request: its area tells.
  package var isOutsidePasses: Bool {
    ["pay", "notify", "provision", "app"].contains(code.prefix { $0 != "." })
  }

  /// What happens because of it, in plain words.
  package var effectInWords: String {
    isOutsidePasses || code.hasPrefix("rehearse.") ? effect.inWordsOutsidePasses : effect.inWords
  }

  /// The finding as it is reported with that severity: an error, and only an error, says that
  /// Wallet refuses the pass or that the holder gets a wrong one.
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
  /// Equal are findings of one code: what is said of it may be fitted to how it was reported.
  public static func == (a: Finding, b: Finding) -> Bool {
    a.facts === b.facts || a.code == b.code
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
