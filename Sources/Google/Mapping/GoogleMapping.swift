// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCompanionFindings
import PassDiagnostics
import PassGoogleModel
import PassJSON
import PassModel

/// The mapping of one pass to a class and an object.
///
/// Files next to this one add the members of one subject each.
struct GoogleMapping {
  let type: GoogleType
  let settings: GoogleSettings
  let issuer: String
  let texts: GoogleTexts
  /// pass.json with the values of a row, or with placeholders for a loss report.
  let pass: JSONValue
  let images: GoogleImages
  /// The layout of the card, which all passes of a template share.
  let layout: GoogleLayout
  let templateName: String
  var losses: GoogleLosses
  var report: Report
  var classMembers = GoogleMembers()
  var objectMembers = GoogleMembers()
  /// Texts that members other than text modules show. A front field with such a text is not
  /// repeated.
  var shownTexts: Set<String> = []

  /// Adds all members.
  ///
  /// - Returns: false after an error in `report` that leaves nothing to check.
  mutating func run() -> Bool {
    addIdentity()
    addCommon()
    addBarcode()
    addPlaces()
    addTap()
    switch type {
    case .generic: addGeneric()
    case .loyalty: addLoyalty()
    case .offer: addOffer()
    case .giftCard: addGiftCard()
    case .eventTicket: addEvent()
    case .flight: if !addFlight() { return false }
    case .transit: addTransit()
    }
    addFields()
    addLinks()
    addImages()
    layout.add(to: &classMembers)
    return true
  }

  var semantics: JSONValue? { pass["semantics"] }

  /// Returns a semantic tag that has a text, and records that it is used.
  mutating func tag(_ name: String) -> JSONValue? {
    guard let value = semantics?[name] else { return nil }
    losses.exact(value)
    if let text = value.string ?? value.number?.spelling {
      guard !text.isEmpty else { return nil }
      shownTexts.insert(text)
    }
    return value.isNull ? nil : value
  }

  /// Returns the text of a semantic tag.
  mutating func tagText(_ name: String) -> GoogleText? { texts.text(tag(name)) }

  // MARK: Identity and state

  private mutating func addIdentity() {
    let suffix = settings.text(.class) ?? defaultClassSuffix
    let classID = GoogleIdentifier.classID(issuer: issuer, suffix: suffix)
    let serial = pass["serialNumber"]
    losses.exact(serial)
    let objectID = GoogleIdentifier.objectID(
      classID: classID, serialNumber: serial?.string ?? serial?.number?.spelling ?? "")
    classMembers["id"] = .text(classID, settings.value(.class)?.origin ?? .none)
    objectMembers["id"] = .text(objectID, serial?.origin ?? .none)
    objectMembers["classId"] = .text(classID)
    for name in [
      "formatVersion", "passTypeIdentifier", "teamIdentifier", "webServiceURL",
      "authenticationToken",
    ] {
      losses.exact(pass[name])
    }
  }

  /// The template's name, for a flight with its number and day, because a class is one departure.
  private var defaultClassSuffix: String {
    guard type == .flight else { return templateName }
    let parts = ["airlineCode", "flightNumber", "originalDepartureDate"].compactMap {
      semantics?[$0].flatMap { $0.string ?? $0.number?.spelling }
    }
    // The day is enough: a flight number occurs once a day.
    return ([templateName] + parts.map { $0.filter { $0 != " " }.prefix(10) })
      .joined(separator: "-")
  }

  private mutating func addCommon() {
    if type != .generic {
      let name = texts.text(pass["organizationName"])
      losses.exact(pass["organizationName"])
      classMembers.add("issuerName", name)
      classMembers["reviewStatus"] = .text("UNDER_REVIEW")
    }
    addState()
    addColor()
    addSharing()
    if let group = pass["groupingIdentifier"], let text = group.string, !text.isEmpty {
      losses.exact(group)
      objectMembers["groupingInfo"] = .object(["groupingId": .text(text, group.origin)])
    }
    if let name = settings.value(.androidPackage), let package = name.string {
      let target: GoogleDraft = .object(["packageName": .text(package, name.origin)])
      objectMembers["appLinkData"] = .object([
        "androidAppLinkInfo": .object(["appTarget": target])
      ])
      for key in ["appLaunchURL", "associatedStoreIdentifiers"] {
        losses.changed(
          pass[key], GoogleFindings.lossApproximated, "the button opens your Android app")
      }
    }
  }

  private mutating func addState() {
    let isVoided = pass["voided"]?.bool == true
    losses.exact(pass["voided"])
    objectMembers["state"] = .text(
      isVoided ? "INACTIVE" : "ACTIVE", pass["voided"]?.origin ?? .none)
    guard let end = pass["expirationDate"] else { return }
    losses.changed(
      end, GoogleFindings.lossLate,
      "Google moves the pass to expired passes up to 24 hours after the time")
    guard let date = end.string, !date.isEmpty else { return }
    objectMembers["validTimeInterval"] = .object([
      "end": .object(["date": .text(date, end.origin)])
    ])
  }

  private mutating func addColor() {
    guard let value = pass["backgroundColor"] else { return }
    losses.exact(value)
    guard let text = value.string, let color = PassColour(text) else { return }
    let hex = "#" + Hex.encode([color.red, color.green, color.blue])
    let draft = GoogleDraft.text(hex, value.origin)
    if type == .generic {
      objectMembers["hexBackgroundColor"] = draft
    } else {
      classMembers["hexBackgroundColor"] = draft
    }
  }

  private mutating func addSharing() {
    let value = pass["sharingProhibited"]
    let isProhibited = value?.bool == true
    losses.changed(
      value, GoogleFindings.lossApproximated,
      "Apple hides the share button; Google lets only the first account keep the pass")
    classMembers["multipleDevicesAndHoldersAllowedStatus"] = .text(
      isProhibited ? "ONE_USER_ALL_DEVICES" : "MULTIPLE_HOLDERS", value?.origin ?? .none)
  }

  // MARK: Places and taps

  private mutating func addPlaces() {
    guard let places = pass["locations"], places.isArray else { return }
    var drafts: [GoogleDraft] = []
    for place in places.elements {
      guard let latitude = place["latitude"], let longitude = place["longitude"] else { continue }
      guard drafts.count < 10 else {
        losses.changed(place, GoogleFindings.lossLost, "Google accepts 10 places")
        continue
      }
      losses.exact(latitude)
      losses.exact(longitude)
      guard let first = latitude.number, let second = longitude.number else { continue }
      drafts.append(
        .object([
          "latitude": .number(first.spelling, latitude.origin),
          "longitude": .number(second.spelling, longitude.origin),
        ]))
    }
    if !drafts.isEmpty { objectMembers["merchantLocations"] = .array(drafts) }
  }

  private mutating func addTap() {
    let issuers = settings.redemptionIssuers(issuer: issuer)
    guard !issuers.isEmpty else { return }
    classMembers["enableSmartTap"] = .bool(true)
    classMembers["redemptionIssuers"] = .array(issuers.map { .text($0) })
    guard let message = pass["nfc"]?["message"] else { return }
    losses.exact(message)
    if let text = message.string, !text.isEmpty {
      objectMembers["smartTapRedemptionValue"] = .text(text, message.origin)
    }
  }
}
