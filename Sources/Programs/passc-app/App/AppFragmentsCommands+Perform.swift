// SPDX-License-Identifier: Apache-2.0

import PassApp
import PassConsole

extension AppFragmentsCommand: AppProgramCommand {
  func perform() throws {
    var fragments = AppFragments(purpose)
    fragments.passTypes = try AppTemplates.passTypes(
      templates, given: passType, identity: identityOptions)
    if templates.isEmpty { fragments.passTypes = passType }
    fragments.merchants = merchant
    fragments.identifiers = aid
    fragments.prefixes = hcePrefix
    fragments.isDefault = defaultApp
    fragments.suppressesPasses = suppressPasses
    fragments.hasExtensions = `extension`
    fragments.usage = usage
    if let usage, usage.allSatisfy(\.isWhitespace) {
      throw CommandFailureError.usage("--usage is empty", help: "write why the app reads passes")
    }
    do {
      try WrittenSources.write(try fragments.files(), to: output)
    } catch let fault as AppFragments.FragmentError {
      throw CommandFailureError.usage(fault.message, help: fault.help)
    }
  }
}

extension AppSwiftCommand: AppProgramCommand {
  func perform() throws {
    let types = try AppTemplates.passTypes(templates, given: passType, identity: identityOptions)
    var seen: Set<String> = []
    try WrittenSources.write(
      [
        (
          name: "WalletPasses.swift",
          text: WalletSource.text(passTypes: types.filter { seen.insert($0).inserted })
        )
      ], to: output)
  }
}
