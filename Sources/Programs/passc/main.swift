// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBasics
import PassBuild
import PassConsole
import PassDiagnostics

// Without it, writing to a pipe that nobody reads would kill the process; it is to be an error like
// any other.
signal(SIGPIPE, SIG_IGN)
guard !CommandLine.arguments.isEmpty else {
  // Swift on Linux reads the arguments from /proc; the list is empty where that is not mounted.
  Console.report(
    .environment("the arguments cannot be read: /proc is not mounted", help: "mount /proc"))
  exit(ExitStatus.environment.rawValue)
}
let arguments = Array(CommandLine.arguments.dropFirst())
let warmUp = arguments.first == "build" ? WarmUp.start() : nil
let status = CommandLineRun.run(arguments)
warmUp?.value()
exit(status.rawValue)
