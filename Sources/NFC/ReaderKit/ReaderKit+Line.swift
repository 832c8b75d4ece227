// SPDX-License-Identifier: Apache-2.0

import PassSource

/// Source that every kit shares: what goes to the server, and what comes back.
extension ReaderKit {
  /// `PassLine.swift`: what is sent to the server that holds the reader's key.
  static let lineSource = """
    // Made by passc nfc reader-kit; yours to change.

    import Foundation

    /// One line for `passc nfc decrypt -`: what a pass sent, encrypted as it came.
    ///
    /// The private key stays on the server. Send the line at once: a message is refused ten seconds
    /// after the tap, because nothing but its time tells it from a replay.
    public struct PassLine: Codable, Hashable, Sendable {
      /// The pass type identifier that was asked for.
      public let passType: String
      /// Base64 of what the reader interface returned, unchanged.
      public let data: String
      /// Comes back with the answer.
      public let id: String

      public init(passType: String, data: Data, id: String = UUID().uuidString) {
        self.passType = passType
        self.data = data.base64EncodedString()
        self.id = id
      }

      /// JSON and a line end.
      public func encoded() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self) + Data("\\n".utf8)
      }
    }

    """

  /// `PassAnswer.swift`: what comes back.
  static let answerSource = """
    // Made by passc nfc reader-kit; yours to change.

    import Foundation

    /// What the server says of a line: who it was, or why it is refused.
    public enum PassAnswer: Hashable, Sendable {
      case member(PassMember)
      case refusal(PassRefusal)

      /// An answer that is none, or that belongs to another line.
      public enum Fault: Error {
        case incomplete
        case answersAnotherLine
      }

      /// Reads a line that `passc nfc decrypt -` answered, handed on as it is.
      public init(_ data: Data, to line: PassLine) throws {
        let answer = try JSONDecoder().decode(Wire.self, from: data)
        guard answer.id == line.id else { throw Fault.answersAnotherLine }
        guard answer.ok else {
          guard let error = answer.error else { throw Fault.incomplete }
          self = .refusal(PassRefusal(code: error))
          return
        }
        guard let passType = answer.passType, let hex = answer.messageHex,
          let message = Self.bytes(hex), let time = answer.time, let age = answer.ageSeconds
        else { throw Fault.incomplete }
        guard passType == line.passType else { throw Fault.answersAnotherLine }
        self = .member(
          PassMember(
            passType: passType, message: message, text: answer.message, time: time,
            ageSeconds: age))
      }

      private struct Wire: Decodable {
        let id: String?
        let ok: Bool
        let passType: String?
        let message: String?
        let messageHex: String?
        let time: String?
        let ageSeconds: Int?
        let error: String?
      }

      private static func bytes(_ hex: String) -> Data? {
        let digits = Array(hex.utf8)
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes = Data()
        for index in stride(from: 0, to: digits.count, by: 2) {
          let pair = String(decoding: digits[index...index + 1], as: UTF8.self)
          guard let byte = UInt8(pair, radix: 16) else { return nil }
          bytes.append(byte)
        }
        return bytes
      }
    }

    /// Whose pass was read.
    public struct PassMember: Hashable, Sendable {
      public let passType: String
      /// What the pass says, as it was sent.
      public let message: Data
      /// The same as text; nil where it is none.
      public let text: String?
      /// When the phone sent it, in ISO 8601.
      public let time: String
      /// How long before the answer that was, by the server's clock.
      public let ageSeconds: Int

      public init(
        passType: String, message: Data, text: String?, time: String, ageSeconds: Int
      ) {
        self.passType = passType
        self.message = message
        self.text = text
        self.time = time
        self.ageSeconds = ageSeconds
      }
    }

    """

