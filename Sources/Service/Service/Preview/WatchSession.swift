// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassJSON

/// The live page of `passc preview --watch`: follows the files, has them drawn by a worker, and keeps
/// the last images for a time when there are no newer ones.
package actor WatchSession {
  /// A page that waits for the next change.
  private typealias Waiting = CheckedContinuation<Void, Never>

  private let worker: PreviewWorker
  /// The command line, which every request holds: a new worker knows nothing of those before.
  private let arguments: [String]
  private let input: String
  private let data: [String]
  private let report: @Sendable (String) -> Void
  private var files = WatchedFiles([])
  private var title = ""
  private var style = ""
  private var last: WatchDrawing?
  /// Why the files could not be read the last time.
  private var fault: String?
  /// How often the source has changed.
  private(set) var generation = 0
  private var waiting: [Int: Waiting] = [:]
  private var waited = 0

  /// A page of an input that is not read yet.
  ///
  /// - Parameters:
  ///   - arguments: of `passc preview`, as they were typed.
  ///   - input: the template, folder or bundle.
  ///   - data: files with rows.
  ///   - report: writes a sentence about a worker that was ended.
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
  /// - Throws: `PreviewWorker.Refusal` when the command line is wrong or the input is missing,
  ///   `WorkerFault` when the worker was ended.
  package func begin() async throws {
    try await read()
    announce()
  }

  /// Reads the input again when a file has changed, once it stays as it is for a moment: programs
  /// empty a file before they write it.
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
      fault = nil
    } catch {
      fault = sentence(of: error)
    }
    announce()
  }

  private func read() async throws {
    let answer = try await worker.answer(to: request("read")).json
    title = answer["title"]?.string ?? ""
    style = answer["style"]?.string ?? ""
    let read = answer["files"]?.elements.compactMap(\.string) ?? []
    let isBroken = answer["isBroken"]?.bool ?? false
    files = files.following(
      read + WatchedFiles.tree(of: input) + data
        // While something is broken, a change of what it was made of may mend it.
        + (isBroken ? files.paths : []))
  }

  /// Tells the pages that wait of a change.
  private func announce() {
    generation += 1
    for (_, page) in waiting { page.resume() }
    waiting = [:]
  }

  /// Waits until the source has changed since a generation, ten seconds at most.
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

  /// Returns the page with the choices of its address.
  func page(_ choices: [(name: String, value: String)], nonce: String) async -> [UInt8] {
    let generation = generation
    var drawing = last ?? WatchDrawing(title: title)
    if let fault {
      drawing.become(brokenFor: fault)
    } else {
      do {
        drawing = WatchDrawing(try await worker.answer(to: request("draw", choices)))
        if !drawing.images.isEmpty {
          last = drawing
        } else if let last, drawing.isBroken, last.view.pass == drawing.view.pass {
          // A new worker has not seen the files as they were.
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

  /// Says why there is no drawing, on the terminal too.
  private func sentence(of error: any Error) -> String {
    let sentence = (error as? PreviewWorker.Refusal)?.message ?? "\(error)"
    report(sentence)
    return sentence
  }
}
