// SPDX-License-Identifier: Apache-2.0

import Dispatch
import PassBasics
import PassConsole
import PassPreview
import Synchronization

/// `passc preview --watch`: a page on loopback that follows the files, until somebody ends it.
struct WatchRun {
  private let studio: WatchStudio
  private let opens: Bool

  init(_ options: PreviewOptions) throws {
    studio = try WatchStudio(options, try SettingsReader.settings(options))
    opens = options.open
  }

  /// How often the files are looked at.
  private static let interval = Duration.milliseconds(40)

  /// Serves until SIGINT or SIGTERM comes, which is how it is meant to end.
  func run() throws {
    Interruption.begin()
    let server = WatchServer(studio)
    let (studio, begun, address) = (studio, DispatchSemaphore(value: 0), Address())
    Task.detached {
      await studio.read()
      do {
        try await server.run { found in
          address.text.withLock { $0 = found }
          begun.signal()
        }
      } catch {
        // After it has begun nobody waits for it: the page says that it is gone.
        begun.signal()
      }
    }
    // This thread belongs to the signals.
    begun.wait()
    let page = address.text.withLock { $0 }
    guard !page.isEmpty else { throw Failure.environment("the page cannot be served") }
    Console.print(page)
    Console.say("the page follows the files; Ctrl-C ends it")
    let opener = opens ? BrowserOpener(page) : nil
    defer { opener?.remove() }
    Task.detached {
      while true {
        try await Task.sleep(for: Self.interval)
        try await studio.follow()
      }
    }
    opener?.open()
    Interruption.wait()
  }

  private final class Address: Sendable {
    let text = Mutex("")
  }
}
