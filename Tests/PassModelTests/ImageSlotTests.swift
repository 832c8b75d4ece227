// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PassModel

struct ImageSlotTests {
  @Test(arguments: [
    ("icon.png", ImageSlot.icon, ImageSlot.Scale.one), ("strip@2x.png", .strip, .two),
    ("personalizationLogo@3x.png", .personalizationLogo, .three),
  ])
  func knowsImagesByTheirNames(name: String, slot: ImageSlot, scale: ImageSlot.Scale) throws {
    let found = try #require(ImageSlot.slot(forFileName: name))
    #expect(found == (slot, scale))
    #expect(slot.fileName(scale) == name)
  }

  @Test(arguments: [
    "Icon.png", "icon@1x.png", "icon@4x.png", "icon.jpg", "icon", ".png", "@2x.png", "photo.png",
    "icon@2x@2x.png", "icon.PNG", "",
  ])
  func knowsNoOtherNames(_ name: String) {
    #expect(ImageSlot.slot(forFileName: name) == nil)
  }

  @Test(arguments: [
    "pass.json", "personalization.json", "logo@2x.png", "de.lproj/pass.strings",
    "zh-Hans.lproj/strip.png", "zh_CN.lproj/pass.strings",
  ])
  func packsWhatWalletLooksFor(_ path: String) {
    #expect(PackableFile(path: path) != nil)
  }

  @Test(arguments: [
    "members.csv", "template.json", ".DS_Store", "photos/icon.png", "pass.strings",
    "de.lproj/pass.json", "de.lproj/a/icon.png", ".lproj/icon.png", "../icon.png",
    "d e.lproj/icon.png",
    "de.lproj", "signature", "manifest.json", "tooling.json", "/pass.json", "de.lproj/",
  ])
  func packsNothingElse(_ path: String) {
    #expect(PackableFile(path: path) == nil)
  }

  @Test(arguments: [
    ("Icon@2X.png", "icon@2x.png"), ("icon@1x.png", "icon.png"), ("icon.jpg", "icon.png"),
    ("Strip.PNG", "strip.png"), ("thumbnial.png", "thumbnail.png"), ("Pass.json", "pass.json"),
    ("logo@3.png", "logo@3x.png"), ("background2x.png", "background@2x.png"),
    ("logo-2x.png", "logo@2x.png"), ("logo_3x.png", "logo@3x.png"),
    ("Logo (2x).png", "logo@2x.png"), ("thumbnail.png.png", "thumbnail.png"),
    ("icon@2x.png.png", "icon@2x.png"), ("icon (1).png", "icon.png"),
    ("icon@3x copy.png", "icon@3x.png"), ("strip@2x - Kopie.jpg", "strip@2x.png"),
    ("primarylogo3x.png", "primaryLogo@3x.png"), ("personalisation.json", "personalization.json"),
  ])
  func tellsTheNameThatWasMeant(name: String, meant: String) {
    #expect(PackableFile.nearestName(to: name) == meant)
  }

  @Test(arguments: ["members.csv", "README.md", "notes.txt", "photo.png"])
  func guessesNoName(_ name: String) {
    #expect(PackableFile.nearestName(to: name) == nil)
  }

  @Test(arguments: ["icon@2x.png", "logo-old.png", "holder.png", "x2.png", "(1).png", "copy.png"])
  func takesNoOtherNameForAnImage(_ name: String) {
    #expect(PackableFile.imageName(meantBy: name) == nil)
  }

  @Test func showsImagesWhereTheDocumentsSaySo() {
    #expect(ImageSlot.strip.showing(in: .storeCard) == .shown)
    #expect(ImageSlot.strip.showing(in: .eventTicket) == .listed)
    #expect(ImageSlot.strip.showing(in: .generic) == .notShown)
    #expect(ImageSlot.artwork.showing(in: .eventTicket) == .notShown)
    #expect(
      ImageSlot.artwork.showing(in: .eventTicket, schemes: [.posterEventTicket, .eventTicket])
        == .shown)
    #expect(ImageSlot.icon.sizes.contains(ImageSlot.Size(29, 29)))
  }

  @Test(arguments: [
    ("de", nil), ("zh-Hans", nil), ("pt-BR", nil), ("es-419", nil),
    ("zh_CN", LanguageTag.Problem.underscore), ("pt-br", .letterCase(usual: "pt-BR")),
    ("English", .oldName(tag: "en")), ("deutsch", .malformed), ("e", .malformed),
    ("jp", .notLanguage(meant: "ja")), ("cz_CZ", .notLanguage(meant: "cs-CZ")),
    ("dk", .notLanguage(meant: "da")), ("gr", .notLanguage(meant: "el")),
    ("cn", .notLanguage(meant: "zh-Hans")), ("xx", .notLanguage(meant: nil)),
    ("kr", .rareLanguage(language: "Kanuri", country: "Korea", meant: "ko")),
    ("eng", .threeLetters(tag: "en")), ("fil", nil), ("yue", nil), ("br-FR", nil), ("uk", nil),
  ])
  func judgesLanguageTags(tag: String, fault: LanguageTag.Problem?) {
    #expect(LanguageTag.validationError(in: tag) == fault)
  }
}
