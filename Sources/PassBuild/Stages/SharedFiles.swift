// SPDX-License-Identifier: Apache-2.0

package import PassArchive
import PassCrypto
import PassJSON
package import PassModel

/// The files that are the same in every pass of a template: hashed and laid out once.
package struct SharedFiles: Sendable {
  struct File: Sendable {
    let laidOut: LaidOutFile
    /// `"path":"sha1"`, as it stands in the manifest.
    let manifestMember: [UInt8]
  }

  private(set) var files: [String: File] = [:]

  /// Hashes and lays out what is the same in every pass.
  ///
  /// - Parameter pass: the files of any pass of the template.
  package init(of pass: [PackagedFile]) throws(ArchiveError) {
    for file in pass where !file.varies { files[file.path] = try File(file) }
  }
}

extension SharedFiles.File {
  /// Hashes and lays out a file.
  init(_ file: PackagedFile) throws(ArchiveError) {
    laidOut = LaidOutFile(try ArchiveEntry(path: file.path, bytes: file.bytes))
    var member: [UInt8] = []
    JSONWriter.writeString(file.path, to: &member)
    member.append(UInt8(ascii: ":"))
    JSONWriter.writeString(Digest.sha1Hex(file.bytes), to: &member)
    manifestMember = member
  }

  /// The same for another thread; see `LaidOutFile`.
  init(apartFrom other: SharedFiles.File) {
    laidOut = LaidOutFile(apartFrom: other.laidOut)
    manifestMember = other.manifestMember.withUnsafeBufferPointer { Array($0) }
  }
}
