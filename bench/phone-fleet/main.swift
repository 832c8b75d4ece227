// SPDX-License-Identifier: Apache-2.0

import PassBasics

// Plays many phones against a service, with a stand-in for Apple's push service:
//
//   phone-fleet --at URL --passes FOLDER --ca-out FILE [--count 50] [--port 0] [--trust FILE]...
//     [--out FOLDER] [--then N] [--seconds 60]
//
// Prints `push ADDRESS:PORT` once pushes are taken, waits for the service, adds a pass to each phone
// and prints `registered N`; then waits until each phone was pushed and has a new version, and
// prints what came of it. With --then it waits for as many further updates and prints
// `updated SERIAL MILLISECONDS`, by the clock since 1970, for each. Exit code 1 when something is
// missing at the end.
do {
  let fleet = try await Fleet(FleetOptions(CommandLine.arguments))
  let isComplete = try await fleet.run()
  await fleet.close()
  exitNow(isComplete ? 0 : 1)
} catch {
  say("phone-fleet: \(error)")
  exitNow(3)
}
