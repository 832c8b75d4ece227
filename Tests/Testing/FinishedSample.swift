// SPDX-License-Identifier: Apache-2.0

import PassArchive
package import PassBuild
package import PassCheck
import PassDiagnostics
import PassJSON
import PassModel

/// Finished passes made from the sample, sound ones and broken ones.
package enum FinishedSample {
  /// The signing time of finished samples, 2026-01-01T00:00:00Z.
  package static let time: Int64 = 1_767_225_600

  /// The folder of one of the committed example identities.
  package static func identityFolder(_ name: String) -> String {
    "\(Program.repository)/certs-example/\(name)"
  }

  /// One of the committed example identities, judged by today's clock.
  package static func identity(_ name: String = "ordinary") throws -> Identity {
    try Identity.load(folder: identityFolder(name))
  }

  /// The files of a signed sample, pass.json changed by a merge patch.
  package static func files(
    _ patch: String = "{}", more: [String: [UInt8]] = [:], identity name: String = "ordinary"
  ) throws -> [String: [UInt8]] {
    var sample = SamplePass()
    try sample.apply(patch: patch)
    sample.files.merge(more) { $1 }
    var report = Report()
    let checked = try sample.read(&report).takenAsItStands(Report())
    let bundle = try checked.sealed(by: identity(name), at: time)
    return Dictionary(uniqueKeysWithValues: bundle.files.map { ($0.path, $0.bytes) })
  }

  /// The bytes of a .pkpass with these files, whatever they are.
  package static func archive(_ files: [String: [UInt8]]) throws -> [UInt8] {
    try ArchiveWriter.archive(
      of: files.map { try ArchiveEntry(path: $0.key, bytes: $0.value) })
  }

  /// A signed .pkpass.
  package static func pkpass(_ patch: String = "{}", identity: String = "ordinary") throws
    -> [UInt8]
  {
    try archive(files(patch, identity: identity))
  }

  /// The pass in these bytes.
  package static func found(_ bytes: [UInt8], name: String = "a.pkpass") throws -> FoundPass {
    guard case .pass(let pass) = PassFinder.find(bytes, name: name) else {
      throw BrokenExample("\(name) is no single pass")
    }
    return pass
  }

  /// What `inspect` says of a .pkpass with these files.
  package static func inspection(_ files: [String: [UInt8]]) throws -> Inspection {
    Inspection(of: try found(try archive(files)))
  }
}
