// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Suggestions for unknown keys.
enum NearestKey {
  /// Returns the key of such an object that an unknown name probably means. Returns nil too if the
  /// name is a key of another kind of object.
  static func nearestKey(to name: String, in scope: KeyScope) -> String? {
    if scope != .personalization, home(of: name) != nil { return nil }
    let known = KeyTable.members(of: scope)
    if let usual = usualNames[name.lowercased().filter { $0 != "_" && $0 != "-" }],
      known.contains(usual)
    {
      return usual
    }
    return NearestName.of(name, among: known.names)
  }

  /// Returns the unknown member whose name is probably a misspelling of a missing key.
  static func misspelling(
    of name: String, in object: JSONValue, _ scope: KeyScope
  ) -> JSONValue.Member? {
    guard object[name] == nil else { return nil }
    let known = KeyTable.members(of: scope)
    return object.members.prefix(100).first {
      !known.contains($0.name) && nearestKey(to: $0.name, in: scope) == name
    }
  }

  /// Synonyms of keys in lower case. They are too different from the key to be recognized as typing
  /// errors.
  private static let usualNames = [
    "expirydate": "expirationDate", "expiry": "expirationDate", "expires": "expirationDate",
    "expiresat": "expirationDate", "validuntil": "expirationDate",
    "passtypeid": "passTypeIdentifier", "passtype": "passTypeIdentifier",
    "teamid": "teamIdentifier", "organization": "organizationName",
    "serial": "serialNumber", "localizeddescription": "description",
    "header": "headerFields", "primary": "primaryFields", "secondary": "secondaryFields",
    "auxiliary": "auxiliaryFields", "back": "backFields",
    "textcolor": "foregroundColor", "authtoken": "authenticationToken",
    "encoding": "messageEncoding", "lat": "latitude", "lng": "longitude", "lon": "longitude",
    "long": "longitude", "uuid": "proximityUUID", "currency": "currencyCode",
    "barcodeformat": "format", "publickey": "encryptionPublicKey", "bgcolor": "backgroundColor",
  ]

  /// Returns the kind of object that has a key of that name. Returns nil for everyday words.
  static func home(of name: String) -> KeyScope? {
    guard !everyday.contains(name) else { return nil }
    return homes.first { KeyTable.members(of: $0).contains(name) }
  }

  /// The large objects are first, because several kinds of objects have keys with the same name.
  private static let homes: [KeyScope] = {
    let large: [KeyScope] = [.passRoot, .style, .boardingPass, .field, .semantics, .nfc]
    return large + KeyScope.allCases.filter { !large.contains($0) && $0 != .personalization }
  }()

  private static let everyday: Set<String> = [
    "key", "value", "label", "row", "message", "description", "duration", "generic", "coupon",
    "balance", "genre", "locations",
    // Several kinds of objects have these keys, and users' own data often has them too.
    "name", "type", "identifier", "date", "url", "URL", "format", "amount", "images", "size",
    "scale", "password", "major", "minor",
  ]
}
