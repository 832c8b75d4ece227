// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBasics
import PassConsole
import PassNFC

/// A port on this machine. Other hosts are rejected, because the server there receives the messages
/// of the passes.
struct VPCDAddress: ExpressibleByArgument, CustomStringConvertible {
  let isVersion6: Bool
  let port: UInt16

  init?(argument: String) {
    guard let colon = argument.lastIndex(of: ":"),
      let port = UInt16(argument[argument.index(after: colon)...]), port > 0
    else { return nil }
    switch argument[..<colon] {
    case "127.0.0.1", "localhost": isVersion6 = false
    case "::1", "[::1]": isVersion6 = true
    default: return nil
    }
    self.port = port
  }

  var description: String { (isVersion6 ? "[::1]" : "127.0.0.1") + ":\(port)" }
}

/// The connection to vpcd. A message is two bytes with its length, big endian, and then its bytes.
final class VPCDConnection {
  private let descriptor: Int32

  init(_ address: VPCDAddress) throws {
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    descriptor = socket(address.isVersion6 ? AF_INET6 : AF_INET, stream, 0)
    guard descriptor >= 0 else { throw Self.failure("no socket can be had") }
    let outcome = address.isVersion6 ? connect6(address.port) : connect4(address.port)
    guard outcome == 0 else {
      let failure = Self.failure("no service responds at \(address)")
      close(descriptor)
      throw failure
    }
  }

  deinit { close(descriptor) }

  private func connect4(_ port: UInt16) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return withUnsafeBytes(of: &address) { bytes in
      guard let start = bytes.baseAddress else { return -1 }
      return connect(
        descriptor, start.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
    }
  }

  private func connect6(_ port: UInt16) -> Int32 {
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_port = port.bigEndian
    address.sin6_addr = in6addr_loopback
    return withUnsafeBytes(of: &address) { bytes in
      guard let start = bytes.baseAddress else { return -1 }
      return connect(
        descriptor, start.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
    }
  }

  /// Waits for the next message. Returns nil if vpcd closed the connection between two messages.
  func next() throws -> [UInt8]? {
    guard let header = try read(2, atBoundary: true) else { return nil }
    return try read(Int(header[0]) << 8 | Int(header[1]), atBoundary: false)
  }

  func send(_ message: [UInt8]) throws {
    guard message.count <= 0xffff else {
      throw CommandFailureError.environment("an answer is too long")
    }
    let bytes = [UInt8(message.count >> 8), UInt8(message.count & 0xff)] + message
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        write(descriptor, buffer.baseAddress.map { $0 + done }, bytes.count - done)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.failure("vpcd went away") }
      done += count
    }
  }

  private func read(_ count: Int, atBoundary: Bool) throws -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let got = bytes.withUnsafeMutableBytes { buffer in
        recv(descriptor, buffer.baseAddress.map { $0 + done }, count - done, 0)
      }
      if got < 0, errno == EINTR { continue }
      if got == 0, done == 0, atBoundary { return nil }
      guard got > 0 else { throw Self.failure("vpcd broke off within a message") }
      done += got
    }
    return bytes
  }

  private static func failure(_ message: String) -> CommandFailureError {
    let reason = errno == 0 ? "" : ": \(String(cString: strerror(errno)).lowercased())"
    return .environment(
      message + reason, help: "start pcscd with vsmartcard's vpcd, as scripts/nfc-pcsc.sh does")
  }
}
