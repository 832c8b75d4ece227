// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassCompanionFindings
import PassSource

/// What an app of some purposes declares, as files to merge into its own.
package struct AppFragments: Sendable {
  /// Why no fragments can be written, as a sentence part.
  package struct Fault: Error, Sendable {
    /// What is wrong.
    package let message: String
    /// What to do about it.
    package let help: String
  }

  /// What the app does.
  package var purposes: [AppPurpose]
  /// The pass types of the templates, in their order.
  package var passTypes: [String] = []
  /// Merchant identifiers.
  package var merchants: [String] = []
  /// Application identifiers to select, in their order.
  package var identifiers: [String] = []
  /// Prefixes for card emulation.
  package var prefixes: [String] = []
  /// Whether the app may be the default one for contactless cards.
  package var isDefault = false
  /// Whether a reader's own phone shows no passes.
  package var suppressesPasses = false
  /// Whether the fragments of Wallet extensions are wanted.
  package var hasExtensions = false
  /// The sentence people are asked with; nil for one made of the purpose.
  package var usage: String?

  /// Fragments for these purposes.
  package init(_ purposes: [AppPurpose]) { self.purposes = purposes }

  /// The files with their names; an empty one is left out.
  package func files() throws(Fault) -> [(name: String, text: String)] {
    try check()
    var files: [(name: String, text: String)] = []
    let head =
      "Apple grants entitlements; the identifier and the provisioning profile have to carry them"
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
                comment: "of the extension; it needs the entitlement of the app too")
            ])
          ))
      }
    }
    return files
  }

  private func check() throws(Fault) {
    if purposes.contains(.wallet), passTypes.isEmpty {
      throw Fault(message: "wallet needs a pass type", help: "name a template, or --pass-type")
    }
    if purposes.contains(.applePay) {
      guard !merchants.isEmpty else {
        throw Fault(message: "apple-pay needs a merchant", help: "give --merchant")
      }
      for merchant in merchants
      where !(merchant.hasPrefix("merchant.") && merchant.utf8.count > 9) {
        throw Fault(
          message: "\(Excerpt.whole.quoted(merchant)) is not a merchant identifier",
          help: "it begins with merchant.")
      }
    }
    for (name, list) in [("--aid", identifiers), ("--hce-prefix", prefixes)] {
      for text in list where !((10...32).contains(text.utf8.count) && Hex.decode(text) != nil) {
        throw Fault(
          message: "\(name) \(Excerpt.whole.quoted(text)) is not 5 to 16 bytes in hex",
          help: "write 10 to 32 hex digits")
      }
    }
    if purposes.contains(.hce), prefixes.isEmpty {
      throw Fault(message: "hce needs a prefix", help: "give --hce-prefix")
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
          comment: "passes the app reads, replaces and removes; the add sheet needs none"))
    }
    if has(.applePay) {
      members.append(
        .init(
          AppKey.merchants, Self.strings(merchants),
          comment: "a payment request names one of these"))
    }
    if has(.tapToPay) {
      members.append(
        .init(AppKey.acceptance, .boolean(true), comment: "Tap to Pay on iPhone; granted by Apple"))
      if suppressesPasses {
        members.append(
          .init(
            AppKey.suppression, .boolean(true),
            comment: "keeps the reader's own phone from showing passes; granted by Apple"))
      }
    }
    if has(.vas) || has(.paymentTag) {
      members.append(
        .init(
          AppKey.formats, Self.strings(["TAG"]),
          comment: "TAG alone: the App Store refuses NDEF for current SDKs"))
    }
    if has(.hce) {
      members.append(
        .init(
          AppKey.emulation, .boolean(true), comment: "card emulation, iOS 17.4; granted by Apple"))
      members.append(
        .init(
          AppKey.prefixes, Self.strings(prefixes.map { $0.uppercased() }),
          comment: "applications the app answers for, or the beginnings of their names"))
      if isDefault {
        members.append(
          .init(AppKey.defaultApp, .boolean(true), comment: "may be chosen as the default app"))
      }
    }
    if has(.provisioning) {
      members.append(
        .init(
          AppKey.provisioning, .boolean(true),
          comment: "adding payment cards; granted by Apple, works from TestFlight on"))
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
          comment: "say it in your words; must not be empty"))
    }
    if has(.paymentTag) {
      let selected = identifiers.isEmpty ? [AppCheck.passApplication] : identifiers
      members.append(
        .init(
          AppKey.identifiers, Self.strings(selected.map { $0.uppercased() }),
          comment: "selected in this order; the first that answers ends the search"))
    }
    if has(.push) {
      members.append(
        .init(
          AppKey.background, Self.strings(["remote-notification"]),
          comment: "background pushes; merge with the modes you have"))
    }
    return members
  }
}
