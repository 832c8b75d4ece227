// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the machine lets a test do, found out by doing it once. A test that cannot run is skipped and
/// counted; it does not return as if it had passed.
package enum Machine {
  /// Whether strace may watch a program: a container may forbid it.
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

  /// Whether a file system may be mounted in a namespace of one's own: a container may forbid both.
  package static let letsMount: Bool = {
    guard let unshare = Program.path(of: "unshare"), let folder = try? TemporaryFolder() else {
      return false
    }
    let mounted = try? Program.run(
      unshare, ["-rm", "sh", "-c", "mount -t tmpfs -o size=64k none . && exit 7"], in: folder.path)
    return mounted?.status == 7
  }()

  /// Whether names that differ in case alone are two files.
  package static let tellsCaseApart: Bool = {
    guard let folder = try? TemporaryFolder(["a": "small"]) else { return false }
    return !FileManager.default.fileExists(atPath: folder("A"))
  }()

  /// Whether there is a device that is always full.
  package static let hasFullDevice = FileManager.default.fileExists(atPath: "/dev/full")

  /// What `passc` runs behind so that the disk's permissions hold for it: nothing for ordinary users;
  /// for root, who may write everywhere, the words that make it nobody. Nil where nobody may not even
  /// run passc.
  package static let ordinaryUser: [String]? = {
    guard getuid() == 0 else { return [] }
    guard let setpriv = Program.path(of: "setpriv"), let passc = Program.passc else { return nil }
    let words = [setpriv, "--reuid", "65534", "--regid", "65534", "--clear-groups"]
    let ran = try? Program.run(setpriv, Array(words.dropFirst()) + [passc, "--version"], in: "/")
    return ran?.status == 0 ? words : nil
  }()

  /// Where the bundles that tests make are kept, so that `make mutate` has odd ones to start from: what
  /// `PASSC_KEEP_BUNDLES` names; nil without it.
  package static let keptBundles: String? =
    ProcessInfo.processInfo.environment["PASSC_KEEP_BUNDLES"]
}
