// SPDX-License-Identifier: Apache-2.0

import PassBasics

// Simulates many phones for a service, and Apple's push service:
//
//   phone-fleet --at URL --passes FOLDER --ca-out FILE [--count 50] [--port 0] [--trust FILE]...
//     [--out FOLDER] [--then N] [--seconds 60]
//
// Prints `push ADDRESS:PORT` when it accepts pushes. Waits for the service, adds a pass to each
// phone and prints `registered N`. Then waits until each phone has received a push and a new
// version, and prints the results. With --then it waits for that many more updates and prints
// `updated SERIAL MILLISECONDS` for each, in milliseconds since 1970. The exit code is 1 if a push
// or an update is missing at the end.
do {
  let fleet = try await Fleet(FleetOptions(CommandLine.arguments))
  let isComplete = try await fleet.run()
  await fleet.close()
  exitNow(isComplete ? 0 : 1)
} catch {
  printLine("phone-fleet: \(error)")
  exitNow(3)
}
