// SPDX-License-Identifier: Apache-2.0

/// What is done with paths: reading, listing, making folders, moving, removing.
///
/// What goes wrong is a `FileError` that names the path. A path with a NUL byte is refused: the
/// system would take what stands before it.
package enum Disk {
  /// What a path names.
  package enum Kind: Sendable {
    case file, folder, symbolicLink
    /// A pipe, a device, a socket.
    case other
  }

  /// One name in a folder.
  package struct Entry: Hashable, Sendable {
    /// The name; bytes that are not UTF-8 are replaced, so that such a file cannot be opened.
    package let name: String
    /// What the name stands for; a symbolic link is not followed.
    package let kind: Kind
  }

  /// The largest file taken when the caller sets no limit, in bytes.
  package static let ordinaryLimit = 256 << 20

  // MARK: Reading

  /// The whole content of a file, or of a pipe until its end.
  ///
  /// - Throws: also when there are more than `limit` bytes, for an ordinary file before they are
  ///   read.
  package static func read(
    _ path: String, limit: Int = ordinaryLimit
  ) throws(FileError) -> [UInt8] {
    try check(path, .read)
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw FileError(.read, path) }
    defer { close(descriptor) }
    return try read(descriptor, named: path, limit: limit)
  }

  /// Everything on standard input until its end; throws when it is more than `limit` bytes.
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
    // One more than expected, so that the end is seen without growing.
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

  // MARK: Looking

  /// The names in a folder without `.` and `..`, sorted by their bytes.
  package static func list(_ folder: String) throws(FileError) -> [Entry] {
    var entries: [Entry] = []
    try forEachEntry(of: folder) { entries.append($0) }
    return entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// Calls `body` with everything in a folder, in no order.
  static func forEachEntry(of folder: String, _ body: (Entry) -> Void) throws(FileError) {
    try check(folder, .list)
    guard let stream = opendir(folder) else {
      let error = FileError(.list, folder)
      // The system says the same of a file and of a path that leads through one.
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
      // The record may be shorter than the structure: only the name itself is touched.
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
        // Some file systems do not tell; a name that vanished meanwhile is left out.
        var status = stat()
        guard fstatat(dirfd(stream), start, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
        kind = Self.kind(of: status)
      default: kind = .other
      }
      body(Entry(name: name, kind: kind))
    }
  }

  /// Whether a folder holds nothing, or is not there; false also when that cannot be found out.
  package static func isEmpty(_ folder: String) -> Bool {
    guard !folder.utf8.contains(0) else { return false }
    guard let stream = opendir(folder) else { return errno == ENOENT }
    defer { closedir(stream) }
    // `.` and `..`, in whatever order.
    var names = 0
    while names <= 2, readdir(stream) != nil { names += 1 }
    return names <= 2
  }

  /// What the path names, or nil when there is nothing.
  ///
  /// - Parameter followingLinks: says what a symbolic link leads to; one that leads nowhere
  ///   is nothing.
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

  /// What a file or folder is to the disk, whatever names lead to it.
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

  /// What the path leads to; nil when that is nothing, or nothing one may look at.
  package static func identity(of path: String) -> Identity? {
    var status = stat()
    guard !path.utf8.contains(0), stat(path, &status) == 0 else { return nil }
    return Identity(status)
  }

  /// A file as it was at a moment: another one, written to since or grown is another value.
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

  /// What the path leads to, as it is now; nil when that is nothing, or nothing one may look at.
  package static func moment(of path: String) -> Moment? {
    var status = stat()
    guard !path.utf8.contains(0), stat(path, &status) == 0 else { return nil }
    return Moment(status)
  }

  /// The size of an ordinary file in bytes; nil when nothing is there, or a folder, link or pipe.
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

  /// The absolute path without symbolic links, `.` and `..`; it must exist.
  package static func resolvingSymbolicLinks(_ path: String) throws(FileError) -> String {
    try check(path, .resolve)
    guard let resolved = realpath(path, nil) else { throw FileError(.resolve, path) }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The folder relative paths start from.
  package static func currentFolder() throws(FileError) -> String {
    try resolvingSymbolicLinks(".")
  }

  // MARK: Changing

  /// Makes the folder and those it lies in, as far as they are missing.
  ///
  /// - Parameters:
  ///   - mode: the permissions of the folders made, before the umask.
  ///   - durable: those made survive a power cut.
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
        // A folder, or a link to one, is as good as a new one.
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

  /// Makes a new empty folder with an unpredictable name, for this user alone, and returns its
  /// path.
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

  /// Gives a file or folder another name on the same disk; an existing file there is replaced.
  package static func move(_ path: String, to target: String) throws(FileError) {
    try check(path, .write)
    try check(target, .write)
    guard rename(path, target) == 0 else { throw FileError(.write, target) }
  }

  /// Removes a file, a link or an empty folder.
  package static func remove(_ path: String) throws(FileError) {
    try check(path, .remove)
    let isFolder = try kind(of: path) == .folder
    guard (isFolder ? rmdir(path) : unlink(path)) == 0 else { throw FileError(.remove, path) }
  }

  /// Removes a folder with everything in it, or a single file; links are removed, not followed.
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

  /// Sixteen hexadecimal digits from the system's random numbers.
  static func unpredictableName() -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
