// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassIssue

/// Issues passes as `passc issue` does. It looks up serial numbers, reserves them, writes the files
/// and records the end. Each file contains only serial number, token and signing time.
struct IssueProbe {
  let ledger: String
  let output: String
  let serials: [String]
  let batch: Int
  let countsAtEnd: Bool

  init(_ arguments: [String], countsAtEnd: Bool) {
    ledger = arguments[1]
    output = arguments[2]
    let first = Int(arguments[3]) ?? 0
    serials = (first..<first + (Int(arguments[4]) ?? 0)).map { "S-\($0)" }
    batch = max(Int(arguments[5]) ?? 1, 1)
    self.countsAtEnd = countsAtEnd
  }

  func run() throws {
    let ledger = try Ledger(ledger, access: .creating)
    let start = try ledger.begin(
      RunDescription(
        passType: "pass.com.example.probe", signingTime: Environment.now, template: number(1),
        certificate: number(1), options: output, countsAtEnd: countsAtEnd), now: Environment.now)
    var counts = RunCounts()
    var archive: AtomicFile?
    if countsAtEnd { archive = try AtomicFile(output) } else { try Disk.makeFolders(output) }
    var rest = serials[...]
    while !rest.isEmpty {
      try issue(Array(rest.prefix(batch)), start.run, ledger, archive, &counts)
      rest = rest.dropFirst(batch)
    }
    try archive?.commit()
    try start.run.end(counts, now: Environment.now)
    try printLine("end \(counts.issued) \(counts.reissued) \(counts.unchanged) \(counts.rejected)")
  }

  private func issue(
    _ serials: [String], _ run: IssuingRun, _ ledger: Ledger, _ archive: AtomicFile?,
    _ counts: inout RunCounts
  ) throws {
    let known = try ledger.find(serials, passType: "pass.com.example.probe")
    var wishes: [Reservation] = []
    for (serial, pass) in zip(serials, known) {
      if let pass, pass.state == .issued {
        counts.unchanged += 1
        continue
      }
      let token = String(UInt64.random(in: .min ... .max), radix: 16)
      wishes.append(
        Reservation(
          serial: serial, digests: PassDigests(row: number(2), holder: nil, content: number(2)),
          token: .ifNew(token)))
    }
    var written: [IssuedBundle] = []
    for (wish, outcome) in zip(wishes, try run.reserve(wishes)) {
      guard case .reserved(let reserved) = outcome else {
        counts.unchanged += 1
        continue
      }
      let bytes = Array("\(wish.serial) \(reserved.token ?? "") \(run.signingTime)\n".utf8)
      if let archive {
        try archive.append(bytes)
      } else {
        try Disk.write(bytes, to: output + "/" + wish.serial)
      }
      written.append(
        IssuedBundle(
          reserved, digest: number(bytes.count), size: Int64(bytes.count),
          file: PlacedFile(folder: output, path: wish.serial, size: Int64(bytes.count)),
          time: Environment.now))
      counts.issued += 1
      try printLine("issued \(wish.serial)")
    }
    try run.finish(written)
  }
}

/// Writes without a buffer. A test that kills this process then reads every line written so far.
private func printLine(_ line: String) throws {
  try Disk.writeStandardOutput(Array((line + "\n").utf8))
}

/// Returns a digest with the number in its last eight bytes. No real content has this digest.
func number(_ value: Int) -> LedgerDigest {
  let tail = withUnsafeBytes(of: UInt64(truncatingIfNeeded: value).bigEndian) { Array($0) }
  guard let digest = LedgerDigest([UInt8](repeating: 0, count: 24) + tail) else {
    preconditionFailure("32 bytes are a digest")
  }
  return digest
}
