// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBasics
import PassBuild
import PassConsole
import PassDiagnostics

// By default SIGPIPE would kill the process when the reader of a pipe has gone. Ignored, the write
// fails with EPIPE, an ordinary error.
signal(SIGPIPE, SIG_IGN)
guard !CommandLine.arguments.isEmpty else {
  // Swift on Linux reads the arguments from /proc. The list is empty if /proc is not mounted.
  Console.report(
    .environment("the arguments cannot be read: /proc is not mounted", help: "mount /proc"))
  exit(ExitStatus.environment.rawValue)
}
let arguments = Array(CommandLine.arguments.dropFirst())
let warmUp = arguments.first == "build" ? WarmUp.start() : nil
let status = CommandLineRun.run(arguments)
warmUp?.value()
exit(status.rawValue)
