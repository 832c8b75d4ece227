// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassCrypto
import PassNFC
import PassTesting
import Testing

/// Tests of `passc nfc decrypt` with an argument and with lines of standard input.
struct NFCDecryptTests {
  private static let type = "pass.com.example.gym"

  /// A folder with a reader key, and cryptograms for it as a phone would send them.
  private struct Till {
    let test: NFCCase
    let key: ReaderKey

    init() throws {
      test = try NFCCase()
      let made = try PrivateKey.generateP256()
      key = try #require(ReaderKey(made))
      try test.folder.add("reader.pem", Array(made.pem().utf8))
    }

    /// Returns a cryptogram of an age in seconds. A negative age is in the future.
    func cryptogram(
      _ message: String = "A-17", age: Int64 = 0, type: String = NFCDecryptTests.type,
      variant: CryptogramVariant = .v1
    ) throws -> [UInt8] {
      try Cryptogram.encrypt(
        Array(message.utf8), at: VASTime(secondsSince1970: Environment.now - age),
        to: key.publicKey, merchant: MerchantIdentifier(passTypeIdentifier: type),
        ephemeral: try #require(P256Scalar(try PrivateKey.generateP256())), variant: variant
      ).bytes
    }

    func hex(_ message: String = "A-17", age: Int64 = 0) throws -> String {
      Hex.encode(try cryptogram(message, age: age))
    }

    func decrypt(_ arguments: String..., input: String = "") throws -> Program.Outcome {
      try test.passc(
        ["nfc", "decrypt", "--pass-type", NFCDecryptTests.type, "--reader-key", "reader.pem"]
          + arguments,
        input: input)
    }
  }

  // MARK: An argument

