// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassCrypto
import PassDiagnostics
import PassReport

/// The source of passwords: a file, `$PASSC_PASSWORD`, or input at the terminal.
package struct PasswordPrompt {
  /// The file of `--password-file`.
  package let file: String?

  package init(file: String?) { self.file = file }

  /// Returns the password for a file, or nil if there is no password and no terminal.
  package func password(for name: String) throws -> Secret? {
    try givenPassword() ?? ask("password for \(TextWriter.printable(name)): ")
  }

  /// Returns the password from the file or the environment. It never asks at the terminal.
  package func givenPassword() throws -> Secret? {
    if let file {
      var bytes = try Disk.read(file, limit: 1 << 16)
      defer { Secret.wipe(&bytes) }
      // Editors add a line end to the file, so one line end is not part of the password.
      if bytes.last == 0x0A { bytes.removeLast() }
      if bytes.last == 0x0D { bytes.removeLast() }
      return Secret(bytes)
    }
    guard var bytes = Environment.bytes("PASSC_PASSWORD") else { return nil }
    defer { Secret.wipe(&bytes) }
    return Secret(bytes)
  }

  /// Returns the PIN of an HSM from `$PASSC_PIN`, the file or the terminal, or nil if there is
  /// none. It ignores `$PASSC_PASSWORD`, which is for files: an HSM locks itself after a few wrong
  /// PINs.
  package func pin(for name: String) throws -> Secret? {
    if var bytes = Environment.bytes("PASSC_PIN") {
      defer { Secret.wipe(&bytes) }
      return Secret(bytes)
    }
    if file != nil { return try givenPassword() }
    return try ask("PIN for \(TextWriter.printable(name)): ")
  }

  /// Returns the password for a new file. At the terminal it asks twice.
  package func newPassword(for name: String) throws -> Secret {
    let given = try givenPassword()
    let shown = TextWriter.printable(name)
    guard let password = try given ?? ask("new password for \(shown): ") else {
      throw CommandFailureError.usage(
        "encryption needs a password",
        help: "set PASSC_PASSWORD, give --password-file FILE, or run it in a terminal to be asked")
    }
    if password.count == 0 { throw CommandFailureError.usage("the password is empty") }
    guard given == nil else { return password }
    guard let again = try ask("the same again: "), again.isEqual(to: password) else {
      throw CommandFailureError.usage("the two passwords differ")
    }
    return password
  }

  /// Asks at the terminal without showing the input. The result is nil if there is no terminal.
  private func ask(_ prompt: String) throws -> Secret? {
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard terminal >= 0 else { return nil }
    defer { close(terminal) }
    var shown = termios()
    guard tcgetattr(terminal, &shown) == 0 else { return nil }
    // Control-C is read as a byte. As a signal it would end the process and leave the terminal
    // without echo.
    var hidden = shown
    hidden.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
    withUnsafeMutableBytes(of: &hidden.c_cc) {
      $0[Int(VMIN)] = 1
      $0[Int(VTIME)] = 0
    }
    tcsetattr(terminal, TCSAFLUSH, &hidden)
    defer { tcsetattr(terminal, TCSAFLUSH, &shown) }
    show(prompt, on: terminal)
    defer { show("\n", on: terminal) }
    return try line(from: terminal)
  }

  private func line(from terminal: Int32) throws -> Secret? {
    var line: [UInt8] = []
    // The capacity for the longest line, so that the array never grows. Growing would leave a copy
    // of the password in memory.
    line.reserveCapacity(Self.limitInBytes)
    defer { Secret.wipe(&line) }
    while true {
      var byte: UInt8 = 0
      let count = read(terminal, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1 else { return nil }
      switch byte {
      case 0x0A, 0x0D: return Secret(line)
      // Control-C.
      case 0x03: throw CommandFailureError.environment("no password was given")
      // Control-D.
      case 0x04: return line.isEmpty ? nil : Secret(line)
      case 0x08, 0x7F:
        // Backspace. A character can have several bytes in UTF-8.
        while let last = line.popLast(), last & 0xC0 == 0x80 {}
      // Control-U.
      case 0x15: line.removeAll(keepingCapacity: true)
      default:
        guard line.count < Self.limitInBytes else {
          throw CommandFailureError.environment(
            "a password of more than \(Self.limitInBytes) bytes")
        }
        line.append(byte)
      }
    }
  }

  private func show(_ text: String, on terminal: Int32) {
    _ = text.withCString { write(terminal, $0, strlen($0)) }
  }

  private static let limitInBytes = 4096
}
