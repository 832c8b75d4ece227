// SPDX-License-Identifier: Apache-2.0

import PassArchive
package import PassBuild
import PassDiagnostics
import PassJSON
import PassModel
package import PassRead

package enum FinishedSample {
  /// Signing time of the samples, 2026-01-01T00:00:00Z.
  package static let time: Int64 = 1_767_225_600

  /// Returns the folder of an example identity in the repository.
  package static func identityFolder(_ name: String) -> String {
    "\(Program.repository)/certs-example/\(name)"
  }

  /// Returns an example identity from the repository, checked at the current time.
  package static func identity(_ name: String = "ordinary") throws -> Identity {
    try Identity.load(folder: identityFolder(name))
  }

  /// Returns the files of a signed sample. `patch` is a merge patch for pass.json.
  package static func files(
    _ patch: String = "{}", more: [String: [UInt8]] = [:], identity name: String = "ordinary"
  ) throws -> [String: [UInt8]] {
    var sample = SamplePass()
    try sample.apply(patch: patch)
    sample.files.merge(more) { $1 }
    var report = Report()
    var signer = PassSigner(try identity(name))
    let files = try signer.files(of: sample.read(&report).unchangedContent(), at: time)
    return Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.bytes) })
  }

  /// The signature that an identity gives a pass without content.
  package static func signature(by identity: Identity, at time: Int64) throws -> [UInt8]? {
    var signer = PassSigner(identity)
    let empty = try PassPackage(origin: .package, files: [], document: nil).unchangedContent()
    return try signer.files(of: empty, at: time).first { $0.path == "signature" }?.bytes
  }

  /// Returns a .pkpass with these files, valid or not.
  package static func archive(_ files: [String: [UInt8]]) throws -> [UInt8] {
    try ArchiveWriter.archive(
      of: files.map { try ArchiveEntry(path: $0.key, bytes: $0.value) })
  }

  /// Returns a signed .pkpass.
  package static func pkpass(_ patch: String = "{}", identity: String = "ordinary") throws
    -> [UInt8]
  {
    try archive(files(patch, identity: identity))
  }

  /// Returns the pass in a .pkpass.
  package static func found(_ bytes: [UInt8], name: String = "a.pkpass") throws -> FoundPass {
    guard case .pass(let pass) = PassFinder.find(bytes, name: name) else {
      throw BrokenExample("\(name) is no single pass")
    }
    return pass
  }

  /// Returns the result of `inspect` for a .pkpass with these files.
  package static func inspection(_ files: [String: [UInt8]]) throws -> Inspection {
    Inspection(of: try found(try archive(files)))
  }
}
