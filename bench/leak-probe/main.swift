// SPDX-License-Identifier: Apache-2.0

import PassArchive
import PassBasics
import PassBuild
import PassDiagnostics
import PassRules
import PassTemplate

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Builds one pass many times in one process, from the files on disk to the bytes of the bundle. A
/// leak checker can then separate the leaks of each build from memory that is allocated once.
///
///     leak-probe TEMPLATE IDENTITY COUNT
func buildOnce(template path: String, identity folder: String, at time: Int64) throws -> Int {
  var report = Report()
  let disk = DiskReader(log: ReadLog())
  guard let template = try Template.load(path, dataFiles: [], disk: disk, report: &report) else {
    throw DiagnosticsError(report.diagnostics)
  }
  var source = IdentitySource()
  source.folder = folder
  let material = try IdentityMaterial.read(source, disk: disk)
  let purpose = IdentityChoice.Purpose(time: time)
  guard
    let identity = try IdentityChoice.identity(from: material, for: purpose, report: &report)
  else { throw DiagnosticsError(report.diagnostics) }
  let recipe = PassRecipe(template, identity: identity, today: time)
  var choice = DataChoice()
  choice.sample = 1
  guard
    let row = try ChosenRow.read(choice, for: recipe.template, disk: disk, report: &report)
  else { throw DiagnosticsError(report.diagnostics) }
  var maker = PassMaker(recipe)
  let pass = try maker.check(row.cells, readFile: row.files.read, report: &report)
  return try maker.signAndPackage(pass, at: time).length
}

guard CommandLine.arguments.count == 4, let count = Int(CommandLine.arguments[3]) else {
  print("usage: leak-probe TEMPLATE IDENTITY COUNT")
  exit(2)
}
var bytes = 0
for _ in 0..<count {
  bytes += try buildOnce(
    template: CommandLine.arguments[1], identity: CommandLine.arguments[2], at: Environment.now)
}
print("\(count) builds, \(bytes) bytes")
