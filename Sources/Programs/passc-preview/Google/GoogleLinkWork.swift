// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassBuild
import PassCompanionFindings
import PassConsole
import PassCrypto
import PassDiagnostics
import PassGoogle

extension GoogleLinkCommand: GoogleWork {
  func perform() throws {
    let outside = outsideKey.source
    let account = try self.account(needsKey: outside == nil)
    let key = try self.key(of: account, outside)
    let time = try SigningTime.now()
    let content: GoogleLinkContent = fat ? .fat : skinny ? .skinny : .object
    var rows = try GoogleRows(
      template, google, data: dataOptions.names, sample: sample, policy: policyOptions)
    var first: (id: String, url: String)?
    var hasSeveral = false
    let folder = template
    try rows.each { pass, report in
      let payload = pass.payload(content)
      if content != .skinny, let code = pass.object.root["rotatingBarcode"] {
        report(
          GoogleFindings.rotatingKeyInLink, "the link contains a rotating barcode", at: code)
        return
      }
      let link = try GoogleSaveLink(
        payload: payload, account: account.email, key: key, time: time)
      link.checkLength(payload: payload, at: Place.file(folder), report: &report)
      if first == nil {
        first = (pass.objectID, link.url)
        return
      }
      if !hasSeveral, let first { Console.print("\(first.id) \(first.url)") }
      hasSeveral = true
      Console.print("\(pass.objectID) \(link.url)")
    }
    if !hasSeveral, let first { Console.print(first.url) }
    if content == .skinny {
      Console.note("passc: send the requests of passc google build first, or the link has no pass")
    }
  }

  private func account(needsKey: Bool) throws -> GoogleAccount {
    let (bytes, name) = try accountBytes()
    var report = Report()
    let account = GoogleAccount.read(bytes, name: name, needsKey: needsKey, report: &report)
    account?.check(issuer: google.googleIssuer, report: &report)
    Console.report(report.diagnostics, showsNotes: false, isLast: report.hasErrors)
    guard let account, !report.hasErrors else { throw CommandFailureError.findings }
    return account
  }

  private func accountBytes() throws -> (bytes: [UInt8], name: String) {
    guard googleAccount.hasPrefix("env:") else {
      return (try Disk.read(googleAccount), googleAccount)
    }
    let variable = String(googleAccount.dropFirst(4))
    guard let text = Environment.value(variable), !text.isEmpty else {
      throw CommandFailureError.environment(
        "environment variable \(variable) is not set or empty",
        help: "store the content of the JSON file in \(variable)")
    }
    return (Array(text.utf8), googleAccount)
  }

  private func key(
    of account: GoogleAccount, _ outside: (() throws -> OutsideKeys)?
  ) throws -> any SigningKey {
    guard let outside else {
      guard let key = account.key else { throw CommandFailureError.findings }
      return key
    }
    var publicKeyDER: [UInt8]?
    if let publicKey {
      publicKeyDER = PublicKeyFile.publicKeyDER(in: try Disk.read(publicKey))
      guard publicKeyDER != nil else {
        throw CommandFailureError.environment(
          "\(publicKey) is not a public key",
          help: "name the public key or certificate of the service account in PEM form")
      }
    }
    do {
      return try RequestedIdentity.key(try outside(), publicKeyDER)
    } catch let error as RequestedIdentity.KeyReuseError {
      throw CommandFailureError.environment(error.description)
    }
  }
}
