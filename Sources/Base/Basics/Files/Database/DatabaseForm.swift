// SPDX-License-Identifier: Apache-2.0

/// The kind of a file. It is read without SQLite, because SQLite changes a database when it opens
/// it: it merges logs and creates files next to it.
package enum DatabaseForm: Hashable, Sendable {
  /// An empty file, or a database without content.
  case empty
  /// An SQLite database. The identifier shows which program made it, and is 0 if there is none.
  case database(applicationID: Int64)
  /// Not an SQLite database.
  case other
}

extension DatabaseFile {
  package func form() throws(FileError) -> DatabaseForm {
    guard isRegular else { return .other }
    let start = try Self.bytes(PageOne.size, at: 0, of: descriptor, path)
    if start.isEmpty { return .empty }
    guard let page = PageOne(start) else { return .other }
    // A new database is only in its log until SQLite copies it into the file.
    if page.isEmpty, let newer = try logged() { return newer.form }
    return page.form
  }

  /// Returns the first page from the write-ahead log next to the database, or nil if it is not
  /// there.
  private func logged() throws(FileError) -> PageOne? {
    guard let resolved = realpath(path, nil) else { throw FileError(.resolve, path) }
    defer { free(resolved) }
    let name = String(cString: resolved) + "-wal"
    let log = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard log >= 0 else {
      if errno == ENOENT { return nil }
      throw FileError(.read, name)
    }
    // SQLite has no locks on its log, so closing the descriptor is safe.
    defer { close(log) }
    // https://www.sqlite.org/fileformat2.html#walformat
    let head = try Self.bytes(32, at: 0, of: log, name)
    guard head.count == 32, head.number(0) & ~1 == 0x377f_0682 else { return nil }
    let pageSize = Int64(head.number(8))
    guard (512...65_536).contains(pageSize) else { return nil }
    var place: Int64 = 32
    var seen: PageOne?
    var committed: PageOne?
    while true {
      let frame = try Self.bytes(24 + PageOne.size, at: place, of: log, name)
      // Frames with other salts are left over from before the log was restarted.
      guard frame.count == 24 + PageOne.size, frame[8..<16] == head[16..<24] else { break }
      if frame.number(0) == 1 { seen = PageOne(Array(frame[24...])) ?? seen }
      if frame.number(4) != 0 { committed = seen }
      place += 24 + pageSize
    }
    return committed
  }

  private static func bytes(
    _ count: Int, at place: Int64, of descriptor: Int32, _ name: String
  ) throws(FileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let read = pread(descriptor, &bytes, count, off_t(place))
    guard read >= 0 else { throw FileError(.read, name) }
    return Array(bytes[..<read])
  }
}

/// The beginning of the first page: the database header and the header of the schema table.
private struct PageOne {
  static let size = 108
  private static let magic = Array("SQLite format 3\0".utf8)

  private let bytes: [UInt8]

  init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.size, bytes.starts(with: Self.magic) else { return nil }
    self.bytes = bytes
  }

  private var applicationID: Int64 { Int64(bytes.number(68)) }

  /// A leaf page (13) without cells has no tables.
  private var hasTables: Bool { bytes[100] != 13 || bytes[103] != 0 || bytes[104] != 0 }

  var isEmpty: Bool { applicationID == 0 && !hasTables }

  var form: DatabaseForm { isEmpty ? .empty : .database(applicationID: applicationID) }
}

extension [UInt8] {
  /// Returns four bytes as a big-endian number.
  fileprivate func number(_ place: Int) -> UInt32 {
    self[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
