// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// What `passc rehearse` is asked for: declared once, for `passc`, which knows its help and starts
/// the program that plays the phone, and for that program.
package struct RehearseOptions: ParsableArguments {
  /// How the result is printed.
  package enum Format: String, ExpressibleByArgument, CaseIterable, Sendable {
    case text, json
  }

  /// The passes that are added.
  @Argument(
    help: ArgumentHelp(
      "Passes as the service hands them out: .pkpass files; two of one pass type show more.",
      valueName: "pass"), completion: .file(extensions: ["pkpass"]))
  package var passes: [String]

  /// Where the service is, in place of what the passes say.
  @Option(
    help: ArgumentHelp(
      "The address of the service in place of the passes' webServiceURL.", valueName: "url"))
  package var at: String?

  /// What changes one of the passes.
  @Option(
    help: ArgumentHelp(
      "A command that changes one of the passes, each time it runs: three times, or five.",
      valueName: "command"))
  package var change: String?

  /// Where the stand-in for Apple's push service listens.
  @Option(
    help: ArgumentHelp(
      "Take pushes here, on this machine, in Apple's place: point the service at it.",
      valueName: "address:port"))
  package var pushListen: String?

  /// Where the stand-in's certificate goes.
  @Option(
    help: ArgumentHelp(
      "Write the certificate there that the service has to trust for its pushes.",
      valueName: "file"), completion: .file())
  package var pushCaOut: String?

  /// How long a push may take.
  @Option(
    help: ArgumentHelp("How many seconds a push may take after a change.", valueName: "seconds"))
  package var pushWait = 10

  /// Which authorities count beside Apple's and the system's.
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Trust the certificates in this file, for the passes and for the server.",
      valueName: "file"), completion: .file())
  package var trust: [String] = []

  /// Which devices take part.
  @Option(
    help: ArgumentHelp("phone, watch or phone,watch.", valueName: "devices"))
  package var devices = "phone,watch"

  /// Whether other machines may be asked.
  @Flag(help: "Rehearse against another machine too, with devices that are made up.")
  package var live = false

  /// Whether sign-up passes are signed up for.
  @Flag(
    inversion: .prefixedNo,
    help: "Sign up for sign-up passes, replacing what holders gave; else on this machine only.")
  package var personalize: Bool?

  /// Further reports.
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Also write a report: text, json, sarif, junit, github or gitlab.",
      valueName: "format=file"))
  package var report: [String] = []

  /// How the result is printed.
  @Option(help: ArgumentHelp("text or json.", valueName: "format"))
  package var format = Format.text

  /// Where pictures of the timeline go.
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Write what the devices did as a picture, or as text where the name ends in .txt.",
      valueName: "file"), completion: .file())
  package var timeline: [String] = []

  /// What counts as an error.
  @OptionGroup(title: "Severity")
  package var policyOptions: PolicyOptions

  /// Options that ask for nothing.
  package init() {}
}

/// The words of `passc rehearse --help`, the same in both programs.
package enum RehearseHelp {
  /// One line.
  package static let abstract = "Play the iPhone against an update service, and say what is wrong."
  /// The rest.
  package static let discussion = """
    A phone and a watch add the passes, register, ask for changes, fetch updates, come with other \
    push tokens and leave again; between their steps requests are sent that no phone sends. Every \
    answer is judged by what Wallet does with it, each bundle as passc check does. With --change \
    a pass is changed while they watch; with --push-listen pushes are seen too.

    Any service of Apple's protocol will do. Against another machine --live is needed: the \
    devices are made up, and unregistered at the end, also when the rehearsal is interrupted.

    Signing up for a pass with personalization.json replaces what its holder gave, for good: give \
    a pass of nobody's. On this machine it is done unless --no-personalize is given, against \
    another one only with --personalize.

    Exit code 1 means errors (with --strict also warnings), 3 that the service cannot be reached.

    Examples:
      passc rehearse gym.pkpass --live
      passc rehearse a.pkpass b.pkpass --at http://127.0.0.1:8080 --trust root.pem
      passc rehearse a.pkpass --at http://127.0.0.1:8080 --change 'sh raise-points.sh' \
    --push-listen 127.0.0.1:2197 --push-ca-out push-ca.pem --timeline rehearsal.svg
    """
}
