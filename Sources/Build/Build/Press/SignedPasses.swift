// SPDX-License-Identifier: Apache-2.0

import PassBasics
public import PassDiagnostics
public import PassTemplate

/// The passes of a sequence of rows, in the order of the rows.
///
/// ```swift
/// for try await outcome in press.passes(for: members, jobs: 4) {
///   switch outcome {
///   case .success(let pass): try await upload(pass.bytes, as: pass.serialNumber)
///   case .failure(let rejected): log.warning("\(rejected)")
///   }
/// }
/// ```
///
/// A row with errors has its `Rejected` in its place and stops no other. Rows are asked for only as
/// fast as passes are taken: four times as many as there are jobs lie ready at most. Where the task
/// that iterates is cancelled, `next` throws `CancellationError` once nothing runs any more; an
/// iterator that is let go cancels what it began.
public struct SignedPasses: AsyncSequence, Sendable {
  /// A pass, or what is wrong with its row.
  public typealias Element = Result<SignedPass, Rejected>

  private let begin: @Sendable () -> Iterator

  init<Rows: AsyncSequence & Sendable>(
    _ press: PassPress, _ rows: Rows, jobs: Int?, at time: Int64?,
    row: @escaping @Sendable (Rows.Element) throws(Rejected) -> ValueRow
  ) where Rows.Element: Sendable {
    let tasks = OrderedTasks(rows, jobs: jobs ?? Processors.allowed) { element -> Element in
      try Task.checkCancellation()
      do {
        switch try press.begin(try row(element), at: time ?? Environment.now) {
        case .signed(let pass): return .success(pass)
        case .unsigned(let pass): return .success(try await press.finish(pass))
        }
      } catch let rejected as Rejected {
        return .failure(rejected)
      }
    }
    begin = {
      let iterator = tasks.makeAsyncIterator()
      return Iterator { try await iterator.next() }
    }
  }

  /// Begins anew with the rows.
  public func makeAsyncIterator() -> Iterator { begin() }

  /// Gives the passes; for one task at a time.
  public struct Iterator: AsyncIteratorProtocol {
    private let advance: () async throws -> Element?

    fileprivate init(_ advance: @escaping () async throws -> Element?) { self.advance = advance }

    /// The pass of the next row, or nil after the last.
    ///
    /// - Throws: what the rows throw, `CancellationError`, what whoever holds the key elsewhere
    ///   throws, or an error that says why OpenSSL could not sign.
    public mutating func next() async throws -> Element? { try await advance() }
  }
}

extension PassPress {
  /// Makes the passes of a sequence of rows, several at once.
  ///
  /// - Parameters:
  ///   - rows: values by the names of their columns.
  ///   - jobs: how many passes are made at once; as many as there are processors by default, which
  ///     is few where a key is elsewhere.
  ///   - time: the signing time of all in seconds since 1970; by default each has its own.
  public func passes<Rows: AsyncSequence & Sendable>(
    for rows: Rows, jobs: Int? = nil, at time: Int64? = nil
  ) -> SignedPasses where Rows.Element == [String: RowValue] {
    SignedPasses(self, rows, jobs: jobs, at: time) { ValueRow($0) }
  }

  /// Makes the passes of a sequence of values whose members are the columns, several at once.
  ///
  /// - Parameters:
  ///   - rows: a value that has no members, or whose own `encode` throws, is refused in its place.
  ///   - jobs: how many passes are made at once; as many as there are processors by default, which
  ///     is few where a key is elsewhere.
  ///   - time: the signing time of all in seconds since 1970; by default each has its own.
  public func passes<Rows: AsyncSequence & Sendable>(
    for rows: Rows, jobs: Int? = nil, at time: Int64? = nil
  ) -> SignedPasses where Rows.Element: Encodable & Sendable {
    SignedPasses(self, rows, jobs: jobs, at: time) { element throws(Rejected) in
      do {
        return try ValueRow(of: element)
      } catch {
        throw Rejected([
          Diagnostic(
            finding: DataFindings.notEncoded, message: "the row cannot be encoded: \(error)",
            location: nil)
        ])
      }
    }
  }
}
