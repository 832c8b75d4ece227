// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics

/// A PKCS #11 URI (RFC 7512), which identifies keys of an HSM or smart card.
package struct PKCS11URI: Sendable, Equatable {
  /// An error of a URI. The description never contains anything that may be a PIN.
  package struct PKCS11URIError: Error, Equatable, CustomStringConvertible {
    package let description: String
    /// The corrected form, or nil if it is obvious.
    package var help: String?
  }

  package static let scheme = "pkcs11:"

  /// Attributes that tokens, slots, keys and modules must match.
  private(set) var texts: [String: String] = [:]
  /// Identifier of the key (CKA_ID), or nil for any.
  private(set) var keyID: [UInt8]?
  /// Number of the slot, or nil for any.
  private(set) var slotID: UInt?
  /// File of the module, or nil for the modules of p11-kit.
  private(set) var modulePath: String?
  /// File with the PIN, or nil if the PIN is not in a file.
  package private(set) var pinFile: String?
  /// The URI without its query, for messages.
  package let shown: String

  /// Attributes that are compared as strings.
  private static let textNames = [
    "token", "manufacturer", "serial", "model", "library-manufacturer", "library-description",
    "library-version", "object", "slot-manufacturer", "slot-description",
  ]
  static let pathNames = textNames + ["id", "type", "slot-id"]
  static let queryNames = ["pin-source", "pin-value", "module-path", "module-name"]

  /// Returns whether a value of `--key` is a PKCS #11 URI. Case does not matter.
  package static func isMeant(by text: String) -> Bool {
    text.prefix(scheme.count).lowercased() == scheme
  }

  package init(_ text: String) throws(PKCS11URIError) {
    guard Self.isMeant(by: text) else {
      throw PKCS11URIError(description: "a PKCS #11 URI begins with pkcs11:")
    }
    let rest = text.dropFirst(Self.scheme.count)
    let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    // This is the first check and covers the whole text, because messages of other checks could
    // show the PIN.
    if rest.lowercased().contains("pin-value") {
      throw PKCS11URIError(
        description: "the PKCS #11 URI contains a PIN (pin-value), which passc rejects",
        help:
          "change the PIN, because arguments are in the shell's history and the process list; give "
          + "it with pin-source=file:…, PASSC_PIN, --password-file or at the prompt")
    }
    shown = Self.scheme + parts[0]
    var seen: Set<Substring> = []
    for attribute in parts[0].split(separator: ";", omittingEmptySubsequences: true) {
      try readPath(attribute, &seen)
    }
    guard parts.count > 1 else { return }
    for attribute in parts[1].split(separator: "&", omittingEmptySubsequences: true) {
      try readQuery(attribute, &seen)
    }
  }

  private mutating func readPath(
    _ attribute: Substring, _ seen: inout Set<Substring>
  ) throws(PKCS11URIError) {
    let (name, value) = try Self.split(attribute, Self.pathNames, &seen)
    switch name {
    case "id":
      guard !value.isEmpty else {
        throw PKCS11URIError(description: "id in the PKCS #11 URI is empty")
      }
      keyID = value
    case "slot-id":
      guard let number = UInt(String(decoding: value, as: UTF8.self)) else {
        throw PKCS11URIError(description: "slot-id in the PKCS #11 URI is not a number")
      }
      slotID = number
    case "type":
      guard value.elementsEqual("private".utf8) else {
        throw PKCS11URIError(
          description: "type in the PKCS #11 URI is not private",
          help: "write type=private, or leave type out")
      }
    default:
      guard let text = String(validating: value, as: UTF8.self) else {
        throw PKCS11URIError(description: "\(name) in the PKCS #11 URI is not UTF-8")
      }
      texts[name] = text
    }
  }

  private mutating func readQuery(
    _ attribute: Substring, _ seen: inout Set<Substring>
  ) throws(PKCS11URIError) {
    let (name, value) = try Self.split(attribute, Self.queryNames, &seen)
    guard let text = String(validating: value, as: UTF8.self), !text.isEmpty,
      !text.utf8.contains(0)
    else { throw PKCS11URIError(description: "\(name) in the PKCS #11 URI names no file") }
    switch name {
    case "pin-source": pinFile = try Self.file(ofPINSource: text)
    case "module-path": modulePath = text
    default:
      throw PKCS11URIError(
        description: "module-name in the PKCS #11 URI is not supported",
        help: "write module-path=FILE, or configure the module with p11-kit")
    }
  }

  /// Returns the path from a path or `file:` URI.
  private static func file(ofPINSource text: String) throws(PKCS11URIError) -> String {
    guard !text.hasPrefix("|") else {
      throw PKCS11URIError(
        description: "pin-source in the PKCS #11 URI is a command, expected a file",
        help: "write pin-source=file:/path/to/pin")
    }
    var path = text
    if path.lowercased().hasPrefix("file:") {
      path.removeFirst(5)
      if path.hasPrefix("//") {
        // The host must be empty or localhost.
        let host = path.dropFirst(2).prefix { $0 != "/" }
        guard host.isEmpty || host == "localhost" else {
          throw PKCS11URIError(description: "pin-source in the PKCS #11 URI is on another computer")
        }
        path.removeFirst(2 + host.count)
      }
    } else if let colon = path.firstIndex(of: ":"), !path[..<colon].contains("/") {
      throw PKCS11URIError(
        description: "pin-source in the PKCS #11 URI is not a file",
        help: "write pin-source=file:/path/to/pin")
    }
    guard !path.isEmpty else {
      throw PKCS11URIError(description: "pin-source in the PKCS #11 URI names no file")
    }
    return path
  }

  /// Returns name and value of an attribute.
  private static func split(
    _ attribute: Substring, _ known: [String], _ seen: inout Set<Substring>
  ) throws(PKCS11URIError) -> (String, [UInt8]) {
    let parts = attribute.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard parts.count == 2 else {
      throw PKCS11URIError(
        description: "a part of the PKCS #11 URI has no value, expected name=value")
    }
    guard known.contains(name) else {
      // Shows only the name, because the value may be secret.
      throw PKCS11URIError(
        description: "the PKCS #11 URI has an unknown attribute, "
          + Excerpt.cell.quoted(name)
          + (NearestName.of(name, among: known).map { ", did you mean \($0)" } ?? ""),
        help: queryNames.contains(name)
          ? "move \(name) after the question mark"
          : pathNames.contains(name)
            ? "move \(name) before the question mark" : nil)
    }
    guard seen.insert(parts[0]).inserted else {
      throw PKCS11URIError(description: "\(name) occurs twice in the PKCS #11 URI")
    }
    guard let value = decoded(parts[1]) else {
      throw PKCS11URIError(
        description: "\(name) in the PKCS #11 URI has a % without two hex digits after it")
    }
    return (name, value)
  }

  private static func decoded(_ text: Substring) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap({ Hex.value(of: $0) }),
        let low = rest.popFirst().flatMap({ Hex.value(of: $0) })
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }
}
