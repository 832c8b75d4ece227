// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCrypto
package import PassDiagnostics
import PassJSON
import PassReport
import Synchronization

/// Output of a process: results on standard output, diagnostics on standard error.
///
/// Diagnostics often end in logs, so private keys in them are removed.
package enum Console {
  /// Returns the value of an environment variable.
  package static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Writes a line of the result for people. Line breaks and control characters are escaped.
  package static func print(_ line: String) { show(TextWriter.printable(line) + "\n") }

  /// Writes lines of the result for people. The caller has escaped line breaks and control
  /// characters in the values.
  package static func show(_ text: String) { write(TextWriter.withoutCommands(text)) }

  /// Writes JSON of the result. Control characters in strings are escaped.
  package static func writeJSON(_ json: [UInt8]) { write(ReportJSON.safe(json)) }

  /// Writes text of the result unchanged: CSV, source code and reports of other formats.
  package static func write(_ text: String) { write(Array(text.utf8)) }

  /// Writes bytes of the result unchanged.
  package static func write(_ bytes: [UInt8]) { write(bytes, to: STDOUT_FILENO) }

  /// Whether progress and notes are left out (`-q`).
  package static var isQuiet: Bool {
    get { quiet.load(ordering: .relaxed) }
    set { quiet.store(newValue, ordering: .relaxed) }
  }

  private static let quiet = Atomic(false)

  /// Whether diagnostics and errors on standard error are JSON, a line each, for a service whose log
  /// is JSON.
  package static var reportsJSON: Bool {
    get { json.load(ordering: .relaxed) }
    set { json.store(newValue, ordering: .relaxed) }
  }

  private static let json = Atomic(false)

  /// Writes a line to standard error unless `-q` is set.
  package static func note(_ line: String) {
    if !isQuiet { printLine(line) }
  }

  /// Writes a line to standard error. Line breaks and control characters are escaped.
  package static func printLine(_ line: String) { printStyled(TextWriter.printable(line)) }

  /// Writes a line that contains color codes. The caller has escaped line breaks and control
  /// characters in the values.
  private static func printStyled(_ line: String) {
    let line = TextWriter.withoutCommands(SecretText.redacted(line))
    write(Array((line + "\n").utf8), to: STDERR_FILENO)
  }

  /// Writes a line of JSON to standard error.
  package static func printJSON(_ line: String) {
    write(
      ReportJSON.safe(Array((SecretText.redacted(line) + "\n").utf8)).utf8.map { $0 },
      to: STDERR_FILENO)
  }

  /// Writes to standard error unchanged and without a line end. It is for progress, and for reports
  /// if standard output is in use. Private keys are not removed.
  package static func printRaw(_ text: String) { write(Array(text.utf8), to: STDERR_FILENO) }

  /// Writes diagnostics for people.
  ///
  /// - Parameters:
  ///   - subject: the name in front of diagnostics without a place.
  ///   - isLast: whether the run ends here. Then a line with the number of errors and warnings
  ///     follows.
  ///   - outcome: a phrase at the end of that line, such as `nothing written`.
  package static func report(
    _ diagnostics: [Diagnostic], showsNotes: Bool, subject: String = "passc", isLast: Bool = true,
    outcome: String? = nil
  ) {
    if reportsJSON {
      for diagnostic in diagnostics where showsNotes || diagnostic.severity != .note {
        printJSON(JSONLinesWriter.line(of: diagnostic))
      }
      return
    }
    var writer = TextWriter(
      colour: hasColour, showsNotes: showsNotes && !isQuiet, subject: subject,
      help: \.helpWithOptions)
    writer.excerpts = excerpts(on: STDERR_FILENO)
    writer.isSpaced = true
    let text = SecretText.redacted(writer.text(of: diagnostics))
    guard !text.isEmpty else { return }
    write(Array(text.utf8), to: STDERR_FILENO)
    if isLast { close(DiagnosticCount(diagnostics), outcome) }
  }

  /// Writes the number of errors and warnings. If there are none, it writes nothing.
  package static func close(_ count: DiagnosticCount, _ outcome: String? = nil) {
    guard let words = count.text else { return }
    printLine(words + (outcome.map { "; " + $0 } ?? ""))
  }

  /// Writes an error in the form of a diagnostic without a place.
  package static func report(_ failure: CommandFailureError) {
    guard !failure.message.isEmpty else { return }
    if reportsJSON { return reportJSON(failure) }
    let message = TextWriter.printable(failure.message)
    if hasColour {
      printStyled("\u{1B}[1mpassc:\u{1B}[0m \u{1B}[1;31merror:\u{1B}[0m \(message)")
    } else {
      printLine("passc: error: \(message)")
    }
    for help in [failure.help, failure.moreHelp].compactMap({ $0 }) {
      printStyled(
        (hasColour ? "\u{1B}[36mhelp:\u{1B}[0m " : "help: ") + TextWriter.printable(help))
    }
  }

  private static func reportJSON(_ failure: CommandFailureError) {
    var line = Array(#"{"level":"error","message":"#.utf8)
    JSONWriter.writeString(failure.message, to: &line)
    let help = [failure.help, failure.moreHelp].compactMap { $0 }.joined(separator: "; ")
    if !help.isEmpty {
      line += Array(#","help":"#.utf8)
      JSONWriter.writeString(help, to: &line)
    }
    printJSON(String(decoding: line, as: UTF8.self) + "}")
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) {
    bytes.withUnsafeBytes { buffer in
      var offset = 0
      while offset < buffer.count {
        let written = unsafeWrite(descriptor, buffer.baseAddress! + offset, buffer.count - offset)
        if written < 0 {
          if errno == EINTR || errno == EAGAIN { continue }
          // EPIPE means that the reader has closed the pipe, as `head` does. That is not an error
          // to report.
          if errno != EPIPE, descriptor == STDOUT_FILENO {
            printLine(
              "passc: error: cannot write standard output: \(FileError.message(for: errno))")
          }
          exit(ExitStatus.environment.rawValue)
        }
        offset += written
      }
    }
  }

  private static func unsafeWrite(
    _ descriptor: Int32, _ start: UnsafeRawPointer, _ count: Int
  ) -> Int {
    #if canImport(Glibc)
      Glibc.write(descriptor, start, count)
    #else
      Darwin.write(descriptor, start, count)
    #endif
  }
}
