// SPDX-License-Identifier: Apache-2.0

import Foundation
package import PassTesting

/// Type-checks generated Swift for apps against stubs of Apple's frameworks. The stubs follow
/// Apple's documentation, so this checks our reading of it, not the behaviour of a device.
package enum AppleSources {
  /// The stubs, in the order of their dependencies.
  private static let modules = [
    "Contacts", "UIKit", "SwiftUI", "PassKit", "CoreNFC", "ProximityReader",
  ]

  /// Modules that are built with library evolution, because their enumerations may get more cases.
  private static let growing: Set<String> = ["CoreNFC", "ProximityReader"]

  /// Folder of the stubs.
  package static let folder = "\(Program.repository)/Tests/AppleStubs/Stubs"

  // Compiled once for all tests of a process.
  private static let compiled: Result<TemporaryFolder, any Error> = Result {
    let target = try TemporaryFolder().keptToTheEnd()
    for name in modules {
      let outcome = try swiftc(
        (growing.contains(name) ? ["-enable-library-evolution"] : []) + [
          "-emit-module", "-swift-version", "6", "-module-name", name, "-I", target.path, "-o",
          target("\(name).swiftmodule"), "\(folder)/\(name).swift",
        ], in: target.path)
      guard outcome.status == 0 else { throw Failed(description: outcome.errors) }
    }
    return target
  }

  /// The error of a stub that does not compile.
  package struct Failed: Error, CustomStringConvertible {
    package let description: String
  }

  /// Whether `swiftc` is in PATH.
  package static let hasCompiler = compiler != nil

  private static let compiler: String? = {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
    return path.split(separator: ":").map { "\($0)/swiftc" }
      .first(where: FileManager.default.isExecutableFile)
  }()

  /// Runs the compiler.
  package static func swiftc(_ arguments: [String], in folder: String) throws -> Program.Outcome {
    guard let compiler else { throw Failed(description: "there is no swiftc") }
    return try Program.run(
      compiler, arguments, in: folder,
      environment: [
        "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder,
      ])
  }

  /// Compiles sources with stubs to a program and runs it.
  ///
  /// - Parameter stubs: the modules to link. Their stand-ins decide what the system would decide.
  package static func run(
    _ sources: [String: String], stubs: [String]
  ) throws -> Program.Outcome {
    let work = try TemporaryFolder(sources)
    var flags: [String] = []
    for name in stubs {
      let built = try swiftc(
        [
          "-emit-library", "-emit-module", "-swift-version", "6", "-module-name", name, "-o",
          work("lib\(name).so"), "-emit-module-path", work("\(name).swiftmodule"),
          "\(folder)/\(name).swift",
        ], in: work.path)
      guard built.status == 0 else { throw Failed(description: built.errors) }
      flags.append("-l\(name)")
    }
    let built = try swiftc(
      [
        "-swift-version", "6", "-I", work.path, "-L", work.path, "-Xlinker", "-rpath", "-Xlinker",
        work.path, "-o", work("program"),
      ] + flags + sources.keys.sorted().map { work($0) }, in: work.path)
    guard built.status == 0 else { throw Failed(description: built.errors) }
    return try Program.run(work("program"), [], in: work.path)
  }

  /// Type-checks sources in Swift 6 mode with warnings as errors. Returns the compiler's messages,
  /// or an empty string if there are none.
  package static func complaints(about sources: [String: String]) throws -> String {
    let stubs = try compiled.get()
    let work = try TemporaryFolder(sources)
    let outcome = try swiftc(
      ["-typecheck", "-swift-version", "6", "-warnings-as-errors", "-I", stubs.path]
        + sources.keys.sorted().map { work($0) }, in: work.path)
    return outcome.status == 0 ? "" : outcome.errors + "status \(outcome.status)"
  }
}
