// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassCrypto
import PassTesting
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Tests of `passc nfc phone` with a replacement for vpcd. `make nfc-pcsc` tests the real one.
struct NFCPhoneTests {
  private static let select = "00a404000a4f53452e5641532e303100"

  @Test func answersCommandsAndKeepsItsStatePerPowerCycle() throws {
    let test = try NFCCase()
    let vpcd = try FakeVPCD()
    let process = try Self.start(test, ["gym.pkpass", "--vpcd", "127.0.0.1:\(vpcd.port)"])
    defer { process.terminate() }
    try vpcd.accept()
    try vpcd.send([1])
    #expect(try vpcd.ask([4]) == [0x3b, 0x80, 0x80, 0x01, 0x01])
    #expect(Hex.encode(try vpcd.ask(hex: Self.getData)) == "6985", "nothing is selected yet")
    #expect(Hex.encode(try vpcd.ask(hex: Self.select)).hasSuffix("9f23040000001e9000"))
    let answer = try vpcd.ask(hex: Self.getData)
    let read = try test.nfc(
      "decrypt", "--pass-type", NFCCase.type, "--reader-key", NFCCase.key, "--max-age", "100",
      Hex.encode(answer))
    #expect(read.text.contains(NFCCase.member), "\(read.story)")
    #expect(Hex.encode(try vpcd.ask(hex: Self.getData)) == "6287", "it was read already")
    // A reset clears the selection, and the cardholder has presented the pass again.
    try vpcd.send([2])
    #expect(Hex.encode(try vpcd.ask(hex: Self.getData)) == "6985")
    _ = try vpcd.ask(hex: Self.select)
    #expect(try vpcd.ask(hex: Self.getData).suffix(2) == [0x90, 0x00])
    #expect(Hex.encode(try vpcd.ask(hex: "00a4040007a000000003101000")) == "6a82")
    try vpcd.send([0])
    vpcd.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "vpcd ended in between two messages")
  }

  @Test func aSerialNumberCannotForgeLinesOfTheLog() throws {
    let test = try NFCCase()
    try test.buildPassThatForgesLines(to: "t.pkpass")
    let vpcd = try FakeVPCD()
    let log = Pipe()
    let process = try Self.start(
      test, ["t.pkpass", "--vpcd", "127.0.0.1:\(vpcd.port)"], output: log)
    defer { process.terminate() }
    try vpcd.accept()
    try vpcd.send([1])
    _ = try vpcd.ask(hex: Self.select)
    #expect(try vpcd.ask(hex: Self.getData).suffix(2) == [0x90, 0x00])
    vpcd.close()
    let text = String(decoding: log.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(text == "\(NFCCase.type), A\\u{1B}[31mRED\\u{A}fake: line: sent\n")
  }

  @Test func writesLongLengthsWithAToken() throws {
    let test = try NFCCase()
    let vpcd = try FakeVPCD()
    let token = String(repeating: "ab", count: 32)
    let message = String(repeating: "m", count: 64)
    try test.build("gym-membership", ["--set", "chip=\(message)"], to: "gym.pkpass")
    let process = try Self.start(
      test, ["gym.pkpass", "--vpcd", "localhost:\(vpcd.port)", "--mobile-token", token])
    defer { process.terminate() }
    try vpcd.accept()
    try vpcd.send([1])
    _ = try vpcd.ask(hex: Self.select)
    let answer = Hex.encode(try vpcd.ask(hex: Self.getData))
    // 3 + 32 bytes of token and 3 + 120 bytes of cryptogram are more than 127, so the length has
    // two bytes.
    #expect(answer.hasPrefix("70819e9f2a20\(token)9f2778"), "\(answer)")
    let read = try test.nfc(
      "decrypt", "--pass-type", NFCCase.type, "--reader-key", NFCCase.key, answer)
    #expect(read.text.contains(message), "\(read.story)")
    vpcd.close()
    process.waitUntilExit()
  }

  @Test func failsWhenVPCDBreaksOff() throws {
    let test = try NFCCase()
    let vpcd = try FakeVPCD()
    let process = try Self.start(test, ["gym.pkpass", "--vpcd", "127.0.0.1:\(vpcd.port)"])
    defer { process.terminate() }
    try vpcd.accept()
    try vpcd.sendRaw([0, 9, 0, 0xa4])
    vpcd.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 3)
  }

  @Test(arguments: [
    "192.168.1.2:35963", "0.0.0.0:35963", "example.com:1", "127.0.0.1", "127.0.0.1:0",
    "127.0.0.1:99999", "[::]:35963",
  ])
  func connectsToThisMachineOnly(_ address: String) throws {
    let test = try NFCCase()
    let outcome = try test.nfc(
      "phone", "gym.pkpass", "--vpcd", address, "--trust", NFCCase.root)
    #expect(outcome.status == 2 && outcome.output.isEmpty, "\(outcome.story)")
    #expect(
      outcome.errors.contains(
        "\"\(address)\", expected an address of this machine with a port\n"
          + "help: write --vpcd 127.0.0.1:35963"), "\(outcome.story)")
  }

  @Test func saysThatNothingAnswers() throws {
    let test = try NFCCase()
    // This port was free a moment ago.
    let port = try FakeVPCD().port
    let outcome = try test.nfc(
      "phone", "gym.pkpass", "--vpcd", "127.0.0.1:\(port)", "--trust", NFCCase.root)
    #expect(
      outcome.status == 3 && outcome.errors.contains("no service responds"), "\(outcome.story)")
    #expect(outcome.errors.contains("help: "))
  }

  // MARK: Helpers

  /// A request for the gym's pass type identifier.
  private static let getData: String = {
    let id = Hex.encode(Digest.sha256(Array(NFCCase.type.utf8)))
    return "80ca0101369f220201009f2804010203049f2604008000029f2520\(id)00"
  }()

  private static func start(
    _ test: NFCCase, _ arguments: [String], output: Pipe? = nil
  ) throws -> ChildProcess {
    let process = ChildProcess()
    process.executableURL = URL(fileURLWithPath: try #require(Program.passc))
    process.arguments = ["nfc", "phone"] + arguments + ["--trust", NFCCase.root]
    process.currentDirectoryURL = URL(fileURLWithPath: test.folder.path)
    process.standardOutput = output ?? FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }
}

