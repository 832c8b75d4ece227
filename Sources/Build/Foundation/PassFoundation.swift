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

// Conformances for programs that use Foundation. No other module that a server needs imports
// Foundation.

extension DiagnosticsError: LocalizedError {
  /// The message that the command would print, for `localizedDescription`.
  public var errorDescription: String? { description }
}

extension RowEncodingError: LocalizedError {
  /// The message for people, for `localizedDescription`.
  public var errorDescription: String? { description }
}

extension PassFactory.SetupError: LocalizedError {
  /// The message for people, for `localizedDescription`.
  public var errorDescription: String? { description }
}

extension Checker.CertificateError: LocalizedError {
  /// The message for people, for `localizedDescription`.
  public var errorDescription: String? { description }
}

extension VASError: LocalizedError {
  /// The name and meaning, for `localizedDescription`.
  public var errorDescription: String? { description }
}

extension TapDecryptor.KeyError: LocalizedError {
  /// The message for people, for `localizedDescription`.
  public var errorDescription: String? { description }
}

extension AuthenticationTokenKey.InvalidKeyError: LocalizedError {
  /// The message for people, for `localizedDescription`.
  public var errorDescription: String? { description }
}

// Errors other than findings have no public type. A program can only print them.

extension FileError: LocalizedError {
  package var errorDescription: String? { description }
}

extension IdentityFileError: LocalizedError {
  package var errorDescription: String? { description }
  package var recoverySuggestion: String? { help }
}

extension CryptoError: LocalizedError {
  package var errorDescription: String? { description }
  package var recoverySuggestion: String? { help }
}

extension ArchiveError: LocalizedError {
  package var errorDescription: String? { description }
}

extension Date: RowValueConvertible {
  /// The date, rounded down to a second.
  public var rowValue: RowValue {
    // If the seconds do not fit into an Int64, use a value that every date column rejects.
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
