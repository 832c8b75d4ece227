// SPDX-License-Identifier: Apache-2.0

import Logging
import PassRegistry

/// Deletes expired data in small steps.
struct Housekeeper: Sendable {
  let retention: Retention
  /// Devices that sent a request. Nil if devices are kept forever.
  let seenDevices: SeenDevices?
  let store: any PassStore
  let logger: Logger
  let clock: @Sendable () -> Int64
  /// Pause between two times when devices are stored.
  static let pause = Duration.seconds(60)
  /// Number of pauses between two deletions.
  static let pausesPerCheck = 60
  private static let atOnce = 1_000

  struct Outcome: Hashable, Sendable {
    var messages = 0
    var devices = 0
    var passes = 0
  }

  /// Works until the service ends, then stores the devices once more.
  func run() async {
    var pauses = 0
    while !Task.isCancelled {
      await trying {
        try await writeSeenDevices()
        guard pauses.isMultiple(of: Self.pausesPerCheck) else { return }
        log(try await tidy())
      }
      pauses += 1
      try? await Task.sleep(for: Self.pause)
    }
    await trying { try await writeSeenDevices() }
  }

  private func trying(_ body: () async throws -> Void) async {
    do { try await body() } catch {
      logger.error("cannot delete expired data", metadata: ["reason": "\(error)"])
    }
  }

  /// Deletes expired messages, void passes and devices.
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
    _ = try await store.dropUnusedFiles()
    if let days = retention.devices {
      let today = try await today()
      // In several transactions, so that registrations do not wait long for the lock.
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

  /// Stores the devices that sent a request.
  func writeSeenDevices() async throws(StoreError) {
    guard let seenDevices else { return }
    let devices = seenDevices.removeAll()
    guard !devices.isEmpty else { return }
    let today = try await today()
    for start in stride(from: 0, to: devices.count, by: Self.atOnce) {
      try await store.hear(
        Array(devices[start..<min(start + Self.atOnce, devices.count)]), on: today)
    }
  }

  /// Returns the number of days on which the service was up. Retention counts these days instead of
  /// calendar days. A clock that jumps by a year then adds one day only, and days without the
  /// service do not count.
  private func today() async throws(StoreError) -> Int64 {
    let day = clock() / 86_400
    let known = try await store.setting("day").map { String(decoding: $0, as: UTF8.self) }
    let numbers = (known ?? "").split(separator: " ").compactMap { Int64($0) }
    if numbers.count == 2, numbers[1] == day { return numbers[0] }
    let count = (numbers.first ?? 0) + 1
    try await store.save(setting: Array("\(count) \(day)".utf8), named: "day")
    return count
  }

  private func log(_ outcome: Outcome) {
    guard outcome != Outcome() else { return }
    logger.info(
      "deleted expired data",
      metadata: [
        "messages": .count(outcome.messages), "devices": .count(outcome.devices),
        "passes": .count(outcome.passes),
      ])
  }
}
