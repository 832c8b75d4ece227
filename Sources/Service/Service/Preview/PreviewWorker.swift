// SPDX-License-Identifier: Apache-2.0

package import PassBasics
package import PassJSON

/// The worker that draws passes: `passc-preview --worker`, a separate process, since images, fonts
/// and templates are untrusted and may take long or need much memory. It is started for the first
/// request, killed at its limits, and started again for the next request.
///
/// A request is an object of JSON on a line. An answer is an object of JSON on a line. If it has
/// `bytes`, that many bytes follow the line. A request that cannot be answered gets
/// `{"error": "...", "help": "...", "status": 2}`, with the exit code that a command would have.
/// Requests hold no keys, tokens or passwords: an attacker who controls the worker learns none.
///
/// | `task` | other members | answer |
/// |---|---|---|
/// | `read` | `arguments`: the command line of `passc preview --watch` | reads the files again: `files`, `isBroken`, `title`, `style` |
/// | `draw` | `arguments`, `choices`: pairs of name and value | what the live page shows, as `WatchDrawing` reads it; then the HTML of the images |
package final class PreviewWorker: Sendable {
  /// An answer of the worker.
  package struct Answer: Sendable {
    /// The line.
    package let json: JSONValue
    /// The bytes after it.
    package let body: [UInt8]
  }

  /// A request that the worker cannot answer.
  package struct Refusal: Error, Equatable {
    /// What is wrong.
    package let message: String
    /// What to do; nil when there is nothing to add.
    package let help: String?
    /// The exit code that a command would have.
    package let status: Int32
  }

  private let program: WorkerProgram
  private let threads = WorkThreads(1)

  /// A worker that is not started yet.
  ///
  /// - Parameter program: the path of passc-preview.
  package init(program: String, limits: WorkerProgram.Limits = WorkerProgram.Limits()) {
    self.program = WorkerProgram(program, ["--worker"], limits: limits)
  }

  /// The path of passc-preview; nil when it is not installed.
  package static var installed: String? { ProgramFile.companion("passc-preview") }

  /// Sends a request and waits for its answer, after those that came before.
  ///
  /// - Throws: `Refusal` when the worker cannot answer the request, `WorkerFault` when it was ended.
  package func answer(to request: JSONTree) async throws -> Answer {
    let line = request.bytes
    return try await threads.run { [program] in try Self.answer(of: program, to: line) }
  }

  private static func answer(of program: WorkerProgram, to line: [UInt8]) throws -> Answer {
    var json: JSONValue?
    let answer = try program.answer(to: line) { line in
      json = JSONBody.object(line)
      return json?["bytes"]?.number?.integer ?? 0
    }
    guard let json else {
      program.end()
      throw Refusal(message: "passc-preview wrote a line that is not JSON", help: nil, status: 3)
    }
    if let message = json["error"]?.string {
      throw Refusal(
        message: message, help: json["help"]?.string,
        status: json["status"]?.number?.integer.flatMap { Int32(exactly: $0) } ?? 3)
    }
    return Answer(json: json, body: answer.body)
  }
}
