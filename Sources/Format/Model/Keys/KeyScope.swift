// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// A kind of object in the pass format. A section of the key table lists its members.
package enum KeyScope: UInt8, Sendable, CaseIterable {
  case passRoot, relevantDate, location, beacon, barcodesItem, barcode, nfc, featuredAction
  /// The keys of a boarding pass in addition to those of every style.
  case boardingPass
  /// The keys of every style dictionary.
  case style
  /// A field in any group.
  case field
  case upcoming, upcomingDate, upcomingImages, upcomingHeaderImage, upcomingHeaderImageURL
  case upcomingVenueMap, upcomingVenueMapURL, upcomingURLs
  case semantics, currencyAmount, semanticLocation, personName, seat, wifiNetwork, eventDateInfo
  /// The root of personalization.json.
  case personalization

  /// The path of the object, as the documents spell it.
  package var path: String {
    switch self {
    case .passRoot: "$"
    case .relevantDate: "$.relevantDates[]"
    case .location: "$.locations[]"
    case .beacon: "$.beacons[]"
    case .barcodesItem: "$.barcodes[]"
    case .barcode: "$.barcode"
    case .nfc: "$.nfc"
    case .featuredAction: "$.featuredActions[]"
    case .boardingPass: "$.boardingPass"
    case .style: "$.<style>"
    case .field: "$.<style>.<group>[]"
    case .upcoming: "$.upcomingPassInformation[]"
    case .upcomingDate: "$.upcomingPassInformation[].dateInformation"
    case .upcomingImages: "$.upcomingPassInformation[].images"
    case .upcomingHeaderImage: "$.upcomingPassInformation[].images.headerImage"
    case .upcomingHeaderImageURL: "$.upcomingPassInformation[].images.headerImage.URLs[]"
    case .upcomingVenueMap: "$.upcomingPassInformation[].images.venueMap"
    case .upcomingVenueMapURL: "$.upcomingPassInformation[].images.venueMap.URLs[]"
    case .upcomingURLs: "$.upcomingPassInformation[].URLs"
    case .semantics: "$.semantics"
    case .currencyAmount: "$.semantics.<CurrencyAmount>"
    case .semanticLocation: "$.semantics.<Location>"
    case .personName: "$.semantics.<PersonNameComponents>"
    case .seat: "$.semantics.<Seat>"
    case .wifiNetwork: "$.semantics.<WifiNetwork>"
    case .eventDateInfo: "$.semantics.<EventDateInfo>"
    case .personalization: "personalization.json#$"
    }
  }

  /// The object in words, such as `a location` or `pass.json`.
  package var inWords: String {
    switch self {
    case .passRoot: PackageKind.pass.document
    case .relevantDate: "an entry of relevantDates"
    case .location: "a location"
    case .beacon: "a beacon"
    case .barcodesItem: "an item of barcodes"
    case .barcode: "barcode"
    case .nfc: "nfc"
    case .featuredAction: "a featured action"
    case .boardingPass: "boardingPass"
    case .style: "a style dictionary"
    case .field: "a field"
    case .upcoming: "an entry of upcomingPassInformation"
    case .upcomingDate: "dateInformation"
    case .upcomingImages: "images"
    case .upcomingHeaderImage: "headerImage"
    case .upcomingVenueMap: "venueMap"
    case .upcomingHeaderImageURL, .upcomingVenueMapURL: "an image URL"
    case .upcomingURLs: "URLs"
    case .semantics: "semantics"
    case .currencyAmount: "an amount"
    case .semanticLocation: "a location of semantics"
    case .personName: "a person's name"
    case .seat: "a seat"
    case .wifiNetwork: "a Wi-Fi network"
    case .eventDateInfo: "a date of semantics"
    case .personalization: "personalization.json"
    }
  }
}

extension PassStyle {
  /// The kind of object of the style's dictionary.
  package var scope: KeyScope { self == .boardingPass ? .boardingPass : .style }
}
