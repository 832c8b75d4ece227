// SPDX-License-Identifier: Apache-2.0

import PassCompanionFindings
import PassDiagnostics
import PassJSON
import PassModel

/// A record of what happens to each member of pass.json.
///
/// Only the report of a template records it. A pass for a row does not, because the losses are the
/// same for every row.
struct GoogleLosses {
  private enum Mark {
    case exact
    case changed(Finding, String)
  }

  let isRecording: Bool
  private var marks: [Int: Mark] = [:]

  init(isRecording: Bool) { self.isRecording = isRecording }

  /// Records that a value is in the payload unchanged, or that Google does not need it.
  mutating func exact(_ value: JSONValue?) {
    guard isRecording, let value else { return }
    if marks[value.index] == nil { marks[value.index] = .exact }
  }

  /// Records that a value is in the payload in another form, or not at all.
  mutating func changed(_ value: JSONValue?, _ finding: Finding, _ message: String) {
    guard isRecording, let value else { return }
    marks[value.index] = .changed(finding, message)
  }

  /// Reports a line for each member that is not exact.
  func report(_ root: JSONValue, to report: inout Report) {
    for member in root.members { line(member, &report) }
  }

  // The nesting limit of the reader bounds the recursion.
  private func line(_ member: JSONValue.Member, _ report: inout Report) {
    // A condition of the template is not part of a pass.
    if member.name == "$if" { return }
    let value = member.value
    switch marks[value.index] {
    case .exact: return
    case .changed(let finding, let message):
      report(finding, "\"\(member.name)\": \(message)", at: member)
    case nil:
      guard containsMark(value) else { return report.addLoss(member) }
      for inner in value.members { line(inner, &report) }
      for (number, element) in value.elements.enumerated() {
        self.element(element, number, of: member, &report)
      }
    }
  }

  private func element(
    _ element: JSONValue, _ number: Int, of member: JSONValue.Member, _ report: inout Report
  ) {
    switch marks[element.index] {
    case .exact: return
    case .changed(let finding, let message):
      report(finding, "\"\(member.name)\", element \(number + 1): \(message)", at: element)
    case nil:
      if containsMark(element) {
        for inner in element.members { line(inner, &report) }
      } else {
        report(
          GoogleFindings.lossLost,
          "\"\(member.name)\", element \(number + 1): \(LossReason.text(for: member.name))",
          at: element)
      }
    }
  }

  private func containsMark(_ value: JSONValue) -> Bool {
    guard value.isObject || value.isArray else { return false }
    return marks.keys.contains { $0 > value.index && value.contains(value.value(atNode: $0)) }
  }
}

extension Report {
  /// Reports a member that the mapping did not use.
  fileprivate mutating func addLoss(_ member: JSONValue.Member) {
    let isKnown = KeyTable.place(at: member.value.pointer) != nil
    self(
      isKnown ? LossReason.finding(for: member.name) : GoogleFindings.lossUnknown,
      "\"\(member.name)\": "
        + (isKnown ? LossReason.text(for: member.name) : "passc does not know this member"),
      at: member)
  }
}

/// The reasons why Google Wallet does not show a member.
enum LossReason {
  static func finding(for key: String) -> Finding {
    switch key {
    case "changeMessage", "foregroundColor", "labelColor", "stripColor", "footerBackgroundColor",
      "useAutomaticColors", "maxDistance", "transitStatus":
      GoogleFindings.lossServer
    case "nfc", "encryptionPublicKey", "requiresAuthentication", "appLaunchURL",
      "associatedStoreIdentifiers", "auxiliaryStoreIdentifiers", "venueName":
      GoogleFindings.lossNeeds
    case "venueLocation", "departureLocation", "destinationLocation":
      GoogleFindings.lossApproximated
    default: GoogleFindings.lossLost
    }
  }

  static func text(for key: String) -> String {
    switch key {
    case "changeMessage": "Google writes the text of notifications"
    case "foregroundColor", "labelColor", "stripColor", "footerBackgroundColor",
      "useAutomaticColors":
      "Google chooses the colors of texts"
    case "maxDistance": "Google chooses the distance"
    case "relevantText": "Google writes the text of a nearby pass"
    case "altitude": "places have latitude and longitude only"
    case "beacons": "Google Wallet does not react to beacons"
    case "relevantDate", "relevantDates":
      "Google uses the times of events and flights, and \"notification\" of a generic pass"
    case "nfc": "a tap needs \"redemptionIssuers\" in google.json"
    case "encryptionPublicKey": "the keys for taps belong to the issuer account"
    case "requiresAuthentication": "add viewUnlockRequirement to \"classPatch\" if you need it"
    case "appLaunchURL", "associatedStoreIdentifiers", "auxiliaryStoreIdentifiers":
      "a button for an app needs \"androidPackage\" in google.json"
    case "textAlignment", "row": "Google Wallet arranges the texts of a card itself"
    case "dataDetectorTypes": "Google Wallet makes no links in texts"
    case "attributedValue": "texts have no markup"
    case "venueName": "a venue needs \"address\" in google.json"
    case "venueLocation", "departureLocation", "destinationLocation":
      "Google finds the place by its name or code"
    case "transitStatus": "Google shows its own flight status"
    case "userInfo": "data for an app on the phone has no counterpart"
    case "messageEncoding": "the phone chooses the encoding of a barcode"
    default: "Google Wallet has no counterpart"
    }
  }
}
