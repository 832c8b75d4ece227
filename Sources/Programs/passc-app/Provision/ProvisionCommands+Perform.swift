// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCompanionFindings
import PassConsole
import PassDiagnostics
import PassJSON
import PassProvisioning

/// Profiles of issuer processors, by name or from a file.
enum ProvisionProfiles {
  /// Loads a built-in profile by its name, or one from a file.
  static func load(_ text: String) throws -> ProvisioningProfile {
    if let known = ProvisioningProfile.named(text) { return known }
    guard text.contains("/") || text.contains("."), try Disk.kind(of: text) != nil else {
      let names = ProvisioningProfile.builtIn.map(\.name).joined(separator: ", ")
      throw CommandFailureError.usage(
        "unknown profile \"\(text)\"", help: "write \(names), or give your own profile as a file")
    }
    var report = Report()
    let profile = ProvisioningProfile(
      reading: try Disk.read(text), name: text, report: &report)
    Console.report(report.sorted, showsNotes: false, isLast: profile == nil)
    guard let profile else { throw CommandFailureError.findings }
    return profile
  }
}

extension ProvisionRelayCommand: AppProgramCommand {
  func perform() throws {
    let profile = try ProvisionProfiles.load(profile)
    var report = Report(wantsNotes: false)
    let document = SecretJSON.read(
      try Disk.readStandardInput(), name: "standard input", report: &report)
    switch direction {
    case .request:
      if profile.needsCard, card == nil { throw CommandFailureError.usage("--card is missing") }
      if profile.needsCardholder, cardholder == nil {
        throw CommandFailureError.usage("--cardholder is missing")
      }
      guard let document, let request = AppRequest(document.root, report: &report) else {
        Console.report(report.sorted, showsNotes: false)
        throw CommandFailureError.findings
      }
      let owner = AuthorizedCard(id: card ?? "", cardholderName: cardholder)
      do {
        let call = try profile.upstreamRequest(from: request, card: owner)
        Console.report(report.sorted, showsNotes: false)
        Console.writeJSON(call.json)
      } catch {
        Console.report(error.diagnostics, showsNotes: false)
        throw CommandFailureError.findings
      }
    case .answer:
      let answer = profile.appAnswer(from: document?.root, report: &report)
      Console.report(report.sorted + answer.diagnostics, showsNotes: false)
      Console.writeJSON(answer.json)
      if answer.rejection != nil { throw CommandFailureError.findings }
    }
  }
}

extension ProvisionSwiftCommand: AppProgramCommand {
  func perform() throws {
    try WrittenSources.write(
      [(name: "CardProvisioning.swift", text: ProvisioningSource.card)], to: output, mode: .secret)
  }
}

extension ProvisionExampleCommand: AppProgramCommand {
  func perform() throws {
    let processor = try profile.map(ProvisionProfiles.load)
    if let fault, !fault.applies(to: processor) {
      throw CommandFailureError.usage(
        "--fault \(fault.rawValue) does not apply to \(processor?.name ?? "the app's own format")")
    }
    let example = try ProvisioningExample(
      profile: processor, fault: fault, now: try SigningTime.now())
    try WrittenSources.write(
      example.files.map { ($0.name, String(decoding: $0.bytes, as: UTF8.self)) }, to: output,
      mode: .secret)
  }
}
