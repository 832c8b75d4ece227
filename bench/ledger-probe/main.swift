// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassIssue

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Uses a ledger without the rest of `passc issue`. It measures the ledger, and tests kill it.
///
///     ledger-probe issue LEDGER FOLDER FIRST COUNT BATCH   a file of a few bytes per pass
///     ledger-probe archive LEDGER FILE FIRST COUNT BATCH   the same into one file
///     ledger-probe speed LEDGER COUNT                      figures on standard output
let arguments = Array(CommandLine.arguments.dropFirst())
do {
  switch arguments.first {
  case "issue" where arguments.count == 6:
    try IssueProbe(arguments, countsAtEnd: false).run()
  case "archive" where arguments.count == 6:
    try IssueProbe(arguments, countsAtEnd: true).run()
  case "speed" where arguments.count == 3:
    try SpeedProbe(ledger: arguments[1], count: Int(arguments[2]) ?? 0).run()
  default:
    print("usage: ledger-probe issue|archive LEDGER OUT FIRST COUNT BATCH | speed LEDGER COUNT")
    exit(2)
  }
} catch {
  Disk.writeStandardError(Array("ledger-probe: \(error)\n".utf8))
  exit(3)
}
