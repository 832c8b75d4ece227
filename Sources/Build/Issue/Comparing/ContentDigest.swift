// SPDX-License-Identifier: Apache-2.0

import PassCrypto
import PassJSON
import PassTemplate

/// A digest that shows whether a pass made earlier has the same content as a new one. It covers
/// everything that the pass is made from, except for certificate, signing time and authentication
/// token.
struct ContentDigest: Sendable {
  /// The digest of the template with the data from the certificate and the reader's key.
  let template: LedgerDigest
  private let start: [UInt8]
  private let holders: [Int]

  /// Change this if a newer passc makes other bytes from the same content.
  private static let form = "passc content 1"

  init(_ template: Template) {
    var bytes = Array(Self.form.utf8)
    template.forEachPart { name, content in
      Self.append(Array(name.utf8), to: &bytes)
      Self.append(Digest.sha256(content), to: &bytes)
    }
    let hash = Digest.sha256(bytes)
    guard let digest = LedgerDigest(hash) else { preconditionFailure("SHA-256 has 32 bytes") }
    self.template = digest
    start = hash
    holders = template.schema.columns.indices.filter { template.schema.columns[$0].isHolder }
  }

  /// Returns the digest of everything that a pass is made from.
  ///
  /// - Parameter files: the bytes of the files that the row names, in the order of the columns.
  func digest(of cells: [Cell], files: [[UInt8]], _ session: DigestSession) -> LedgerDigest {
    Self.digest(session, start) { bytes in
      for cell in cells { Self.append(cell, to: &bytes) }
      for file in files { Self.append(session.sha256(file), to: &bytes) }
    }
  }

  /// Returns the digests of one row that the ledger stores.
  ///
  /// - Parameter content: the result of `digest`.
  func digests(
    of cells: [Cell], content: LedgerDigest?, _ session: DigestSession
  ) -> PassDigests {
    PassDigests(
      row: Self.digest(session) { bytes in
        for cell in cells { Self.append(cell, to: &bytes) }
      },
      holder: holders.isEmpty
        ? nil
        : Self.digest(session) { bytes in
          for column in holders { Self.append(cells[column], to: &bytes) }
        },
      content: content)
  }

  private static func digest(
    _ session: DigestSession, _ start: [UInt8] = [], _ fill: (inout [UInt8]) -> Void
  ) -> LedgerDigest {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(256)
    bytes += start
    fill(&bytes)
    return withUnsafeTemporaryAllocation(byteCount: LedgerDigest.size, alignment: 8) { hash in
      bytes.withUnsafeBytes { session.sha256($0, into: hash) }
      guard let digest = LedgerDigest(UnsafeRawBufferPointer(hash)) else {
        preconditionFailure("SHA-256 has 32 bytes")
      }
      return digest
    }
  }

  private static func append(_ cell: Cell, to bytes: inout [UInt8]) {
    let kind: UInt8
    switch cell.value {
    case .empty: kind = 0
    case .text: kind = 1
    case .number: kind = 2
    case .boolean(let value): kind = value ? 4 : 3
    case .date(let text):
      bytes.append(5)
      append(Array(text.utf8), to: &bytes)
      kind = 1
    case .json(let document):
      bytes.append(6)
      append(JSONWriter.bytes(of: document.root), to: &bytes)
      kind = 1
    case .file: kind = 7
    }
    bytes.append(kind)
    append(cell.text.utf8, to: &bytes)
  }

  /// Appends the length of a part and the part, so that different lists never have the same bytes.
  private static func append(_ part: some Collection<UInt8>, to bytes: inout [UInt8]) {
    var count = part.count
    while count >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: count) | 0x80)
      count >>= 7
    }
    bytes.append(UInt8(count))
    bytes.append(contentsOf: part)
  }
}
