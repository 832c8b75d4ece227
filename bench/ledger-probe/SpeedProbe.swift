// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassIssue

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Measures what one pass costs in the ledger, in microseconds of processor time and of elapsed
/// time.
struct SpeedProbe {
  let ledger: String
  let count: Int
  let batch = 500

  func run() throws {
    guard count > 0 else { return }
    for order in [Order.ascending, .random] { try run(order) }
  }

  private enum Order: String { case ascending, random }

  private func run(_ order: Order) throws {
    let path = "\(ledger).\(order.rawValue)"
    for suffix in ["", "-wal", "-shm", "-runs"] { try? Disk.remove(path + suffix) }
    let ledger = try Ledger(path, access: .creating, readers: 2)
    var serials = (0..<count).map { Self.serial($0) }
    if order == .random {
      var generator = Generator(state: 1)
      serials.shuffle(using: &generator)
    }
    let what = RunDescription(
      passType: "pass.com.example.probe", signingTime: 0, template: number(1),
      certificate: number(1), options: "")
    let run = try ledger.begin(what, now: 0).run
    let writing = Stopwatch()
    for batch in batches(serials) { try issue(batch, 1, run) }
    writing.stop("\(order.rawValue): reserve and finish a new pass", count)
    try run.end(RunCounts(issued: count), now: 1)

    for threads in [1, 2] {
      try measureLookUp(threads, serials, "\(order.rawValue): look up") { batch in
        try !ledger.find(batch, passType: "pass.com.example.probe").contains(nil)
      }
      let criteria = LedgerCriteria(
        passType: "pass.com.example.probe", certificate: nil, place: .below("/srv/passes"))
      try measureLookUp(threads, serials, "\(order.rawValue): compare") { batch in
        let sought = batch.map {
          SoughtPass(serial: $0, content: number(1), path: $0 + ".pkpass")
        }
        return try ledger.compare(sought, criteria).allSatisfy {
          if case .same = $0 { true } else { false }
        }
      }
    }

    let counting = Stopwatch()
    _ = try ledger.issuedCount(passType: "pass.com.example.probe")
    counting.stop("\(order.rawValue): count all", count)

    let second = try ledger.begin(what, now: 2).run
    let reissuing = Stopwatch()
    for batch in batches(Array(serials.prefix(count / 10))) { try issue(batch, 2, second) }
    reissuing.stop("\(order.rawValue): reserve and finish a reissue", max(count / 10, 1))
    try second.end(RunCounts(), now: 3)
    try archive(order)
    var status = stat()
    if stat(path, &status) == 0 {
      print("\(order.rawValue): \(Int(status.st_size) / count) bytes per pass")
    }
  }

  /// Looks up all serial numbers on several threads. `isFound` returns whether it found all serial
  /// numbers of a batch.
  private func measureLookUp(
    _ threads: Int, _ serials: [String], _ what: String,
    _ isFound: @escaping @Sendable ([String]) throws -> Bool
  ) throws {
    let finding = Stopwatch()
    let parts = batches(serials)
    let work = (0..<threads).map { thread in
      BackgroundWork { () -> String? in
        do {
          for (index, batch) in parts.enumerated() where index % threads == thread {
            if try !isFound(batch) { return "not found" }
          }
          return nil
        } catch {
          return "\(error)"
        }
      }
    }
    for thread in work { if let failure = thread.value() { print(failure) } }
    finding.stop("\(what), \(threads) threads", serials.count)
  }

  /// Measures the same for an archive. Its passes count as issued only at the end of the run.
  private func archive(_ order: Order) throws {
    let path = "\(ledger).\(order.rawValue)-archive"
    for suffix in ["", "-wal", "-shm", "-runs"] { try? Disk.remove(path + suffix) }
    let ledger = try Ledger(path, access: .creating, readers: 2)
    let run = try ledger.begin(
      RunDescription(
        passType: "pass.com.example.probe", signingTime: 0, template: number(1),
        certificate: number(1), options: "", countsAtEnd: true), now: 0
    ).run
    let writing = Stopwatch()
    for batch in batches((0..<count).map { Self.serial($0) }) { try issue(batch, 1, run) }
    writing.stop("archive: reserve and record a new pass", count)
    let ending = Stopwatch()
    try run.end(RunCounts(issued: count), now: 1)
    ending.stop("archive: the end", count)
    for suffix in ["", "-wal", "-shm", "-runs"] { try? Disk.remove(path + suffix) }
  }

  private func issue(_ serials: [String], _ content: Int, _ run: IssuingRun) throws {
    let wishes = serials.map {
      Reservation(
        serial: $0,
        digests: PassDigests(row: number(content), holder: number(1), content: number(content)),
        token: .ifNew("0123456789abcdef0123456789abcdef"), expectedPath: $0 + ".pkpass")
    }
    var written: [IssuedBundle] = []
    for (serial, outcome) in zip(serials, try run.reserve(wishes)) {
      guard case .reserved(let reserved) = outcome else { continue }
      written.append(
        IssuedBundle(
          reserved, digest: number(3), size: 25_000,
          file: PlacedFile(folder: "/srv/passes", path: serial + ".pkpass", size: 25_000),
          time: 1_800_000_000))
    }
    try run.finish(written)
  }

  private func batches(_ serials: [String]) -> [[String]] {
    stride(from: 0, to: serials.count, by: batch).map {
      Array(serials[$0..<min($0 + batch, serials.count)])
    }
  }

  /// Returns a serial number as long as a membership number with a prefix, like `GYM-00000017`.
  private static func serial(_ number: Int) -> String {
    let digits = String(number)
    return "GYM-" + String(repeating: "0", count: max(8 - digits.utf8.count, 0)) + digits
  }
}

/// Prints the elapsed time and the processor time since its creation.
struct Stopwatch {
  private let start = ContinuousClock.now
  private let processor = Stopwatch.processorTime

  func stop(_ what: String, _ count: Int) {
    let elapsed = start.duration(to: .now) / .microseconds(1)
    let used = (Self.processorTime - processor) * 1_000_000
    print(
      "\(what): \(Self.two(elapsed / Double(count))) µs each, "
        + "\(Self.two(used / Double(count))) µs of processor, peak \(Self.peak)")
  }

  private static func two(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }

  private static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
  }

  /// The peak memory of the process, as Linux reports it.
  private static var peak: String {
    let status = (try? Disk.read("/proc/self/status")) ?? []
    let line = String(decoding: status, as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix("VmHWM:") }
    return line.map { String($0.dropFirst(6).drop { $0 == "\t" || $0 == " " }) } ?? "not known"
  }
}

/// A SplitMix64 generator. It gives the same order in every run.
private struct Generator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
