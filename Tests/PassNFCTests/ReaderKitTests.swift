// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassCrypto
import PassNFC
import PassTesting
import Testing

/// Tests of the reader kit: rejected inputs, and files that compile and send what `decrypt` reads.
struct ReaderKitTests {
  private static let merchants = [
    Merchant(id: "pass.com.example.a", url: "https://example.com/a", name: "Café \"A\" \\ Söhne"),
    Merchant(id: "pass.com.example.b", name: nil),
  ]

  private static func fault(
    _ api: ReaderKit.API = .proximity, _ merchants: [Merchant] = merchants,
    program: String? = "Club", _ identifiers: [String] = []
  ) -> String? {
    do {
      _ = try ReaderKit(api, merchants: merchants, program: program, identifiers: identifiers)
      return nil
    } catch {
      return error.description
    }
  }

  @Test func takesAProgramNameOf22CharactersAndNotOf23() {
    #expect(Self.fault(program: String(repeating: "é", count: 22)) == nil)
    #expect(Self.fault(program: String(repeating: "é", count: 23))?.contains("limit is 22") == true)
  }

  @Test func refusesWhatADeviceWould() {
    #expect(Self.fault(.proximity, []) != nil)
    #expect(Self.fault(.proximity, [Merchant(id: "com.example.a")]) != nil)
    #expect(Self.fault(.proximity, [Self.merchants[0], Self.merchants[0]]) != nil)
    #expect(Self.fault(.proximity, [Merchant(id: "pass.a", url: "http://example.com")]) != nil)
    let long = "https://example.com/" + String(repeating: "a", count: 45)
    #expect(Self.fault(.coreNFC, [Merchant(id: "pass.a", url: long)]) != nil)
    #expect(Self.fault(.proximity, [Merchant(id: "pass.a", url: long)]) == nil)
  }

  @Test func refusesApplicationIdentifiersCoreNFCWould() {
    func fault(_ identifiers: String...) -> String? {
      Self.fault(.paymentTag, Self.merchants, identifiers)
    }
    #expect(fault("A000000003", "a0000000031010", String(repeating: "0", count: 32)) == nil)
    #expect(fault("A0000000") != nil)
    #expect(fault(String(repeating: "0", count: 34)) != nil)
    #expect(fault("A00000000Z") != nil)
    #expect(fault("A000000003", "a000000003")?.contains("twice") == true)
    #expect(Self.fault(.proximity, Self.merchants, ["A000000003"]) != nil)
  }

  private static func fault(
    _ api: ReaderKit.API, _ merchants: [Merchant], _ identifiers: [String]
  ) -> String? {
    fault(api, merchants, program: "Club", identifiers)
  }

  @Test(arguments: [
    "https://[::1", "https://[example]/", "https://a.b/\"quoted\"", "https://a.b/%zz",
    "https://a.b/|", "https://a.b/{}", "https://a.b/<>", "https://a.b/%4", "https://a..b/",
    "https://-a.b/", "https://a b.c/", "https://a.b:0/", "https://a.b:70000/", "https://a.b:x/",
    "https://[::1]x/", "https://a.b/\\", "https://a.b/^", "https://a.b/`", "https://:443/",
  ])
  func refusesAURLThatTheAppWouldDropSilently(_ url: String) {
    #expect(SignUpURL.validationError(in: url) != nil)
    #expect(Self.fault(.proximity, [Merchant(id: "pass.a", url: url)]) != nil)
  }

  @Test(arguments: [
    "https://example.com", "https://example.com/join?a=b&c=%C3%A9;d,(e)'!*$+@:/?~",
    "https://[::1]/",
    "https://[2001:db8::1]:8443/x", "https://127.0.0.1:8443", "HTTPS://EXAMPLE.com./a-b_c.d",
  ])
  func takesAURLThatIsOne(_ url: String) {
    #expect(SignUpURL.validationError(in: url) == nil)
    #expect(URL(string: url) != nil)
  }

  @Test func aRequestIsNeverWithoutAProgramsName() throws {
    let unnamed = [Merchant(id: "pass.a")]
    for program in [nil, ""] {
      #expect(Self.fault(.proximity, unnamed, program: program)?.contains("no name") == true)
      // Core NFC does not show a program name.
      #expect(Self.fault(.coreNFC, unnamed, program: program) == nil)
    }
    let named = try ReaderKit(.proximity, merchants: Self.merchants, program: "")
    let settings = try #require(named.files.first { $0.name == "ReaderSettings.swift" })
    #expect(settings.text.contains("name: \"Café \\\"A\\\" \\\\ Söhne\")"))
  }

  @Test func helpNamesTheMemberThatIsTooLong() {
    let long = String(repeating: "x", count: 23)
    func help(name: String?, program: String?) -> String? {
      do {
        _ = try ReaderKit(
          .proximity, merchants: [Merchant(id: "pass.a", name: name)], program: program)
        return nil
      } catch {
        return error.help
      }
    }
    #expect(help(name: "Gym", program: long)?.hasPrefix("shorten \"program\"") == true)
    #expect(help(name: long, program: nil)?.hasPrefix("add a shorter \"program\"") == true)
    #expect(help(name: long, program: "Gym") == nil)
  }

