// SPDX-License-Identifier: Apache-2.0

import PassArchive
import PassBasics
import PassCrypto
import PassDiagnostics
import PassModel
import PassRead
import PassRules

/// Compares bundles with the passes that a ledger has under their serial numbers.
///
/// The ledger stores the hash of each bundle and the path of its file. Equal bytes are the same
/// pass. Otherwise the file at the path is read, because a new signature over the same content
/// changes the bytes and not the pass.
struct LedgerComparison {
  static let otherPass = Finding(
    "serial.ledger.otherPass", .error, effect: .wrong,
    why: """
      The ledger has issued another pass with this pass type identifier and serial number. On an \
      iPhone that has both, the second replaces the first.
      """,
    help: "give the pass another serial number, or issue the change with the ledger",
    source: .documented("Wallet Passes: Pass, serialNumber"),
    wrong: """
      gym.ledger   A-1, tier Silver
      A-1.pkpass   A-1, tier Gold
      """,
    right: """
      gym.ledger   A-1, tier Silver
      A-1.pkpass   A-1, tier Silver
      """)
  static let otherBytes = Finding(
    "serial.ledger.otherBytes", .warning, effect: .style,
    why: """
      The ledger has issued a file with this serial number and other bytes, and that file is no \
      longer where it was written. It may be the same pass with another signature, or another \
      pass.
      """,
    help: "compare with the file that was issued, or give the pass another serial number",
    source: .convention("equal bytes are the same pass, others may be"),
    wrong: """
      gym.ledger   A-1, SHA-256 5d41402a..., file missing
      A-1.pkpass   A-1, SHA-256 7c211433...
      """,
    right: """
      gym.ledger   A-1, SHA-256 5d41402a..., file missing
      A-1.pkpass   A-1, SHA-256 5d41402a...
      """)
  static let otherToken = Finding(
    "serial.ledger.otherToken", .error, effect: .wrong,
    why: """
      A pass never changes its authentication token. An iPhone sends the token of the pass it \
      first got, and the service would not know it.
      """,
    help: "issue the pass with the ledger, which keeps its token",
    source: .documented("Wallet Passes: Pass, authenticationToken"),
    wrong: """
      gym.ledger   A-1 with token 3f6c...
      A-1.pkpass   A-1 with token 90ab...
      """,
    right: """
      gym.ledger   A-1 with token 3f6c...
      A-1.pkpass   A-1 with token 3f6c...
      """)

  static let all = [otherPass, otherBytes, otherToken]

  private let ledger: Ledger
  private let disk: DiskReader
  private let limits: ArchiveLimits

  init(_ ledger: Ledger, limits: ArchiveLimits, disk: DiskReader = DiskReader()) {
    self.ledger = ledger
    self.limits = limits
    self.disk = disk
  }

  /// The number of serial numbers in one query, which is one transaction.
  private static let serialsAtOnce = 500

  /// Returns the problems of these bundles that the ledger shows.
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
          message: "\(serial) was issued as another pass, \(issued.file?.fullPath ?? "to a pipe")",
          location: member.serialPlace, pointer: "/serialNumber"))
    case nil:
      found.append(
        Diagnostic(
          finding: Self.otherBytes,
          message: "\(serial) was issued with other bytes, in a file that is missing",
          location: member.serialPlace, pointer: "/serialNumber"))
    }
  }

  /// Returns the content hash of the bundle that the ledger recorded, or nil if its file was
  /// changed since.
  private func contentHash(of issued: LedgerPass) -> [UInt8]? {
    guard let file = issued.file, let bytes = try? disk.read(file.fullPath) else { return nil }
    let bundle = file.entry.map { Self.entry($0, of: bytes, limits) } ?? bytes
    guard let bundle, issued.bundle?.bytes == Digest.sha256(bundle) else { return nil }
    guard case .pass(let pass) = PassFinder.find(bundle, name: file.path, limits: limits) else {
      return nil
    }
    return FoundPass.contentHash(
      of: pass.files.map { ($0.path, PackageKind.pass.hash($0.bytes)) })
  }

  /// Returns the bundle with that name in a tar or a .pkpasses file.
  private static func entry(
    _ name: String, of bytes: [UInt8], _ limits: ArchiveLimits
  ) -> [UInt8]? {
    if TarReader.isTar(bytes) {
      var tar = TarReader(bytes)
      // If the tar is truncated before the bundle, the bundle is not in it. The rest does not
      // matter.
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
