// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassConsole
import PassCrypto
import PassDiagnostics
import PassJSON
import PassNFC
import PassReport

/// Decrypts data in the forms that people and programs give: hex, Base64, or a JSON object with one
/// of them.
struct NFCDecryptor {
  let decryptor: TapDecryptor

  /// Decrypts hex or Base64.
  func answer(to data: String) -> NFCAnswer {
    answer(to: Array(data.utf8), now: Environment.now)
  }

  /// Decrypts a line with hex, Base64 or a JSON object.
  func answer(toLine line: ArraySlice<UInt8>, now: Int64) -> NFCAnswer {
    guard line.first(where: { $0 != 0x20 && $0 != 0x09 }) == UInt8(ascii: "{") else {
      return answer(to: Array(line), now: now)
    }
    var report = Report()
    let document = JSONReader.read(Array(line), name: "line", report: &report)
    guard let root = document?.root, !report.hasErrors else {
      return NFCAnswer(result: .failure(.malformedInput), now: now)
    }
    let id = root["id"]
    let isPlainID = id.map { !$0.isObject && !$0.isArray } ?? true
    guard let data = root["data"]?.string, isPlainID else {
      return NFCAnswer(id: isPlainID ? id : nil, result: .failure(.malformedInput), now: now)
    }
    let named = root["passType"]
    // A pass type identifier that is not a string becomes "", which matches none.
    let passType = named.flatMap { $0.isNull ? nil : $0.string ?? "" }
    var answer = answer(to: Array(data.utf8), now: now, passType)
    answer.id = id
    return answer
  }

  private func answer(to text: [UInt8], now: Int64, _ passType: String? = nil) -> NFCAnswer {
    do {
      guard let bytes = Self.bytes(of: text) else { throw VASError.malformedInput }
      let message = try decryptor.decrypt(bytes, passTypeIdentifier: passType, at: now)
      return NFCAnswer(result: .success(message), now: now)
    } catch let error as VASError {
      return NFCAnswer(result: .failure(error), now: now)
    } catch {
      return NFCAnswer(result: .failure(.authenticationFailed), now: now)
    }
  }

  /// Decodes hex or Base64. Hex can have spaces or colons between the digits and 0x at the start,
  /// as readers log it.
  static func bytes(of text: [UInt8]) -> [UInt8]? {
    let packed = text.filter { !($0 == 0x20 || (0x09...0x0D).contains($0)) }
    guard !packed.isEmpty else { return nil }
    // `null` and `true` are valid Base64 of three bytes, but here they are JSON and not data.
    guard ![Array("null".utf8), Array("true".utf8)].contains(packed) else { return nil }
    let digits = packed.filter { $0 != UInt8(ascii: ":") }
    // Digits after 0x are hex, even if the whole text would also be valid Base64.
    if digits.starts(with: "0x".utf8) || digits.starts(with: "0X".utf8),
      let bytes = Hex.decode(String(decoding: digits.dropFirst(2), as: UTF8.self))
    {
      return bytes.isEmpty ? nil : bytes
    }
    return Hex.decode(String(decoding: digits, as: UTF8.self)) ?? Base64.decode(packed)
  }
}

/// The result of the decryption of one message.
struct NFCAnswer {
  /// The `id` of the request: any JSON value except an object or an array.
  var id: JSONValue?
  let result: Result<DecryptedMessage, VASError>
  /// Seconds since 1970.
  let now: Int64

  /// The response as a JSON object on one line, without a line end.
  var json: [UInt8] {
    let id = (name: "id", value: JSONTree(id))
    let json: JSONTree =
      switch result {
      case .failure(let error): .object([id, ("ok", false), ("error", .string(error.rawValue))])
      case .success(let message): .object([id, ("ok", true)] + message.members(at: now))
      }
    return json.bytes
  }

  /// Returns the message as text, one fact a line.
  func text(_ message: DecryptedMessage) -> String {
    let shown = message.text.map { TextWriter.printable($0) }
    return """
      message    \(shown ?? "not UTF-8, see messageHex with --format json")
      hex        \(Hex.encode(message.message))
      pass type  \(TextWriter.printable(message.passTypeIdentifier))
      time       \(message.time.iso8601), \(Self.ageDescription(age: message.age(at: now)))
      key        \(Hex.encode(message.keyIdentifier)), \(message.variant.rawValue)

      """
  }

  static func ageDescription(age: Int64) -> String {
    let seconds = age.magnitude
    let amount =
      switch seconds {
      case ..<120: "\(seconds) s"
      case ..<7200: "\(seconds / 60) min"
      case ..<172_800: "\(seconds / 3600) h"
      default: "\(seconds / 86_400) days"
      }
    return age < 0 ? "\(amount) in the future" : "\(amount) ago"
  }

  /// Returns the help for an error.
  func help(_ error: VASError) -> String? {
    switch error {
    case .unknownKeyIdentifier:
      "the first four bytes of the cryptogram name the key; passc nfc key FILE shows a key"
    case .authenticationFailed:
      "compare --pass-type with passTypeIdentifier in the pass, letter by letter"
    case .staleTimestamp: "--max-age none decrypts a stored capture"
    case .malformedInput: "give the bytes as hex or Base64"
    default: nil
    }
  }
}

extension DecryptedMessage {
  /// The members that describe a message in every JSON output.
  func members(at now: Int64) -> [JSONTree.Member] {
    [
      ("passType", .string(passTypeIdentifier)), ("message", .string(text)),
      ("messageHex", .string(Hex.encode(message))), ("time", .string(time.iso8601)),
      ("ageSeconds", .number(age(at: now))), ("keyId", .string(Hex.encode(keyIdentifier))),
      ("algorithm", .string(variant.rawValue)),
    ]
  }
}
