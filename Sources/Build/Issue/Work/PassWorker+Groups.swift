// SPDX-License-Identifier: Apache-2.0

import PassArchive
import PassBasics
import PassBuild
import PassCrypto
import PassDiagnostics
import PassRead

/// One .pkpasses file of a group, with at most ten passes and 150 MB.
struct GroupPart {
  /// The indexes of its passes in the rows of the group.
  private(set) var members: [Int] = []
  private(set) var entries: [ArchiveEntry] = []
  private var size = GroupPart.endInBytes

  /// The size in bytes of the end of central directory record of a zip archive without a comment
  /// (APPNOTE 4.3.16).
  static let endInBytes = 22
  /// Returns the bytes of an entry without its content: a local header of 30 bytes and one of 46 in
  /// the central directory (APPNOTE 4.3.7 and 4.3.12), each followed by the name.
  static func overhead(_ name: String) -> Int { 30 + 46 + 2 * name.utf8.count }

  /// Returns whether a bundle alone is larger than Wallet accepts.
  static func isTooLarge(_ bundle: [UInt8], named name: String) -> Bool {
    endInBytes + overhead(name) + bundle.count > PassGroup.limitInBytes
  }

  /// Adds a bundle. Returns false if the part is full.
  mutating func add(_ bundle: [UInt8], named name: String, member: Int) throws -> Bool {
    let more = Self.overhead(name) + bundle.count
    guard members.count < PassGroup.maxPasses, size + more <= PassGroup.limitInBytes else {
      return false
    }
    entries.append(try ArchiveEntry(path: name, bytes: bundle))
    members.append(member)
    size += more
    return true
  }
}

extension PassWorker {
  /// Processes the groups of a batch. A group is written as a whole, so one changed row rewrites
  /// all of it.
  mutating func workGroups(_ batch: RowBatch, _ outcome: inout BatchOutcome) throws {
    for group in batch.groups {
      var works = batch.rows[group.rows].map { begin($0) }
      for index in works.indices { timed(&works[index]) { $0.read(&$1) } }
      try compareWithLedger(&works)
      if isUnchanged(works, group.value) {
        for index in works.indices where !works[index].isDone {
          works[index].outcome.result = .unchanged
          works[index].outcome.path = works[index].known?.file?.path
          works[index].outcome.entry = works[index].known?.file?.entry
          works[index].outcome.digest = works[index].known?.bundle?.bytes
          works[index].outcome.bundleSize = Int(works[index].known?.bundleSize ?? 0)
          works[index].isDone = true
        }
      }
      try rejectDropped(&works, group.value)
      for index in works.indices { try timed(&works[index]) { try $0.check(&$1) } }
      try reserve(&works)
      try makeGroup(&works, group.value, &outcome.archive)
      try record(works)
      reportMissing(&works, group.value)
      for work in works { finish(work, &outcome) }
    }
  }

  /// Returns whether all files of the group already contain exactly the passes of these rows.
  private func isUnchanged(_ works: [Work], _ group: String) -> Bool {
    guard let ledger = plan.ledger, let folder = plan.output?.existing else { return false }
    var sizes: [String: (expected: Int, recorded: Int64)] = [:]
    var serials: [String: Int] = [:]
    for work in works where !work.fed.isRejected {
      guard !work.isDone, let known = work.known, let serial = work.fed.serial,
        ledger.sameness.matches(known, for: soughtPass(work)), let file = known.file,
        file.folder == ledger.folder, file.entry == Self.entry(of: serial),
        let size = known.bundleSize
      else { return false }
      let part = sizes[file.path] ?? (GroupPart.endInBytes, file.size)
      sizes[file.path] = (
        part.expected + GroupPart.overhead(Self.entry(of: serial)) + Int(size), part.recorded
      )
      serials[file.path, default: 0] += 1
    }
    guard !sizes.isEmpty else { return false }
    for (number, path) in sizes.keys.sorted().enumerated() {
      guard let size = sizes[path], size.expected == Int(size.recorded),
        sizes[plan.naming.path(of: group, part: number + 1)] != nil
      else { return false }
      if ledger.sameness.place == .unasked { continue }
      let onDisk = try? Disk.size(of: FilePath.join(folder.path, path))
      guard onDisk == Int(size.recorded) else { return false }
    }
    return true
  }

  /// Rejects the rows of a group if its files have passes that no row names. The group is written
  /// as a whole, so those passes would be lost. For each row without a readable serial number one
  /// such pass is accepted, because it may be the pass of that row.
  private func rejectDropped(_ works: inout [Work], _ group: String) throws {
    let open = works.indices.filter { !works[$0].isDone }
    guard let folder = plan.output?.existing, !folder.replacesOtherContent, !open.isEmpty else {
      return
    }
    let named = Set(works.compactMap { $0.fed.serial.map(Self.entry) })
    let unread = works.count { $0.fed.serial == nil }
    var dropped: [String] = []
    for number in 1... {
      let path = FilePath.join(folder.path, plan.naming.path(of: group, part: number))
      guard try Disk.kind(of: path) == .file,
        case .passes(let found) = PassFinder.find(try Disk.read(path), name: path)
      else { break }
      dropped += found.passes.map(\.entry).filter { !named.contains($0) }
    }
    guard dropped.count > unread, let first = dropped.first else { return }
    let others = dropped.count == 1 ? "" : " and \(dropped.count - 1) more"
    for index in open {
      reject(
        &works[index], IssueFindings.groupDrops,
        "group \(quoted(group)) contains \(first)\(others), and no row names it")
    }
  }

