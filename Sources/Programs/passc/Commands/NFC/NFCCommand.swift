// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `passc nfc`: passes that are held to a reader.
struct NFCCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "nfc",
    abstract: "Keys, a simulated phone and reader, and decryption for passes with NFC.",
    discussion: """
      From key to member, without a phone or a reader, for a template that leaves \
      passTypeIdentifier and nfc.encryptionPublicKey out (the key is filled in):
        passc nfc keygen -o reader.pem
        passc build gym.pass --sample 1 --nfc-key reader.pem \\
          --identity certs-example/nfc
        passc nfc tap gym.pkpass --pass-type pass.com.example.passc --trace \\
          --reader-key reader.pem --trust certs-example/root.pem
      """,
    subcommands: [
      NFCKeygenCommand.self, NFCKeyCommand.self, NFCTapCommand.self, NFCPhoneCommand.self,
      NFCDecryptCommand.self, NFCReaderKitCommand.self,
    ])
}
