// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCrypto
import PassDiagnostics
import PassJSON

/// The response of a signing program.
enum SigningResponse: Equatable {
  case signature([UInt8])
  /// It could not sign. The reason is from the program.
  case rejected(String, mayRepeat: Bool)
}

/// The lines of the protocol between passc and a signing program.
enum SigningLines {
  /// Maximum length of a line. The signature of an RSA key of 16,384 bits has 2,732 characters.
  static let limitInBytes = 65_536

  /// The reason why a line is not a response, for the end of a sentence.
  struct SigningLineError: Error, Equatable {
    let reason: String
  }

  /// Returns a request with its line end.
  static func question(_ id: Int, _ hash: [UInt8], _ algorithm: OutsideAlgorithm) -> [UInt8] {
    Array(
      (#"{"id":\#(id),"algorithm":"\#(algorithm.rawValue)","digest":"\#(Hex.encode(hash))"}"#
        + "\n").utf8)
  }

  /// Reads a response line without its end.
  ///
  /// Unknown members are ignored, so that programs can add some.
  static func answer(
    _ line: [UInt8]
  ) throws(SigningLineError) -> (id: Int, answer: SigningResponse) {
    var report = Report()
    let root = JSONReader.read(line, name: "answer", report: &report)?.root
    guard let root, root.isObject, report.diagnostics.isEmpty else {
      let why = report.diagnostics.first?.message ?? "it is not a JSON object"
      throw SigningLineError(reason: "\(shown(line)): \(why)")
    }
    guard let number = root["id"]?.number, let id = Int(number.spelling) else {
      throw SigningLineError(reason: "\(shown(line)): it has no id")
    }
    if let error = root["error"] {
      guard let reason = error.string, root["signature"] == nil else {
        throw SigningLineError(
          reason: "\(shown(line)): \"error\" must be a string, without other members")
      }
      guard root["retry"].map({ $0.bool != nil }) ?? true else {
        throw SigningLineError(reason: "\(shown(line)): \"retry\" must be true or false")
      }
      return (id, .rejected(reason, mayRepeat: root["retry"]?.bool ?? false))
    }
    guard let text = root["signature"]?.string else {
      throw SigningLineError(reason: "\(shown(line)): it has neither signature nor error")
    }
    guard let signature = Base64.decode(text), !signature.isEmpty else {
      throw SigningLineError(reason: "\(shown(line)): the signature is not Base64")
    }
    return (id, .signature(signature))
  }

  private static func shown(_ line: [UInt8]) -> String {
    Excerpt.cell.quoted(String(decoding: line.prefix(200), as: UTF8.self))
  }
}