  /// `PassOutcome.swift`: how a tap ended for each pass type, in words.
  static let outcomeSource = """
    // Made by passc nfc reader-kit; yours to change.

    import Foundation

    /// Why the server refuses what was read, by the names `passc nfc decrypt` uses.
    public enum PassRefusal: String, Hashable, Sendable, CaseIterable {
    \(ReaderWords.refusals.map { "  case \($0.name)" }.joined(separator: "\n"))

      /// An unknown name is `other`.
      public init(code: String) { self = Self(rawValue: code) ?? .other }

      /// What to tell the merchant.
      public var message: ReaderMessage {
        switch self {
    \(cases(ReaderWords.refusals))
        }
      }
    }

    /// What a phone answers instead of a pass, by its status word.
    public enum PassStatus: UInt16, Hashable, Sendable, CaseIterable {
    \(ReaderWords.statuses.map { "  case \($0.name) = \($0.value)" }.joined(separator: "\n"))

      /// What to tell the merchant.
      public var message: ReaderMessage {
        switch self {
    \(cases(ReaderWords.statuses.map { (name: $0.name, words: $0.words) }))
        }
      }

      /// How the question for a pass type ended with this answer.
      public func reading(of passType: String) -> PassReading {
        switch self {
        case .notFound: .ended(.notPresented(passType: passType))
        case .notActivated, .holderMustChoose: .ended(.askHolder(passType: passType, message))
        case .incorrectData, .wrongLength, .wrongParameters, .unsupportedVersion, .unknown:
          .ended(.failed(passType: passType, message))
        }
      }
    }

    /// What the reader interface gave for one pass type, before the server has answered.
    public enum PassReading: Hashable, Sendable {
      case read(PassLine)
      case ended(PassOutcome)

      /// What the interface called a success.
      public static func success(of passType: String, data: Data?) -> PassReading {
        guard let data, !data.isEmpty else {
          return .ended(
            .failed(
              passType: passType,
              \(ReaderWords.noData.message(10))))
        }
        return .read(PassLine(passType: passType, data: data))
      }
    }

    /// How a tap ended for one pass type: what the app shows the merchant.
    public enum PassOutcome: Hashable, Sendable {
      /// The server says who it is.
      case member(PassMember)
      /// The server does not accept what was read.
      case refused(passType: String, PassRefusal)
      /// No such pass was presented. Never take it for "not a member": a phone answers the same when
      /// its holder shows another pass.
      case notPresented(passType: String)
      /// It was read, and the server did not answer. A line of more than ten seconds is refused: ask
      /// for another tap rather than sending it later.
      case notSent(PassLine, reason: String)
      /// The holder has something to do: say it, then read again.
      case askHolder(passType: String, ReaderMessage)
      /// A fault of the request or of the reader.
      case failed(passType: String, ReaderMessage)

      /// What to tell the merchant.
      public var message: ReaderMessage {
        switch self {
        case .member(let member):
          if let text = member.text {
            \(ReaderWords.outcomes[0].message(8, value: "text"))
          } else {
            \(ReaderWords.outcomes[1].message(8))
          }
        case .refused(_, let refusal): refusal.message
        case .notPresented: PassStatus.notFound.message
        case .notSent:
          \(ReaderWords.outcomes[3].message(6))
        case .askHolder(_, let message), .failed(_, let message): message
        }
      }

      /// A pass was read, whatever the server said of it.
      public var wasRead: Bool {
        switch self {
        case .member, .refused, .notSent: true
        case .notPresented, .askHolder, .failed: false
        }
      }
    }

    /// Takes lines to the server that holds the reader's key; an HTTPS request, say.
    public protocol PassLineSender: Sendable {
      /// Sends `line.encoded()` and reads the answer: `PassAnswer(body, to: line)`.
      func send(_ line: PassLine) async throws -> PassAnswer
    }

    extension PassLineSender {
      /// Sends what was read, in order, and gives each its outcome. A line that cannot be sent is
      /// `notSent`: it takes neither the other passes nor a payment with it.
      public func deliver(_ readings: [PassReading]) async -> [PassOutcome] {
        var outcomes: [PassOutcome] = []
        for reading in readings {
          switch reading {
          case .ended(let outcome): outcomes.append(outcome)
          case .read(let line):
            do {
              switch try await send(line) {
              case .member(let member): outcomes.append(.member(member))
              case .refusal(let refusal):
                outcomes.append(.refused(passType: line.passType, refusal))
              }
            } catch {
              outcomes.append(.notSent(line, reason: error.localizedDescription))
            }
          }
        }
        return outcomes
      }
    }

    """

  /// Branches of a switch over names, each with its words.
  static func cases(_ words: [(name: String, words: ReaderWords)]) -> String {
    words.map { name, words in "    case .\(name):\n      \(words.message(6))" }
      .joined(separator: "\n")
  }
}
