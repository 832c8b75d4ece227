// SPDX-License-Identifier: Apache-2.0

/// Functions that read, list, move and delete files and folders.
///
/// Errors are `FileError` with the path. A path with a NUL byte is rejected, because the system
/// would use only the part before it.
package enum Disk {
  package enum Kind: Sendable {
    case file, folder, symbolicLink
    case other
  }

  package struct Entry: Hashable, Sendable {
    /// The name, with U+FFFD for invalid UTF-8. A file with such a name cannot be opened.
    package let name: String
    /// The kind of the entry itself, without following a symbolic link.
    package let kind: Kind
  }

  /// Default size limit for reading a file, in bytes.
  package static let ordinaryLimit = 256 << 20

  // MARK: Reading

  /// Reads a whole file, or a pipe to its end.
  ///
  /// - Throws: also if there are more than `limit` bytes. An ordinary file is then rejected before
  ///   it is read.
  package static func read(
    _ path: String, limit: Int = ordinaryLimit
  ) throws(FileError) -> [UInt8] {
    try check(path, .read)
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw FileError(.read, path) }
    defer { close(descriptor) }
    return try read(descriptor, named: path, limit: limit)
  }

  /// Reads standard input to its end. Throws if there are more than `limit` bytes.
  package static func readStandardInput(
    limit: Int = ordinaryLimit
  ) throws(FileError) -> [UInt8] {
    try read(STDIN_FILENO, named: "standard input", limit: limit)
  }

  private static func read(
    _ descriptor: Int32, named path: String, limit: Int
  ) throws(FileError) -> [UInt8] {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileError(.read, path) }
    if kind(of: status) == .folder { throw FileError(.read, path, .system(EISDIR)) }
    var expected = 0
    if kind(of: status) == .file {
      expected = Int(clamping: status.st_size)
      if expected > limit { throw FileError(.read, path, .tooLarge(limit: limit)) }
    }
    var bytes: [UInt8] = []
    // One byte more than expected, so that the end is found without another buffer.
    var room = min(max(expected, 0), limit) + 1
    while true {
      var outcome = 0
      let piece = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        while count < room {
          outcome = readOnce(descriptor, buffer.baseAddress.map { $0 + count }, room - count)
          if outcome <= 0 { break }
          count += outcome
        }
      }
      if outcome < 0 { throw FileError(.read, path) }
      if bytes.isEmpty { bytes = piece } else { bytes += piece }
      if bytes.count > limit { throw FileError(.read, path, .tooLarge(limit: limit)) }
      if outcome == 0 { return bytes }
      room = min(max(64 << 10, bytes.count), limit - bytes.count + 1)
    }
  }

  static func readOnce(
    _ descriptor: Int32, _ start: UnsafeMutablePointer<UInt8>?, _ count: Int
  ) -> Int {
    while true {
      #if canImport(Glibc)
        let outcome = Glibc.read(descriptor, start, count)
      #else
        let outcome = Darwin.read(descriptor, start, count)
      #endif
      if outcome >= 0 || errno != EINTR { return outcome }
    }
  }

  // MARK: Inspecting

  /// Returns the entries of a folder without `.` and `..`, sorted by the bytes of their names.
  package static func list(_ folder: String) throws(FileError) -> [Entry] {
    var entries: [Entry] = []
    try forEachEntry(of: folder) { entries.append($0) }
    return entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// Calls `body` with every entry of a folder, in no particular order.
  static func forEachEntry(of folder: String, _ body: (Entry) -> Void) throws(FileError) {
    try check(folder, .list)
    guard let stream = opendir(folder) else {
      let error = FileError(.list, folder)
      // ENOTDIR means that the path is a file, or that one of its folders is.
      guard error.errorNumber == ENOTDIR,
        (try? kind(of: folder, followingLinks: true)) == .file
      else { throw error }
      throw FileError(.list, folder, .notAFolder)
    }
    defer { closedir(stream) }
    guard let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) else { return }
    while true {
      errno = 0
      guard let record = readdir(stream) else {
        if errno != 0 { throw FileError(.list, folder) }
        break
      }
      // The record may be shorter than the structure, so reading the whole structure could read
      // beyond the buffer.
      let start = UnsafeRawPointer(record).advanced(by: nameOffset)
        .assumingMemoryBound(to: CChar.self)
      let name = String(cString: start)
      if name == "." || name == ".." { continue }
      let kind: Kind
      switch Int32(record.pointee.d_type) {
      case Int32(DT_REG): kind = .file
      case Int32(DT_DIR): kind = .folder
      case Int32(DT_LNK): kind = .symbolicLink
      case Int32(DT_UNKNOWN):
        // Some file systems do not give the kind. A file that was deleted meanwhile is skipped.
        var status = stat()
        guard fstatat(dirfd(stream), start, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
        kind = Self.kind(of: status)
      default: kind = .other
      }
      body(Entry(name: name, kind: kind))
    }
  }

  /// Returns whether a folder is empty or does not exist. Also returns false if it cannot be read.
  package static func isEmpty(_ folder: String) -> Bool {
    guard !folder.utf8.contains(0) else { return false }
    guard let stream = opendir(folder) else { return errno == ENOENT }
    defer { closedir(stream) }
    // `.` and `..` may come in any position.
    var names = 0
    while names <= 2, readdir(stream) != nil { names += 1 }
    return names <= 2
  }

  /// Returns the kind of file at a path, or nil if it does not exist.
  ///
  /// - Parameter followingLinks: whether to return the kind of the target of a symbolic link. A
  ///   link without a target counts as not existing.
  package static func kind(
    of path: String, followingLinks: Bool = false
  ) throws(FileError) -> Kind? {
    try check(path, .inspect)
    var status = stat()
    let outcome = followingLinks ? stat(path, &status) : lstat(path, &status)
    if outcome == 0 { return kind(of: status) }
    let error = FileError(.inspect, path)
    if error.isMissing { return nil }
    throw error
  }

  /// Identity of a file or folder. It is the same for all its names.
  package struct Identity: Hashable, Sendable {
    private let device: UInt64
    private let number: UInt64
    /// Whether it is a folder, after following links.
    package let isFolder: Bool

    fileprivate init(_ status: stat) {
      device = UInt64(truncatingIfNeeded: status.st_dev)
      number = UInt64(truncatingIfNeeded: status.st_ino)
      isFolder = Disk.kind(of: status) == .folder
    }
  }

  /// Returns the identity of the file at a path. Returns nil if it does not exist or is not
  /// accessible.
  package static func identity(of path: String) -> Identity? {
    var status = stat()
    guard !path.utf8.contains(0), stat(path, &status) == 0 else { return nil }
    return Identity(status)
  }

  /// State of a file. It changes if the file is replaced, written to or grows.
  package struct Moment: Hashable, Sendable {
    private let identity: Identity
    private let size: Int64
    private let seconds: Int
    private let nanoseconds: Int

    fileprivate init(_ status: stat) {
      identity = Identity(status)
      size = Int64(status.st_size)
      #if canImport(Darwin)
        seconds = status.st_mtimespec.tv_sec
        nanoseconds = status.st_mtimespec.tv_nsec
      #else
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
      #endif
    }
  }

  /// Returns the current state of the file at a path. Returns nil if it does not exist or is not
  /// accessible.
  package static func moment(of path: String) -> Moment? {
    var status = stat()
    guard !path.utf8.contains(0), stat(path, &status) == 0 else { return nil }
    return Moment(status)
  }

  /// Returns the size of an ordinary file in bytes. Returns nil if it does not exist or is not an
  /// ordinary file.
  package static func size(of path: String) throws(FileError) -> Int? {
    try check(path, .inspect)
    var status = stat()
    if lstat(path, &status) == 0 {
      return kind(of: status) == .file ? Int(clamping: status.st_size) : nil
    }
    let error = FileError(.inspect, path)
    if error.isMissing { return nil }
    throw error
  }

  /// Returns the absolute path without symbolic links, `.` and `..`. It must exist.
  package static func resolvingSymbolicLinks(_ path: String) throws(FileError) -> String {
    try check(path, .resolve)
    guard let resolved = realpath(path, nil) else { throw FileError(.resolve, path) }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  package static func currentFolder() throws(FileError) -> String {
    try resolvingSymbolicLinks(".")
  }

  // MARK: Changing

  /// Creates a folder and its missing parents.
  ///
  /// - Parameters:
  ///   - mode: permissions of new folders, before the umask.
  ///   - durable: whether new folders survive a power failure.
  package static func makeFolders(
    _ path: String, mode: UInt32 = 0o777, durable: Bool = false
  ) throws(FileError) {
    try check(path, .makeFolder)
    let mode = mode_t(truncatingIfNeeded: mode)
    var missing: [String] = []
    var made: [String] = []
    var folder = path
    while true {
      if mkdir(folder, mode) == 0 {
        made.append(folder)
        break
      }
      let error = FileError(.makeFolder, folder)
      if error.isExisting || error.errorNumber == EISDIR || error.errorNumber == EROFS {
        // An existing folder, or a link to one, is fine.
        let found = try? kind(of: folder, followingLinks: true)
        if found == .folder { break }
        if found == .file { throw FileError(.makeFolder, folder, .notAFolder) }
        if error.isExisting { throw FileError(.makeFolder, folder, .system(EEXIST)) }
      }
      let parent = FilePath.parent(folder)
      guard error.errorNumber == ENOENT, parent != folder else { throw error }
      missing.append(folder)
      folder = parent
    }
    for folder in missing.reversed() {
      if mkdir(folder, mode) != 0, errno != EEXIST { throw FileError(.makeFolder, folder) }
      made.append(folder)
    }
    guard durable else { return }
    for folder in made { try synchroniseFolder(of: folder) }
  }

  /// Creates an empty folder with a random name, only for this user, and returns its path.
  package static func makeTemporaryFolder(
    in parent: String, prefix: String = StaleFiles.prefix
  ) throws(FileError) -> String {
    for _ in 0..<100 {
      let path = FilePath.join(parent, prefix + unpredictableName())
      try check(path, .makeFolder)
      if mkdir(path, 0o700) == 0 { return path }
      if errno != EEXIST { throw FileError(.makeFolder, path) }
    }
    throw FileError(.makeFolder, parent, .system(EEXIST))
  }

  /// Renames a file or folder on the same disk. An existing file at the target is replaced.
  package static func move(_ path: String, to target: String) throws(FileError) {
    try check(path, .write)
    try check(target, .write)
    guard rename(path, target) == 0 else { throw FileError(.write, target) }
  }

  /// Deletes a file, a link or an empty folder.
  package static func remove(_ path: String) throws(FileError) {
    try check(path, .remove)
    let isFolder = try kind(of: path) == .folder
    guard (isFolder ? rmdir(path) : unlink(path)) == 0 else { throw FileError(.remove, path) }
  }

  /// Deletes a folder with all its content, or a file. Links are deleted, not followed.
  package static func removeTree(_ path: String) throws(FileError) {
    guard try kind(of: path) == .folder else { return try remove(path) }
    var folders = [path]
    var next = 0
    while next < folders.count {
      let folder = folders[next]
      next += 1
      for entry in try list(folder) {
        let path = FilePath.join(folder, entry.name)
        if entry.kind == .folder { folders.append(path) } else { try remove(path) }
      }
    }
    for folder in folders.reversed() { try remove(folder) }
  }

  // MARK: Shared

  static func check(
    _ path: String, _ operation: FileError.Operation
  ) throws(FileError) {
    if path.utf8.contains(0) { throw FileError(operation, path, .containsNUL) }
  }

  static func kind(of status: stat) -> Kind {
    switch status.st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    case S_IFLNK: .symbolicLink
    default: .other
    }
  }

  /// Returns 16 random hex digits.
  static func unpredictableName() -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
