// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `passc cert`: everything about certificates and keys.
struct CertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cert",
    abstract: "Get, look at and keep the certificate and key that sign passes.",
    discussion: """
      From nothing to an identity of your own, without a Mac:
        passc cert request --pass-type pass.com.example.gym -o my-identity
        passc cert import pass.cer --into my-identity
        passc cert doctor my-identity

      To try things out first:
        passc cert example -o example-identity
      """,
    subcommands: [
      CertRequestCommand.self, CertImportCommand.self, CertDoctorCommand.self,
      CertExampleCommand.self,
    ])
}
