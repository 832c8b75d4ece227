// SPDX-License-Identifier: Apache-2.0

package import PassBasics
package import PassJSON

/// The worker that draws passes: `passc-preview --worker`. It is a separate process, because
/// images, fonts and templates are untrusted and may need much time or memory. It starts with the
/// first request. It is killed at its limits and starts again with the next request.
///
/// A request is a line with a JSON object, and so is a response. If the response has `bytes`, this
/// number of bytes follows the line. After an error the response is
/// `{"error": "...", "help": "...", "status": 2}`, with the exit code of the command. Requests have
/// no keys, tokens or passwords, so an attacker who controls the worker gets none.
///
/// The member `task` of a request is one of these:
///
/// - `read` reads the files again. The request has `arguments`, the command line of
///   `passc preview --watch`. The response has `files`, `isBroken`, `title` and `style`.
/// - `draw` draws the images. The request has `arguments` and `choices`, pairs of name and value.
///   The response has the contents of the live page as in `WatchDrawing`, then the HTML of the
///   images.
package final class PreviewWorker: Sendable {
  /// A response of the worker.
  package struct PreviewResponse: Sendable {
    package let json: JSONValue
    /// The bytes after the line.
    package let body: [UInt8]
  }

  /// An error response of the worker.
  package struct PreviewWorkerError: Error, Equatable {
    package let message: String
    /// Advice, or nil if there is none.
    package let help: String?
    package let status: Int32
  }

  private let program: WorkerProgram
  private let threads = WorkThreads(1)

  /// - Parameter program: the path of passc-preview. It does not start yet.
  package init(program: String, limits: WorkerProgram.Limits = WorkerProgram.Limits()) {
    self.program = WorkerProgram(program, ["--worker"], limits: limits)
  }

  /// The path of passc-preview. Nil if it is not installed.
  package static var installed: String? { ProgramFile.companion("passc-preview") }

  /// Sends a request after those before it, and waits for the response.
  ///
  /// - Throws: `PreviewWorkerError` for an error response, `WorkerError` if the worker was killed.
  package func fetchResponse(to request: JSONTree) async throws -> PreviewResponse {
    let line = request.bytes
    return try await threads.run { [program] in try Self.fetchResponse(of: program, to: line) }
  }

  private static func fetchResponse(of program: WorkerProgram, to line: [UInt8]) throws
    -> PreviewResponse
  {
    var json: JSONValue?
    let answer = try program.answer(to: line) { line in
      json = JSONBody.object(line)
      return json?["bytes"]?.number?.integer ?? 0
    }
    guard let json else {
      program.end()
      throw PreviewWorkerError(
        message: "passc-preview wrote a line that is not JSON", help: nil, status: 3)
    }
    if let message = json["error"]?.string {
      throw PreviewWorkerError(
        message: message, help: json["help"]?.string,
        status: json["status"]?.number?.integer.flatMap { Int32(exactly: $0) } ?? 3)
    }
    return PreviewResponse(json: json, body: answer.body)
  }
}
