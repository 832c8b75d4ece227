// SPDX-License-Identifier: Apache-2.0

import PassBasics
import Synchronization

/// Preview cache. `passc-preview` draws the images if it is installed next to this program.
final class PreviewCache: Sendable {
  /// Everything that an image depends on.
  struct Key: Hashable, Sendable {
    var digest: [UInt8]
    var modified: Int64
    var language: String
    /// Days since 1970 (UTC), because a pass looks different after it expires.
    var day: Int64
  }

  private struct State {
    var pictures: [Key: [UInt8]] = [:]
    var order: [Key] = []
    var bytes = 0
    var waiting = 0
    var count = 0
  }

  private let program: String?
  private let folder: ScratchFolder?
  private let threads = WorkThreads(PreviewCache.atOnce)
  private let state = Mutex(State())
  private let limitInBytes: Int

  /// Number of programs at the same time.
  private static let atOnce = 2
  private static let maxWaiting = 16
  private static let seconds = 10

  /// - Parameter program: the path of passc-preview. Nil if there are no images.
  init(program: String?, limitInBytes: Int = 16 << 20) {
    self.program = program
    self.limitInBytes = limitInBytes
    folder = program.flatMap { _ in
      try? ScratchFolder(in: Environment.value("TMPDIR") ?? "/tmp")
    }
  }

  /// Returns a PNG of the front with two pixels a point. Returns nil without the program, if it
  /// fails, or if too many requests wait.
  func picture(of bundle: [UInt8], _ key: Key) async -> [UInt8]? {
    guard let program, let folder else { return nil }
    let (known, number) = state.withLock { state -> ([UInt8]?, Int?) in
      if let picture = state.pictures[key] { return (picture, nil) }
      guard state.waiting < Self.maxWaiting else { return (nil, nil) }
      state.waiting += 1
      state.count += 1
      return (nil, state.count)
    }
    guard let number else { return known }
    defer { state.withLock { $0.waiting -= 1 } }
    let base = FilePath.join(folder.path, "\(number)")
    let drawn = try? await threads.run {
      Self.draw(bundle, with: program, base, language: key.language)
    }
    guard let picture = drawn else { return nil }
    store(picture, key)
    return picture
  }

  private static func draw(
    _ bundle: [UInt8], with program: String, _ base: String, language: String
  ) -> [UInt8]? {
    let (input, output) = ("\(base).\(PackageKind.pass.fileExtension)", base + ".png")
    defer {
      try? Disk.remove(input)
      try? Disk.remove(output)
    }
    guard (try? Disk.write(bundle, to: input)) != nil,
      let run = ProgramFile.start(
        program,
        [input, "-o", output, "--side", "front", "--scale", "2", "--language", language],
        streams: .none)
    else { return nil }
    let end = ContinuousClock.now + .seconds(seconds)
    while true {
      if let status = run.statusIfEnded() {
        guard status == 0 else { return nil }
        return try? Disk.read(output, limit: 8 << 20)
      }
      if ContinuousClock.now > end {
        run.kill()
        while run.statusIfEnded() == nil { usleep(1_000) }
        return nil
      }
      usleep(5_000)
    }
  }

  private func store(_ picture: [UInt8], _ key: Key) {
    state.withLock { state in
      // If two requests draw the same image at once, the first one is kept. The second may have
      // another size, and `bytes` has to stay the sum.
      guard state.pictures[key] == nil else { return }
      state.pictures[key] = picture
      state.order.append(key)
      state.bytes += picture.count
      while state.bytes > limitInBytes, !state.order.isEmpty {
        let oldest = state.order.removeFirst()
        state.bytes -= state.pictures.removeValue(forKey: oldest)?.count ?? 0
      }
    }
  }
}
