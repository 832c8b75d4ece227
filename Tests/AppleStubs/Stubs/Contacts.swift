// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file
//
// Contacts as far as generated source uses it, after Apple's documentation: a check against our
// reading of that text, and nothing more.

import Foundation

open class CNPostalAddress: NSObject {}

public final class CNMutablePostalAddress: CNPostalAddress {
  public var street = ""
  public var subLocality = ""
  public var city = ""
  public var subAdministrativeArea = ""
  public var state = ""
  public var postalCode = ""
  public var country = ""
  public var isoCountryCode = ""
  public override init() {}
}

public final class CNPhoneNumber: NSObject {
  public init(stringValue string: String) {}
}
