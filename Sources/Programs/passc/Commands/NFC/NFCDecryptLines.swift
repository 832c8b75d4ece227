// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassConsole
import PassNFC

/// Decryption of lines. There is one response for each line, in the same order. Each is written as
/// soon as its line has arrived.
struct NFCDecryptLines {
  let decryptor: NFCDecryptor

  /// The limit in bytes. A longer line is skipped without storing it, so that input cannot fill the
  /// memory.
  private static let maxLineLength = 1 << 16

  /// Decrypts until the input ends. Returns false if any line could not be decrypted.
  func run() throws -> Bool {
    var isFine = true
    // The beginning of a line whose end has not arrived yet. It is nil while the rest of an
    // overlong line is skipped.
    var started: [UInt8]? = []
    while let piece = try nextPiece() {
      var lines: [ArraySlice<UInt8>?] = []
      for part in Parts(piece) {
        started = started.flatMap { line in
          line.count + part.bytes.count <= Self.maxLineLength ? line + part.bytes : nil
        }
        guard part.isLineEnd else { continue }
        lines.append(started?[...])
        started = []
      }
      isFine = answer(lines) && isFine
    }
    if started?.isEmpty != true { isFine = answer([started?[...]]) && isFine }
    return isFine
  }

  /// Writes the responses in order. The lines of one read are decrypted on all processors.
  private func answer(_ lines: [ArraySlice<UInt8>?]) -> Bool {
    guard !lines.isEmpty else { return true }
    let now = Environment.now
    var text: [UInt8] = []
    var isFine = true
    OrderedWork.run(count: lines.count, workers: Processors.allowed) { [decryptor] _, index in
      Self.answer(lines[index], decryptor, now)
    } deliver: { answer in
      text += answer.json + [0x0A]
      isFine = isFine && answer.isFine
    }
    Console.writeJSON(text)
    return isFine
  }

  private static func answer(
    _ line: ArraySlice<UInt8>?, _ decryptor: NFCDecryptor, _ now: Int64
  ) -> (json: [UInt8], isFine: Bool) {
    var line = line
    if line?.last == 0x0D { line?.removeLast() }
    let answer =
      line.map { decryptor.answer(toLine: $0, now: now) }
      ?? NFCAnswer(result: .failure(.malformedInput), now: now)
    if case .success = answer.result { return (answer.json, true) }
    return (answer.json, false)
  }

  /// Reads the bytes that are available, or returns nil at the end of the input.
  private func nextPiece() throws -> [UInt8]? {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(STDIN_FILENO, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw FileError(.read, "standard input", .system(errno)) }
      return count == 0 ? nil : Array(piece[..<count])
    }
  }

  /// The pieces of a read between line ends, without the line ends.
  private struct Parts: Sequence, IteratorProtocol {
    private var remainder: ArraySlice<UInt8>

    init(_ piece: [UInt8]) { remainder = piece[...] }

    mutating func next() -> (bytes: ArraySlice<UInt8>, isLineEnd: Bool)? {
      guard !remainder.isEmpty else { return nil }
      guard let end = remainder.firstIndex(of: 0x0A) else {
        defer { remainder = [] }
        return (remainder, false)
      }
      defer { remainder = remainder[(end + 1)...] }
      return (remainder[..<end], true)
    }
  }
}
