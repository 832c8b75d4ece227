// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassConsole

// passc passes its version in the environment. Two different versions can parse options
// differently.
signal(SIGPIPE, SIG_IGN)
if let starter = Environment.value("PASSC_STARTED_BY"), starter != Version.number {
  Console.report(
    .environment(
      "passc-preview is version \(Version.number), passc is \(starter)",
      help: "install both from one release, or run make preview"))
  exit(ExitStatus.environment.rawValue)
}
if CommandLine.arguments.dropFirst() == ["--worker"] { exit(WorkerLoop.run().rawValue) }
let arguments = Array(CommandLine.arguments.dropFirst())
// `google` alone is the name of an input, because `passc preview` leaves out its own name.
let isGoogle = arguments.first == "google" && GoogleCommandLine.isMeant(arguments.dropFirst().first)
exit((isGoogle ? GoogleCommandLine.run(arguments) : PreviewCommandLine.run(arguments)).rawValue)
