// SPDX-License-Identifier: Apache-2.0

import PassArchive
import PassBasics
import PassCheck
import PassCrypto
import PassDiagnostics
import PassModel
import PassRules

/// Holds bundles against a ledger: what was issued under their serial numbers.
///
/// The ledger knows the hash of each bundle and the place of its file. Equal bytes are the same
/// pass; of others the file at its place is read, since a new signature over the same content
/// changes the bytes and not the pass.
struct LedgerComparison {
  static let otherPass = Finding(
    "serial.ledger.otherPass", .error, effect: .wrong,
    why: """
      The ledger has issued another pass with this pass type and serial number. On a device that \
      has both the second replaces the first.
      """,
    help: "give the pass a serial number of its own, or issue the change through the ledger",
    source: .documented("Wallet Passes: Pass, serialNumber"),
    wrong: "A-1 for gold in the bundle, A-1 for silver in the ledger",
    right: "the bundle that was issued")
  static let otherBytes = Finding(
    "serial.ledger.otherBytes", .warning, effect: .style,
    why: """
      The ledger has issued a bundle with this serial number whose bytes differ, and its file is no \
      longer where it was written. It may be the same pass with another signature, or another pass.
      """,
    help: "compare with the file that was issued, or give the pass a serial number of its own",
    source: .convention("equal bytes are the same pass, others may be"),
    wrong: "A-1 with another SHA-256 than in the ledger, and no file at its place",
    right: "A-1 with the bytes that were issued")
  static let otherToken = Finding(
    "serial.ledger.otherToken", .error, effect: .wrong,
    why: """
      A pass keeps its authentication token for life: the device of the holder sends the one of the \
      bundle it first got, and the server would not know it.
      """,
    help: "issue the pass through the ledger, which keeps its token",
    source: .documented("Wallet Passes: Pass, authenticationToken"),
    wrong: "A-1 with another authentication token than was issued",
    right: "A-1 with the token that was issued")

  static let all = [otherPass, otherBytes, otherToken]

  private let ledger: Ledger
  private let disk: DiskReader
  private let limits: ArchiveLimits

  init(_ ledger: Ledger, limits: ArchiveLimits, disk: DiskReader = DiskReader()) {
    self.ledger = ledger
    self.limits = limits
    self.disk = disk
  }

  /// Serial numbers asked for at once: each question is a transaction.
  private static let serialsAtOnce = 500

  /// What is wrong with these bundles in the eyes of the ledger.
  func check(_ members: [PassSet.Member]) throws(LedgerError) -> [Diagnostic] {
    var found: [Diagnostic] = []
    var start = 0
    while start < members.count {
      let type = members[start].passTypeIdentifier
      var end = start
      while end < members.count, end - start < Self.serialsAtOnce,
        members[end].passTypeIdentifier == type
      {
        end += 1
      }
      let batch = members[start..<end]
      let known = try ledger.find(batch.map(\.serialNumber), passType: type)
      for (member, pass) in zip(batch, known) {
        if let pass, pass.state == .issued { check(member, pass, &found) }
      }
      start = end
    }
    return found
  }

  private func check(
    _ member: PassSet.Member, _ issued: LedgerPass, _ found: inout [Diagnostic]
  ) {
    guard let digest = member.bundleDigest, issued.bundle?.bytes != digest else { return }
    let serial = "serial number \"\(member.serialNumber)\""
    if let token = issued.token, let own = member.token, token != own {
      found.append(
        Diagnostic(
          finding: Self.otherToken, message: "\(serial) was issued with another token",
          location: member.tokenPlace ?? member.serialPlace, pointer: "/authenticationToken"))
    }
    switch contentHash(of: issued) {
    case member.contentHash?: return
    case .some:
      found.append(
        Diagnostic(
          finding: Self.otherPass,
          message: "\(serial) was issued to another pass, in \(issued.file?.fullPath ?? "a pipe")",
          location: member.serialPlace, pointer: "/serialNumber"))
    case nil:
      found.append(
        Diagnostic(
          finding: Self.otherBytes,
          message: "\(serial) was issued in a bundle with other bytes, whose file is not there",
          location: member.serialPlace, pointer: "/serialNumber"))
    }
  }

  /// Of the bundle the ledger wrote down, as far as it is still what it was.
  private func contentHash(of issued: LedgerPass) -> [UInt8]? {
    guard let file = issued.file, let bytes = try? disk.read(file.fullPath) else { return nil }
    let bundle = file.entry.map { Self.entry($0, of: bytes, limits) } ?? bytes
    guard let bundle, issued.bundle?.bytes == Digest.sha256(bundle) else { return nil }
    guard case .pass(let pass) = PassFinder.find(bundle, name: file.path, limits: limits) else {
      return nil
    }
    return PassChecker.contentHash(of: pass.files.map { ($0.path, Digest.sha1($0.bytes)) })
  }

  /// The bundle of that name in a tar or a .pkpasses.
  private static func entry(
    _ name: String, of bytes: [UInt8], _ limits: ArchiveLimits
  ) -> [UInt8]? {
    if TarReader.isTar(bytes) {
      var tar = TarReader(bytes)
      // One that is cut off before it does not hold it; what follows it does not matter.
      while let entry = try? tar.next() {
        if entry.name == name { return entry.bytes }
      }
      return nil
    }
    var report = Report()
    let archive = ArchiveReader.read(bytes, name: name, limits: limits, report: &report)
    return archive?.entries.first { $0.path == name && $0.isIntact }?.bytes
  }
}
