// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassTesting

/// The targets of Package.swift, read from `swift package dump-package`.
struct PackageGraph {
  struct Target: Decodable {
    let name: String
    let type: String
    private let path: String?
    let exclude: [String]
    private let dependencies: [Dependency]

    /// The folder of its sources, relative to the root of the repository.
    var folder: String { path ?? (type == "test" ? "Tests/" : "Sources/") + name }
    /// The direct dependencies: targets and products.
    var direct: Set<String> { Set(dependencies.map(\.name)) }
    /// Whether the target has no Swift, only a module map or a header.
    var isC: Bool { folder.hasPrefix("Sources/CLibraries/") }
    /// Whether the target is a module or program for users.
    var isShipped: Bool { folder.hasPrefix("Sources/") && !isC }

    /// Returns the source files with their paths in `folder`. Tutorial code is left out, because it
    /// is compiled separately.
    func sources() throws -> [(path: String, text: String)] {
      let root = PackageGraph.root.appendingPathComponent(folder)
      return try FileManager.default.subpathsOfDirectory(atPath: root.path)
        .filter { path in
          path.hasSuffix(".swift") && !path.contains(".docc/")
            && !exclude.contains { path.hasPrefix($0 + "/") }
        }
        .sorted()
        .map { ($0, try String(contentsOf: root.appendingPathComponent($0), encoding: .utf8)) }
    }
  }

  /// A target or product that a target depends on. Other values of the entry are ignored.
  private struct Dependency: Decodable {
    let name: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      let kind = try container.allKeys.first.unwrapped(or: "a dependency without a kind")
      var values = try container.nestedUnkeyedContainer(forKey: kind)
      name = try values.decode(String.self)
    }

    private struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
  }

  private struct Dump: Decodable {
    let targets: [Target]
  }

  /// The root of the repository.
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The graph of this repository, with benchmarks and probes.
  static let ours = Result { try PackageGraph() }

  let targets: [String: Target]

  /// The modules and programs for users, sorted by name.
  static var shipped: [Target] {
    ((try? ours.get().targets.values.filter(\.isShipped)) ?? []).sorted { $0.name < $1.name }
  }

  private init() throws {
    // A separate build folder, because the test run has locked the usual one (deadlock).
    let scratch = try TemporaryFolder()
    let outcome = try Program.run(
      "/usr/bin/env", ["swift", "package", "--scratch-path", scratch.path, "dump-package"],
      in: Self.root.path,
      environment: ProcessInfo.processInfo.environment
        .filter { ["PATH", "HOME"].contains($0.key) }.merging(["PASSC_BENCH": "1"]) { $1 })
    guard outcome.status == 0 else {
      throw GraphError(description: outcome.errors)
    }
    let dump = try JSONDecoder().decode(Dump.self, from: Data(outcome.output))
    targets = Dictionary(uniqueKeysWithValues: dump.targets.map { ($0.name, $0) })
  }
}

/// The reason why the graph could not be read.
struct GraphError: Error, CustomStringConvertible {
  let description: String
}

extension Optional {
  fileprivate func unwrapped(or message: String) throws -> Wrapped {
    guard let self else { throw GraphError(description: message) }
    return self
  }
}
