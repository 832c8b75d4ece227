// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassCompanionFindings
package import PassDiagnostics
package import PassJSON
import PassModel

/// The options of `passc pay check`.
package struct PaymentOptions: Sendable {
  /// The kind of every document, or nil to recognize it by its members.
  package var kind: PaymentKind?
  /// The requested version of Apple Pay on the Web.
  package var version: Int?
  /// The expected merchant identifier.
  package var merchant: String?
  /// The current time in seconds since 1970.
  package var now: Int64
  /// Whether a deferred payment must have a date, because Swift needs it.
  package var isForSwift = false

  /// Creates the default options.
  package init(now: Int64) { self.now = now }
}

/// A checked Apple Pay document.
package struct PaymentDocument {
  package let root: JSONValue
  package let kind: PaymentKind
  /// The versions that it needs.
  package let needs: PaymentNeeds
}

/// The check of one document, which adds its findings to the report.
package struct PaymentCheck {
  let options: PaymentOptions
  let against: JSONValue?
  var kind = PaymentKind.request
  var needs = PaymentNeeds()
  var currency: String?
  var documentVersion: Int?

  /// Creates a check with these options.
  ///
  /// - Parameter against: the request that updates belong to.
  package init(_ options: PaymentOptions, against: JSONValue? = nil) {
    self.options = options
    self.against = against
  }

  /// Checks a document. Returns nil if it is not an Apple Pay document.
  package static func document(
    _ root: JSONValue, _ options: PaymentOptions, against: JSONValue? = nil,
    report: inout Report
  ) -> PaymentDocument? {
    var check = PaymentCheck(options, against: against)
    return check.check(root, &report)
  }

  /// Reads and checks one document.
  package static func document(
    _ bytes: [UInt8], name: String, _ options: PaymentOptions, against: JSONValue? = nil,
    report: inout Report
  ) -> PaymentDocument? {
    guard let read = JSONReader.read(bytes, name: name, report: &report), !report.hasErrors
    else { return nil }
    return document(read.root, options, against: against, report: &report)
  }

  private mutating func check(_ root: JSONValue, _ report: inout Report) -> PaymentDocument? {
    if let other = Self.reportOtherDocument(root) {
      report(
        PaymentDocumentFindings.foreign,
        "this is a configuration for another library, not for ApplePaySession", at: other)
      return nil
    }
    guard root.isObject else {
      report(
        PaymentDocumentFindings.wrongType, "the document is \(root.inWords), expected an object",
        at: root)
      return nil
    }
    guard let kind = options.kind ?? PaymentKind(of: root) else {
      report(
        PaymentDocumentFindings.unknownKind,
        root["newTotal"] != nil
          ? "an update of unknown kind: newTotal does not name the event"
          : "not an Apple Pay document: no total, currencyCode, version or newTotal", at: root)
      return nil
    }
    self.kind = kind
    let currencyOfRequest = kind.isUpdate ? against?["currencyCode"] : root["currencyCode"]
    currency = currencyOfRequest?.string
    documentVersion = kind == .method ? root["version"]?.number?.integer : nil
    check(root, as: .of(kind), &report)
    checkRequest(root, &report)
    checkTotal(root, &report)
    checkSpecial(root, &report)
    if kind.isUpdate { checkUpdate(root, &report) }
    return PaymentDocument(root: root, kind: kind, needs: needs)
  }

  /// Returns the value that shows a configuration for another library.
  private static func reportOtherDocument(_ root: JSONValue) -> JSONValue? {
    if let provider = root["provider"], provider.string == "apple_pay" { return provider }
    return root["merchantCapabilities"]?.elements.first { $0.string == "3DS" }
  }

  // MARK: Shapes

  /// Checks the names, types and required members of an object and of all objects in it.
  mutating func check(_ object: JSONValue, as shape: PaymentShape, _ report: inout Report) {
    var seen = 0
    for member in object.members {
      guard let known = shape.member(member.name) else {
        unknown(member, shape, &report)
        continue
      }
      if known.isRequired { seen += 1 }
      check(member.value, as: known, &report)
    }
    guard seen < shape.members.prefix(while: \.isRequired).count else { return }
    for member in shape.members where member.isRequired && object[member.name] == nil {
      report(
        PaymentDocumentFindings.missing, "\(shape.title) needs \(member.name)", at: object)
    }
  }

  private func unknown(
    _ member: JSONValue.Member, _ shape: PaymentShape, _ report: inout Report
  ) {
    switch member.name {
    case "requiredBillingAddressFields", "requiredShippingAddressFields":
      let today = member.name.replacing("Address", with: "Contact")
      report(
        PaymentDocumentFindings.renamed, "\(member.name) was renamed to \(today)", at: member)
    case "currencyCode", "countryCode":
      guard kind.isUpdate, shape.title == PaymentShape.of(kind).title else { fallthrough }
      report(
        SpecialPaymentFindings.updateFixed,
        "\(member.name) cannot change while the sheet is open", at: member)
    default:
      // Search a similar name only if the finding will be listed.
      let near =
        report.lists(PaymentDocumentFindings.unknown)
        ? NearestName.of(member.name, among: shape.members.map(\.name)) : nil
      report(
        PaymentDocumentFindings.unknown,
        "unknown member \(Excerpt.passValue().quoted(member.name)) in \(shape.title)"
          + (near.map { ", did you mean \($0)" } ?? ""), at: member)
    }
  }

  private mutating func check(
    _ value: JSONValue, as member: PaymentShape.Member, _ report: inout Report
  ) {
    switch member.value {
    case .string: _ = expect(value, value.string != nil, "a string", member, &report)
    case .boolean: _ = expect(value, value.bool != nil, "true or false", member, &report)
    case .wholeNumber:
      _ = expect(value, value.number?.integer != nil, "a whole number", member, &report)
    case .anything:
      report(
        PaymentDocumentFindings.notGenerated, "passc does not check \(member.name)", at: value)
    case .word(let words): checkWord(value, words, member, &report)
    case .date: _ = date(value, member.name, &report)
    case .amount: _ = amount(value, member.name, &report)
    case .strings:
      guard expect(value, value.isArray, "an array", member, &report) else { return }
      for element in value.elements {
        _ = expect(element, element.string != nil, "a string", member, &report)
      }
    case .contact:
      guard !value.isNull, expect(value, value.isObject, "an object", member, &report) else {
        return
      }
      check(value, as: .of(.contact), &report)
    case .object(let name):
      guard expect(value, value.isObject, "an object", member, &report) else { return }
      check(value, as: .of(name), &report)
      checkObject(value, name, &report)
    case .objects(let name):
      guard expect(value, value.isArray, "an array", member, &report) else { return }
      for element in value.elements {
        guard expect(element, element.isObject, "an object", member, &report) else { continue }
        check(element, as: .of(name), &report)
        checkObject(element, name, &report)
      }
    }
  }

  private func checkWord(
    _ value: JSONValue, _ words: [String], _ member: PaymentShape.Member, _ report: inout Report
  ) {
    guard expect(value, value.string != nil, "a string", member, &report),
      let word = value.string, !words.contains(word)
    else { return }
    let near = NearestName.of(word, among: words)
    report(
      PaymentDocumentFindings.unknownWord,
      "\(member.name) cannot be \(Excerpt.passValue().quoted(word))"
        + (near.map { ", did you mean \($0)" } ?? ", expected \(words.joined(separator: ", "))"),
      at: value)
  }

  /// Returns whether a value has the type of its member, and reports a wrong type.
  private func expect(
    _ value: JSONValue, _ fits: Bool, _ wanted: String, _ member: PaymentShape.Member,
    _ report: inout Report
  ) -> Bool {
    if !fits {
      report(
        PaymentDocumentFindings.wrongType,
        "\(member.name) is \(value.inWords), expected \(wanted)", at: value)
    }
    return fits
  }
}

extension JSONValue {
  /// The type of the value in words, with an article.
  var inWords: String {
    switch kind {
    case .null: "null"
    case .true, .false: "a boolean"
    case .number: "a number"
    case .string, .key: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
