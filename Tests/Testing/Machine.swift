// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Capabilities of the machine, each found by trying it once. A test that needs a missing one is
/// skipped and counted as skipped, not as passed.
package enum Machine {
  /// Whether strace works. Containers may forbid it.
  package static let letsTrace: Bool = {
    guard let strace = Program.path(of: "strace"), let folder = try? TemporaryFolder() else {
      return false
    }
    let traced = try? Program.run(
      strace, ["-f", "-qq", "-e", "trace=execve", "-o", "trace", "/bin/sh", "-c", "exit 7"],
      in: folder.path)
    let seen = try? String(contentsOfFile: folder("trace"), encoding: .utf8)
    return traced?.status == 7 && seen?.contains("execve(") == true
  }()

  /// Whether a file system can be mounted in a new namespace. Containers may forbid it.
  package static let letsMount: Bool = {
    guard let unshare = Program.path(of: "unshare"), let folder = try? TemporaryFolder() else {
      return false
    }
    let mounted = try? Program.run(
      unshare, ["-rm", "sh", "-c", "mount -t tmpfs -o size=64k none . && exit 7"], in: folder.path)
    return mounted?.status == 7
  }()

  /// Whether the file system is case-sensitive.
  package static let tellsCaseApart: Bool = {
    guard let folder = try? TemporaryFolder(["a": "small"]) else { return false }
    return !FileManager.default.fileExists(atPath: folder("A"))
  }()

  /// Whether there is /dev/full, a device that is always full.
  package static let hasFullDevice = FileManager.default.fileExists(atPath: "/dev/full")

  /// The words before `passc` that make file permissions apply to it. Empty for ordinary users. For
  /// root, who may write everywhere, they switch to user 65534. Nil if that user cannot run passc.
  package static let ordinaryUser: [String]? = {
    guard getuid() == 0 else { return [] }
    guard let setpriv = Program.path(of: "setpriv"), let passc = Program.passc else { return nil }
    let words = [setpriv, "--reuid", "65534", "--regid", "65534", "--clear-groups"]
    let ran = try? Program.run(setpriv, Array(words.dropFirst()) + [passc, "--version"], in: "/")
    return ran?.status == 0 ? words : nil
  }()

  /// Folder for copies of the bundles that tests make, from `PASSC_KEEP_BUNDLES`, or nil. `make
  /// mutate` starts from these bundles.
  package static let keptBundles: String? =
    ProcessInfo.processInfo.environment["PASSC_KEEP_BUNDLES"]
}
