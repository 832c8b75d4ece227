// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassGoogleModel
import PassJSON

extension GoogleMapping {
  mutating func addImages() {
    losses.exact(pass["description"])
    let description = texts.text(pass["description"])
    func image(_ slot: GoogleImageSlot) -> GoogleDraft? {
      guard let (address, origin) = images[slot] else { return nil }
      var members = GoogleMembers([
        "sourceUri": .object(["uri": .text(address, origin)])
      ])
      members["contentDescription"] = slot == .logo ? description?.localized : nil
      return .object(members)
    }
    if type == .generic {
      objectMembers["logo"] = image(.logo)
      objectMembers["wideLogo"] = image(.wideLogo)
      objectMembers["heroImage"] = image(.hero)
    } else {
      addClassLogo(image(.logo), image(.wideLogo))
      classMembers["heroImage"] = image(.hero)
    }
    if let module = image(.module) {
      objectMembers["imageModulesData"] = .array([.object(["mainImage": module])])
    }
  }

  private mutating func addClassLogo(_ logo: GoogleDraft?, _ wide: GoogleDraft?) {
    switch type {
    case .generic: break
    case .loyalty, .giftCard:
      classMembers["programLogo"] = logo
      classMembers["wideProgramLogo"] = wide
    case .offer:
      classMembers["titleImage"] = logo
      classMembers["wideTitleImage"] = wide
    case .eventTicket, .transit:
      classMembers["logo"] = logo
      classMembers["wideLogo"] = wide
    case .flight:
      guard case .object(var header)? = classMembers["flightHeader"],
        case .object(var carrier)? = header["carrier"]
      else { return }
      carrier["airlineLogo"] = logo
      carrier["wideAirlineLogo"] = wide
      header["carrier"] = .object(carrier)
      classMembers["flightHeader"] = .object(header)
    }
  }
}
