// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassCrypto
import PassDiagnostics
import PassReport

/// Where passwords come from: a file, `$PASSC_PASSWORD`, or the person at the terminal.
package struct PasswordPrompt {
  /// `--password-file`.
  package let file: String?

  /// A source of passwords; without a file the environment and the terminal are left.
  package init(file: String?) { self.file = file }

  /// The password for a file; nil when there is nowhere to get one from.
  package func password(for name: String) throws -> Secret? {
    try givenPassword() ?? ask("password for \(TextWriter.printable(name)): ")
  }

  /// The password that was given, without asking anybody.
  package func givenPassword() throws -> Secret? {
    if let file {
      var bytes = try Disk.read(file, limit: 1 << 16)
      defer { Secret.wipe(&bytes) }
      // One line end at the end is the editor's, not the password's.
      if bytes.last == 0x0A { bytes.removeLast() }
      if bytes.last == 0x0D { bytes.removeLast() }
      return Secret(bytes)
    }
    guard var bytes = Environment.bytes("PASSC_PASSWORD") else { return nil }
    defer { Secret.wipe(&bytes) }
    return Secret(bytes)
  }

  /// The PIN of a token: `$PASSC_PIN`, the file, or what is typed; nil when there is nowhere to get
  /// one from. `$PASSC_PASSWORD` is for files: a wrong PIN brings a token nearer to locking itself.
  package func pin(for name: String) throws -> Secret? {
    if var bytes = Environment.bytes("PASSC_PIN") {
      defer { Secret.wipe(&bytes) }
      return Secret(bytes)
    }
    if file != nil { return try givenPassword() }
    return try ask("PIN for \(TextWriter.printable(name)): ")
  }

  /// The password something is about to be encrypted with; asked for twice at the terminal.
  package func newPassword(for name: String) throws -> Secret {
    let given = try givenPassword()
    let shown = TextWriter.printable(name)
    guard let password = try given ?? ask("new password for \(shown): ") else {
      throw Failure.usage(
        "there is no password to encrypt with",
        help: "set PASSC_PASSWORD, give --password-file FILE, or run it in a terminal to be asked")
    }
    if password.count == 0 { throw Failure.usage("the password is empty") }
    guard given == nil else { return password }
    guard let again = try ask("the same again: "), again.isEqual(to: password) else {
      throw Failure.usage("the two passwords differ")
    }
    return password
  }

  /// Asks at the terminal, without showing what is typed; nil when there is no terminal.
  private func ask(_ prompt: String) throws -> Secret? {
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard terminal >= 0 else { return nil }
    defer { close(terminal) }
    var shown = termios()
    guard tcgetattr(terminal, &shown) == 0 else { return nil }
    // Key by key, Control-C included: a signal would leave the terminal without echo.
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
    // Enough from the start: growing would leave a copy behind.
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
      case 0x03: throw Failure.environment("no password was given")
      // Control-D.
      case 0x04: return line.isEmpty ? nil : Secret(line)
      case 0x08, 0x7F:
        // Backspace: one character may be several bytes.
        while let last = line.popLast(), last & 0xC0 == 0x80 {}
      // Control-U.
      case 0x15: line.removeAll(keepingCapacity: true)
      default:
        guard line.count < Self.limitInBytes else {
          throw Failure.environment("a password of more than \(Self.limitInBytes) bytes")
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