/// A listener on loopback that speaks vpcd's protocol with its two-byte length.
private final class FakeVPCD {
  struct Failed: Error { let what: String }

  let port: UInt16
  private let listener: Int32
  private var connection: Int32 = -1

  init() throws {
    #if canImport(Glibc)
      listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      listener = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let outcome = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, size) == 0 && listen(listener, 1) == 0
          && getsockname(listener, address, &size) == 0
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    if !outcome { throw Failed(what: "no port to listen on") }
  }

  deinit {
    close()
    closeDescriptor(listener)
  }

  func accept() throws {
    var waiting = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, 20_000) == 1 else { throw Failed(what: "nobody connected") }
    connection = acceptConnection(listener)
    guard connection >= 0 else { throw Failed(what: "no connection") }
  }

  func close() {
    if connection >= 0 { closeDescriptor(connection) }
    connection = -1
  }

  func send(_ message: [UInt8]) throws {
    try sendRaw([UInt8(message.count >> 8), UInt8(message.count & 0xff)] + message)
  }

  func sendRaw(_ bytes: [UInt8]) throws {
    guard write(connection, bytes, bytes.count) == bytes.count else {
      throw Failed(what: "the phone hung up")
    }
  }

  func ask(_ message: [UInt8]) throws -> [UInt8] {
    try send(message)
    let header = try receive(2)
    return try receive(Int(header[0]) << 8 | Int(header[1]))
  }

  func ask(hex: String) throws -> [UInt8] { try ask(try #require(Hex.decode(hex))) }

  private func receive(_ count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      var waiting = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, 20_000) == 1 else { throw Failed(what: "no answer") }
      let got = bytes.withUnsafeMutableBytes { buffer in
        read(connection, buffer.baseAddress.map { $0 + done }, count - done)
      }
      guard got > 0 else { throw Failed(what: "the phone hung up") }
      done += got
    }
    return bytes
  }
}

private func acceptConnection(_ listener: Int32) -> Int32 { accept(listener, nil, nil) }
private func closeDescriptor(_ descriptor: Int32) { close(descriptor) }
