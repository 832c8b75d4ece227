// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassConsole

// passc passes its version in the environment. Two different versions can parse options
// differently.
signal(SIGPIPE, SIG_IGN)
if let starter = Environment.value("PASSC_STARTED_BY"), starter != Version.number {
  Console.report(
    .environment(
      "passc-app is version \(Version.number), but passc is \(starter)",
      help: "install both from one release, or run make app"))
  exit(ExitStatus.environment.rawValue)
}
exit(AppCommandLine.run(Array(CommandLine.arguments.dropFirst())).rawValue)
