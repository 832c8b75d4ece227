// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassConsole
import PassCrypto

/// Private keys in arguments where a file name is expected. They are rejected first, so that no
/// other message can repeat them.
enum KeyArguments {
  /// Returns the error of the first argument with a key or PIN, or nil if there is none.
  static func failure(in arguments: [String]) -> CommandFailureError? {
    for (index, argument) in arguments.enumerated() where holdsPIN(argument) {
      return .usage(
        "argument \(index + 1) is a PKCS #11 URI with a PIN (pin-value), which is rejected",
        help:
          "arguments are in the shell's history and in the list of processes: change the PIN, "
          + "and give it by pin-source=file:…, PASSC_PIN, --password-file or at the prompt")
    }
    for (index, argument) in arguments.enumerated() where argument.utf8.count >= shortest {
      if isKeyText(at: index, of: arguments) { continue }
      if SecretText.isPresent(in: argument) || isBareKey(at: index, of: arguments) {
        return usageError("argument \(index + 1) is a key")
      }
    }
    // Without quotes the shell splits a PEM file into many arguments.
    if arguments.contains(where: { $0.hasSuffix("-----BEGIN") }),
      SecretText.isPresent(in: arguments.joined(separator: " "))
    {
      return usageError("the arguments hold a key")
    }
    return nil
  }

  private static func holdsPIN(_ argument: String) -> Bool {
    guard argument.utf8.count > "pkcs11:pin-value".utf8.count else { return false }
    let text = argument.lowercased()
    return text.contains("pkcs11:") && text.contains("pin-value")
  }

  /// The minimal length of the text of a key in bytes, in any encoding.
  private static let shortest = 40

  private static func usageError(_ message: String) -> CommandFailureError {
    .usage(
      message + ", expected the name of its file",
      help: "arguments are in the shell's history and in the list of processes: if the key is in "
        + "use, make a new one")
  }

  /// Returns whether the argument is the key of `passc nfc key`. That command accepts the text of a
  /// key and never prints it.
  private static func isKeyText(at index: Int, of arguments: [String]) -> Bool {
    arguments.starts(with: ["nfc", "key"]) && index > 1
      && arguments[index - 1] != "--password-file"
      && (!arguments[index].hasPrefix("-") || arguments[2..<index].contains("--"))
  }

  /// Returns whether the argument is 32 bytes in hex or Base64 and belongs to an option for a key
  /// file. In other places such text can be anything.
  private static func isBareKey(at index: Int, of arguments: [String]) -> Bool {
    var value = arguments[index]
    if let option = options.first(where: { value.hasPrefix($0 + "=") }) {
      value.removeFirst(option.utf8.count + 1)
    } else {
      guard index > 0, options.contains(arguments[index - 1]) else { return false }
    }
    let bytes = Hex.decode(value) ?? Base64.decode(value)
    return bytes?.count == 32
      && ((try? Disk.kind(of: value, followingLinks: true)) ?? nil) == nil
  }

  private static let options = ["--key", "--reader-key", "--nfc-key", "--token-key"]
}
