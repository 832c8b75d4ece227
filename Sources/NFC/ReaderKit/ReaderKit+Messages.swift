// SPDX-License-Identifier: Apache-2.0

import PassSource

/// Source that every kit shares: words, failures and events.
extension ReaderKit {
  /// `ReaderMessage.swift`: words in the language of the app.
  static let messageSource = """
    // Made by passc nfc reader-kit; yours to change.

    import Foundation

    /// A sentence for the screen and what to do about it, in the language of the app.
    ///
    /// The words lie in PassReader.strings: en.lproj has all of them. Copy it to further languages and
    /// translate it.
    public struct ReaderMessage: Hashable, Sendable {
      /// The key of the sentence in PassReader.strings, for logs; the advice has `.advice` after it.
      public let key: String
      public let sentence: String
      /// What to do; empty where there is nothing.
      public let advice: String

      /// Looks the words up; what is given here is the English.
      public init(_ key: String, _ sentence: String, _ advice: String, value: String? = nil) {
        self.key = key
        let found = ReaderText.text(key, sentence)
        self.sentence = value.map { found.replacingOccurrences(of: "%@", with: $0) } ?? found
        self.advice = advice.isEmpty ? "" : ReaderText.text(key + ".advice", advice)
      }
    }

    /// Words out of PassReader.strings.
    public enum ReaderText {
      /// Where the file lies: `.module` in a package.
      public static var bundle: Bundle { .main }

      /// The words under a key, in the language of the app or in that of a customer.
      ///
      /// - Parameter language: as in BCP 47, `fr` or `pt-BR`.
      public static func text(_ key: String, _ english: String, language: String? = nil) -> String {
        NSLocalizedString(
          key, tableName: "PassReader", bundle: language.flatMap(folder(of:)) ?? bundle,
          value: english, comment: "")
      }

      private static func folder(of language: String) -> Bundle? {
        let best = Bundle.preferredLocalizations(
          from: bundle.localizations, forPreferences: [language])
        guard let path = best.first.flatMap({ bundle.path(forResource: $0, ofType: "lproj") })
        else { return nil }
        return Bundle(path: path)
      }
    }

    /// Whose pass the reader asks for.
    public struct ReaderMerchant: Hashable, Sendable {
      /// The pass type identifier.
      public let id: String
      /// Where customers without the pass can join.
      let address: String?
      /// The name in English.
      let name: String

      public var url: URL? { address.flatMap { URL(string: $0) } }

      /// The name in a language of the app, the app's own without one.
      public func name(in language: String? = nil) -> String {
        ReaderText.text("name." + id, name, language: language)
      }
    }

    /// Why reading or preparing ended, and who can do something about it.
    public struct ReaderFailure: Error, LocalizedError, Hashable, Sendable {
      public enum Remedy: Hashable, Sendable {
        /// Read again.
        case retry
        /// Fetch a new token, prepare with it, and read again. The reader does it once by itself.
        case renewToken
        /// Prepare the reader again.
        case prepareAgain
        /// Let the merchant accept the terms: `linkAccount()`.
        case linkAccount
        /// The person at the till changes something about this iPhone or the app.
        case person
        /// The payment provider.
        case provider
        /// A mistake in the app or its configuration.
        case developer
        /// Nothing to do: somebody chose to stop, or the pass was read.
        case none
      }

      /// The name of the error in Apple's interface, for logs.
      public let name: String
      public let remedy: Remedy
      public let message: ReaderMessage

      public init(_ name: String, _ remedy: Remedy, _ message: ReaderMessage) {
        self.name = name
        self.remedy = remedy
        self.message = message
      }

      public var errorDescription: String? { message.sentence }
      public var recoverySuggestion: String? { message.advice.isEmpty ? nil : message.advice }

      /// What has no words of its own.
      static func unknown(_ name: String) -> ReaderFailure {
        ReaderFailure(
          name, .retry,
          \(ReaderErrorWords.unknown.words.message(6)))
      }
    }

    """

  /// `ReaderEvent.swift`: what an app can observe.
  var eventSource: String {
    """
    // Made by passc nfc reader-kit; yours to change.

    import Foundation

    /// Something the app can show or log while a reader is at work.
    public enum ReaderEvent: Hashable, Sendable {
      /// Preparing, in percent.
      case progress(Int)
      case step(ReaderStep)
    \(api == .paymentTag ? "  /// Everything that is in the field, with its status.\n  case tags([TagStatus])\n" : "")\
      /// A tap ended: one outcome for each pass type that was asked for.
      case outcomes([PassOutcome])
      /// The session is over.
      case ended(ReaderFailure)
    }

    /// What the reader is doing.
    public enum ReaderStep: String, Hashable, Sendable, CaseIterable {
    \(ReaderWords.steps.map { "  case \($0.name)" }.joined(separator: "\n"))

      /// What to tell the merchant.
      public var message: ReaderMessage {
        switch self {
    \(Self.cases(ReaderWords.steps))
        }
      }
    }

    /// Hands events to everybody who listens.
    final class ReaderEventHub: @unchecked Sendable {
      private let lock = NSLock()
      private var listeners: [UUID: AsyncStream<ReaderEvent>.Continuation] = [:]

      /// A stream of everything from now on; it ends with the task that reads it.
      func stream() -> AsyncStream<ReaderEvent> {
        AsyncStream { continuation in
          let id = UUID()
          lock.withLock { listeners[id] = continuation }
          continuation.onTermination = { [weak self] _ in self?.remove(id) }
        }
      }

      func send(_ event: ReaderEvent) {
        let all = lock.withLock { Array(listeners.values) }
        for listener in all { listener.yield(event) }
      }

      private func remove(_ id: UUID) { lock.withLock { listeners[id] = nil } }

      deinit { for listener in listeners.values { listener.finish() } }
    }
    \(api == .proximity ? "" : Self.runningSource)
    """
  }

  /// Why a session begins or does not, for the two of Core NFC.
  private static let runningSource = """

    /// Whether a session began.
    public enum ReaderBegin: Hashable, Sendable {
      case begun
      /// One runs already. The system would queue a second one, and show it when nobody expects it.
      case running
      case unavailable(ReaderMessage)
    }

    /// The one session that may run; it keeps its delegate, which Core NFC does not.
    final class RunningSession: @unchecked Sendable {
      static let shared = RunningSession()
      private let lock = NSLock()
      private var reader: AnyObject?

      /// False when another one runs.
      func start(_ reader: AnyObject) -> Bool {
        lock.withLock {
          guard self.reader == nil else { return false }
          self.reader = reader
          return true
        }
      }

      func end() { lock.withLock { reader = nil } }
    }

    """
}
