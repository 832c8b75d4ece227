// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCompanionFindings
import PassDiagnostics
import PassGoogleModel
import PassJSON
import PassModel

// Fields as text modules and links.
extension GoogleMapping {
  mutating func addFields() {
    guard let dictionary = layout.dictionary(of: pass) else { return }
    var modules: [GoogleDraft] = []
    losses.exact(dictionary["transitType"])
    for other in PassStyle.styles(of: pass) where pass[other.rawValue]?.index != dictionary.index {
      losses.changed(
        pass[other.rawValue], GoogleFindings.lossMoved, "passc maps the fields of the other style")
    }
    let shared: [FieldGroup] =
      type == .eventTicket ? [.additionalInfo, .back] : [.back, .additionalInfo]
    for group in GoogleLayout.frontGroups + shared {
      for field in dictionary[group.rawValue]?.elements.map({ $0 }) ?? [] where field.isObject {
        let key = field["key"]?.string ?? ""
        guard !layout.isConsumed(key) else { continue }
        if group.isFront {
          if isShownElsewhere(field) {
            markMoved(field, "another member of the pass shows the value")
            continue
          }
          markMoved(field, "Google Wallet arranges the card, with up to nine texts")
        } else if let link = self.link(of: field) {
          add(link)
          if link.replacesText { continue }
        }
        if let module = self.module(field) { modules.append(module) }
      }
    }
    if !modules.isEmpty { objectMembers["textModulesData"] = .array(modules) }
  }

  private func isShownElsewhere(_ field: JSONValue) -> Bool {
    guard let value = field["value"], let raw = value.string ?? value.number?.spelling else {
      return false
    }
    return shownTexts.contains(raw)
  }

  private mutating func markMoved(_ field: JSONValue, _ message: String) {
    losses.exact(field["key"])
    losses.exact(field["label"])
    losses.changed(field["value"], GoogleFindings.lossMoved, message)
    addFormatLosses(field)
  }

  private mutating func module(_ field: JSONValue) -> GoogleDraft? {
    for name in ["key", "label", "value"] { losses.exact(field[name]) }
    addFormatLosses(field)
    guard let body = texts.value(of: field) else { return nil }
    var members = GoogleMembers()
    if let key = field["key"], let text = key.string, !text.isEmpty {
      members["id"] = .text(GoogleIdentifier.moduleID(text), key.origin)
    }
    members.add("body", body)
    members.add("header", texts.text(field["label"]))
    return .object(members)
  }

  /// Records the members that format a date or a number.
  mutating func addFormatLosses(_ field: JSONValue) {
    guard losses.isRecording else { return }
    for name in [
      "dateStyle", "timeStyle", "isRelative", "ignoresTimeZone", "numberStyle", "currencyCode",
    ] {
      losses.changed(
        field[name], GoogleFindings.lossApproximated,
        "passc writes the text when it builds; Wallet formats it on the phone")
    }
    losses.exact(field["semantics"])
    if let semantics = field["semantics"] {
      losses.changed(semantics, GoogleFindings.lossLost, "Google Wallet has no semantic tags")
    }
  }

  // MARK: Links

  /// A link made from a field.
  private struct FieldLink {
    let uri: GoogleDraft
    let description: GoogleText
    let id: String
    /// Whether the text of the field is only the link.
    let replacesText: Bool
  }

  private mutating func link(of field: JSONValue) -> FieldLink? {
    guard let value = field["value"], let raw = value.string else { return nil }
    let id = GoogleIdentifier.moduleID(field["key"]?.string ?? "")
    if let attributed = field["attributedValue"], let markup = attributed.string {
      let runs = BackText.markup(markup).runs.filter { $0.text.contains { !$0.isWhitespace } }
      let links = runs.filter { $0.link != nil }
      guard links.count == 1, let link = links[0].link else { return nil }
      let isWhole = runs.count == 1
      losses.changed(
        attributed, GoogleFindings.lossMoved, "the link is in the list of links")
      if isWhole {
        markLink(field, "the link shows its own text")
      }
      return FieldLink(
        uri: .text(link, attributed.origin),
        description: texts.fixed(links[0].text, attributed.origin), id: id, replacesText: isWhole)
    }
    let detectors = field["dataDetectorTypes"].map { Set($0.elements.compactMap(\.string)) }
    let runs = BackText.detected(in: raw, detectors: detectors).runs
    guard runs.count == 1, let link = runs[0].link else { return nil }
    markLink(field, nil)
    let description = texts.text(field["label"]) ?? texts.fixed(raw, value.origin)
    return FieldLink(
      uri: .text(link, value.origin), description: description, id: id, replacesText: true)
  }

  private mutating func markLink(_ field: JSONValue, _ label: String?) {
    losses.exact(field["key"])
    losses.changed(field["value"], GoogleFindings.lossMoved, "the link is in the list of links")
    if let label {
      losses.changed(field["label"], GoogleFindings.lossLost, label)
    } else {
      losses.exact(field["label"])
    }
  }

  private mutating func add(_ link: FieldLink) {
    var members = GoogleMembers(["uri": link.uri])
    members.add("description", link.description)
    if !link.id.isEmpty { members["id"] = .text(link.id) }
    appendLink(.object(members))
  }

  private mutating func appendLink(_ link: GoogleDraft) {
    var links: [GoogleDraft] = []
    if case .object(let module)? = objectMembers["linksModuleData"],
      case .array(let known)? = module["uris"]
    {
      links = known
    }
    objectMembers["linksModuleData"] = .object(["uris": .array(links + [link])])
  }

  /// Adds the links and contacts of pass.json itself.
  mutating func addLinks() {
    for entry in Self.linkKeys {
      guard let value = pass[entry.name], let text = value.string, !text.isEmpty else { continue }
      let address: String
      switch entry.scheme {
      case "tel:": address = "tel:" + text.filter { !" -()/\u{A0}".contains($0) }
      default: address = entry.scheme + text
      }
      losses.changed(value, GoogleFindings.lossMoved, "the link is in the list of links")
      appendLink(
        .object([
          "uri": .text(address, value.origin),
          "description": .text(entry.description, value.origin), "id": .text(entry.name),
        ]))
    }
  }

  /// A link of pass.json.
  private struct LinkKey {
    let name: String
    let scheme: String
    let description: String
  }

  private static let linkKeys: [LinkKey] = KeyTable.members(of: .passRoot).entries.compactMap {
    entry in
    let name = entry.name
    guard name != "webServiceURL", name != "appLaunchURL" else { return nil }
    if name.hasSuffix("PhoneNumber") {
      return LinkKey(name: name, scheme: "tel:", description: words(of: name.dropLast(6)))
    }
    if name.hasSuffix("Email") {
      return LinkKey(name: name, scheme: "mailto:", description: words(of: name[...]))
    }
    guard entry.type == .url else { return nil }
    return LinkKey(
      name: name, scheme: "",
      description: words(of: name.hasSuffix("URL") ? name.dropLast(3) : name[...]))
  }

  /// Returns `Bag policy` for `bagPolicy`.
  private static func words(of name: Substring) -> String {
    var words = ""
    for character in name {
      if character.isUppercase { words += " " }
      words += words.isEmpty ? character.uppercased() : character.lowercased()
    }
    return words
  }
}
