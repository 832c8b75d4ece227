// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassCompanionFindings
import PassSource

/// The entitlements and Info.plist keys that an app needs, as files to merge into your own.
package struct AppFragments: Sendable {
  /// The reason why no fragments can be written.
  package struct FragmentError: Error, Sendable {
    package let message: String
    package let help: String
  }

  package var purposes: [AppPurpose]
  /// The pass type identifiers of the templates, in order.
  package var passTypes: [String] = []
  /// Merchant identifiers.
  package var merchants: [String] = []
  /// Application identifiers to select, in order.
  package var identifiers: [String] = []
  /// Prefixes for card emulation.
  package var prefixes: [String] = []
  /// Whether the app can be the default contactless app.
  package var isDefault = false
  /// Whether the reading iPhone must not show its own passes.
  package var suppressesPasses = false
  /// Whether to include the fragments for Wallet extensions.
  package var hasExtensions = false
  /// The NFC usage description, or nil for a default.
  package var usage: String?

  /// Creates fragments for these purposes.
  package init(_ purposes: [AppPurpose]) { self.purposes = purposes }

  /// Returns the files with their names, without empty ones.
  package func files() throws(FragmentError) -> [(name: String, text: String)] {
    try check()
    var files: [(name: String, text: String)] = []
    let head =
      "Apple grants entitlements. Your identifier and provisioning profile must include them."
    let entitlements = self.entitlements.sorted { $0.key < $1.key }
    if !entitlements.isEmpty {
      files.append(("App.entitlements", PropertyListWriter.text(entitlements, head: head)))
    }
    let information = self.information.sorted { $0.key < $1.key }
    if !information.isEmpty {
      files.append(("Info-additions.plist", PropertyListWriter.text(information)))
    }
    if purposes.contains(.provisioning), hasExtensions {
      for (name, point) in [
        ("Extension-Info.plist", "com.apple.PassKit.issuer-provisioning"),
        ("Authorization-Info.plist", "com.apple.PassKit.issuer-provisioning.authorization"),
      ] {
        let member = PropertyListValue.Member(
          key: "NSExtensionPointIdentifier", offset: 0, value: .init(.string(point), offset: 0))
        files.append(
          (
            name,
            PropertyListWriter.text([
              .init(
                "NSExtension", .dictionary([member]),
                comment: "for the extension, which also needs the entitlement of the app")
            ])
          ))
      }
    }
    return files
  }

  private func check() throws(FragmentError) {
    if purposes.contains(.wallet), passTypes.isEmpty {
      throw FragmentError(
        message: "wallet needs a pass type identifier", help: "give a template or --pass-type")
    }
    if purposes.contains(.applePay) {
      guard !merchants.isEmpty else {
        throw FragmentError(message: "apple-pay needs a merchant", help: "give --merchant")
      }
      for merchant in merchants
      where !(merchant.hasPrefix("merchant.") && merchant.utf8.count > 9) {
        throw FragmentError(
          message: "\(Excerpt.whole.quoted(merchant)) is not a merchant identifier",
          help: "begin it with merchant. as in merchant.com.example.gym")
      }
    }
    for (name, list) in [("--aid", identifiers), ("--hce-prefix", prefixes)] {
      for text in list where !((10...32).contains(text.utf8.count) && Hex.decode(text) != nil) {
        throw FragmentError(
          message: "\(name) \(Excerpt.whole.quoted(text)) is not 5 to 16 bytes in hex",
          help: "write 10 to 32 hex digits")
      }
    }
    if purposes.contains(.hce), prefixes.isEmpty {
      throw FragmentError(message: "hce needs a prefix", help: "give --hce-prefix")
    }
  }

  private static func strings(_ texts: [String]) -> PropertyListValue.Content {
    var seen: Set<String> = []
    return .array(
      texts.filter { seen.insert($0).inserted }.map { PropertyListValue(.string($0), offset: 0) })
  }

  private func has(_ purpose: AppPurpose) -> Bool { purposes.contains(purpose) }

  // long: a table of keys, one after the other.
  private var entitlements: [PropertyListWriter.Member] {
    var members: [PropertyListWriter.Member] = []
    if has(.wallet) {
      members.append(
        .init(
          AppKey.passTypes, Self.strings(passTypes.map { "$(TeamIdentifierPrefix)" + $0 }),
          comment: "passes the app reads, replaces and removes (not needed for the add sheet)"))
    }
    if has(.applePay) {
      members.append(
        .init(
          AppKey.merchants, Self.strings(merchants),
          comment: "merchant identifiers for payment requests"))
    }
    if has(.tapToPay) {
      members.append(
        .init(AppKey.acceptance, .boolean(true), comment: "Tap to Pay on iPhone (granted by Apple)")
      )
      if suppressesPasses {
        members.append(
          .init(
            AppKey.suppression, .boolean(true),
            comment: "keeps the reading iPhone from showing its own passes (granted by Apple)"))
      }
    }
    if has(.vas) || has(.paymentTag) {
      members.append(
        .init(
          AppKey.formats, Self.strings(["TAG"]),
          comment: "only TAG: the App Store rejects NDEF with current SDKs"))
    }
    if has(.hce) {
      members.append(
        .init(
          AppKey.emulation, .boolean(true),
          comment: "card emulation, iOS 17.4 and later (granted by Apple)"))
      members.append(
        .init(
          AppKey.prefixes, Self.strings(prefixes.map { $0.uppercased() }),
          comment: "identifiers, or beginnings of identifiers, that the app emulates"))
      if isDefault {
        members.append(
          .init(
            AppKey.defaultApp, .boolean(true),
            comment: "the app can be chosen as the default contactless app"))
      }
    }
    if has(.provisioning) {
      members.append(
        .init(
          AppKey.provisioning, .boolean(true),
          comment: "adds payment cards (granted by Apple, works from TestFlight on)"))
    }
    if has(.push) {
      members.append(
        .init(
          AppKey.pushes, .string("development"),
          comment: "Xcode writes production when it exports for the App Store"))
    }
    return members
  }

  private var information: [PropertyListWriter.Member] {
    var members: [PropertyListWriter.Member] = []
    if has(.vas) || has(.paymentTag) {
      members.append(
        .init(
          AppKey.usage,
          .string(usage ?? "Hold the customer's phone near this one to read their pass."),
          comment: "use your own words, must not be empty"))
    }
    if has(.paymentTag) {
      let selected = identifiers.isEmpty ? [AppCheck.passApplication] : identifiers
      members.append(
        .init(
          AppKey.identifiers, Self.strings(selected.map { $0.uppercased() }),
          comment: "tried in this order until a tag accepts one"))
    }
    if has(.push) {
      members.append(
        .init(
          AppKey.background, Self.strings(["remote-notification"]),
          comment: "background pushes (merge with your other modes)"))
    }
    return members
  }
}
