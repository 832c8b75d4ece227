// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file
//
// The part of Contacts that generated Swift uses, from Apple's documentation. It only checks our
// reading of it.

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
