// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBasics
import PassConsole
import PassCrypto
import PassNFC

struct NFCDecryptCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "decrypt",
    abstract: "Decrypt what a reader received from a phone.",
    discussion: """
      DATA is hex or Base64 of the cryptogram, of the 70 template around it, or of the whole \
      response. With - every line of standard input is DATA or {"passType": "...", "data": "...", \
      "id": ...}. passc writes one line of JSON for each, at once, so that a server can keep one \
      process running. A line of more than 65,536 bytes is malformedInput.

      A cryptogram has nothing but the phone's time against replay. With - a message that is more \
      than 10 seconds old, or from the future, is staleTimestamp.

      Examples:
        passc nfc decrypt --pass-type pass.com.example.gym \\
          --reader-key reader.pem 704b9f2a009f2745...
        passc nfc decrypt --pass-type pass.com.example.gym \\
          --reader-key new.pem --reader-key old.pem - <lines
      """)

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Accept this pass type identifier; repeatable.", valueName: "id"))
  var passType: [String]

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Decrypt with this private key of the reader; repeatable.",
      valueName: "file"), completion: .file())
  var readerKey: [String]

  @Option(
    help: ArgumentHelp(
      "Reject messages older than this, or none; 10 for -.",
      valueName: "seconds"))
  var maxAge: String?

  @Option(
    help: ArgumentHelp(
      "Print the result in this format; for - it is always json.", valueName: "format"))
  var format: OutputForm?

  @Option(
    help: ArgumentHelp(
      "Read the password of the keys from this file.", valueName: "file"),
    completion: .file())
  var passwordFile: String?

  @Argument(
    help: ArgumentHelp(
      "The data a reader received; - reads lines.", valueName: "data"))
  var data: String

  @OptionGroup(title: OutputOptions.title)
  var outputOptions: OutputOptions

  func validate() throws {
    if passType.isEmpty {
      throw ValidationError(
        "--pass-type is missing", help: "give it, such as --pass-type pass.com.example.gym")
    }
    if readerKey.isEmpty {
      throw ValidationError("--reader-key is missing", help: "give it: --reader-key reader.pem")
    }
    if let maxAge, Self.seconds(maxAge) == nil {
      throw ValidationError(
        "--max-age is \"\(maxAge)\", expected seconds or none",
        help: "write --max-age 10 or --max-age none")
    }
    if data == "-", format == .text {
      throw ValidationError(
        "lines from - get JSON, so --format text is not possible", help: "leave out --format")
    }
  }

  func run() throws {
    let decryptor = NFCDecryptor(
      decryptor: TapDecryptor(
        try NFCKeyFile.keyRing(readerKey, password: passwordFile), passTypeIdentifiers: passType,
        maximumAge: maximumAge))
    if data == "-" {
      guard try NFCDecryptLines(decryptor: decryptor).run() else {
        throw CommandFailureError.findings
      }
      return
    }
    let answer = decryptor.answer(to: data)
    if format == .json { Console.writeJSON(answer.json + [0x0A]) }
    switch answer.result {
    case .success(let message):
      if format != .json { Console.show(answer.text(message)) }
    case .failure(let error):
      if format != .json {
        Console.report(
          CommandFailureError(
            status: .findings, message: "\(error.rawValue): \(error.meaning)",
            help: answer.help(error)))
      }
      throw CommandFailureError.findings
    }
  }

  /// The largest difference between the phone's time and now in seconds, or nil for no limit.
  private var maximumAge: Int64? {
    guard let maxAge else { return data == "-" ? 10 : nil }
    return Self.seconds(maxAge) ?? nil
  }

  /// Parses `--max-age`. The inner nil means `none`. The outer nil means that the text is neither
  /// `none` nor a number of seconds.
  private static func seconds(_ text: String) -> Int64?? {
    if text == "none" { return .some(nil) }
    guard let seconds = Int64(text), (0...Int64(Int32.max)).contains(seconds) else { return nil }
    return .some(seconds)
  }
}
