// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassTesting
import Testing

@testable import PassBasics

/// Calls `body` with a new empty folder and deletes it afterwards.
func withFolder<T>(_ body: (String) throws -> T) throws -> T {
  let folder = try Disk.makeTemporaryFolder(in: NSTemporaryDirectory(), prefix: "passc-test-")
  defer { try? Disk.removeTree(folder) }
  return try body(folder)
}

private func names(in folder: String) throws -> [String] {
  try Disk.list(folder).map(\.name)
}

private func permissions(of path: String) throws -> Int? {
  try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
}

struct DiskTests {
  @Test func readsBackWhatItWrote() throws {
    try withFolder { folder in
      for size in [0, 1, 65_535, 65_536, 65_537, 1_000_000] {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try Disk.write(bytes, to: folder + "/a")
        #expect(try Disk.read(folder + "/a") == bytes)
      }
      #expect(try names(in: folder) == ["a"])
    }
  }

  @Test func refusesAFileLargerThanTheLimit() throws {
    try withFolder { folder in
      try Disk.write([1, 2, 3], to: folder + "/a")
      #expect(try Disk.read(folder + "/a", limit: 3) == [1, 2, 3])
      let error = #expect(throws: FileError.self) { try Disk.read(folder + "/a", limit: 2) }
      #expect(error?.reason == .tooLarge(limit: 2))
    }
  }

  @Test func stopsReadingAnEndlessDeviceAtTheLimit() throws {
    let error = #expect(throws: FileError.self) { try Disk.read("/dev/zero", limit: 200_000) }
    #expect(error?.reason == .tooLarge(limit: 200_000))
    #expect(try Disk.read("/dev/null") == [])
  }

  @Test func readsAPipeToItsEnd() throws {
    try withFolder { folder in
      let pipe = folder + "/pipe"
      #expect(mkfifo(pipe, 0o600) == 0)
      let writer = Thread {
        try? Disk.write([UInt8](repeating: 7, count: 300_000), to: pipe)
      }
      writer.start()
      let read = try Disk.read(pipe)
      #expect(read == [UInt8](repeating: 7, count: 300_000))
    }
  }

  @Test func saysWhatCouldNotBeRead() throws {
    try withFolder { folder in
      let missing = #expect(throws: FileError.self) { try Disk.read(folder + "/no/such") }
      #expect(missing?.description == "\(folder)/no/such does not exist")
      #expect(missing?.isMissing == true)
      let isFolder = #expect(throws: FileError.self) { try Disk.read(folder) }
      #expect(isFolder?.description == "\(folder) is a folder, not a file")
      let nul = #expect(throws: FileError.self) { try Disk.read(folder + "/a\0b") }
      #expect(nul?.reason == .containsNUL)
      #expect(throws: FileError.self) { try Disk.list(folder + "/none") }
    }
  }

  @Test func listsSortedByBytesWithKinds() throws {
    try withFolder { folder in
      for name in ["b", "a.png", "Z", "é"] { try Disk.write([], to: folder + "/" + name) }
      try Disk.makeFolders(folder + "/en.lproj/deep/er")
      #expect(symlink("a.png", folder + "/link") == 0)
      #expect(symlink("nowhere", folder + "/dead") == 0)
      let entries = try Disk.list(folder)
      #expect(entries.map(\.name) == ["Z", "a.png", "b", "dead", "en.lproj", "link", "é"])
      #expect(entries.map(\.kind).count { $0 == .symbolicLink } == 2)
      #expect(try Disk.kind(of: folder + "/link") == .symbolicLink)
      #expect(try Disk.kind(of: folder + "/link", followingLinks: true) == .file)
      #expect(try Disk.kind(of: folder + "/dead", followingLinks: true) == nil)
      #expect(try Disk.kind(of: folder + "/en.lproj/deep") == .folder)
      #expect(try Disk.kind(of: folder + "/none") == nil)
      #expect(try Disk.kind(of: "/dev/null") == .other)
      let real = try Disk.resolvingSymbolicLinks(folder + "/en.lproj/../link")
      #expect(FilePath.lastComponent(real) == "a.png")
    }
  }

