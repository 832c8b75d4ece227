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
  /// The text that the command would print, for `localizedDescription`.
  public var errorDescription: String? { description }
}

extension NotARow: LocalizedError {
  /// The message for people, for `localizedDescription`.
  public var errorDescription: String? { description }
}

extension PassPress.Unsuitable: LocalizedError {
  /// The message for people, for `localizedDescription`.
  public var errorDescription: String? { description }
}

extension Checker.NoCertificate: LocalizedError {
  /// The message for people, for `localizedDescription`.
  public var errorDescription: String? { description }
}

extension VASError: LocalizedError {
  /// Name and meaning, for `localizedDescription`.
  public var errorDescription: String? { description }
}

extension TapDecryptor.Unusable: LocalizedError {
  /// The message for people, for `localizedDescription`.
  public var errorDescription: String? { description }
}

extension AuthenticationTokenKey.Invalid: LocalizedError {
  /// The message for people, for `localizedDescription`.
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
  /// The date, rounded down to a second.
  public var rowValue: RowValue {
    // What no second can count is a moment that no column of dates takes.
    .date(Int64(exactly: timeIntervalSince1970.rounded(.down)) ?? .max)
  }
}

extension Data: RowValueConvertible {
  /// The bytes as an image.
  public var rowValue: RowValue { .image([UInt8](self)) }
}

extension Decimal: RowValueConvertible {
  /// The number with its exact digits.
  public var rowValue: RowValue { .decimal(description) }
}

extension URL: RowValueConvertible {
  /// The whole URL as a string.
  public var rowValue: RowValue { .string(absoluteString) }
}
