// SPDX-License-Identifier: Apache-2.0

import CNoLocaleData
import PassBasics
import PassConsole

// passc passes its version to this program, because another version could interpret options
// differently.
signal(SIGPIPE, SIG_IGN)
if let starter = Environment.value("PASSC_STARTED_BY"), starter != Version.number {
  Console.report(
    .environment(
      "passc-service is version \(Version.number), passc is \(starter)",
      help: "install both from one release, or run make service"))
  exit(ExitStatus.environment.rawValue)
}
exit(await ServiceCommandLine.run(Array(CommandLine.arguments.dropFirst())).rawValue)
