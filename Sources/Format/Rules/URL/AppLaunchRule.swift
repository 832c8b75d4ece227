// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// `appLaunchURL`: only for the app that `associatedStoreIdentifiers` names.
struct AppLaunchRule: Rule {
  static let withoutStore = Finding(
    "url.appLaunch.withoutStore", .error, effect: .refused, step: .urls,
    why: "The URL is handed to the app whose store identifier stands beside it; Wallet wants one.",
    help: "add associatedStoreIdentifiers with the number of the app in the App Store",
    source: .documented("Wallet Passes: Pass, appLaunchURL"),
    walletLog: "requires store identifiers",
    bad: [
      .json(#"{"appLaunchURL": "gym://open"}"#, at: "/appLaunchURL"),
      .json(
        #"{"appLaunchURL": "gym://open", "associatedStoreIdentifiers": []}"#, at: "/appLaunchURL"),
    ],
    good: [
      .json(#"{"appLaunchURL": "gym://open", "associatedStoreIdentifiers": [1]}"#),
      .json(#"{"associatedStoreIdentifiers": [1]}"#),
    ])

  var findings: [Finding] { [Self.withoutStore] }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    let document = pass.document
    guard let url = document["appLaunchURL"] else { return }
    let stores = document["associatedStoreIdentifiers"]
    // Something that is no list was reported by its type.
    guard stores == nil || stores?.isArray == true, stores?.element(0) == nil else { return }
    report(
      Self.withoutStore, "appLaunchURL stands without a store identifier, expected at least one",
      at: url)
  }
}
