// SPDX-License-Identifier: Apache-2.0

import PassBuild
import PassDiagnostics
import PassModel
import PassTemplate

/// The size of the passes of a run, estimated from the first rows.
struct Sample {
  /// The mean size of a bundle in bytes. 0 if no row could be filled in.
  private(set) var bundleInBytes = 0

  /// For the certificate, the intermediate and an RSA value. A real chain has 3.4 kB.
  private static let signatureInBytes = 3_500
  /// For two headers with the name, and a line of the manifest.
  private static let bytesPerFile = 200
  private static let limit = 16

  init(
    of batch: RowBatch?, template: Template, rows: RowSource, sources: SourceTable
  ) throws {
    var parser = RowParser(rows.binding)
    var cells: [Cell] = []
    var sizes: [Int] = []
    for fed in batch?.rows ?? [] where !fed.isRejected && sizes.count < Self.limit {
      // Errors are not reported here, because making the pass reports them.
      var report = Report(sources: sources)
      guard parser.parse(fed.row, into: &cells, report: &report),
        let pass = template.resolved(
          with: cells, readFile: rows.files.read, report: &report)
      else { continue }
      sizes.append(
        pass.files.reduce(Self.signatureInBytes) { $0 + $1.bytes.count + Self.bytesPerFile })
    }
    guard !sizes.isEmpty else { return }
    bundleInBytes = sizes.reduce(0, +) / sizes.count
  }
}
