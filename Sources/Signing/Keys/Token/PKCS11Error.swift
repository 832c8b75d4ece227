// SPDX-License-Identifier: Apache-2.0

/// An error code of a PKCS #11 module (CK_RV).
struct PKCS11Error: Error, Equatable, CustomStringConvertible {
  let code: UInt

  static let sessionCount: UInt = 0xB1
  static let alreadyInitialized: UInt = 0x191
  static let alreadyLoggedIn: UInt = 0x100
  static let pinIncorrect: UInt = 0xA0
  static let keyHandleInvalid: UInt = 0x60

  /// Whether the token was removed or has lost its sessions or objects.
  var isLoss: Bool {
    [0x30, 0x32, 0x60, 0x82, 0xB0, 0xB3, 0xE0, 0xE1, 0x101].contains(code)
  }

  /// Whether the token rejected the PIN or is locked.
  var isRejection: Bool { (0xA0...0xA4).contains(code) }

  /// Whether the token may not have checked the PIN at all (CKR_GENERAL_ERROR,
  /// CKR_USER_PIN_NOT_INITIALIZED).
  var knowsNoPIN: Bool { code == 0x05 || code == 0x102 }

  var description: String {
    let name = Self.names[code] ?? "0x" + String(code, radix: 16)
    return name
  }

  /// Names of the standard for errors that may occur when signing.
  private static let names: [UInt: String] = [
    0x02: "CKR_HOST_MEMORY", 0x03: "CKR_SLOT_ID_INVALID", 0x05: "CKR_GENERAL_ERROR",
    0x06: "CKR_FUNCTION_FAILED", 0x07: "CKR_ARGUMENTS_BAD", 0x0A: "CKR_CANT_LOCK",
    0x12: "CKR_ATTRIBUTE_TYPE_INVALID", 0x20: "CKR_DATA_INVALID", 0x21: "CKR_DATA_LEN_RANGE",
    0x30: "CKR_DEVICE_ERROR", 0x31: "CKR_DEVICE_MEMORY", 0x32: "CKR_DEVICE_REMOVED",
    0x50: "CKR_FUNCTION_CANCELED", 0x54: "CKR_FUNCTION_NOT_SUPPORTED",
    0x60: "CKR_KEY_HANDLE_INVALID", 0x63: "CKR_KEY_TYPE_INCONSISTENT",
    0x68: "CKR_KEY_FUNCTION_NOT_PERMITTED", 0x70: "CKR_MECHANISM_INVALID",
    0x82: "CKR_OBJECT_HANDLE_INVALID", 0x90: "CKR_OPERATION_ACTIVE",
    0x91: "CKR_OPERATION_NOT_INITIALIZED", 0xA0: "CKR_PIN_INCORRECT", 0xA1: "CKR_PIN_INVALID",
    0xA2: "CKR_PIN_LEN_RANGE", 0xA3: "CKR_PIN_EXPIRED", 0xA4: "CKR_PIN_LOCKED",
    0xB0: "CKR_SESSION_CLOSED", 0xB1: "CKR_SESSION_COUNT", 0xB3: "CKR_SESSION_HANDLE_INVALID",
    0xE0: "CKR_TOKEN_NOT_PRESENT", 0xE1: "CKR_TOKEN_NOT_RECOGNIZED",
    0x100: "CKR_USER_ALREADY_LOGGED_IN", 0x101: "CKR_USER_NOT_LOGGED_IN",
    0x102: "CKR_USER_PIN_NOT_INITIALIZED", 0x150: "CKR_BUFFER_TOO_SMALL",
    0x190: "CKR_CRYPTOKI_NOT_INITIALIZED",
  ]
}