  private static func entry(of serial: String) -> String {
    PassNaming.escaped(serial) + "." + PackageKind.pass.fileExtension
  }

  private mutating func makeGroup(
    _ works: inout [Work], _ group: String, _ archive: inout [UInt8]
  ) throws {
    var part = GroupPart()
    var number = 1
    for index in works.indices where !works[index].isDone {
      let name = Self.entry(of: works[index].fed.serial ?? "")
      guard !plan.isDryRun else {
        let isKnown = works[index].known?.state == .issued
        works[index].outcome.result = isKnown ? .reissued : .issued
        works[index].outcome.path = plan.naming.path(of: group, part: 1)
        works[index].isDone = true
        continue
      }
      guard let bundle = try signAndPackage(&works[index])?.bytes else { continue }
      if GroupPart.isTooLarge(bundle, named: name) {
        reject(
          &works[index], IssueFindings.passTooLarge,
          "the pass has \(bundle.count) bytes, a .pkpasses may have \(PassGroup.limitInBytes)")
        continue
      }
      if try !part.add(bundle, named: name, member: index) {
        try write(part, number, group, &works, &archive)
        part = GroupPart()
        number += 1
        _ = try part.add(bundle, named: name, member: index)
      }
    }
    guard !part.members.isEmpty else { return }
    try write(part, number, group, &works, &archive)
    guard let folder = plan.output?.existing else { return }
    // Deletes more parts of an earlier run, if the group had more passes then.
    while true {
      number += 1
      let path = FilePath.join(folder.path, plan.naming.path(of: group, part: number))
      guard try Disk.kind(of: path) == .file, isGroupFile(path) else { return }
      try Disk.remove(path)
    }
  }

  private mutating func write(
    _ part: GroupPart, _ number: Int, _ group: String, _ works: inout [Work],
    _ archive: inout [UInt8]
  ) throws {
    let path = plan.naming.path(of: group, part: number)
    let bytes = try ArchiveWriter.archive(of: part.entries)
    var result = RowOutcome.Result.issued
    let existing = plan.output?.existing
    let full = existing.map { FilePath.join($0.path, path) } ?? path
    let isThere = try existing != nil && Disk.kind(of: full) != nil
    if isThere, !isGroupFile(full) {
      return rejectAll(part, &works, IssueFindings.otherPass, "\(full) is not a bundle of passes")
    }
    if isThere, plan.ledger == nil, try Disk.read(full) == bytes {
      result = .unchanged
    } else {
      let isOurs = part.members.contains { works[$0].known?.state == .issued }
      guard
        !isThere || existing?.replacesOtherContent ?? false || isOurs || plan.ledger?.run != nil
      else {
        return rejectAll(part, &works, IssueFindings.otherContent, "\(full) has other passes")
      }
      let isWritten = try bytes.withUnsafeBytes {
        try plan.output?.write([$0], at: path, isThere: isThere, to: &archive)
      }
      guard isWritten ?? true else {
        return rejectAll(
          part, &works, IssueFindings.otherPass,
          "\(full) was written by another process during the run")
      }
      if isThere { result = .reissued }
    }
    for index in part.members {
      let isReissue = works[index].reserved?.isReissue ?? (result == .reissued)
      works[index].outcome.result =
        result == .unchanged ? .unchanged : isReissue ? .reissued : .issued
      works[index].outcome.path = path
      works[index].outcome.entry = Self.entry(of: works[index].fed.serial ?? "")
      works[index].outcome.fileSize = bytes.count
      works[index].isDone = true
    }
  }

  private func rejectAll(
    _ part: GroupPart, _ works: inout [Work], _ finding: Finding, _ message: String
  ) {
    for index in part.members { reject(&works[index], finding, message) }
  }

  /// Returns whether a file contains only passes, so that it may belong to a group.
  private func isGroupFile(_ path: String) -> Bool {
    guard let bytes = try? Disk.read(path) else { return false }
    if case .passes = PassFinder.find(bytes, name: path) { return true }
    return false
  }

  /// Reports for each rejected row that the group's file lacks its pass.
  private func reportMissing(_ works: inout [Work], _ group: String) {
    guard works.contains(where: { $0.outcome.result != .rejected }) else { return }
    for index in works.indices where works[index].outcome.result == .rejected {
      works[index].outcome.diagnostics.append(
        Diagnostic(
          finding: IssueFindings.groupIncomplete,
          message: "group \(quoted(group)) is written without this row",
          location: Location(
            file: works[index].fed.row.name, line: works[index].fed.row.line, column: 1),
          serial: works[index].fed.serial))
    }
  }
}
