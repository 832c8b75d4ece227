// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassConsole
import PassService

/// One run of `passc preview --watch`. It serves a page on loopback and updates it when the files
/// change.
struct WatchRun {
  private let session: WatchSession
  private let opens: Bool

  /// - Parameter arguments: the command line for the worker.
  init(_ options: PreviewOptions, _ arguments: [String], _ worker: PreviewWorker) {
    session = WatchSession(
      worker, arguments: arguments, input: options.input,
      data: [options.dataOptions.data].compactMap { $0 }
    ) { Console.report(.environment($0)) }
    opens = options.open
  }

  /// The pause between two checks of the files.
  private static let interval = Duration.milliseconds(40)

  /// Serves until SIGINT or SIGTERM, then returns normally.
  func run() async throws {
    do {
      try await session.begin()
    } catch let refusal as PreviewWorker.PreviewWorkerError {
      throw CommandFailureError(
        status: ExitStatus(rawValue: refusal.status) ?? .environment, message: refusal.message,
        help: refusal.help)
    }
    // From here on there are files to remove, so signals must not end the process at once. Before
    // this line they do, because the first drawing can hang.
    Interruption.begin()
    guard let page = try await serve() else {
      throw CommandFailureError.environment("cannot serve the page")
    }
    Console.print(page)
    Console.note("the page updates when the files change; press Ctrl-C to stop")
    let opener = opens ? BrowserOpener(page) : nil
    defer { opener?.remove() }
    let session = session
    Task.detached {
      while true {
        try await Task.sleep(for: Self.interval)
        try await session.follow()
      }
    }
    opener?.open()
    while !Interruption.isWanted { try await Task.sleep(for: .milliseconds(50)) }
  }

  /// Starts the server, which runs until the process ends, and returns the address of the page.
  private func serve() async throws -> String? {
    let server = WatchServer(session)
    let (addresses, continuation) = AsyncThrowingStream.makeStream(of: String.self)
    Task.detached {
      // After the first address, no task waits for the server. If it fails later, the page shows
      // that.
      do {
        try await server.run { continuation.yield($0) }
        continuation.finish()
      } catch {
        continuation.finish(
          throwing: CommandFailureError.environment("cannot serve the page: \(error)"))
      }
    }
    return try await addresses.first { _ in true }
  }
}