  @Test func makesFoldersOnceAndAgain() throws {
    try withFolder { folder in
      try Disk.makeFolders(folder + "/a/b/../c//d/")
      try Disk.makeFolders(folder + "/a/c/d")
      #expect(try Disk.kind(of: folder + "/a/c/d") == .folder)
      try Disk.write([], to: folder + "/file")
      #expect(throws: FileError.self) { try Disk.makeFolders(folder + "/file") }
      #expect(throws: FileError.self) { try Disk.makeFolders(folder + "/file/below") }
      #expect(symlink("a", folder + "/link") == 0)
      try Disk.makeFolders(folder + "/link/e")
      #expect(try Disk.kind(of: folder + "/a/e") == .folder)
    }
  }

  @Test func removesATreeWithoutFollowingLinks() throws {
    try withFolder { folder in
      try Disk.makeFolders(folder + "/tree/deep")
      try Disk.write([1], to: folder + "/kept")
      try Disk.write([1], to: folder + "/tree/deep/a")
      #expect(symlink(folder, folder + "/tree/up") == 0)
      try Disk.removeTree(folder + "/tree")
      #expect(try names(in: folder) == ["kept"])
    }
  }
}

struct AtomicFileTests {
  @Test func showsNothingBeforeTheCommit() throws {
    try withFolder { folder in
      let target = folder + "/out.pkpass"
      try Disk.write([1], to: target)
      let file = try AtomicFile(target)
      try file.append([2, 3])
      try file.append([UInt8](repeating: 4, count: 100_000))
      try file.append([5])
      #expect(try Disk.read(target) == [1])
      try file.commit()
      #expect(try Disk.read(target) == [2, 3] + [UInt8](repeating: 4, count: 100_000) + [5])
      #expect(try names(in: folder) == ["out.pkpass"])
    }
  }

  @Test func leavesNothingWhenGivenUp() throws {
    try withFolder { folder in
      let target = folder + "/out"
      do {
        let file = try AtomicFile(target)
        try file.append([UInt8](repeating: 4, count: 100_000))
      }
      #expect(try names(in: folder) == [])
      let file = try AtomicFile(target)
      try file.append([1])
      file.discard()
      #expect(throws: FileError.self) { try file.commit() }
      #expect(try names(in: folder) == [])
    }
  }

  @Test func leavesNothingWhenTheLastStepFails() throws {
    try withFolder { folder in
      let file = try AtomicFile(folder + "/out")
      try file.append([1])
      try Disk.makeFolders(folder + "/out/taken")
      #expect(throws: FileError.self) { try file.commit() }
      #expect(try names(in: folder) == ["out"])
      #expect(try names(in: folder + "/out") == ["taken"])
    }
  }