  @Test func warnsOfAnAppThatSelectsNoPass() throws {
    let without = try ReaderKit(
      .paymentTag, merchants: Self.merchants, program: nil, identifiers: ["A0000000031010"])
    #expect(without.warnings.contains { $0.contains("4F53452E5641532E3031") })
    for identifiers in [[], ["A0000000031010", "4f53452e5641532e3031"]] {
      let kit = try ReaderKit(
        .paymentTag, merchants: Self.merchants, program: nil, identifiers: identifiers)
      #expect(kit.warnings.isEmpty)
    }
  }

  @Test func neverAsksForNDEF() throws {
    for api in ReaderKit.API.allCases {
      let kit = try ReaderKit(api, merchants: Self.merchants, program: "Club")
      let text = kit.files.filter { !$0.name.hasSuffix(".swift") }.map(\.text).joined()
      #expect(!text.contains("NDEF"))
    }
  }

  @Test(arguments: ReaderKit.API.allCases) func propertyListsAreReadByAStranger(
    _ api: ReaderKit.API
  ) throws {
    let folder = try TemporaryFolder()
    let identifiers = ["A0000000031010", "4F53452E5641532E3031", "A000000003"]
    let kit = try ReaderKit(
      api, merchants: Self.merchants, program: "A & B <Club>",
      identifiers: api == .paymentTag ? identifiers : [])
    for file in kit.files
    where file.name.hasSuffix(".plist") || file.name.hasSuffix(".entitlements") {
      try folder.add(file.name, Array(file.text.utf8))
      let script =
        "import plistlib, json, sys; print(json.dumps(plistlib.load(open(sys.argv[1], 'rb'))))"
      let result = try run("python3", ["-c", script, folder(file.name)])
      #expect(result.status == 0, "\(result.text)")
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(result.text.utf8)) as? [String: Any])
      if file.name == "Info-additions.plist" {
        #expect((object["NFCReaderUsageDescription"] as? String)?.contains("A & B <Club>") == true)
        if api == .paymentTag {
          let key = "com.apple.developer.nfc.readersession.iso7816.select-identifiers"
          #expect(object[key] as? [String] == identifiers)
        }
      } else if api == .proximity {
        #expect(
          object["com.apple.developer.proximity-reader.payment.acceptance"] as? Bool == true)
      } else {
        #expect(
          object["com.apple.developer.nfc.readersession.formats"] as? [String] == ["TAG"])
        #expect(
          object["com.apple.developer.pass-type-identifiers"] as? [String]
            == Self.merchants.map { "$(TeamIdentifierPrefix)" + $0.id })
      }
    }
  }

  /// Runs the code of the kit, which writes a line for `decrypt`.
  @Test func theLineItSendsIsWhatDecryptReads() throws {
    let folder = try TemporaryFolder()
    _ = try Self.write(.proximity, to: folder)
    let vector = VectorFile.shared.vectors[0]
    try folder.add([
      "main.swift": """
      import Foundation
      let data = Data([\(try bytes(vector.getDataResponse).map(String.init).joined(separator: ", "))])
      let line = PassLine(passType: "\(vector.passTypeIdentifier)", data: data, id: "till 1/\\"7\\"")
      FileHandle.standardOutput.write(try line.encoded())
      """
    ])
    let program = folder("line")
    let built = try run(
      "swiftc",
      ["-swift-version", "6", "-o", program, folder("main.swift"), folder("PassLine.swift")]
    )
    try #require(built.status == 0, "\(built.text)")
    let line = try run(program, [])
    #expect(line.text.hasSuffix("\n"))
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(line.text.utf8)) as? [String: String])
    #expect(Set(object.keys) == ["passType", "data", "id"])
    let sent = try #require(Base64.decode(object["data"] ?? ""))
    let ring = KeyRing([try readerKey(vector.reader.privateScalar)])
    let message = try ring.decrypt(
      CapturedData.cryptogram(in: sent, keys: ring),
      passTypeIdentifiers: [try #require(object["passType"])])
    #expect(message.text == vector.message.utf8)
  }

  // MARK: Helpers

  private static func write(
    _ api: ReaderKit.API, to folder: TemporaryFolder
  ) throws -> [String] {
    let kit = try ReaderKit(api, merchants: merchants, program: "Club \"ü\"")
    for file in kit.files { try folder.add(file.name, Array(file.text.utf8)) }
    return kit.files.map(\.name).filter { $0.hasSuffix(".swift") }.map { folder($0) }
  }
}

/// Runs a program. Returns its status and both streams together.
private func run(_ program: String, _ arguments: [String]) throws -> (status: Int32, text: String) {
  let process = ChildProcess()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = [program] + arguments
  let pipe = Pipe()
  process.standardOutput = pipe
  process.standardError = pipe
  try process.run()
  let output = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return (process.terminationStatus, String(decoding: output, as: UTF8.self))
}
