// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassJSON

/// The state of `passc preview --watch`. It follows the files, lets a worker draw them, and keeps
/// the last images for the time when there are no newer ones.
package actor WatchSession {
  /// A request that waits for the next change.
  private typealias Waiting = CheckedContinuation<Void, Never>

  private let worker: PreviewWorker
  /// The command line. Every request has it, because a restarted worker knows nothing.
  private let arguments: [String]
  private let input: String
  private let data: [String]
  private let report: @Sendable (String) -> Void
  private var files = WatchedFiles([])
  private var title = ""
  private var style = ""
  private var last: WatchDrawing?
  /// The reason why the last read failed.
  private var problem: String?
  /// Number of changes. The page sends it to ask for the next change.
  private(set) var generation = 0
  private var waiting: [Int: Waiting] = [:]
  private var waited = 0

  /// - Parameters:
  ///   - arguments: the arguments of `passc preview`.
  ///   - input: the template, directory or bundle.
  ///   - data: files with rows.
  ///   - report: prints a sentence about an error of the worker.
  package init(
    _ worker: PreviewWorker, arguments: [String], input: String, data: [String],
    report: @escaping @Sendable (String) -> Void
  ) {
    self.worker = worker
    self.arguments = arguments
    self.input = input
    self.data = data
    self.report = report
  }

  // MARK: Following

  /// Reads the input for the first time.
  ///
  /// - Throws: `PreviewWorker.PreviewWorkerError` if the command line is wrong or the input does not exist,
  ///   `WorkerError` if the worker was killed.
  package func begin() async throws {
    try await read()
    announce()
  }

  /// Reads the input again after a change. First waits until the files stay the same for 15 ms, at
  /// most 120 ms in all, because programs empty a file before they write it.
  package func follow() async throws {
    let seen = files.now
    guard !seen.isSame(as: files) else { return }
    var last = seen
    for _ in 0..<8 {
      try await Task.sleep(for: .milliseconds(15))
      let now = files.now
      if now.isSame(as: last) { break }
      last = now
    }
    files = last
    do {
      try await read()
      problem = nil
    } catch {
      problem = sentence(of: error)
    }
    announce()
  }

  private func read() async throws {
    let answer = try await worker.fetchResponse(to: request("read")).json
    title = answer["title"]?.string ?? ""
    style = answer["style"]?.string ?? ""
    let read = answer["files"]?.elements.compactMap(\.string) ?? []
    let isBroken = answer["isBroken"]?.bool ?? false
    files = files.following(
      read + WatchedFiles.tree(of: input) + data
        // While the input is broken, a change of its previous files may repair it.
        + (isBroken ? files.paths : []))
  }

  /// Resumes the requests that wait for a change.
  private func announce() {
    generation += 1
    for (_, page) in waiting { page.resume() }
    waiting = [:]
  }

  /// Waits until the generation is not `known`, at most ten seconds, and returns it.
  func change(after known: Int) async -> Int {
    guard known == generation else { return generation }
    waited += 1
    let number = waited
    await withCheckedContinuation { page in
      waiting[number] = page
      Task {
        try? await Task.sleep(for: .seconds(10))
        endWaiting(number)
      }
    }
    return generation
  }

  private func endWaiting(_ number: Int) {
    waiting.removeValue(forKey: number)?.resume()
  }

  // MARK: Drawing

  /// Returns the page for the options in its query.
  func page(_ choices: [(name: String, value: String)], nonce: String) async -> [UInt8] {
    let generation = generation
    var drawing = last ?? WatchDrawing(title: title)
    if let problem {
      drawing.become(brokenFor: problem)
    } else {
      do {
        drawing = WatchDrawing(try await worker.fetchResponse(to: request("draw", choices)))
        if !drawing.images.isEmpty {
          last = drawing
        } else if let last, drawing.isBroken, last.view.pass == drawing.view.pass {
          // A restarted worker has no images from before.
          drawing.images = last.images
        }
      } catch {
        drawing.become(brokenFor: sentence(of: error))
      }
    }
    return WatchPage(drawing: drawing, generation: generation, style: style, nonce: nonce).bytes
  }

  private func request(
    _ task: String, _ choices: [(name: String, value: String)] = []
  ) -> JSONTree {
    .object([
      ("task", .string(task)), ("arguments", .strings(arguments)),
      ("choices", .array(choices.map { .strings([$0.name, $0.value]) })),
    ])
  }

  /// Returns an error as a sentence, and prints it.
  private func sentence(of error: any Error) -> String {
    let sentence = (error as? PreviewWorker.PreviewWorkerError)?.message ?? "\(error)"
    report(sentence)
    return sentence
  }
}
