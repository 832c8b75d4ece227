// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassTesting
import Testing

/// Tests of temporary folders of ended processes, and of the umask of child programs.
struct ScratchFolderTests {
  private static func names(in folder: TemporaryFolder) throws -> Set<String> {
    Set(try Disk.list(folder.path).map(\.name))
  }

  @Test func deletesFoldersOfKilledProcessesAndNothingElse() throws {
    let folder = try TemporaryFolder([
      // The lock is free, because the process was killed.
      ".passc-0123456789abcdef/.passc-lock": "", ".passc-0123456789abcdef/1.pkpass": "a pass",
      ".passc-0123456789abcdef/made/de.lproj/pass.strings": "words",
      ".passc-2/notes.txt": "no lock file of ours",
      ".passc-mine/.passc-lock": "not our name", "passc-1/.passc-lock": "not our name",
      "elsewhere/kept.txt": "kept", "elsewhere/.passc-lock": "",
      "locks/file": "a lock file behind a link", ".passc-4/kept.txt": "kept",
    ])
    try Disk.makeFolders(folder(".passc-3"))
    #expect(symlink(folder("elsewhere"), folder(".passc-5")) == 0)
    #expect(symlink(folder("locks/file"), folder(".passc-4/.passc-lock")) == 0)
    #expect(symlink(folder("elsewhere"), folder(".passc-0123456789abcdef/link")) == 0)
    let live = try ScratchFolder(in: folder.path)
    defer { try? live.remove() }

    // Creating the live folder deleted that of the killed process and an empty one.
    let kept: Set<String> = [
      ".passc-2", ".passc-mine", "passc-1", "elsewhere", "locks", ".passc-4", ".passc-5",
      FilePath.lastComponent(live.path),
    ]
    #expect(try Self.names(in: folder) == kept)
    #expect(AbandonedFolders.remove(in: folder.path) == 0)
    #expect(try Self.names(in: folder) == kept)
    #expect(try Disk.read(folder("elsewhere/kept.txt")) == Array("kept".utf8))
    #expect(try Disk.read(folder(".passc-4/kept.txt")) == Array("kept".utf8))
    #expect(AbandonedFolders.remove(in: folder("nowhere")) == 0)
  }

  @Test func isForItsOwnerAloneAndGoesWithItsValue() throws {
    let folder = try TemporaryFolder()
    var scratch: ScratchFolder? = try ScratchFolder(in: folder.path)
    let path = try #require(scratch?.path)
    var status = stat()
    #expect(lstat(path, &status) == 0 && status.st_mode & 0o7777 == 0o700)
    try Disk.write([1], to: FilePath.join(path, "a"))
    scratch = nil
    #expect(try Self.names(in: folder).isEmpty)
  }

  @Test func leavesAFolderThatIsTooDeepOrTooFullForTheNextStart() throws {
    let folder = try TemporaryFolder()
    let deep = ".passc-1/" + (0..<20).map { "\($0)" }.joined(separator: "/")
    try folder.add([".passc-1/.passc-lock": "", "\(deep)/file": "x"])
    #expect(AbandonedFolders.remove(in: folder.path) == 0)
    #expect(try Self.names(in: folder) == [".passc-1"])
  }

  @Test(arguments: [ChildStreams.inherited, .none])
  func aProgramGetsTheUmaskAndItsArgumentsFromTheShell(_ streams: ChildStreams) throws {
    let folder = try TemporaryFolder()
    let (path, arguments) = ProgramFile.command(
      "/bin/sh", ["-c", ": >\"$1\" && test \"$2\" = 'a  b'", "sh", folder("child"), "a  b"],
      after: "umask 0027")
    #expect(ProgramFile.run(path, arguments, streams: streams) == 0)
    var status = stat()
    #expect(lstat(folder("child"), &status) == 0 && status.st_mode & 0o777 == 0o640)
  }
}
