// SPDX-License-Identifier: Apache-2.0

import PassArchive
import PassCrypto
public import PassDiagnostics
import PassJSON
import PassTemplate

/// A finished pass: what a server sends.
///
/// ```swift
/// let pass = try await press.pass(for: row)
/// response.headers[.contentType] = "application/vnd.apple.pkpass"
/// response.body = pass.bytes
/// ```
public struct SignedPass: Sendable {
  /// The .pkpass in one piece, which is put together each time it is asked for; `withPieces` saves
  /// a server that copy.
  public var bytes: [UInt8] { archive.bytes }
  /// The serial number that stands in the pass.
  public let serialNumber: String
  /// What is likely not meant, about template, row and identity; what template.json allows is not
  /// among it, nor that it allows what is never found, which one pass cannot tell.
  public let warnings: [Diagnostic]
  /// Holds on to the files that all passes have in common, and copies none.
  let archive: ArchiveAssembly

  /// How many bytes the .pkpass has.
  public var count: Int { archive.length }

  /// The SHA-256 of `bytes`, as an entity tag or a ledger wants it; computed when it is asked for.
  public var digest: [UInt8] {
    archive.withPieces { DigestSession().sha256(from: PartialSHA256([]), $0[...]) }
  }

  /// Lends the bytes in pieces, one behind the other: most of a pass are images, which all passes
  /// have in common, and a server copies them once, into its answer.
  ///
  /// ```swift
  /// var body = ByteBuffer()
  /// body.reserveCapacity(pass.count)
  /// pass.withPieces { for piece in $0 { body.writeBytes(piece) } }
  /// ```
  ///
  /// - Parameter body: the pieces are gone when it returns.
  public func withPieces<Result>(
    _ body: ([UnsafeRawBufferPointer]) throws -> Result
  ) rethrows -> Result {
    try archive.withPieces(body)
  }
}

/// What is wrong with the value of one column.
///
/// ```swift
/// } catch let rejected as Rejected {
///   for fault in rejected.columns where fault.kind == .missing { form.ask(for: fault.column) }
/// }
/// ```
public struct ColumnFault: Sendable, CustomStringConvertible {
  /// What a program may want to tell apart.
  public enum Kind: Sendable, Hashable {
    /// The row has no value for a column that needs one, or an empty one.
    case missing
    /// The value is not what the column holds: no integer, no date, not a match of its pattern.
    case invalid
    /// The value is none of those the column lists.
    case notListed
    /// The file that the value names cannot be had.
    case file
    /// The value is what the column holds, and what stands in the pass with it breaks a rule.
    case rule
  }

  /// The name of the column.
  public let column: String
  /// What kind of fault it is.
  public let kind: Kind
  /// The complaint, with message, code and help.
  public let diagnostic: Diagnostic

  /// The complaint for people.
  public var description: String { diagnostic.description }
}

extension Rejected {
  /// The errors that are about values of a row, by their columns; rows that came from a file have
  /// places in it instead.
  public var columns: [ColumnFault] {
    diagnostics.compactMap { diagnostic in
      guard diagnostic.severity == .error, let column = diagnostic.location?.value else {
        return nil
      }
      return ColumnFault(column: column, kind: .init(diagnostic.code), diagnostic: diagnostic)
    }
  }
}

extension Rejected {
  /// Whether the row alone is at fault: every error is about a value of it. Otherwise template,
  /// identity or key are, which whoever gave the row can do nothing about.
  ///
  /// ```swift
  /// } catch let rejected as Rejected where rejected.isAboutColumnsAlone {
  ///   return .unprocessable(rejected.columns.map(\.diagnostic.message))
  /// }
  /// ```
  public var isAboutColumnsAlone: Bool {
    let errors = diagnostics.count { $0.severity == .error }
    return errors > 0 && columns.count == errors
  }
}

extension ColumnFault.Kind {
  fileprivate init(_ code: String) {
    switch code {
    case DataFindings.missingColumn.code, CellFindings.missing.code: self = .missing
    case CellFindings.enumeration.code: self = .notListed
    case CellFindings.pathMissing.code, CellFindings.pathOutside.code: self = .file
    // The text of a json column is the value itself; pass.json is always JSON.
    default:
      self =
        (CellFindings.all + JSONFindings.all).contains { $0.code == code } ? .invalid : .rule
    }
  }
}
