// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBuild
import PassDiagnostics
import PassFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

// Writing to a pipe nobody reads is an error like any other, not a death.
signal(SIGPIPE, SIG_IGN)
let arguments = Array(CommandLine.arguments.dropFirst())
let warmUp = arguments.first == "build" ? WarmUp.start() : nil
let status = CommandLineRun.run(arguments)
warmUp?.value()
exit(status.rawValue)