  @Test(.enabled(if: Machine.letsMount, "no small disk can be mounted here"))
  func leavesNothingHalfOnAFullDisk() throws {
    let small = try SmallDisk("size=64k")
    let disk = small.path
    try Disk.write([1], to: disk + "/old")
    let bytes = [UInt8](repeating: 1, count: 200_000)
    for replacing in [true, false] {
      let target = disk + (replacing ? "/old" : "/new")
      let error = #expect(throws: FileError.self) {
        try Disk.write(bytes, to: target, replacing: replacing)
      }
      #expect(error?.description == "cannot write \(target): the disk is full")
    }
    #expect(try names(in: disk) == ["old"])
    #expect(try Disk.read(disk + "/old") == [1])
  }

  @Test(.enabled(if: Self.canBeOrdinary, "root may write everywhere"))
  func saysThatTheFolderMayNotBeWritten() throws {
    try withFolder { folder in
      #expect(chmod(folder, 0o555) == 0)
      let error = #expect(throws: FileError.self) {
        try Self.asOrdinaryUser { try Disk.write([1], to: folder + "/a") }
      }
      #expect(error?.description == "cannot write \(folder)/a: permission denied")
      let left = try names(in: folder)
      #expect(left == [])
      #expect(chmod(folder, 0o700) == 0)
    }
  }

  private static let canBeOrdinary = geteuid() != 0 || setFileUser != nil

  /// On Linux, a single thread can change its user for file access.
  private static let setFileUser: (@convention(c) (UInt32) -> Int32)? =
    dlsym(nil, "setfsuid").map { unsafeBitCast($0, to: (@convention(c) (UInt32) -> Int32).self) }

  /// Calls `body` without root's file permissions. It affects only this thread.
  private static func asOrdinaryUser<T>(_ body: () throws -> T) throws -> T {
    guard geteuid() == 0 else { return try body() }
    let set = try #require(setFileUser)
    _ = set(65_534)
    defer { _ = set(0) }
    return try body()
  }

  @Test func neverReplacesWhenToldSo() throws {
    try withFolder { folder in
      let target = folder + "/key.pem"
      try Disk.write([1], to: target, mode: .secret, replacing: false)
      for durable in [false, true] {
        let error = #expect(throws: FileError.self) {
          try Disk.write([2], to: target, replacing: false, durable: durable)
        }
        #expect(error?.isExisting == true)
      }
      // The file may also appear after the first check (race).
      let file = try AtomicFile(folder + "/late", replacing: false)
      try file.append([1])
      try Disk.write([9], to: folder + "/late")
      #expect(throws: FileError.self) { try file.commit() }
      #expect(try Disk.read(folder + "/late") == [9])
      #expect(try Disk.read(target) == [1])
      // A dangling symbolic link counts as existing, too.
      #expect(symlink(folder + "/nowhere", folder + "/dead") == 0)
      #expect(throws: FileError.self) {
        try Disk.write([2], to: folder + "/dead", replacing: false)
      }
      #expect(try names(in: folder) == ["dead", "key.pem", "late"])
    }
  }

  @Test func makesKeysForTheirOwnerAlone() throws {
    try withFolder { folder in
      try Disk.write([1], to: folder + "/key", mode: .secret)
      #expect(try permissions(of: folder + "/key") == 0o600)
      try Disk.write([1], to: folder + "/open", mode: .exact(0o644))
      #expect(try permissions(of: folder + "/open") == 0o644)
      try Disk.write([1], to: folder + "/masked", mode: .masked(0o600), durable: true)
      #expect(try permissions(of: folder + "/masked") == 0o600)
    }
  }

  @Test func replacesALinkInsteadOfFollowingIt() throws {
    try withFolder { folder in
      try Disk.write([1], to: folder + "/victim")
      #expect(symlink(folder + "/victim", folder + "/out") == 0)
      try Disk.write([2], to: folder + "/out")
      #expect(try Disk.read(folder + "/victim") == [1])
      #expect(try Disk.kind(of: folder + "/out") == .file)
    }
  }

  @Test func writesThroughToADeviceAndKeepsIt() throws {
    try Disk.write([1, 2], to: "/dev/null")
    #expect(try Disk.kind(of: "/dev/null") == .other)
    try withFolder { folder in
      #expect(symlink("/dev/null", folder + "/link") == 0)
      try Disk.write([1, 2], to: folder + "/link")
      #expect(try Disk.kind(of: folder + "/link") == .symbolicLink)
    }
    #if os(Linux)
      let full = #expect(throws: FileError.self) { try Disk.write([1], to: "/dev/full") }
      #expect(full?.description == "cannot write /dev/full: the disk is full")
    #endif
  }

  @Test func writesANameAsLongAsNamesCanBe() throws {
    try withFolder { folder in
      let name = String(repeating: "n", count: 255)
      try Disk.write([1], to: folder + "/" + name)
      #expect(try names(in: folder) == [name])
      let error = #expect(throws: FileError.self) {
        try Disk.write([1], to: folder + "/" + name + "n")
      }
      #expect(error?.errorNumber == ENAMETOOLONG)
      #expect(try names(in: folder) == [name])
    }
  }
}

struct ReadLogTests {
  @Test func remembersFilesAndFoldersOnceAndSorted() throws {
    try withFolder { folder in
      try Disk.write([1], to: folder + "/b")
      try Disk.write([1], to: folder + "/a")
      let log = ReadLog()
      let reader = DiskReader(log: log)
      for name in ["/b", "/a", "/b"] { _ = try reader.read(folder + name) }
      _ = try reader.list(folder)
      _ = try reader.kind(of: folder + "/none")
      _ = try? reader.read(folder + "/none")
      #expect(log.files == [folder + "/a", folder + "/b"])
      #expect(log.folders == [folder])
    }
  }

  @Test func tellsUnicodeFormsApart() {
    let log = ReadLog()
    log.addFile("\u{E9}")
    log.addFile("e\u{301}")
    #expect(log.files.count == 2)
  }
}
