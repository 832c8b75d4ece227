// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassConsole
import PassDiagnostics
import PassGoogleModel
import PassJSON
import PassModel
import PassReport
import PassTemplate

extension GoogleInitCommand: GoogleWork {
  func perform() throws {
    var report = Report()
    let loaded = try Template.load(template, report: &report)
    Console.report(report.sorted, showsNotes: false, isLast: report.hasErrors)
    guard let loaded, !report.hasErrors else { throw CommandFailureError.findings }
    let file = FilePath.join(template, "google.json")
    guard Disk.identity(of: file) == nil else {
      throw CommandFailureError.environment(
        "\(file) exists already", help: "change it, or delete it first")
    }
    if let language, !LanguageTag.isValid(language) {
      throw CommandFailureError.usage(
        "--language \(language) is not a language", help: "write --language en or pt-BR")
    }
    guard let type = GoogleType.type(of: loaded.document) else {
      throw CommandFailureError.environment(
        "\(template) has no style", help: "add the dictionary of a style to pass.json")
    }
    let starter = GoogleStarter(loaded, type: type, language: language)
    let output = try AtomicFile(file, replacing: false)
    try output.append(IndentedJSON.bytes(of: starter.json))
    try output.commit()
    Console.note("passc: wrote \(file), a pass of type \(type.rawValue)")
    for line in starter.advice { Console.note("passc: \(line)") }
  }
}

/// The google.json of a template that has none.
struct GoogleStarter {
  let json: JSONTree
  /// What the user must add.
  let advice: [String]

  init(_ template: Template, type: GoogleType, language: String?) {
    let name = FilePath.stem(FilePath.lastComponent(FilePath.normalised(template.folder)))
    var members: [JSONTree.Member] = [("type", .string(type.rawValue))]
    var advice: [String] = []
    if type != .flight { members.append(("class", .string(name))) }
    members.append(("language", .string(language ?? template.settings.language ?? "en")))
    if type == .offer { members.append(("redemptionChannel", "INSTORE")) }
    if type == .loyalty {
      let key = Self.balanceKey(of: template.document)
      if let balance = key { members.append(("fields", ["balance": .string(balance)])) }
    }
    if type == .eventTicket, template.document["semantics"]?["venueName"] != nil {
      advice.append("add \"address\" with the postal address, or the pass has no venue")
    }
    if [.loyalty, .offer, .transit].contains(type) {
      advice.append("name your logo in \"images\", or publish the images and give --image-base")
    }
    json = .object(members)
    self.advice = advice
  }

  /// Returns the first field on the front with a number, which is probably the balance.
  private static func balanceKey(of pass: JSONValue) -> String? {
    let dictionary = GoogleType.style(of: pass).flatMap { pass[$0.rawValue] }
    for group in FieldGroup.allCases where group.isFront {
      for field in dictionary?[group.rawValue]?.elements.map({ $0 }) ?? [] {
        let isNumber = field["numberStyle"] != nil || field["currencyCode"] != nil
        if isNumber, let key = field["key"]?.string { return key }
      }
    }
    return nil
  }
}
