// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// Where pushes go and as whom: the same in `passc push` and `passc serve`.
package struct PushTargetOptions: ParsableArguments {
  /// The push service.
  @Option(
    help: ArgumentHelp(
      "Send pushes to apns, to HOST:PORT for tests, or to none.", valueName: "service"))
  package var push: String?

  /// Whom to trust at a stand-in.
  @Option(
    help: ArgumentHelp(
      "Trust only the certificates in this file at HOST:PORT.", valueName: "file"),
    completion: .file())
  package var pushTrust: String?

  /// A push key.
  @Option(
    help: ArgumentHelp(
      "Push with this APNs key in place of the signing certificate.", valueName: "file"),
    completion: .file())
  package var pushKey: String?

  /// The name of the push key.
  @Option(
    help: ArgumentHelp(
      "The identifier of the APNs key, ten characters.", valueName: "id"))
  package var pushKeyId: String?

  /// Whether pushes are of the background.
  @Flag(
    help: "Send background pushes, which may come late.")
  package var pushBackground = false

  /// Options that ask for nothing.
  package init() {}

  /// The push key as it was named.
  package var names: PushKeyNames { PushKeyNames(file: pushKey, id: pushKeyId) }

  /// Rejects what does not go together.
  package func validate() throws {
    if (pushKey == nil) != (pushKeyId == nil) {
      throw ValidationError(
        "--push-key and --push-key-id go together",
        help: "write --push-key AuthKey.p8 --push-key-id A1B2C3D4E5")
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
      "Push to the devices in this database of passc serve.", valueName: "file"),
    completion: .file())
  package var database: String?

  /// Whose passes are to be asked for.
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Push to devices that have this pass; repeatable.", valueName: "serial"))
  package var serial: [String] = []

  /// Whether every device is meant.
  @Flag(help: "Push to every device in the database.")
  package var all = false

  /// The pass type.
  @Option(
    help: ArgumentHelp(
      "Push for this pass type identifier.",
      valueName: "id"))
  package var topic: String?

  /// The push tokens.
  @Option(
    help: ArgumentHelp(
      "Read push tokens from this file, one a line; - is stdin.",
      valueName: "file"), completion: .file())
  package var deviceTokenFile: String?

  /// Whether a push without a change is meant.
  @Flag(help: "Push even if nothing has changed.")
  package var force = false

  /// Whether to send nothing.
  @Flag(help: "Send nothing, print what would be sent.")
  package var dryRun = false

  /// Where and as whom.
  @OptionGroup(title: "Push service")
  package var target: PushTargetOptions

  /// The pass identity.
  @OptionGroup(title: "Identity")
  package var identityOptions: IdentityOptions

  /// Options that ask for nothing.
  package init() {}

  /// The error of a command line without devices.
  private static let noDevices = ValidationError(
    "no devices were chosen",
    help: "give --database passes.sqlite --all, or --topic ID --device-token-file FILE")

  /// Rejects what cannot be pushed.
  package func validate() throws {
    if !dryRun, target.push ?? "none" == "none" {
      if database == nil, deviceTokenFile == nil { throw Self.noDevices }
      throw ValidationError(
        "passc sends nothing without a push service", help: "add --push apns")
    }
    if database != nil {
      guard deviceTokenFile == nil else {
        throw ValidationError(
          "--database and --device-token-file exclude each other", help: "give one of them")
      }
      guard all == serial.isEmpty else {
        throw ValidationError("--database needs --serial or --all", help: "add --all")
      }
      return
    }
    guard serial.isEmpty, !all else {
      throw ValidationError(
        "--serial and --all need --database", help: "add --database passes.sqlite")
    }
    guard topic != nil, deviceTokenFile != nil else {
      throw Self.noDevices
    }
    guard force || dryRun else {
      throw ValidationError(
        "these devices may have nothing to download", help: "to push anyway, add --force")
    }
  }
}

/// The words of `passc push --help`, the same in both programs.
package enum PushHelp {
  /// One line.
  package static let abstract = "Send pushes by hand, so that phones download changed passes."
  /// The rest.
  package static let discussion = """
    passc sends one push to each device over HTTP/2, as the signing certificate or with an APNs \
    key. With --database it sends the pushes that are waiting. Devices without a change get one only \
    with --force. passc prints how many responses of each kind it received and records them in the \
    database. It never prints a push token. A service with passc serve --push does all this itself.

    Exit code 1 means that devices or serial numbers are unknown, 3 that nothing could be sent.

    Examples, with $PASSC_IDENTITY set:
      passc push --database passes.sqlite --all --dry-run
      passc push --database passes.sqlite --all --push apns
      passc push --database passes.sqlite --serial A-17 --force --push apns
      passc push --topic pass.com.example.gym --device-token-file tokens \\
        --force --push apns
    """
}
