// SPDX-License-Identifier: Apache-2.0

import Dispatch
import PassArchive
import PassBasics
import PassBuild
import PassCrypto
import PassDiagnostics
import PassModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Signs many passes with different numbers, to measure the programs that check them. It runs in
/// one process and applies no rules, so that 100,000 passes take less than a minute.
///
///     bundle-forge PACKAGE-FOLDER IDENTITY OUT-FOLDER COUNT
///
/// The text 0000000001 in pass.json is replaced with the number of the pass. All passes contain the
/// same other files, as those of real issuers do.
struct Forge: Sendable {
  let passJSON: [UInt8]
  let images: [PackagedFile]
  let identity: Identity
  let folder: String
  let time: Int64

  static let placeholder = Array("0000000001".utf8)

  init(package: String, identity identityFolder: String, folder: String) throws {
    var report = Report()
    var source = IdentitySource()
    source.folder = identityFolder
    time = Environment.now
    let disk = DiskReader()
    guard
      let found = try IdentityChoice.identity(
        from: try IdentityMaterial.read(source, disk: disk),
        for: IdentityChoice.Purpose(time: time), report: &report)
    else { throw DiagnosticsError(report.diagnostics) }
    identity = found
    self.folder = folder
    images = try disk.list(package).filter { $0.name.hasSuffix(".png") }.map { file in
      PackagedFile(path: file.name, bytes: try disk.read(FilePath.join(package, file.name)))
    }
    passJSON = try disk.read(FilePath.join(package, "pass.json"))
  }

  /// Builds and signs the bundle with this number.
  func bundle(_ number: Int) throws -> [UInt8] {
    let digits = String(number)
    let text = Array((String(repeating: "0", count: 10 - digits.utf8.count) + digits).utf8)
    var pass = passJSON
    var position = 0
    while position + text.count <= pass.count {
      if pass[position..<(position + text.count)].elementsEqual(Self.placeholder) {
        pass.replaceSubrange(position..<(position + text.count), with: text)
        position += text.count
      } else {
        position += 1
      }
    }
    let content = try PassPackage(
      origin: .package, files: images + [PackagedFile(path: "pass.json", bytes: pass)],
      document: nil
    ).unchangedContent()
    var signer = PassSigner(identity)
    // The signing times differ by one second each, as in a batch that takes long.
    return try signer.signAndPackage(content, at: time - 600_000 + Int64(number % 500_000)).bytes
  }
}

guard CommandLine.arguments.count == 5, let count = Int(CommandLine.arguments[4]) else {
  print("usage: bundle-forge PACKAGE-FOLDER IDENTITY OUT-FOLDER COUNT")
  exit(2)
}
let forge = try Forge(
  package: CommandLine.arguments[1], identity: CommandLine.arguments[2],
  folder: CommandLine.arguments[3])
try Disk.makeFolders(forge.folder)
DispatchQueue.concurrentPerform(iterations: count) { index in
  do {
    let path = FilePath.join(forge.folder, "\(1_000_000_000 + index).pkpass")
    try Disk.write(try forge.bundle(index + 1), to: path)
  } catch {
    print("bundle \(index): \(error)")
    exit(3)
  }
}
