// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCompanionFindings
import PassDiagnostics
import PassJSON

// Checks that compare several members of one object.
extension GoogleValueCheck {
  func checkParts(_ value: JSONValue, _ schema: GoogleSchema, _ report: inout Report) {
    switch schema.name {
    case "TimeInterval": checkInterval(value, &report)
    case "EventVenue": checkVenue(value, &report)
    case "Money": checkMoney(value, &report)
    case "LinksModuleData": checkLinks(value, &report)
    default: break
    }
    if let modules = value["textModulesData"] { checkModuleIDs(modules, &report) }
    if let text = value["smartTapRedemptionValue"]?.string,
      !text.utf8.allSatisfy({ $0 < 0x80 }), let member = value["smartTapRedemptionValue"]
    {
      report(
        GoogleFindings.smartTapNotASCII, "\"smartTapRedemptionValue\" is not ASCII",
        at: place(member))
    }
  }

  private func checkInterval(_ value: JSONValue, _ report: inout Report) {
    guard let start = value["start"]?["date"]?.string.flatMap({ GoogleTime($0) }),
      let end = value["end"]?["date"]?.string.flatMap({ GoogleTime($0) })
    else { return }
    if start.hasOffset != end.hasOffset {
      report(
        GoogleFindings.intervalMixed, "only one of start and end has an offset", at: place(value))
    } else if end.seconds < start.seconds {
      report(
        GoogleFindings.intervalReversed, "the interval ends before it starts", at: place(value))
    }
  }

  private func checkVenue(_ value: JSONValue, _ report: inout Report) {
    let hasName = value["name"] != nil
    guard hasName != (value["address"] != nil) else { return }
    report(
      GoogleFindings.venueAddress, "the venue has no \(hasName ? "address" : "name")",
      at: place(value))
  }

  private func checkMoney(_ value: JSONValue, _ report: inout Report) {
    guard let micros = value["micros"],
      let amount = micros.string.flatMap({ Int64($0) })
        ?? micros.number?.integer.map({ Int64($0) }),
      amount != 0, amount % 10_000 != 0
    else { return }
    report(
      GoogleFindings.micros, "\"micros\" is \(amount), which has fractions of a cent",
      at: place(micros))
  }

  private func checkLinks(_ value: JSONValue, _ report: inout Report) {
    guard let uris = value["uris"], uris.isArray else { return }
    for link in uris.elements where link.isObject {
      let hasText = ["description", "localizedDescription"].contains { link[$0] != nil }
      guard !hasText else { continue }
      report(GoogleFindings.linkNoDescription, "a link has no description", at: place(link))
    }
  }

  private func checkModuleIDs(_ modules: JSONValue, _ report: inout Report) {
    guard modules.isArray else { return }
    var known: Set<String> = []
    for module in modules.elements {
      guard let member = module["id"], let id = member.string else { continue }
      guard !known.insert(id).inserted else { continue }
      report(
        GoogleFindings.moduleID, "two text modules have the id \(Excerpt.cell.quoted(id))",
        at: place(member))
    }
  }

  func checkBarcode(_ code: JSONValue, _ report: inout Report) {
    guard let type = code["type"]?.string, let value = code["value"], let text = value.string,
      !isPlaceholder(value)
    else { return }
    let bytes = text.utf8
    let lengths: [Int] =
      switch type {
      case "EAN_13", "ean13", "EAN13": [13]
      case "EAN_8", "ean8": [8]
      case "UPC_A", "upcA": [11, 12]
      case "ITF_14", "itf14": [14]
      default: []
      }
    if !lengths.isEmpty {
      let areDigits = bytes.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      guard !areDigits || !lengths.contains(bytes.count) else { return }
      let expected = lengths.map(String.init).joined(separator: " or ")
      return report(
        GoogleFindings.barcodeDigits, "a code of type \(type) needs \(expected) digits",
        at: place(value))
    }
    guard type != "TEXT_ONLY", !bytes.allSatisfy({ $0 < 0x80 }) else { return }
    report(
      GoogleFindings.barcodeNonASCII, "the barcode has characters that are not ASCII",
      at: place(value))
  }
}
