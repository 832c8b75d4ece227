// SPDX-License-Identifier: Apache-2.0

import Logging
import PassRegistry

/// Takes away what is kept no longer, a little at a time.
struct Housekeeper: Sendable {
  let retention: Retention
  /// Who was heard of; nil where nobody asks.
  let heard: HeardDevices?
  let store: any PassStore
  let logger: Logger
  let clock: @Sendable () -> Int64
  /// How often devices that were heard of are written down.
  static let pause = Duration.seconds(60)
  /// How often there is a look at what is to go, counted in pauses.
  static let pausesOfALook = 60
  private static let atOnce = 1_000

  /// What was taken away.
  struct Outcome: Hashable, Sendable {
    var messages = 0
    var devices = 0
    var passes = 0
  }

  /// Works until the service ends, and writes down then who was heard of.
  func run() async {
    var pauses = 0
    while !Task.isCancelled {
      await trying {
        try await writeHeard()
        guard pauses.isMultiple(of: Self.pausesOfALook) else { return }
        say(try await tidy())
      }
      pauses += 1
      try? await Task.sleep(for: Self.pause)
    }
    await trying { try await writeHeard() }
  }

  private func trying(_ body: () async throws -> Void) async {
    do { try await body() } catch {
      logger.error("cannot delete expired data", metadata: ["reason": "\(error)"])
    }
  }

  /// Takes away what has had its time.
  func tidy() async throws(StoreError) -> Outcome {
    var outcome = Outcome()
    let now = clock()
    if let days = retention.messages {
      outcome.messages = try await store.dropMessages(before: now - Int64(days) * 86_400)
    }
    if let days = retention.voidPasses {
      let time = now - Int64(days) * 86_400
      while !Task.isCancelled {
        let passes = try await store.voidPasses(before: time, limit: Self.atOnce)
        for pass in passes {
          let wasThere = try await store.forget(passType: pass.passType, serial: pass.serial)
          if wasThere { outcome.passes += 1 }
        }
        guard passes.count == Self.atOnce else { break }
      }
    }
    if let days = retention.devices {
      let today = try await today()
      // In transactions of their own, so that those who register never wait long.
      while !Task.isCancelled {
        let count = try await store.hearOfNew(on: today, limit: Self.atOnce)
        guard count == Self.atOnce else { break }
      }
      while !Task.isCancelled {
        let count = try await store.dropDevices(
          unheardSince: today - Int64(days), limit: Self.atOnce)
        outcome.devices += count
        guard count == Self.atOnce else { break }
      }
    }
    return outcome
  }

  /// Writes down who was heard of.
  func writeHeard() async throws(StoreError) {
    guard let heard else { return }
    let devices = heard.take()
    guard !devices.isEmpty else { return }
    let today = try await today()
    for start in stride(from: 0, to: devices.count, by: Self.atOnce) {
      try await store.hear(
        Array(devices[start..<min(start + Self.atOnce, devices.count)]), on: today)
    }
  }

  /// The day as the service counts: how many days it has been up on. A clock that is wrong by a year
  /// is one day more, and time in which nobody could be heard does not count.
  private func today() async throws(StoreError) -> Int64 {
    let day = clock() / 86_400
    let known = try await store.setting("day").map { String(decoding: $0, as: UTF8.self) }
    let numbers = (known ?? "").split(separator: " ").compactMap { Int64($0) }
    if numbers.count == 2, numbers[1] == day { return numbers[0] }
    let count = (numbers.first ?? 0) + 1
    try await store.keep(setting: Array("\(count) \(day)".utf8), named: "day")
    return count
  }

  private func say(_ outcome: Outcome) {
    guard outcome != Outcome() else { return }
    logger.info(
      "deleted expired data",
      metadata: [
        "messages": "\(outcome.messages)", "devices": "\(outcome.devices)",
        "passes": "\(outcome.passes)",
      ])
  }
}
