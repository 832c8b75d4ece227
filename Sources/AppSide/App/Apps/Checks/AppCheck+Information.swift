// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCompanionFindings
import PassDiagnostics
import PassModel
import PassSource

/// Checks of Info.plist, extensions and profiles, and the files that belong together.
extension AppCheck {
  /// The identifier of the application that returns passes, `OSE.VAS.01`.
  static let passApplication = "4F53452E5641532E3031"

  func checkInformation(_ file: AppFile, _ report: inout Report) {
    checkIdentifiers(file, &report)
    if let codes = file.root[AppKey.systemCodes] {
      for (index, text) in Self.strings(codes) {
        let bytes = text.utf8.count == 4 ? Hex.decode(text) : nil
        guard bytes == nil || bytes?.contains(0xFF) == true else { continue }
        report(
          AppFindings.felica,
          "the system code \(Excerpt.passValue().quoted(text)) is not four hex digits without FF",
          at: file.place(of: AppKey.systemCodes, codes, index))
      }
    }
    let isBackground = Self.strings(file.root[AppKey.background])
      .contains { $0.text == "remote-notification" }
    let entitlements = self.entitlements(of: file)
    guard !entitlements.isEmpty else { return }
    let hasPushes = entitlements.contains { $0.root[AppKey.pushes] != nil }
    if isBackground, !hasPushes, let modes = file.root[AppKey.background] {
      report(
        AppFindings.background, "background pushes need \(AppKey.pushes) in the entitlements",
        at: file.place(of: AppKey.background, modes))
    }
  }

  private static let paymentIdentifiers = [
    "A000000003", "A000000004", "A000000025", "325041592E5359532E4444463031",
  ]

  private func checkIdentifiers(_ file: AppFile, _ report: inout Report) {
    guard let list = file.root[AppKey.identifiers] else { return }
    var before: [String] = []
    for (index, text) in Self.strings(list) {
      let place = file.place(of: AppKey.identifiers, list, index)
      let shown = Excerpt.passValue().quoted(text)
      guard text.utf8.allSatisfy(Hex.isDigit) else {
        report(AppFindings.aidHex, "the identifier \(shown) is not hexadecimal", at: place)
        continue
      }
      guard text.utf8.count % 2 == 0 else {
        report(
          AppFindings.aidOdd,
          "the identifier \(shown) has \(text.utf8.count) digits, an odd number", at: place)
        continue
      }
      guard (10...32).contains(text.utf8.count) else {
        report(
          AppFindings.aidLength,
          "the identifier \(shown) has \(text.utf8.count / 2) bytes, expected 5 to 16",
          at: place)
        continue
      }
      let upper = text.uppercased()
      if upper != text {
        report(AppFindings.aidCase, "the identifier \(shown) is in lower case", at: place)
      }
      if before.contains(upper) {
        report(AppFindings.aidTwice, "the identifier \(shown) is listed twice", at: place)
      } else if let shorter = before.first(where: upper.hasPrefix) {
        report(
          AppFindings.aidOrder, "\(shown) is after \(shorter), which it begins with", at: place)
      }
      before.append(upper)
      if !expectations.readsPaymentTags, Self.paymentIdentifiers.contains(where: upper.hasPrefix) {
        report(
          AppFindings.aidPayment, "\(shown) is a payment identifier, which a tag session ignores",
          at: place)
      }
    }
    if expectations.readsPaymentTags, expectations.passes.contains(where: \.hasNFC),
      !before.contains(Self.passApplication)
    {
      report(
        AppFindings.readerOrder, "the list has no \(Self.passApplication) (OSE.VAS.01)",
        at: file.place(of: AppKey.identifiers, list))
    }
  }

  func checkExtension(_ file: AppFile, _ report: inout Report) {
    guard let dictionary = file.root["NSExtension"],
      let point = dictionary["NSExtensionPointIdentifier"], let text = point.string,
      text.hasPrefix("com.apple.PassKit.issuer-provisioning")
    else { return }
    let entitlements = self.entitlements(of: file) + files.filter { $0.kind == .profile }
    guard !entitlements.isEmpty,
      !entitlements.contains(where: { $0.keys?[AppKey.provisioning] != nil })
    else { return }
    report(
      AppFindings.walletExtension, "a Wallet extension needs \(AppKey.provisioning)",
      at: file.place(point.offset, ["NSExtension", "NSExtensionPointIdentifier"]))
  }

