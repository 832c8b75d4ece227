// SPDX-License-Identifier: Apache-2.0

import PassArchive
import PassBasics
import PassCrypto
public import PassDiagnostics
import PassJSON
import PassTemplate

/// A finished pass that a server can send.
///
/// ```swift
/// let pass = try await factory.pass(for: row)
/// response.headers[.contentType] = "application/vnd.apple.pkpass"
/// response.body = pass.bytes
/// ```
public struct SignedPass: Sendable {
  /// The .pkpass in one piece, assembled on each access. `withPieces` avoids this copy.
  public var bytes: [UInt8] { archive.bytes }
  /// The serial number of the pass.
  public let serialNumber: String
  /// The warnings about template, row and identity, except those that template.json allows. Unused
  /// entries of its `allow` are not reported either, because one pass cannot show that.
  public let warnings: [Diagnostic]
  /// Shares the files that all passes have in common, without copying them.
  let archive: ArchiveAssembly

  init(_ pass: CheckedPass, archive: ArchiveAssembly) {
    serialNumber = pass.serialNumber ?? ""
    warnings = pass.warnings
    self.archive = archive
  }

  /// The number of bytes of the .pkpass.
  public var count: Int { archive.length }

  /// The SHA-256 of `bytes`, for example for an entity tag. Computed on each access.
  public var digest: [UInt8] {
    archive.withPieces { DigestSession().sha256(from: PartialSHA256([]), $0[...]) }
  }

  /// Calls `body` with the bytes in consecutive pieces. Most of a pass are images that all passes
  /// share, and a server copies them only once, into its response.
  ///
  /// ```swift
  /// var body = ByteBuffer()
  /// body.reserveCapacity(pass.count)
  /// pass.withPieces { for piece in $0 { body.writeBytes(piece) } }
  /// ```
  ///
  /// - Parameter body: a closure with the pieces, which are only valid until it returns.
  public func withPieces<Result>(
    _ body: ([UnsafeRawBufferPointer]) throws -> Result
  ) rethrows -> Result {
    try archive.withPieces(body)
  }

  /// Writes the .pkpass to a new file next to the target and then moves it there. So the target is
  /// never incomplete.
  public func write(to path: String) throws {
    try Disk.write(bytes, to: path)
  }
}

/// An error in the value of one column.
///
/// ```swift
/// } catch let rejected as DiagnosticsError {
///   for fault in rejected.columns where fault.kind == .missing { form.ask(for: fault.column) }
/// }
/// ```
public struct ColumnProblem: Sendable, CustomStringConvertible {
  /// The kind of an error.
  public enum Kind: Sendable, Hashable {
    /// The row has no value, or an empty one, for a required column.
    case missing
    /// The value does not fit the column: it is not an integer or a date, or does not match the
    /// pattern.
    case invalid
    /// The value is not one of those that the column lists.
    case notListed
    /// The file that the value names cannot be read.
    case file
    /// The value fits the column, but the pass with it breaks a rule.
    case rule
  }

  /// The name of the column.
  public let column: String
  /// The kind of the error.
  public let kind: Kind
  /// The diagnostic, with message, code and help.
  public let diagnostic: Diagnostic

  /// The message for people.
  public var description: String { diagnostic.description }
}

extension DiagnosticsError {
  /// The errors in values of a row, by column. Rows from a file have places in the file instead.
  public var columns: [ColumnProblem] {
    diagnostics.compactMap { diagnostic in
      guard diagnostic.severity == .error, let column = diagnostic.location?.value else {
        return nil
      }
      return ColumnProblem(column: column, kind: .init(diagnostic.code), diagnostic: diagnostic)
    }
  }
}

extension DiagnosticsError {
  /// Whether all errors are in values of the row. Otherwise there is an error in the template,
  /// identity or key, which the sender of the row cannot fix.
  ///
  /// ```swift
  /// } catch let rejected as DiagnosticsError where rejected.isAboutColumnsAlone {
  ///   return .unprocessable(rejected.columns.map(\.diagnostic.message))
  /// }
  /// ```
  public var isAboutColumnsAlone: Bool {
    let errors = diagnostics.count { $0.severity == .error }
    return errors > 0 && columns.count == errors
  }
}

extension ColumnProblem.Kind {
  fileprivate init(_ code: String) {
    switch code {
    case DataFindings.missingColumn.code, CellFindings.missing.code: self = .missing
    case CellFindings.enumeration.code: self = .notListed
    case CellFindings.pathMissing.code, CellFindings.pathOutside.code: self = .file
    // The value of a json column is parsed as JSON too, so a JSON finding can only be about the
    // value. A finished pass.json is always valid JSON.
    default:
      self =
        (CellFindings.all + JSONFindings.all).contains { $0.code == code } ? .invalid : .rule
    }
  }
}
