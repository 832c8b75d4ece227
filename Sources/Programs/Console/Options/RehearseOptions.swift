// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
import PassBasics

/// The options of `passc rehearse`, which `passc` and passc-service share.
package struct RehearseOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Passes as the service returns them; two show more.",
      valueName: "pass"), completion: .file(extensions: [PackageKind.pass.fileExtension]))
  package var passes: [String]

  /// The address of the service, or nil for the `webServiceURL` in the passes.
  @Option(
    help: ArgumentHelp(
      "Use this service in place of the passes' webServiceURL.", valueName: "url"))
  package var at: String?

  /// A command that changes a pass at the service.
  @Option(
    help: ArgumentHelp(
      "Run this command to change a pass (3 times, 5 with --push-listen).",
      valueName: "command"))
  package var change: String?

  /// The address at which the simulated push service listens.
  @Option(
    help: ArgumentHelp(
      "Receive pushes at this address, in place of Apple.",
      valueName: "address:port"))
  package var pushListen: String?

  /// The file for the CA certificate of the simulated push service.
  @Option(
    help: ArgumentHelp(
      "Write the CA that the service must trust for pushes.",
      valueName: "file"), completion: .file())
  package var pushCaOut: String?

  /// The folder with the authority of the simulated push service.
  @Option(
    help: ArgumentHelp(
      "Keep the CA for pushes in this folder, for the next run too.",
      valueName: "folder"), completion: .directory)
  package var pushCa: String?

  /// How the service authenticates itself when it pushes.
  @Option(
    help: ArgumentHelp(
      "Accept pushes that authenticate in this way.", valueName: "kind"))
  package var pushAuth = PushSenderKind.any

  /// The longest time until a push arrives, in seconds.
  @Option(
    help: ArgumentHelp(
      "Wait this long for a push after a change.", valueName: "seconds"))
  package var pushWait = 10

  /// Files with certificates that are trusted in addition to Apple's and the system's.
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Trust the certificates in this file in addition to Apple's.",
      valueName: "file"), completion: .file())
  package var trust: [String] = []

  /// The simulated devices, separated by commas.
  @Option(
    help: ArgumentHelp(
      "Simulate these devices: phone, watch or both.", valueName: "devices"))
  package var devices = "phone,watch"

  /// Whether the service may be on another machine.
  @Flag(help: "Allow a service on another machine.")
  package var live = false

  /// Whether the simulated phone signs up for sign-up passes. nil means only on this machine.
  @Flag(
    inversion: .prefixedNo,
    help: "Sign up for sign-up passes, which replaces earlier sign-ups.")
  package var personalize: Bool?

  /// Additional reports, `FORMAT=FILE`.
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Also write a report of the findings, as passc check does.",
      valueName: "format=file"))
  package var report: [String] = []

  @Option(
    help: ArgumentHelp(
      "Print the result in this format.", valueName: "format"))
  package var format = RehearsalForm.text

  /// Files for the timeline of what the devices did.
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Write what the devices did, as SVG, or as text for .txt.",
      valueName: "file"), completion: .file())
  package var timeline: [String] = []

  @OptionGroup(title: "Findings")
  package var policyOptions: PolicyOptions

  package init() {}
}

/// The format of the result of `passc rehearse`.
package enum RehearsalForm: String, ExpressibleByArgument, CaseIterable, Sendable {
  case text, json, html
}

/// How a service authenticates itself at the simulated push service.
package enum PushSenderKind: String, ExpressibleByArgument, CaseIterable, Sendable {
  case certificate, token, any
}

/// The help of `passc rehearse`, the same in both programs.
package enum RehearseHelp {
  package static let abstract = "Test an update service with a simulated iPhone."
  package static let discussion = """
    A simulated phone and watch add the passes, register, request changes, download updates and \
    unregister. In between, passc sends requests that a phone never sends. It checks each response \
    against what Wallet does with it, and each pass as passc check does. With --change a pass changes \
    meanwhile. With --push-listen passc receives the pushes too.

    It works with any service that implements Apple's protocol. For a service on another machine \
    give --live. passc unregisters its devices at the end, also if you interrupt it.

    If a pass contains personalization.json, passc signs up for it. This replaces earlier sign-up \
    data for good, so use a test pass. If the service runs on another machine, passc signs up only \
    with --personalize. To prevent it on this machine, give --no-personalize.

    Your service may authenticate its pushes with the signing certificate or with a provider token \
    (.p8). With --push-ca the CA stays in a folder, so your service does not have to restart.

    Exit code 1 means errors (with --strict also warnings). Exit code 3 means that passc could not \
    reach the service, or that the command of --change failed or changed nothing.

    Examples:
      passc rehearse gym.pkpass --live
      passc rehearse a.pkpass b.pkpass --at http://127.0.0.1:8080 \\
        --trust root.pem
      passc rehearse a.pkpass --at http://127.0.0.1:8080 \\
        --change 'sh raise-points.sh' --push-listen 127.0.0.1:2197 \\
        --push-ca-out push-ca.pem --timeline rehearsal.svg
      passc rehearse a.pkpass --at http://127.0.0.1:8080 \
        --change 'sh raise-points.sh' --push-listen 127.0.0.1:2197 \
        --push-ca push-ca --push-auth token --format html >rehearsal.html
    """
}
