// SPDX-License-Identifier: Apache-2.0

// Uses the library as a server does, for bench/library.sh and scripts/tests/library_probe_test.sh:
//
//     library-probe factory TEMPLATE IDENTITY COUNT TASKS     COUNT passes with one factory
//     library-probe sequence TEMPLATE IDENTITY COUNT JOBS   the same as one sequence of rows
//     library-probe check FOLDER ROUNDS TASKS               all bundles of a folder, a checker a
//     task
//     library-probe share TEMPLATE IDENTITY COUNT           16 tasks, identity and template
//     replaced
//     library-probe turns TEMPLATE IDENTITY COUNT           the same on executors that interrupt
//     tasks
//     library-probe bad TEMPLATE IDENTITY COUNT             invalid rows and damaged bundles
//
// The template is that of bench/batch_card.py. Each command prints one line of JSON.

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count >= 4, let last = Int(arguments[arguments.count - 1]) else {
  print("usage: library-probe factory|sequence|check|share|turns|bad ...")
  leave(2)
}
switch arguments[0] {
case "factory":
  try await FactoryProbe(template: arguments[1], identity: arguments[2])
    .factory(count: Int(arguments[3]) ?? 0, tasks: last)
case "sequence":
  try await FactoryProbe(template: arguments[1], identity: arguments[2])
    .sequence(count: Int(arguments[3]) ?? 0, jobs: last)
case "check":
  try await CheckProbe(folder: arguments[1]).check(rounds: Int(arguments[2]) ?? 0, tasks: last)
case "share":
  try await FactoryProbe(template: arguments[1], identity: arguments[2]).share(count: last)
case "turns":
  try await FactoryProbe(template: arguments[1], identity: arguments[2]).turns(count: last)
case "bad": try await BadInput(template: arguments[1], identity: arguments[2]).run(count: last)
default: leave(2)
}
