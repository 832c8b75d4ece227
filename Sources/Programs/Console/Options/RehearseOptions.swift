// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
import PassBasics

/// What `passc rehearse` is asked for: declared once, for `passc`, which knows its help and starts
/// the program that plays the phone, and for that program.
package struct RehearseOptions: ParsableArguments {
  /// The passes that are added.
  @Argument(
    help: ArgumentHelp(
      "Passes as the service returns them; two show more.",
      valueName: "pass"), completion: .file(extensions: [PackageKind.pass.fileExtension]))
  package var passes: [String]

  /// Where the service is, in place of what the passes say.
  @Option(
    help: ArgumentHelp(
      "Use this service in place of the passes' webServiceURL.", valueName: "url"))
  package var at: String?

  /// What changes one of the passes.
  @Option(
    help: ArgumentHelp(
      "Run this command to change a pass (3 times, 5 with --push-listen).",
      valueName: "command"))
  package var change: String?

  /// Where the stand-in for Apple's push service listens.
  @Option(
    help: ArgumentHelp(
      "Receive pushes at this address, in place of Apple.",
      valueName: "address:port"))
  package var pushListen: String?

  /// Where the stand-in's certificate goes.
  @Option(
    help: ArgumentHelp(
      "Write the CA that the service must trust for pushes.",
      valueName: "file"), completion: .file())
  package var pushCaOut: String?

  /// How long a push may take.
  @Option(
    help: ArgumentHelp(
      "Wait this long for a push after a change.", valueName: "seconds"))
  package var pushWait = 10

  /// Which authorities count beside Apple's and the system's.
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Trust the certificates in this file in addition to Apple's.",
      valueName: "file"), completion: .file())
  package var trust: [String] = []

  /// Which devices take part.
  @Option(
    help: ArgumentHelp(
      "Simulate these devices: phone, watch or both.", valueName: "devices"))
  package var devices = "phone,watch"

  /// Whether other machines may be asked.
  @Flag(help: "Allow a service on another machine.")
  package var live = false

  /// Whether sign-up passes are signed up for.
  @Flag(
    inversion: .prefixedNo,
    help: "Sign up for sign-up passes, which replaces earlier sign-ups.")
  package var personalize: Bool?

  /// Further reports.
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Also write a report of the findings, as passc check does.",
      valueName: "format=file"))
  package var report: [String] = []

  /// How the result is printed.
  @Option(
    help: ArgumentHelp(
      "Print the result in this format.", valueName: "format"))
  package var format = OutputForm.text

  /// Where pictures of the timeline go.
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Write what the devices did, as SVG, or as text for .txt.",
      valueName: "file"), completion: .file())
  package var timeline: [String] = []

  /// What counts as an error.
  @OptionGroup(title: "Findings")
  package var policyOptions: PolicyOptions

  /// Options that ask for nothing.
  package init() {}
}

/// The words of `passc rehearse --help`, the same in both programs.
package enum RehearseHelp {
  /// One line.
  package static let abstract = "Test an update service with a simulated iPhone."
  /// The rest.
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

    Exit code 1 means errors (with --strict also warnings), 3 that the service cannot be reached.

    Examples:
      passc rehearse gym.pkpass --live
      passc rehearse a.pkpass b.pkpass --at http://127.0.0.1:8080 \\
        --trust root.pem
      passc rehearse a.pkpass --at http://127.0.0.1:8080 \\
        --change 'sh raise-points.sh' --push-listen 127.0.0.1:2197 \\
        --push-ca-out push-ca.pem --timeline rehearsal.svg
    """
}
