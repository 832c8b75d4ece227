// SPDX-License-Identifier: Apache-2.0

/// A source and a byte offset in it, in eight bytes.
///
/// `SourceTable` computes the line and column only for a diagnostic. Storing them in every value
/// would make reading several times slower.
package struct Origin: Hashable, Sendable {
  /// Index in the `SourceTable`.
  package var source: UInt32
  /// Offset in bytes.
  package var offset: UInt32

  /// Offsets above 32 bits become the maximum.
  package init(source: UInt32, offset: Int) {
    self.source = source
    self.offset = UInt32(clamping: offset)
  }

  /// The origin of a value without a source, which was computed or is from a certificate.
  package static let none = Origin(source: .max, offset: 0)

  /// Returns the origin some bytes later in the same source.
  package func advanced(by bytes: Int) -> Origin {
    self == .none ? self : Origin(source: source, offset: Int(offset) + bytes)
  }
}
