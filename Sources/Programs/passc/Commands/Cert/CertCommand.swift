// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassConsole

struct CertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cert",
    abstract: "Get and check the certificate and key that sign passes.",
    discussion: """
      To get your own signing identity, without a Mac:
        passc cert request --pass-type pass.com.example.gym -o my-identity
        passc cert import pass.cer --into my-identity
        passc cert doctor my-identity

      To try passc without one:
        passc cert example -o my-identity
      """,
    subcommands: [
      CertRequestCommand.self, CertImportCommand.self, CertRenewCommand.self,
      CertDoctorCommand.self, CertExampleCommand.self,
    ])
}
