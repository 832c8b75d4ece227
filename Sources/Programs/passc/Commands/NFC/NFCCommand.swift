// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

struct NFCCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "nfc",
    abstract: "Make keys for NFC passes, simulate taps, decrypt what readers receive.",
    discussion: """
      Try a pass with NFC without a phone or a reader. The template leaves passTypeIdentifier and \
      nfc.encryptionPublicKey out:
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
