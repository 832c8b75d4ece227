// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Rule about `appLaunchURL`, which requires an app in `associatedStoreIdentifiers`.
struct AppLaunchRule: Rule {
  static let withoutStore = Finding(
    "url.appLaunch.withoutStore", .error, effect: .refused, step: .urls,
    why: "Wallet opens the URL in the app that associatedStoreIdentifiers names, and requires one.",
    help: "add associatedStoreIdentifiers with the number of the app in the App Store",
    source: .documented("Wallet Passes: Pass, appLaunchURL"),
    wrong: """
      "appLaunchURL": "gym://open"
      """,
    right: """
      "appLaunchURL": "gym://open",
      "associatedStoreIdentifiers": [ 284910350 ]
      """,
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
    // If the value is not a list, KeyTypeRule reports it.
    guard stores == nil || stores?.isArray == true, stores?.element(0) == nil else { return }
    report(
      Self.withoutStore, "appLaunchURL has no store identifier next to it, expected at least one",
      at: url)
  }
}