  /// Compares an entitlements file with the provisioning profiles.
  func checkProfiles(_ report: inout Report) {
    let claims = files.filter { $0.kind == .entitlements }
    for profile in files where profile.kind == .profile {
      guard let granted = profile.keys, claims.count == 1, let claim = claims.first else {
        continue
      }
      for member in claim.root.members ?? [] {
        guard let key = AppKey.named(member.key), key.file == .entitlements else { continue }
        if granted[key.name] == nil {
          report(
            AppFindings.notGranted, "\(profile.name) does not grant \(key.name)",
            at: claim.place(of: key.name, member.value))
        }
      }
      checkGrantedPasses(claim, granted, profile.name, &report)
      for member in granted.members ?? [] {
        guard let key = AppKey.named(member.key), claim.root[key.name] == nil else { continue }
        report(
          AppFindings.notClaimed, "\(key.name) is granted, but not in the entitlements",
          at: profile.place(of: key.name, member.value))
      }
    }
  }

  /// Checks that the profile grants each pass type identifier in the entitlements.
  private func checkGrantedPasses(
    _ claim: AppFile, _ granted: PropertyListValue, _ profile: String, _ report: inout Report
  ) {
    guard let list = claim.root[AppKey.passTypes], let grants = granted[AppKey.passTypes]?.elements
    else { return }
    let entries = grants.compactMap { $0.string.flatMap(PassTypeEntry.init) }
    for (index, element) in (list.elements ?? []).enumerated() {
      guard let type = element.string.flatMap(PassTypeEntry.init)?.passType,
        !entries.contains(where: { $0.covers(type) })
      else { continue }
      report(
        AppFindings.passUncovered, "\(profile) does not grant \(type)",
        at: claim.place(of: AppKey.passTypes, list, index))
    }
  }

  /// Checks build settings that become keys of Info.plist.
  func checkProject(_ project: AppProject, _ report: inout Report) {
    for target in project.targets {
      for (name, setting) in target.settings.sorted(by: { $0.key < $1.key }) {
        guard name.hasPrefix("INFOPLIST_KEY_") else { continue }
        let key = String(name.dropFirst(14))
        guard key.hasPrefix("NFC"), AppKey.named(key) == nil,
          let near = NearestName.of(key, among: [AppKey.usage])
        else { continue }
        report(
          AppFindings.unknown, "unknown key \(key), did you mean \(near)",
          at: Place(origin: setting.origin))
      }
    }
  }

  // MARK: What belongs together

  private static func folder(_ name: String) -> Substring {
    name.lastIndex(of: "/").map { name[..<$0] } ?? ""
  }

  /// Returns the targets that use these entitlements.
  func targets(of entitlements: AppFile) -> [AppProject.Target] {
    projects.flatMap { project in
      project.targets.filter { target in
        target.entitlements.map { Self.join(project.folder, $0) == entitlements.name } ?? false
      }
    }
  }

  private static func join(_ folder: String, _ path: String) -> String {
    folder.isEmpty || folder == "." ? path : folder + "/" + path
  }

  /// Returns the Info.plist files for entitlements: of the same target, otherwise of the same folder,
  /// otherwise the only one.
  func informations(of file: AppFile) -> [AppFile] {
    let all = files.filter { $0.kind == .information && $0.bundle == file.bundle }
    let named = projects.flatMap { project in
      targets(of: file).compactMap(\.informationFile).map { Self.join(project.folder, $0) }
    }
    if !named.isEmpty { return all.filter { named.contains($0.name) } }
    let beside = all.filter { Self.folder($0.name) == Self.folder(file.name) }
    if !beside.isEmpty { return beside }
    return all.count == 1 && files.count(where: { $0.kind == .entitlements }) == 1 ? all : []
  }

  /// Returns the entitlements for an Info.plist.
  func entitlements(of file: AppFile) -> [AppFile] {
    let all = files.filter { $0.kind == .entitlements && $0.bundle == file.bundle }
    if file.kind == .information {
      let matching = all.filter { informations(of: $0).contains { $0.name == file.name } }
      if !matching.isEmpty { return matching }
    }
    let beside = all.filter { Self.folder($0.name) == Self.folder(file.name) }
    return beside.isEmpty && all.count == 1 ? all : beside
  }

  /// Returns the lowest iOS version of the targets with these entitlements, if it is known.
  func lowestIOS(of file: AppFile) -> IOSVersion? {
    let own = targets(of: file).compactMap(\.lowestIOS).min()
    if let own { return own }
    let minimum = informations(of: file).compactMap { $0.root["MinimumOSVersion"]?.string }
      .compactMap { IOSVersion($0) }.min()
    return minimum ?? projects.flatMap(\.targets).compactMap(\.lowestIOS).min()
  }
}
