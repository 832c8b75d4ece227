// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// Where pushes go and as whom: the same in `passc push` and `passc serve`.
package struct PushTargetOptions: ParsableArguments {
  /// The push service.
  @Option(
    help: ArgumentHelp(
      "none, apns, or HOST:PORT of a stand-in for Apple's push service.", valueName: "service"))
  package var push: String?

  /// Whom to trust at a stand-in.
  @Option(
    help: ArgumentHelp(
      "Trust the certificates in this file at a stand-in, and no others.", valueName: "file"),
    completion: .file())
  package var pushTrust: String?

  /// A push key.
  @Option(
    help: ArgumentHelp(
      "Push with tokens of this key in place of the pass certificate.", valueName: "file.p8"),
    completion: .file())
  package var pushKey: String?

  /// The name of the push key.
  @Option(
    help: ArgumentHelp("The key's identifier, ten characters.", valueName: "id"))
  package var pushKeyId: String?

  /// Whether pushes are of the background.
  @Flag(
    help: "Send pushes as background ones, which may come late; immediate ones are sent otherwise.")
  package var pushBackground = false

  /// Options that ask for nothing.
  package init() {}

  /// Refuses what does not go together.
  package func validate() throws {
    if (pushKey == nil) != (pushKeyId == nil) {
      throw ValidationError("--push-key and --push-key-id go together")
    }
  }
}

/// What `passc push` is asked for: declared once, for `passc` and for the program that pushes.
package struct PushOptions: ParsableArguments {
  /// The pass type.
  @Option(
    help: ArgumentHelp(
      "The pass type whose passes are to be asked for.", valueName: "pass-type"))
  package var topic: String?

  /// The push tokens.
  @Option(
    help: ArgumentHelp(
      "A file with a push token in each line, as devices registered them; - is standard input.",
      valueName: "file"), completion: .file())
  package var deviceTokenFile: String?

  /// Whether a push without a change is meant.
  @Flag(help: "Push although nothing may have changed: phones log such a push as spurious.")
  package var force = false

  /// Whether to send nothing.
  @Flag(help: "Send nothing; say what would be sent.")
  package var dryRun = false

  /// Where and as whom.
  @OptionGroup(title: "Push service")
  package var target: PushTargetOptions

  /// The pass identity.
  @OptionGroup(title: "Identity")
  package var identityOptions: IdentityOptions

  /// Options that ask for nothing.
  package init() {}

  /// Refuses what cannot be pushed.
  package func validate() throws {
    guard topic != nil, deviceTokenFile != nil else {
      throw ValidationError("--topic and --device-token-file say what to push to")
    }
    guard force || dryRun else {
      throw ValidationError(
        "nobody knows whether these devices have something to fetch: --force pushes all the same")
    }
  }
}

/// The words of `passc push --help`, the same in both programs.
package enum PushHelp {
  /// One line.
  package static let abstract = "Push devices by hand, so that they ask for changed passes."
  /// The rest.
  package static let discussion = """
    Sends one push to each device token, as the pass certificate or with tokens of a .p8 key, over \
    one connection of HTTP/2. Every answer of the push service is counted and said; a token is \
    never printed. A running passc serve pushes by itself.

    Exit code 1 means that devices are gone or unknown, 3 that nothing could be sent.

    Examples:
      passc push --topic pass.com.example.gym --device-token-file tokens.txt --identity DIR \
    --push apns --force
      passc push --topic pass.com.example.gym --device-token-file tokens.txt --dry-run
    """
}