  @Test func readsHexAndBase64OfEveryForm() throws {
    let till = try Till()
    let cryptogram = try till.cryptogram("Zoë-17")
    let response = GetDataResponse(cryptogram: cryptogram).response.bytes
    for form in [cryptogram, response, Array(response.dropLast(2))] {
      let spaced = form.map { Hex.encode([$0]) }.joined(separator: " ")
      for data in [
        Hex.encode(form), Hex.encode(form).uppercased(), spaced,
        Data(form).base64EncodedString(),
      ] {
        let outcome = try till.decrypt(data)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.story)")
        #expect(outcome.text.contains("message    Zoë-17\n"), "\(outcome.text)")
      }
    }
  }

  @Test func printsTheSameAsJSON() throws {
    let till = try Till()
    let outcome = try till.decrypt("--format", "json", try till.hex(age: 4))
    let answer = try NFCCase.object(outcome.text)
    #expect(answer["ok"] as? Bool == true && answer["id"] is NSNull)
    #expect(answer["passType"] as? String == Self.type)
    #expect(answer["message"] as? String == "A-17" && answer["messageHex"] as? String == "412d3137")
    #expect((answer["ageSeconds"] as? Int).map { (4...9).contains($0) } == true)
    #expect(answer["keyId"] as? String == Hex.encode(till.key.publicKey.keyIdentifier))
    #expect(answer["algorithm"] as? String == "v1")
    let time = try #require(answer["time"] as? String)
    #expect(time.hasSuffix("Z") && time.utf8.count == 20)
  }

  @Test func reportsTheOlderVariant() throws {
    let till = try Till()
    let outcome = try till.decrypt(
      "--format", "json", Hex.encode(try till.cryptogram(variant: .v0)))
    #expect(try NFCCase.object(outcome.text)["algorithm"] as? String == "v0")
  }

  @Test func takesAnOldCaptureUnlessAnAgeIsSet() throws {
    let till = try Till()
    let old = try till.hex(age: 100_000)
    #expect(try till.decrypt(old).status == 0)
    #expect(try till.decrypt("--max-age", "none", old).status == 0)
    let stale = try till.decrypt("--max-age", "10", old)
    #expect(stale.status == 1 && stale.output.isEmpty, "\(stale.story)")
    #expect(stale.errors.contains("staleTimestamp") && !stale.errors.contains("A-17"))
    let json = try till.decrypt("--max-age", "10", "--format", "json", old)
    #expect(json.status == 1)
    let answer = try NFCCase.object(json.text)
    #expect(answer["error"] as? String == "staleTimestamp" && answer.count == 3)
  }

  @Test func namesEveryFault() throws {
    let till = try Till()
    let good = try till.cryptogram()
    var tampered = good
    tampered[40] ^= 1
    var foreign = good
    foreign[0] ^= 1
    var offCurve = good
    offCurve.replaceSubrange(4..<36, with: [UInt8](repeating: 0xff, count: 32))
    for (data, error) in [
      (Hex.encode(good.prefix(55)), "truncatedCryptogram"),
      (Hex.encode(tampered), "authenticationFailed"),
      (Hex.encode(foreign), "unknownKeyIdentifier"),
      (Hex.encode(offCurve), "ephemeralKeyNotOnCurve"),
      ("6a83", "dataNotFound"), ("6287", "dataNotActivated"), ("6984", "userInterventionRequired"),
      ("9000", "missingCryptogram"), ("hello, world", "malformedInput"),
      ("70059f2a009f27", "malformedTLV"),
      (Hex.encode(try till.cryptogram(type: "pass.com.example.Gym")), "authenticationFailed"),
    ] {
      let outcome = try till.decrypt(data)
      #expect(outcome.status == 1 && outcome.output.isEmpty, "\(error): \(outcome.story)")
      #expect(outcome.errors.contains("error: \(error): "), "\(error): \(outcome.errors)")
    }
  }

  @Test func takesHexWithAPrefixAndJSONsWordsForNoData() throws {
    let till = try Till()
    for prefix in ["0x", "0X"] {
      let outcome = try till.decrypt(prefix + (try till.hex()))
      #expect(outcome.status == 0 && outcome.text.contains("A-17"), "\(outcome.story)")
    }
    for data in ["null", "true", "0x", "0xabc"] {
      let outcome = try till.decrypt(data)
      #expect(outcome.status == 1 && outcome.errors.contains("malformedInput"), "\(outcome.story)")
    }
    let lines = ["null", #"{"data": "null", "id": 1}"#, #"{"data": "0x\#(try till.hex())"}"#]
    let answers = try NFCCase.answers(
      till.decrypt("-", input: lines.map { $0 + "\n" }.joined()))
    #expect(
      answers.map { $0["error"] as? String } == ["malformedInput", "malformedInput", nil])
  }

  @Test func triesEveryKeyAndEveryPassType() throws {
    let till = try Till()
    _ = try till.test.nfc("keygen", "-o", "new.pem")
    let data = Hex.encode(try till.cryptogram(type: "pass.com.example.sauna"))
    let outcome = try till.test.nfc(
      "decrypt", "--pass-type", Self.type, "--pass-type", "pass.com.example.sauna", "--reader-key",
      "new.pem", "--reader-key", "reader.pem", "--format", "json", data)
    let answer = try NFCCase.object(outcome.text)
    #expect(answer["passType"] as? String == "pass.com.example.sauna", "\(outcome.story)")
    let other = try till.test.nfc(
      "decrypt", "--pass-type", Self.type, "--reader-key", "new.pem", data)
    #expect(other.status == 1 && other.errors.contains("unknownKeyIdentifier"))
  }

  @Test(arguments: [
    ["--reader-key", "reader.pem", "00"], ["--pass-type", "pass.a", "00"],
    ["--pass-type", "pass.a", "--reader-key", "reader.pem"],
    ["--pass-type", "pass.a", "--reader-key", "reader.pem", "--max-age", "-1", "00"],
    ["--pass-type", "pass.a", "--reader-key", "reader.pem", "--max-age", "soon", "00"],
    ["--pass-type", "pass.a", "--reader-key", "reader.pem", "--format", "text", "-"],
  ])
  func refusesWrongUsage(_ arguments: [String]) throws {
    let till = try Till()
    let outcome = try till.test.passc(["nfc", "decrypt"] + arguments)
    #expect(outcome.status == 2 && outcome.output.isEmpty, "\(outcome.story)")
  }

  @Test func needsAPrivateKeyThatCanBeRead() throws {
    let till = try Till()
    _ = try till.test.nfc("keygen", "-o", "new.pem")
    try till.test.folder.add(["text.pem": "hello"])
    for file in ["new.pub.pem", "text.pem", "not-there.pem"] {
      let outcome = try till.test.nfc(
        "decrypt", "--pass-type", Self.type, "--reader-key", file, try till.hex())
      #expect(outcome.status == 3 && outcome.output.isEmpty, "\(file): \(outcome.story)")
      #expect(outcome.errors.contains(file))
    }
  }

  // MARK: Lines

  @Test func answersEachLineInOrder() throws {
    let till = try Till()
    var input = ""
    for number in 0..<300 {
      let data = try till.hex("member \(number)")
      switch number % 4 {
      case 0: input += data + "\n"
      case 1: input += #"{"id": \#(number), "data": "\#(data)"}"# + "\r\n"
      case 2: input += #"{"passType": "\#(Self.type)", "data": "\#(data)", "id": "n"}"# + "\n"
      default: input += "no cryptogram at all\n"
      }
    }
    let outcome = try till.decrypt("-", input: input)
    #expect(outcome.status == 1, "some lines could not be decrypted")
    #expect(outcome.errors.isEmpty, "\(outcome.errors)")
    let answers = try NFCCase.answers(outcome)
    try #require(answers.count == 300)
    for (number, answer) in answers.enumerated() {
      #expect(answer["ok"] as? Bool == (number % 4 != 3))
      if number % 4 == 3 {
        #expect(answer["error"] as? String == "malformedInput")
      } else {
        #expect(answer["message"] as? String == "member \(number)")
      }
      switch number % 4 {
      case 1: #expect(answer["id"] as? Int == number)
      case 2: #expect(answer["id"] as? String == "n")
      default: #expect(answer["id"] is NSNull)
      }
    }
  }

  @Test func endsWith0WhenEveryLineWasRead() throws {
    let till = try Till()
    // The last line need not have a line end.
    let outcome = try till.decrypt("-", input: "\(try till.hex())\n\(try till.hex())")
    #expect(outcome.status == 0 && outcome.text.split(separator: "\n").count == 2)
    let nothing = try till.decrypt("-", input: "")
    #expect(nothing.status == 0 && nothing.output.isEmpty)
  }

  @Test func refusesWhatIsOlderOrNewerThanTenSeconds() throws {
    let till = try Till()
    let ages: [(Int64, Bool)] = [
      (0, true), (-5, true), (60, false), (-60, false), (86_400, false),
    ]
    let input = try ages.map { try till.hex(age: $0.0) }.joined(separator: "\n")
    let live = try NFCCase.answers(try till.decrypt("-", input: input))
    #expect(live.map { $0["ok"] as? Bool } == ages.map(\.1))
    for answer in live where answer["ok"] as? Bool == false {
      #expect(answer["error"] as? String == "staleTimestamp" && answer["message"] == nil)
    }
    let wide = try NFCCase.answers(try till.decrypt("--max-age", "3600", "-", input: input))
    #expect(wide.map { $0["ok"] as? Bool } == [true, true, true, true, false])
    let any = try NFCCase.answers(try till.decrypt("--max-age", "none", "-", input: input))
    #expect(any.map { $0["ok"] as? Bool } == ages.map { _ in true })
    #expect((any[3]["ageSeconds"] as? Int).map { $0 < 0 } == true)
  }

  @Test func answersWhatIsNoMessage() throws {
    let till = try Till()
    let data = try till.hex()
    let lines: [(String, String)] = [
      ("", "malformedInput"), ("{", "malformedInput"), ("{}", "malformedInput"),
      (#"{"data": 5, "id": 7}"#, "malformedInput"),
      (#"{"data": "\#(data)", "id": []}"#, "malformedInput"),
      (#"{"data": "\#(data)", "passType": "pass.other", "id": 1}"#, "unknownPassType"),
      (String(repeating: "ab", count: 40_000), "malformedInput"), ("\u{0}", "malformedInput"),
      ("{\"data\": \"\(data)\", \"id\": \"a\\u0007\\n\"}", "ok"),
    ]
    let outcome = try till.decrypt("-", input: lines.map { $0.0 + "\n" }.joined())
    let answers = try NFCCase.answers(outcome)
    #expect(answers.map { $0["error"] as? String ?? "ok" } == lines.map(\.1), "\(outcome.story)")
    #expect(answers[3]["id"] as? Int == 7)
    #expect(answers[8]["id"] as? String == "a\u{7}\n")
  }

  /// A server keeps one process running and waits for each response.
  @Test func writesEachAnswerBeforeTheNextLineComes() throws {
    let till = try Till()
    let process = ChildProcess()
    process.executableURL = URL(fileURLWithPath: try #require(Program.passc))
    process.arguments = [
      "nfc", "decrypt", "--pass-type", Self.type, "--reader-key", till.test.folder("reader.pem"),
      "-",
    ]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    defer { process.terminate() }
    for number in 0..<3 {
      let line = try till.hex("line \(number)") + "\n"
      try input.fileHandleForWriting.write(contentsOf: Data(line.utf8))
      var answer = Data()
      // A buffered response would block this loop forever (deadlock).
      while answer.last != 0x0A {
        let more = output.fileHandleForReading.availableData
        try #require(!more.isEmpty, "it ended instead of answering")
        answer += more
      }
      let object = try NFCCase.object(String(decoding: answer, as: UTF8.self))
      #expect(object["message"] as? String == "line \(number)")
    }
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }
}
