// SPDX-License-Identifier: Apache-2.0

import PassBasics
public import PassDiagnostics
public import PassTemplate

/// The passes of a sequence of rows, in the order of the rows.
///
/// ```swift
/// for try await outcome in factory.passes(for: members, jobs: 4) {
///   switch outcome {
///   case .success(let pass): try await upload(pass.bytes, as: pass.serialNumber)
///   case .failure(let rejected): log.warning("\(rejected)")
///   }
/// }
/// ```
///
/// If a row has errors, its element is a `DiagnosticsError`, and the other rows continue. Rows are read
/// only as fast as passes are consumed, at most four times the number of jobs ahead. If the
/// iterating task is cancelled, `next` throws `CancellationError` after all jobs have ended.
/// Releasing an iterator cancels its jobs.
public struct SignedPasses: AsyncSequence, Sendable {
  /// A pass, or the errors of its row.
  public typealias Element = Result<SignedPass, DiagnosticsError>

  private let begin: @Sendable () -> Iterator

  init<Rows: AsyncSequence & Sendable>(
    _ factory: PassFactory, _ rows: Rows, jobs: Int?, at time: Int64?,
    row: @escaping @Sendable (Rows.Element) throws(DiagnosticsError) -> ValueRow
  ) where Rows.Element: Sendable {
    let tasks = OrderedTasks(rows, jobs: jobs ?? Processors.allowed) { element -> Element in
      try Task.checkCancellation()
      do {
        switch try factory.begin(try row(element), at: time ?? Environment.now) {
        case .signed(let pass): return .success(pass)
        case .unsigned(let pass): return .success(try await factory.finish(pass))
        }
      } catch let rejected as DiagnosticsError {
        return .failure(rejected)
      }
    }
    begin = {
      let iterator = tasks.makeAsyncIterator()
      return Iterator { try await iterator.next() }
    }
  }

  /// Returns an iterator that begins with the first row.
  public func makeAsyncIterator() -> Iterator { begin() }

  /// An iterator over the passes, for one task at a time.
  public struct Iterator: AsyncIteratorProtocol {
    private let advance: () async throws -> Element?

    fileprivate init(_ advance: @escaping () async throws -> Element?) { self.advance = advance }

    /// Returns the pass of the next row, or nil after the last.
    ///
    /// - Throws: errors of the rows, `CancellationError`, errors of a key service, and errors of
    ///   OpenSSL.
    public mutating func next() async throws -> Element? { try await advance() }
  }
}

extension PassFactory {
  /// Makes the passes of a sequence of rows, several at once.
  ///
  /// - Parameters:
  ///   - rows: rows of values by their column names.
  ///   - jobs: the number of passes made at once. The default is the number of processors, which is
  ///     low for a key service.
  ///   - time: the signing time of all passes, in seconds since 1970. By default each pass has its
  ///     own.
  public func passes<Rows: AsyncSequence & Sendable>(
    for rows: Rows, jobs: Int? = nil, at time: Int64? = nil
  ) -> SignedPasses where Rows.Element == [String: RowValue] {
    SignedPasses(self, rows, jobs: jobs, at: time) { ValueRow($0) }
  }

  /// Makes the passes of a sequence of values whose members are the columns, several at once.
  ///
  /// - Parameters:
  ///   - rows: values whose members are the columns. A value is rejected if it has no members or if
  ///     its `encode` throws.
  ///   - jobs: the number of passes made at once. The default is the number of processors, which is
  ///     low for a key service.
  ///   - time: the signing time of all passes, in seconds since 1970. By default each pass has its
  ///     own.
  public func passes<Rows: AsyncSequence & Sendable>(
    for rows: Rows, jobs: Int? = nil, at time: Int64? = nil
  ) -> SignedPasses where Rows.Element: Encodable & Sendable {
    SignedPasses(self, rows, jobs: jobs, at: time) { element throws(DiagnosticsError) in
      do {
        return try ValueRow(of: element)
      } catch {
        throw DiagnosticsError([
          Diagnostic(
            finding: DataFindings.notEncoded, message: "the row cannot be encoded: \(error)",
            location: nil)
        ])
      }
    }
  }
}
