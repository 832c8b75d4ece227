// SPDX-License-Identifier: Apache-2.0

public import Foundation
package import PassArchive
package import PassBasics
public import PassBuild
public import PassCheck
package import PassCrypto
public import PassDiagnostics
public import PassNFC
public import PassTemplate

// What programs that use Foundation anyway may want of the library. Nothing else that a server needs
// imports Foundation.

extension Rejected: LocalizedError {
  /// What the command would print, for `localizedDescription`.
  public var errorDescription: String? { description }
}

extension NotARow: LocalizedError {
  /// The sentence for people, for `localizedDescription`.
  public var errorDescription: String? { description }
}

extension PassPress.Unsuitable: LocalizedError {
  /// The sentence for people, for `localizedDescription`.
  public var errorDescription: String? { description }
}

extension Checker.NoCertificate: LocalizedError {
  /// The sentence for people, for `localizedDescription`.
  public var errorDescription: String? { description }
}

extension VASError: LocalizedError {
  /// Name and meaning, for `localizedDescription`.
  public var errorDescription: String? { description }
}

extension TapDecryptor.Unusable: LocalizedError {
  /// The sentence for people, for `localizedDescription`.
  public var errorDescription: String? { description }
}

extension AuthenticationTokenKey.Invalid: LocalizedError {
  /// The sentence for people, for `localizedDescription`.
  public var errorDescription: String? { description }
}

// What is thrown beside findings has no public type: a program prints it.

extension FileError: LocalizedError {
  /// Which file, and why it cannot be had.
  package var errorDescription: String? { description }
}

extension IdentityFileError: LocalizedError {
  /// Which file, and why it gives no certificate or key.
  package var errorDescription: String? { description }
  /// What to do about it, where that is known.
  package var recoverySuggestion: String? { help }
}

extension CryptoError: LocalizedError {
  /// What OpenSSL could not do.
  package var errorDescription: String? { description }
  /// What to do about it, where that is known.
  package var recoverySuggestion: String? { help }
}

extension ArchiveError: LocalizedError {
  /// What does not fit into an archive.
  package var errorDescription: String? { description }
}

extension Date: RowValueConvertible {
  /// The moment, to the second before it.
  public var rowValue: RowValue {
    // What no second can count is a moment that no column of dates takes.
    .date(Int64(exactly: timeIntervalSince1970.rounded(.down)) ?? .max)
  }
}

extension Data: RowValueConvertible {
  /// The bytes of an image.
  public var rowValue: RowValue { .image([UInt8](self)) }
}

extension Decimal: RowValueConvertible {
  /// The number in its own digits.
  public var rowValue: RowValue { .decimal(description) }
}

extension URL: RowValueConvertible {
  /// The whole address.
  public var rowValue: RowValue { .string(absoluteString) }
}
