// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBuild
import PassDiagnostics
import PassFiles
import PassWork

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

// Writing to a pipe nobody reads is an error like any other, not a death.
signal(SIGPIPE, SIG_IGN)
guard !CommandLine.arguments.isEmpty else {
  // Swift on Linux takes them from /proc, and without it would know of none.
  Console.report(
    .environment("the arguments cannot be read: /proc is not mounted", help: "mount /proc"))
  exit(ExitStatus.environment.rawValue)
}
let arguments = Array(CommandLine.arguments.dropFirst())
let warmUp = arguments.first == "build" ? WarmUp.start() : nil
let status = CommandLineRun.run(arguments)
warmUp?.value()
exit(status.rawValue)
