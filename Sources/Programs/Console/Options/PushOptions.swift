// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// Push options that `passc push` and `passc serve` have in common.
package struct PushTargetOptions: ParsableArguments {
  /// The push service: `apns`, `HOST:PORT` or `none`.
  @Option(
    help: ArgumentHelp(
      "Send pushes to apns, to HOST:PORT for tests, or to none.", valueName: "service"))
  package var push: String?

  /// A file with the only certificates that are trusted at `HOST:PORT`.
  @Option(
    help: ArgumentHelp(
      "Trust only the certificates in this file at HOST:PORT.", valueName: "file"),
    completion: .file())
  package var pushTrust: String?

  /// The file with an APNs key.
  @Option(
    help: ArgumentHelp(
      "Push with this APNs key in place of the signing certificate.", valueName: "file"),
    completion: .file())
  package var pushKey: String?

  /// The identifier of the APNs key.
  @Option(
    help: ArgumentHelp(
      "The identifier of the APNs key, ten characters.", valueName: "id"))
  package var pushKeyId: String?

  @Flag(
    help: "Send background pushes, which may come late.")
  package var pushBackground = false

  package init() {}

  /// The push key options as a value.
  package var names: PushKeyNames { PushKeyNames(file: pushKey, id: pushKeyId) }

  package func validate() throws {
    if (pushKey == nil) != (pushKeyId == nil) {
      throw ValidationError(
        "--push-key and --push-key-id go together",
        help: "write --push-key AuthKey.p8 --push-key-id A1B2C3D4E5")
    }
  }
}

/// A push key. The values are as they were typed.
package struct PushKeyNames: Hashable, Sendable {
  /// The `.p8` file, or nil to authenticate with the signing certificate.
  package let file: String?
  /// The identifier of the key.
  package let id: String?
}

/// The options of `passc push`, which `passc` and passc-service share.
package struct PushOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Push to the devices in this database of passc serve.", valueName: "file"),
    completion: .file())
  package var database: String?

  /// Serial numbers of the passes whose devices get a push.
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Push to devices that have this pass; repeatable.", valueName: "serial"))
  package var serial: [String] = []

  @Flag(help: "Push to every device in the database.")
  package var all = false

  /// The pass type identifier, for a push without a database.
  @Option(
    help: ArgumentHelp(
      "Push for this pass type identifier.",
      valueName: "id"))
  package var topic: String?

  /// The file with push tokens, for a push without a database.
  @Option(
    help: ArgumentHelp(
      "Read push tokens from this file, one a line; - is stdin.",
      valueName: "file"), completion: .file())
  package var deviceTokenFile: String?

  @Flag(help: "Push even if nothing has changed.")
  package var force = false

  @Flag(help: "Print what would be sent, and send nothing.")
  package var dryRun = false

  @OptionGroup(title: "Push service")
  package var target: PushTargetOptions

  @OptionGroup(title: "Identity")
  package var identityOptions: IdentityOptions

  package init() {}

  private static let noDevices = ValidationError(
    "no devices were chosen",
    help: "give --database passes.sqlite --all, or --topic ID --device-token-file FILE")

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

/// The help of `passc push`, the same in both programs.
package enum PushHelp {
  package static let abstract = "Send pushes by hand, so that phones download changed passes."
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
