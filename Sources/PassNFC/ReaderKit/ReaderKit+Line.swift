// SPDX-License-Identifier: Apache-2.0

/// Source that every kit shares, and how values get into source.
extension ReaderKit {
  /// A Swift string literal.
  static func literal(_ text: String) -> String {
    var out = "\""
    for character in text.unicodeScalars {
      switch character {
      case "\\": out += "\\\\"
      case "\"": out += "\\\""
      case _ where character.value < 0x20 || character.value == 0x7f:
        out += "\\u{\(String(character.value, radix: 16))}"
      default: out.unicodeScalars.append(character)
      }
    }
    return out + "\""
  }

  static func optionalURL(_ url: String?) -> String {
    url.map { "URL(string: \(literal($0)))" } ?? "nil"
  }

  static func optionalLiteral(_ text: String?) -> String { text.map(literal) ?? "nil" }

  /// What is sent to the server that holds the reader's key.
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

    /// What a tap brought for one pass type.
    public enum PassOutcome: Hashable, Sendable {
      /// Send the line to the server.
      case read(PassLine)
      /// No such pass was presented. Never take it for "not a member": a phone answers the same when
      /// its holder shows another pass.
      case notPresented(passType: String)
      /// It was read, and the line did not reach the server. A line of more than ten seconds is
      /// refused: ask for another tap rather than sending it later.
      case notSent(PassLine, message: String)
      /// The holder has something to do: say it, then read again.
      case askHolder(passType: String, message: String)
      /// A fault of the request or of the reader.
      case failed(passType: String, message: String)
    }

    /// Takes the lines to the server; an HTTPS request, say.
    public protocol PassLineSender: Sendable {
      func send(_ line: PassLine) async throws
    }

    extension PassLineSender {
      /// Sends what was read, in order; what does not arrive becomes `notSent`, and nothing is lost
      /// without a word.
      public func deliver(_ outcomes: [PassOutcome]) async -> [PassOutcome] {
        var delivered: [PassOutcome] = []
        for outcome in outcomes {
          guard case .read(let line) = outcome else {
            delivered.append(outcome)
            continue
          }
          do {
            try await send(line)
            delivered.append(outcome)
          } catch {
            delivered.append(.notSent(line, message: error.localizedDescription))
          }
        }
        return delivered
      }
    }

    """
}
