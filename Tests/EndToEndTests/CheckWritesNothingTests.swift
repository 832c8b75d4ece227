// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassTesting
import Testing

/// Tests that a check writes nothing to disk, neither next to the bundles nor temporary files.
struct CheckWritesNothingTests {
  private static let trust = [
    "--trust", PasscBinary.root.appendingPathComponent("certs-example/root.pem").path,
    "--as-of", "2026-01-02",
  ]

  /// Returns a folder with bundles of every kind, including a damaged one.
  private static func folder() throws -> TemporaryFolder {
    let folder = try SamplePasses.folder(["gym", "pool"])
    let made = try PasscBinary.run(
      ["group", "gym.pkpass", "pool.pkpass", "-o", "both.pkpasses"], in: folder.path)
    try #require(made.status == 0, "\(made.errors)")
    var damaged = try Disk.read(folder("gym.pkpass"))
    damaged[damaged.count / 2] ^= 1
    try folder.add("damaged.pkpass", damaged)
    return folder
  }

  /// Returns every path in a folder with size and modification time.
  private static func listing(_ folder: TemporaryFolder) throws -> [String: String] {
    var found: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder(path))
      found[path] = "\(attributes[.size] ?? 0) \(attributes[.modificationDate] ?? "")"
    }
    return found
  }

  @Test func leavesEveryFolderAsItWas() throws {
    let folder = try Self.folder()
    let (temporary, home) = (try TemporaryFolder(), try TemporaryFolder())
    let before = try Self.listing(folder)
    let run = try PasscBinary.run(
      ["check", "."] + Self.trust, in: folder.path,
      environment: ["TMPDIR": temporary.path, "HOME": home.path])
    #expect(run.status == 1 && run.text.contains("damaged.pkpass: Wallet rejects this pass"))
    #expect(try Self.listing(folder) == before)
    #expect(try Self.listing(temporary).isEmpty && Self.listing(home).isEmpty)
  }

  /// Checks the system calls.
  @Test(.enabled(if: Machine.letsTrace, "strace is not installed or may not trace"))
  func opensNoFileForWriting() throws {
    let folder = try Self.folder()
    let binary = try #require(Program.passc, "passc is not beside the tests")
    let traces = try TemporaryFolder()
    // ThreadSanitizer keeps a file in TMPDIR.
    let traced = try PasscBinary.judge(
      "strace",
      ["-f", "-qq", "-e", "trace=%file,ftruncate", "-o", traces("trace"), binary, "check", "."]
        + Self.trust, in: folder.path, environment: ["TMPDIR": traces("none")])
    let trace = String(decoding: try Disk.read(traces("trace")), as: UTF8.self)
    try #require(trace.contains("execve("), "nothing was traced")
    #expect(traced?.status == 1, "\(traced?.errors ?? "")")
    #expect(trace.contains("damaged.pkpass"), "the bundles were not opened")
    let changes = [
      "O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC", "creat(", "mkdir", "rename", "link(", "linkat(",
      "unlink", "truncate", "mknod", "chmod", "chown", "utime",
    ]
    let writing = trace.split(separator: "\n").filter { line in
      !line.contains("readlink") && !line.contains("\"/dev/null\"") && !line.contains("/tsan.")
        && changes.contains { line.contains($0) }
    }
    #expect(writing.isEmpty, "\(writing.joined(separator: "\n"))")
  }
}
