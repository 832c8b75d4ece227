// SPDX-License-Identifier: Apache-2.0

/// Where a value was read: a source and a byte offset in it, eight bytes in all.
///
/// Line, column and pointer are worked out by `SourceTable` only when somebody reports; keeping
/// them in every value would make reading several times slower.
package struct Origin: Hashable, Sendable {
  /// Index of the source in the `SourceTable` that read it.
  package var source: UInt32
  /// Offset in bytes from the start of the source.
  package var offset: UInt32

  /// A byte of a source; an offset beyond 32 bits counts as the last.
  package init(source: UInt32, offset: Int) {
    self.source = source
    self.offset = UInt32(clamping: offset)
  }

  /// A value nobody wrote: computed, or taken from a certificate.
  package static let none = Origin(source: .max, offset: 0)

  /// The same source, some bytes further on.
  package func advanced(by bytes: Int) -> Origin {
    self == .none ? self : Origin(source: source, offset: Int(offset) + bytes)
  }
}
