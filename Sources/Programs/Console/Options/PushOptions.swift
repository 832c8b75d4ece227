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

  /// The push key as it was named.
  package var names: PushKeyNames { PushKeyNames(file: pushKey, id: pushKeyId) }

  /// Refuses what does not go together.
  package func validate() throws {
    if (pushKey == nil) != (pushKeyId == nil) {
      throw ValidationError("--push-key and --push-key-id go together")
    }
  }
}

/// A push key as the command line names it.
package struct PushKeyNames: Hashable, Sendable {
  /// The `.p8` file; nil to push as the pass certificate.
  package let file: String?
  /// The key's identifier.
  package let id: String?
}

/// What `passc push` is asked for: declared once, for `passc` and for the program that pushes.
package struct PushOptions: ParsableArguments {
  /// The database of a service.
  @Option(
    help: ArgumentHelp(
      "The database of passc serve, whose devices are pushed; the service may be running.",
      discussion: "A file of SQLite, or postgres://USER@HOST/DATABASE.", valueName: "file"),
    completion: .file())
  package var database: String?

  /// Whose passes are to be asked for.
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Push the devices that have the pass with this serial number.", valueName: "serial"))
  package var serial: [String] = []

  /// Whether every device is meant.
  @Flag(help: "Push every device of the database.")
  package var all = false

  /// The pass type.
  @Option(
    help: ArgumentHelp(
      "The pass type whose passes are to be asked for; of a database, the only one.",
      valueName: "pass-type"))
  package var topic: String?

  /// The push tokens.
  @Option(
    help: ArgumentHelp(
      "A file with a push token in each line, as devices registered them; - is standard input.",
      valueName: "file"), completion: .file())
  package var deviceTokenFile: String?

  /// Whether a push without a change is meant.
  @Flag(help: "Push also where nothing has changed: phones log such a push as spurious.")
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

  private static let whom =
    "say whom to push: --database with --serial or --all, or --topic and --device-token-file"

  /// Refuses what cannot be pushed.
  package func validate() throws {
    if !dryRun, target.push ?? "none" == "none" {
      let whom = database == nil && deviceTokenFile == nil ? "\(Self.whom), and " : ""
      throw ValidationError(
        whom + "nobody is pushed without a push service: give --push apns")
    }
    if database != nil {
      guard deviceTokenFile == nil else {
        throw ValidationError("--database and --device-token-file are two ways; give one of them")
      }
      guard all == serial.isEmpty else {
        throw ValidationError("--database goes with --serial, or with --all")
      }
      return
    }
    guard serial.isEmpty, !all else {
      throw ValidationError("--serial and --all go with --database")
    }
    guard topic != nil, deviceTokenFile != nil else {
      throw ValidationError(Self.whom)
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
    Sends one push to each device, as the pass certificate or with tokens of a .p8 key, over one \
    connection of HTTP/2. Of a database the pushes that wait are sent: those of changes nobody told \
    the devices of yet. Devices without a change are pushed with --force alone. Every answer of the \
    push service is counted and said, and kept in the database; a token is never printed. A passc \
    serve with --push does all this by itself.

    Exit code 1 means that devices are gone or unknown, or a serial number is, 3 that nothing could \
    be sent.

    Examples, with $PASSC_IDENTITY set:
      passc push --database passes.sqlite --all --dry-run
      passc push --database passes.sqlite --all --push apns
      passc push --database passes.sqlite --serial A-17 --force --push apns
      passc push --topic pass.com.example.gym --device-token-file tokens --force \
    --push apns
    """
}
