// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCrypto
import PassDiagnostics
import PassJSON
import PassModel
import PassRead

package struct OutputFolder: Sendable {
  let path: String
  let replacesOtherContent: Bool
  /// Whether the folder was empty when the run started.
  let wasEmpty: Bool
  let files: WholeFile

  /// The file at the path of a pass.
  enum Present: Equatable {
    case nothing
    /// The same content. Signer and signing time may differ.
    case same
    case otherContent
    /// A file that is not a pass, with a description.
    case noPass(String)
    /// Another pass, or something that is not a file, with a description.
    case otherPass(String)
  }

  /// Returns the kind of file at a path below the folder. Only regular files are read.
  ///
  /// - Parameter manifest: returns the manifest of the new pass. Called only if there is a pass at
  ///   the path.
  func present(
    at path: String, manifest: () throws -> [UInt8], passType: String?, serial: String
  ) throws -> Present {
    let full = FilePath.join(self.path, path)
    guard let kind = try Disk.kind(of: full) else { return .nothing }
    guard kind == .file else { return .otherPass("\(full) is not a file") }
    return Self.compare(
      try Disk.read(full), name: full, manifest: try manifest(), passType: passType, serial: serial)
  }

  private static func compare(
    _ bytes: [UInt8], name: String, manifest: [UInt8], passType: String?, serial: String
  ) -> Present {
    guard case .pass(let pass) = PassFinder.find(bytes, name: name) else {
      return .noPass("\(name) is not a pass")
    }
    if pass.file(PackageKind.pass.manifest)?.bytes == manifest { return .same }
    var report = Report()
    let document = pass.package(&report).document
    guard let otherSerial = document["serialNumber"]?.string,
      let otherType = document["passTypeIdentifier"]?.string
    else { return .noPass("\(name) is not a readable pass") }
    guard otherSerial == serial, passType == nil || otherType == passType else {
      return .otherPass("\(name) is the pass \(otherSerial) of \(otherType)")
    }
    return .otherContent
  }

  /// Writes a new file. Returns false if there is already something at the path.
  func create(_ path: String, _ pieces: [UnsafeRawBufferPointer]) throws(FileError) -> Bool {
    let full = FilePath.join(self.path, path)
    do {
      return try files.create(full, pieces)
    } catch {
      guard error.isMissing else { throw error }
      try Disk.makeFolders(FilePath.parent(full), durable: files.durable)
      return try files.create(full, pieces)
    }
  }

  /// Replaces an older version of a file.
  func replace(_ path: String, _ pieces: [UnsafeRawBufferPointer]) throws(FileError) {
    let full = FilePath.join(self.path, path)
    do {
      try files.replace(full, pieces)
    } catch {
      guard error.isMissing else { throw error }
      try Disk.makeFolders(FilePath.parent(full), durable: files.durable)
      try files.replace(full, pieces)
    }
  }
}
